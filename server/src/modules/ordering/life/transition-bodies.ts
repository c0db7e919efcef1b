/**
 * The request bodies of transitions. `data.type` selects a transition, and a wrong status is reported before any problem of
 * the attributes; so only the type is validated first, and the attributes once the order is locked.
 */
import { compileInput, ignoredMembers, ignoredMeta, KEEP_OTHERS, REFUSE_STRAYS } from '@tradehall/jsonapi'
import { type Static, type TSchema, Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import { MAX_LINES } from '../order/order-lines.ts'
import { orderItem } from '../resources.ts'

export const REJECT_TYPES = [
  'BRAND_ALREADY_HAS_CUSTOMER_IN_THE_AREA',
  'BRAND_CANNOT_DELIVER_TO_THE_AREA',
  'BRAND_HAS_EXCLUSIVE_DISTRIBUTOR_IN_THE_REGION',
  'BUYER_NOT_A_RETAILER',
  'ORDER_ITEMS_PRICES_INCORRECT',
  'PAYMENT_ISSUES_WITH_RETAILER',
  'PREPARATION_TIME_TOO_HIGH',
  'PRODUCT_OUT_OF_STOCK',
  'PURCHASE_NOT_FOR_RESALE',
  'RETAILER_AGREED_TO_DO_CHANGES_TO_ORDER',
  'RETAILER_NOT_GOOD_FIT_FOR_BRAND',
  'RETAILER_VAT_NUMBER_MISSING',
  'OTHER',
] as const

export const RESET_TYPES = [
  'BRAND_NEED_MORE_LABELS_TO_SHIP',
  'BRAND_PUT_WRONG_WEIGHT_DIMENSIONS',
  'BRAND_SHIPS_WITH_DIFFERENT_CARRIER',
  'PROBLEM_DURING_SHIPPING_LABEL_GENERATION',
  'RETAILER_ASKED_DELIVERY_ADDRESS_CHANGE',
  'SHIPPING_ADDRESS_MISMATCHES_PICKUP_ADDRESS',
  'OTHER',
] as const

const TRANSITIONS = [
  'brand-validates',
  'brand-rejects',
  'brand-resets-shipping-labels-generation',
  'brand-settles-refusal',
  'brand-requests-fulfillment',
] as const
export type Transition = (typeof TRANSITIONS)[number]

/** Free text with at least one visible character. */
export const reasonText = (maxLength: number, example: string, description: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '\\S',
    expected: `a text of 1 to ${maxLength} characters that is not blank`,
    description,
    examples: [example],
  })

const validates = {
  orderItems: Type.Optional(
    Type.Array(
      Type.Object({
        id: uuid('Id of the item.'),
        type: Type.Enum([...orderItem.spellings], { description: 'The kind of resource.' }),
        attributes: Type.Object(
          {
            quantity: Type.Integer({
              minimum: 0,
              maximum: 2_147_483_647,
              description: 'Packs, not more than now; 0 removes the item.',
              examples: [1],
            }),
          },
          { description: 'What to change of it.' },
        ),
      }),
      { maxItems: MAX_LINES, description: 'Items to change; those left out stay as they are.' },
    ),
  ),
}

const rejects = {
  rejectType: Type.Enum([...REJECT_TYPES], { title: 'RejectType', description: 'Why it is rejected.' }),
  rejectReason: Type.Optional(
    reasonText(1000, 'Sold out until autumn.', 'In your own words; needed with `OTHER`.'),
  ),
}

const resets = {
  resetType: Type.Enum([...RESET_TYPES], { title: 'ResetType', description: 'Why the labels are reset.' }),
  reason: Type.Optional(reasonText(300, 'One parcel more.', 'In your own words; needed with `OTHER`.')),
}

const settles = {
  reason: Type.Optional(
    reasonText(
      1000,
      'The carton came a day later.',
      'How it was settled, in your own words; kept in the history.',
    ),
  ),
}

/** Clients may send an id, but transitions are not stored. */
const id = Type.Optional(uuid('Accepted and ignored; the path names the order.'))

const transitionDocument = <const T extends string, A extends TSchema>(type: T, attributes: A) =>
  Type.Object(
    {
      data: Type.Object({
        type: Type.Literal(type, { description: 'Selects the transition.' }),
        id,
        attributes,
        meta: ignoredMeta,
        links: ignoredMeta,
      }),
      ...ignoredMembers,
    },
    REFUSE_STRAYS,
  )

const validatesBody = transitionDocument('brand-validates', Type.Optional(Type.Object(validates)))
const rejectsBody = transitionDocument('brand-rejects', Type.Object(rejects))
const resetsBody = transitionDocument('brand-resets-shipping-labels-generation', Type.Object(resets))
const settlesBody = transitionDocument('brand-settles-refusal', Type.Optional(Type.Object(settles)))
const requestsFulfillmentBody = transitionDocument(
  'brand-requests-fulfillment',
  Type.Optional(Type.Object({})),
)
export const rejectOrderBody = Type.Object(
  {
    order: Type.Object(
      { ...rejects, rejectType: Type.Optional(rejects.rejectType) },
      { description: 'What to say of the rejection.' },
    ),
  },
  REFUSE_STRAYS,
)

export const cancellationBody = Type.Object(
  { reason: reasonText(1000, 'Ordered twice.', 'Why the order should not be shipped.') },
  { additionalProperties: false },
)
export const CANCELLATION_REQUEST =
  'While the order waits for the brand in `ankor_confirmed`. The brand reads the reason and decides: it may reject the order, or accept it all the same. The marketplace may cancel the order, or decline the request. The status stays, and the reason stays with the order until the request is declined.'

/** The body of a request to revert a decision of the brand. */
export const revertBody = Type.Object({
  reason: reasonText(1000, 'Accepted by mistake.', 'Why the decision should be taken back.'),
})

type Validation = Static<typeof validatesBody>
export type ItemChange = NonNullable<NonNullable<Validation['data']['attributes']>['orderItems']>[number]

/** Validates `data.type` only, which selects the transition. */
export const transitionBody = Type.Object(
  { data: Type.Object({ type: Type.Enum([...TRANSITIONS]) }, KEEP_OTHERS) },
  KEEP_OTHERS,
)

/** The complete bodies, for the documentation. */
export const documentedTransitionBody = Type.Union([
  validatesBody,
  rejectsBody,
  resetsBody,
  settlesBody,
  { ...requestsFulfillmentBody, deprecated: true },
])

const checkValidation = compileInput(validatesBody)
const checkRejection = compileInput(rejectsBody)
const checkReset = compileInput(resetsBody)
const checkSettlement = compileInput(settlesBody)
const checkFulfillmentRequest = compileInput(requestsFulfillmentBody)
const checkRejectOrder = compileInput(rejectOrderBody)

/** Whether a body consists of `data.type` alone, so that there are no attributes to validate. */
export const hasTypeOnly = (body: unknown) => {
  const { data, ...rest } = (body ?? {}) as { data?: object }
  return Object.keys(rest).length === 0 && Object.keys(data ?? {}).join() === 'type'
}

/** These validate a body and return its values; `at` is the pointer to them. */
export const readValidation = (body: unknown) => ({
  changes: checkValidation(body).data.attributes?.orderItems ?? [],
  at: 'data.attributes.orderItems',
})
export const readRejection = (body: unknown) => ({
  ...checkRejection(body).data.attributes,
  at: 'data.attributes',
})
export const readReset = (body: unknown) => ({ ...checkReset(body).data.attributes, at: 'data.attributes' })
export const readSettlement = (body: unknown) => checkSettlement(body).data.attributes ?? {}
export const readFulfillmentRequest = (body: unknown) => checkFulfillmentRequest(body)
export const readRejectOrder = (body: unknown) => ({
  rejectType: 'OTHER',
  ...checkRejectOrder(body).order,
  at: 'order',
})
