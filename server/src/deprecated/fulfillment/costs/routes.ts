/** The endpoints that estimate the costs and check the feasibility of an order before it exists. */
import { attribute, joinProblems, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { brandOf } from '../../../domain/actor.ts'
import { country, text, uuid } from '../../../domain/fields.ts'
import { missing } from '../../../domain/ownership.ts'
import type { Http } from '../../../http/http.ts'
import { document, empty } from '../../../http/operation.ts'
import { foreignVariants } from '../../../modules/catalog/index.ts'
import { MAX_LINES } from '../../../modules/ordering/index.ts'
import { blocked, blocker } from '../../../modules/ordering/life/fulfillment-blockers.ts'
import { checkFulfillability, countryOfWarehouse } from '../orders/blockers.ts'
import { findEnrolment } from '../warehouse/enrolments.ts'
import { type CostLine, orderCosts } from './costs.ts'

const shared = { tag: 'Fulfillment', access: 'brand', method: 'POST' } as const
const cents = (example: number) => Type.Integer({ minimum: 0, examples: [example] })

export const fulfillmentCost = resource<CostLine & { id: string }>()({
  name: 'fulfillmentCost',
  type: 'fulfillment-order-costs',
  description: 'One line of what the warehouse asks for an order.',
  attributes: {
    category: attribute(Type.String({ examples: ['shipping'] }), 'category', {
      description:
        'What it is for: `shipping`, or `order pick` and `unit pick`, each `lt 4u`, `lt 40u` or `gt 40u` by the units that are picked.',
    }),
    quantity: attribute(cents(1), 'quantity', { description: 'How many of it.' }),
    unitAmount: attribute(cents(790), 'unitAmount', { description: 'For one, in euro cents without VAT.' }),
    totalAmount: attribute(cents(790), 'totalAmount', { description: 'For all, in euro cents without VAT.' }),
    vatRate: attribute(Type.Number({ minimum: 0, maximum: 100, examples: [20] }), 'vatRate', {
      description: 'VAT in percent.',
    }),
    totalAmountWithVat: attribute(cents(948), 'totalAmountWithVat', {
      description: 'For all, in euro cents with VAT.',
    }),
  },
})

const size = (example: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000, examples: [example], description })

const costsBody = Type.Object({
  data: Type.Object({
    type: Type.Literal('fulfillment-order-costs-specification', { description: 'The kind of question.' }),
    attributes: Type.Object(
      {
        orderType: Type.Optional(
          Type.Enum(['internal', 'external'], {
            description: 'Whose order it is; the costs are the same.',
          }),
        ),
        shipToCountry: country('Where it goes'),
        shipToPostalCode: Type.Optional(
          text(20, '20137', 'The postal code there: islands and mountains cost more.'),
        ),
        parcels: Type.Array(
          Type.Object({
            length: size(40, 'In centimetres.'),
            width: size(30, 'In centimetres.'),
            height: size(20, 'In centimetres.'),
            weight: size(5200, 'In grams.'),
            packageType: Type.Optional(
              Type.Enum(['parcel', 'pallet'], { description: 'Guessed by the size when left out.' }),
            ),
          }),
          { maxItems: 100, description: 'What is sent.' },
        ),
        pickingQuantity: size(12, 'Units that are picked.'),
      },
      { description: 'What is asked about.' },
    ),
  }),
})

const feasibilityBody = Type.Object({
  data: Type.Object({
    type: Type.Literal('feasibility-check', { description: 'The kind of question.' }),
    attributes: Type.Object(
      {
        deliveryAddress: Type.Object(
          {
            countryCode: country('Country'),
            postalCode: text(20, '10115', 'Postal code.'),
            city: text(255, 'Berlin', 'Town.'),
            street: text(255, 'Lindenallee 4', 'Street and number.'),
            additionalAddress: Type.Optional(
              Type.String({ maxLength: 255, examples: ['Yard 2'], description: 'What else helps.' }),
            ),
          },
          { description: 'Where it would go.' },
        ),
        items: Type.Array(
          Type.Object({
            productVariantUuid: uuid('A variant of yours.'),
            quantity: Type.Integer({
              minimum: 1,
              maximum: 10_000_000,
              examples: [2],
              description: 'How many packs.',
            }),
            minimumRemainingShelfLife: Type.Optional(
              Type.Integer({
                minimum: 0,
                maximum: 36_500,
                examples: [90],
                description: 'Days that it must still be good for.',
              }),
            ),
          }),
          { minItems: 1, maxItems: MAX_LINES, description: 'What would be sent.' },
        ),
      },
      { description: 'What is asked about.' },
    ),
  }),
})

export function costRoutes(http: Http): void {
  http.operation({
    ...shared,
    path: '/api/v1/fulfillment/costs/order',
    id: 'countFulfillmentCosts',
    support: 'read',
    summary: 'Ask what the warehouse would charge for an order',
    description:
      'Shipping by the country and the weight of each parcel, and picking by the number of units. Packing material is not part of it. A brand that has no goods in a warehouse answers 422.',
    query: { resource: fulfillmentCost },
    body: costsBody,
    answers: [
      { status: 200, description: 'One line for each thing.', resource: fulfillmentCost, many: true },
    ],
    async handle({ db, actor, ids }, { body }) {
      const { attributes } = body.data
      const enrolment = await findEnrolment(db, brandOf(actor))
      if (!enrolment) throw blocked([blocker('not_a_fulfillment_brand')])
      const from = await countryOfWarehouse(db, enrolment.warehouse_id)
      const lines = orderCosts({ from, ...attributes } as Parameters<typeof orderCosts>[0])
      return document(
        fulfillmentCost,
        lines.map((line) => ({ id: ids.next(), ...line })),
      )
    },
  })

  http.operation({
    ...shared,
    path: '/api/v1/fulfillment/feasibility',
    id: 'checkFulfillmentFeasibility',
    support: 'read',
    summary: 'Ask whether the warehouse could ship something',
    description:
      'An empty answer: it could. Else 400 with an error for each thing that stands in the way, its code as `detail`, as for an order.',
    body: feasibilityBody,
    answers: [{ status: 200, description: 'Nothing stands in the way.', empty: true }],
    problems: [{ status: 400, description: 'What stands in the way, one error each.' }],
    async handle(ctx, { body }) {
      const { deliveryAddress, items } = body.data.attributes
      const brandId = brandOf(ctx.actor)
      const variants = items.map(({ productVariantUuid, quantity, minimumRemainingShelfLife }) => ({
        variantId: productVariantUuid,
        batches: quantity,
        minimumRemainingShelfLife,
      }))
      const foreign = await foreignVariants(
        ctx.db,
        brandId,
        variants.map(({ variantId }) => variantId),
      )
      const problems = variants.flatMap(({ variantId: id }, i) =>
        foreign.has(id)
          ? [
              missing('product variant', id, {
                exists: true,
                pointer: `data.attributes.items.${i}.productVariantUuid`,
              }),
            ]
          : [],
      )
      if (problems.length > 0) throw joinProblems(problems)
      const { blockers } = await checkFulfillability(ctx, brandId, {
        country: deliveryAddress.countryCode,
        variants,
      })
      if (blockers.length > 0) throw blocked(blockers, { status: 400 })
      return empty()
    },
  })
}
