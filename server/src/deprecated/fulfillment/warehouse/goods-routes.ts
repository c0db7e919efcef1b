/** Operator API: items, bundles and lots of a warehouse. */
import { requestDocument } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import { idToChange, unknown } from '../../../domain/ownership.ts'
import { unprocessable } from '../../../domain/problems.ts'
import type { Http } from '../../../http/http.ts'
import { document } from '../../../http/operation.ts'
import { forOperator, OPERATOR_API } from '../../../http/operator-api.ts'
import { MOVEMENT_TYPES } from '../../../modules/stock/ledger/movement-types.ts'
import { MAX_QUANTITY } from '../replenishments/routes.ts'
import { fulfillmentBundle, fulfillmentItem, fulfillmentLot, itemStatus } from '../resources.ts'
import { defineBundle } from './bundles.ts'
import { changeItem } from './items.ts'
import { adjustLot } from './lots.ts'

const strict = { additionalProperties: false }

/** The reasons for correcting a lot. Movements of orders and replenishments have their own operations. */
const REASONS = MOVEMENT_TYPES.filter(
  (type) => !/^(?:order_|replenishment|snapshot|batch|unbatched|expiry_date)/.test(type),
)
const ADJUSTABLE_STATUSES = ['available', 'damaged', 'qualityControl', 'blocked', 'void'] as const

export function goodsRoutes(http: Http): void {
  http.operation({
    ...forOperator,
    method: 'PATCH',
    path: `${OPERATOR_API}/fulfillment-items/{item}`,
    params: { item: 'Id of the item.' },
    id: 'updateFulfillmentItemAsOperator',
    summary: 'Say how far the warehouse got with an item',
    description: 'What is left out stays.',
    query: { resource: fulfillmentItem },
    body: requestDocument(fulfillmentItem, {
      closed: true,
      id: 'path',
      attributes: {
        status: itemStatus,
        packingRules: Type.Record(
          Type.String({ maxLength: 100 }),
          Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean()]),
          {
            examples: [{ maxPerBox: 6 }],
            description: 'How it is packed.',
          },
        ),
      },
    }),
    answers: [{ status: 200, description: 'The item.', resource: fulfillmentItem }],
    async handle(ctx, { params, body: { data } }) {
      const { status, packingRules } = data.attributes ?? {}
      const changed = await changeItem(ctx, idToChange(params.item, data.id), {
        ...(status !== undefined && { status }),
        ...(packingRules !== undefined && { packing_rules: packingRules }),
      })
      if (!changed) throw unknown('fulfillment item', params.item)
      return document(fulfillmentItem, changed)
    },
  })

  http.operation({
    ...forOperator,
    method: 'POST',
    path: `${OPERATOR_API}/fulfillment-bundles`,
    id: 'makeFulfillmentBundle',
    summary: 'Say what items a variant is made of',
    description: 'A bundle that is known is made of these from then on.',
    query: { resource: fulfillmentBundle },
    body: requestDocument(fulfillmentBundle, {
      closed: true,
      id: 'none',
      attributes: {
        brandId: uuid('The brand.'),
        productVariantId: uuid('What is ordered.'),
        items: Type.Array(
          Type.Object(
            {
              fulfillmentItemId: uuid('A part of it.'),
              quantity: Type.Integer({
                minimum: 1,
                maximum: 1000,
                examples: [2],
                description: 'Batches of it in one.',
              }),
            },
            strict,
          ),
          { minItems: 1, maxItems: 50, description: 'What it is made of, each item once.' },
        ),
      },
      required: ['brandId', 'productVariantId', 'items'],
    }),
    answers: [{ status: 200, description: 'The bundle.', resource: fulfillmentBundle }],
    problems: [{ status: 404, description: 'There is no such variant or item.' }],
    async handle(ctx, { body: { data } }) {
      const { brandId, productVariantId: variantId, items } = data.attributes
      return document(
        fulfillmentBundle,
        await defineBundle(ctx, brandId, { variantId, items }, 'data.attributes'),
      )
    },
  })

  http.operation({
    ...forOperator,
    method: 'POST',
    path: `${OPERATOR_API}/fulfillment-lots/{lot}/-actions/adjust`,
    params: { lot: 'Id of the lot.' },
    id: 'adjustFulfillmentLot',
    summary: 'Correct a lot',
    description:
      'Batches that broke, got lost or were found, that are blocked or free again. The ledger shows it. What is reserved for orders is not touched.',
    query: { resource: fulfillmentLot },
    body: Type.Object(
      {
        from: Type.Enum([...ADJUSTABLE_STATUSES], {
          description: 'What they were; `void` when they were not there.',
        }),
        to: Type.Enum([...ADJUSTABLE_STATUSES], { description: 'What they are; `void` when they are gone.' }),
        quantity: Type.Integer({
          minimum: 1,
          maximum: MAX_QUANTITY,
          examples: [2],
          description: 'How many batches.',
        }),
        reason: Type.Enum([...REASONS], { description: 'Why.' }),
      },
      strict,
    ),
    bodyExample: { from: 'available', to: 'damaged', quantity: 2, reason: 'broken' },
    answers: [{ status: 200, description: 'The lot as it is now.', resource: fulfillmentLot }],
    problems: [{ status: 409, description: 'The lot does not have so many; nothing was changed.' }],
    async handle(ctx, { params, body }) {
      if (body.from === body.to) {
        throw unprocessable(`Expected another status than ${body.from}.`, { pointer: 'to' })
      }
      return document(fulfillmentLot, await adjustLot(ctx, params.lot, body, 'quantity'))
    },
  })
}
