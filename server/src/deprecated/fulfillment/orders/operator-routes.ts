/** Operator API: the steps of a fulfillment order, as a real warehouse reports them. */

import { Type } from 'typebox'
import { text } from '../../../domain/fields.ts'
import { unknown } from '../../../domain/ownership.ts'
import { returnsOne } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { answerPageOfAll } from '../../../http/lists/paging.ts'
import { type Ctx, document } from '../../../http/operation.ts'
import { forOperator, OPERATOR_API } from '../../../http/operator-api.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { returnsAll } from '../../shared-routes.ts'
import { type FulfillmentCommand, fulfillmentMoveOf } from './move-table.ts'
import { type Carriage, commandFulfillmentOrder } from './moves.ts'
import { findFulfillmentOrder, listFulfillmentOrdersOfAllBrands, ownerOfFulfillmentOrder } from './queries.ts'
import { fulfillmentStatus, operatorFulfillmentOrder } from './resources.ts'

const ofOrder = {
  ...forOperator,
  path: `${OPERATOR_API}/fulfillment-orders/{id}`,
  params: { id: 'Id of the fulfillment order.' },
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
    ...returnsAll(operatorFulfillmentOrder, fulfillmentStatus),
    handle: ({ db }, { query }) =>
      answerPageOfAll(operatorFulfillmentOrder, query, {
        db,
        filter: { status: query.filter.status, brandId: query.filter.brand },
        list: listFulfillmentOrdersOfAllBrands,
        find: ownerOfFulfillmentOrder,
      }),
  })

  http.operation({
    ...ofOrder,
    method: 'GET',
    id: 'getFulfillmentOrderAsOperator',
    summary: 'A fulfillment order',
    description: 'Of any brand, with where it goes.',
    ...returnsOne(operatorFulfillmentOrder, 'The fulfillment order.'),
    async handle(ctx, { params }) {
      const orderKey = await orderKeyOf(ctx, params.id)
      const found = await findFulfillmentOrder(ctx.db, orderKey.brandId, orderKey.id)
      if (!found) throw unknown('fulfillment order', params.id)
      return document(operatorFulfillmentOrder, found)
    },
  })
}

/** Excludes `request`, which a job of the server applies. */
const STEPS = {
  acknowledge: 'Tell that the warehouse knows a fulfillment order',
  schedule: 'Tell that a fulfillment order is scheduled',
  release: 'Tell that a fulfillment order is being picked',
  'request-cancellation': 'Ask the warehouse to cancel a fulfillment order',
  cancel: 'Tell that the warehouse has cancelled a fulfillment order',
} as const satisfies Partial<Record<FulfillmentCommand, string>>

const moved = {
  method: 'POST',
  ...returnsOne(operatorFulfillmentOrder, 'The fulfillment order as it is now.'),
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
      const orderKey = await orderKeyOf(ctx, params.id)
      return document(operatorFulfillmentOrder, await commandFulfillmentOrder(ctx, orderKey, { command }))
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
      const orderKey = await orderKeyOf(ctx, params.id)
      const shipped = await commandFulfillmentOrder(ctx, orderKey, { command: 'ship', carriage })
      return document(operatorFulfillmentOrder, shipped)
    },
  })
}

async function orderKeyOf({ db }: Ctx, id: string): Promise<{ brandId: BrandId; id: string }> {
  const brandId = await ownerOfFulfillmentOrder(db, id)
  if (brandId === undefined) throw unknown('fulfillment order', id)
  return { brandId, id }
}
