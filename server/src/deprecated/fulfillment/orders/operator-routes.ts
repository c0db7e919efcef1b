/** The doors of a real warehouse: what the simulated one does by the clock in the sandbox. */
import { Type } from 'typebox'
import { text, uuid } from '../../../domain/fields.ts'
import { unknown } from '../../../domain/ownership.ts'
import { pageAnswer } from '../../../http/answers.ts'
import type { Http } from '../../../http/http.ts'
import { type Ctx, document } from '../../../http/operation.ts'
import { forOperator, OPERATOR_API } from '../../../http/operator-api.ts'
import { answerPageOfAll, PAGE } from '../../../http/paging.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { type FulfillmentCommand, fulfillmentMoveOf } from './move-table.ts'
import { type Carriage, commandFulfillmentOrder } from './moves.ts'
import { findFulfillmentOrder, listOfAllBrands, ownerOfFulfillmentOrder } from './queries.ts'
import { fulfillmentStatus, operatorFulfillmentOrder } from './resources.ts'

const ofOrder = {
  ...forOperator,
  path: `${OPERATOR_API}/fulfillment-orders/{id}`,
  params: { id: 'Id of the fulfillment order.' },
  query: { resource: operatorFulfillmentOrder },
}

export function operatorFulfillmentRoutes(http: Http): void {
  readRoutes(http)
  for (const [command, summary] of Object.entries(STEPS))
    stepRoute(http, command as FulfillmentCommand, summary)
  shipRoute(http)
}

function readRoutes(http: Http): void {
  http.operation({
    ...forOperator,
    method: 'GET',
    path: `${OPERATOR_API}/fulfillment-orders`,
    id: 'listFulfillmentOrdersAsOperator',
    summary: 'What warehouses are to ship',
    description: 'Of all brands, unless filtered.',
    query: {
      resource: operatorFulfillmentOrder,
      page: PAGE,
      filters: {
        status: { kind: 'one', schema: fulfillmentStatus, description: 'Only those in this status.' },
        brand: { kind: 'one', schema: uuid(), description: 'Only those of this brand.' },
      },
    },
    answers: [pageAnswer(operatorFulfillmentOrder, 'Newest first.')],
    async handle({ db }, { query }) {
      const { status, brand: brandId } = query.filter
      const all = { db, filter: { status, brandId }, list: listOfAllBrands, find: ownerOfFulfillmentOrder }
      return await answerPageOfAll(operatorFulfillmentOrder, query, all)
    },
  })

  http.operation({
    ...ofOrder,
    method: 'GET',
    id: 'getFulfillmentOrderAsOperator',
    summary: 'A fulfillment order',
    description: 'Of any brand, with where it goes.',
    answers: [{ status: 200, description: 'The fulfillment order.', resource: operatorFulfillmentOrder }],
    async handle(ctx, { params }) {
      const place = await placeOf(ctx, params.id)
      const found = await findFulfillmentOrder(ctx.db, place.brandId, place.id)
      if (!found) throw unknown('fulfillment order', params.id)
      return document(operatorFulfillmentOrder, found)
    },
  })
}

/** `request` is made by the server itself, as soon as it can. */
const STEPS = {
  acknowledge: 'Tell that the warehouse knows a fulfillment order',
  schedule: 'Tell that a fulfillment order is scheduled',
  release: 'Tell that a fulfillment order is being picked',
  'request-cancellation': 'Ask the warehouse to cancel a fulfillment order',
  cancel: 'Tell that the warehouse has cancelled a fulfillment order',
} as const satisfies Partial<Record<FulfillmentCommand, string>>

const moved = {
  method: 'POST',
  answers: [
    { status: 200, description: 'The fulfillment order as it is now.', resource: operatorFulfillmentOrder },
  ],
  problems: [{ status: 409, description: 'Not possible in its status; nothing was changed.' }],
} as const

function stepRoute(http: Http, command: FulfillmentCommand, summary: string): void {
  const { from, to } = fulfillmentMoveOf(command)
  const after = command === 'cancel' ? ' The order that it was to ship goes back to the brand.' : ''
  http.operation({
    ...ofOrder,
    ...moved,
    path: `${ofOrder.path}/-actions/${command}`,
    id: `${camelCase(command)}FulfillmentOrder`,
    summary,
    description: `From ${from.map((status) => `\`${status}\``).join(', ')} to \`${to}\`.${after}`,
    async handle(ctx, { params }) {
      const place = await placeOf(ctx, params.id)
      return document(operatorFulfillmentOrder, await commandFulfillmentOrder(ctx, place, { command }))
    },
  })
}

const camelCase = (words: string) =>
  words.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())

const shipBody = Type.Object(
  {
    carrierName: text(60, 'dpd', 'Who carries it.'),
    trackingNumber: text(100, 'TW0099123', "The carrier's number."),
    trackingLink: Type.Optional(
      Type.String({
        format: 'uri',
        pattern: '^https?://[^/]',
        maxLength: 500,
        examples: ['https://track.example.test/TW0099123'],
        description: 'Where to follow it.',
      }),
    ),
  },
  { additionalProperties: false },
)

function shipRoute(http: Http): void {
  http.operation({
    ...ofOrder,
    ...moved,
    path: `${ofOrder.path}/-actions/ship`,
    id: 'shipFulfillmentOrder',
    summary: 'Tell that a fulfillment order has left',
    description:
      'From `released`, or `cancellation_requested` when the warehouse was faster, to `shipped`. The order that it ships is shipped with it.',
    body: shipBody,
    async handle(ctx, { params, body: { carrierName, trackingNumber, trackingLink = null } }) {
      const carriage: Carriage = { carrierName, trackingNumber, trackingLink }
      const place = await placeOf(ctx, params.id)
      const shipped = await commandFulfillmentOrder(ctx, place, { command: 'ship', carriage })
      return document(operatorFulfillmentOrder, shipped)
    },
  })
}

async function placeOf({ db }: Ctx, id: string): Promise<{ brandId: BrandId; id: string }> {
  const brandId = await ownerOfFulfillmentOrder(db, id)
  if (brandId === undefined) throw unknown('fulfillment order', id)
  return { brandId, id }
}
