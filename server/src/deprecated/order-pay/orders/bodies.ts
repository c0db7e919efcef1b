/** Request bodies of the order routes. */
import { requestDocument } from '@tradehall/jsonapi'
import { type Static, Type } from 'typebox'
import { orNull, text, uuid } from '../../../domain/fields.ts'
import { MAX_LINES } from '../../../modules/ordering/index.ts'
import { STATUSES } from './move-table.ts'
import { order } from './resources.ts'

/** In minor units. The amount of a line has a smaller limit. */
const amount = (example: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000_000, examples: [example], description })

const rate = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 100, default: 0, examples: [10], description }))

const item = Type.Object(
  {
    productVariantUuid: uuid('What is sold.'),
    quantity: Type.Integer({ minimum: 1, maximum: 100_000, examples: [2], description: 'How many packs.' }),
    amounts: Type.Object(
      {
        brandUnitPrice: amount(
          4500,
          "The price of a pack before any discount, without VAT, in minor units of the brand's currency.",
        ),
        discountRate: rate('Percent off the line.'),
        discountAmount: Type.Optional(
          amount(500, 'Amount off the line, in the same units, instead of a rate.'),
        ),
      },
      { description: 'What it costs.' },
    ),
    discountRate: rate('Another place for the percentage.'),
    minimumRemainingShelfLife: Type.Optional(
      orNull(Type.Integer({ minimum: 0, maximum: 36_500, examples: [90] }), {
        description: 'For how many days it has to keep, where the warehouse ships it.',
      }),
    ),
  },
  { description: 'One line.' },
)
export type RequestedItem = Static<typeof item>

const time = (example: string, description: string) =>
  Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    expected: 'a time of day such as 09:30',
    examples: [example],
    description,
  })

const deliverySchedule = Type.Object({
  timeSlots: Type.Optional(
    orNull(
      Type.Array(
        Type.Object({ startTime: time('09:00', 'From when.'), endTime: time('12:30', 'Until when.') }),
        { maxItems: 20 },
      ),
      { description: 'When somebody is there; null for any time.' },
    ),
  ),
  openDays: Type.Array(Type.Integer({ minimum: 1, maximum: 7, examples: [1] }), {
    minItems: 1,
    uniqueItems: true,
    examples: [[1, 2, 3, 4, 5]],
    description: 'Days on which somebody is there; 1 is Monday.',
  }),
})

const instruction = Type.Optional(orNull(text(1000, 'Ring twice.', 'In words.')))

const packingInstruction = Type.Object({
  services: Type.Array(Type.Enum(['PALLETISE', 'CUSTOM_BUILD', 'DOCS', 'SSCC']), {
    minItems: 1,
    uniqueItems: true,
    examples: [['PALLETISE']],
    description: 'How it is packed.',
  }),
  instruction,
})

const deliveryAppointment = Type.Object({
  requested: Type.Boolean({ examples: [true], description: 'Whether the carrier has to call before.' }),
  instruction,
})

const customItem = Type.Object({
  type: Type.Enum(['shippingFees', 'exciseDuties', 'ecoTax'], { description: 'What for; each type once.' }),
  amount: amount(500, "Without VAT, in minor units of the customer's currency."),
})

const attributes = {
  customerUuid: uuid('Whom it is for.'),
  customReference: orNull(text(64, 'CK-17', 'A number of your own; printed on the invoice.')),
  items: Type.Array(item, { minItems: 1, maxItems: MAX_LINES, description: 'What is sold.' }),
  customItems: Type.Array(customItem, {
    maxItems: 3,
    examples: [[{ type: 'shippingFees', amount: 500 }]],
    description: 'What is charged beside the goods.',
  }),
  amounts: Type.Object(
    {
      shippingFeesAmount: Type.Optional({
        ...amount(500, 'Better said by a custom item of the type `shippingFees`.'),
        deprecated: true,
      } as ReturnType<typeof amount>),
    },
    { description: 'Only the shipping fees; everything else follows.' },
  ),
  discountRate: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 0,
    examples: [5],
    description: 'Percent off the whole order, of what the discounts of the lines leave.',
  }),
  deliverySchedule: orNull(deliverySchedule, { description: 'When it can be delivered.' }),
  packingInstruction: orNull(packingInstruction, { description: 'How it is to be packed.' }),
  deliveryAppointment: orNull(deliveryAppointment, { description: 'Whether the delivery is announced.' }),
}

const createAttributes = {
  ...attributes,
  shippingMethod: Type.Enum(['custom', 'fulfillment'], {
    default: 'custom',
    description:
      '`custom`: you ship it. `fulfillment`: the warehouse does, if your goods lie there; the confirmation says what stands in the way.',
  }),
}

export const createOrderBody = requestDocument(order, {
  id: 'optional',
  attributes: createAttributes,
  required: ['customerUuid', 'items'],
})
export type RequestedOrder = Static<typeof createOrderBody>['data']['attributes']

export const updateOrderBody = requestDocument(order, {
  id: 'path',
  attributes,
  required: ['customerUuid', 'items'],
})
export type OrderChanges = Static<typeof updateOrderBody>['data']['attributes']

const reason = text(1000, 'The customer has changed their mind.', 'Why; shown with the order.')

export const cancelOrderBody = Type.Object({
  data: Type.Optional(
    Type.Object({
      type: Type.Optional(Type.Enum([...order.spellings])),
      id: Type.Optional(uuid('Id of the order.')),
      attributes: Type.Optional(Type.Object({ reason: Type.Optional(orNull(reason)) })),
    }),
  ),
})

export const advanceBody = Type.Object(
  { to: Type.Enum([...STATUSES], { description: 'The status to bring the order to.' }) },
  { additionalProperties: false },
)

export const shipBody = Type.Object(
  {
    trackingNumber: Type.Optional(text(100, 'SW0099123', 'The number of the carrier.')),
    trackingLink: Type.Optional(
      Type.String({
        format: 'uri',
        pattern: '^https?://[^/]',
        maxLength: 500,
        examples: ['https://track.example.test/SW0099123'],
        description: 'Where the parcel can be followed; only with a number.',
      }),
    ),
  },
  { additionalProperties: false },
)
