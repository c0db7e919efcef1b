/** The doors of retailers to their own orders. */
import { Type } from 'typebox'
import { retailerOf } from '../../domain/actor.ts'
import type { Http } from '../../http/http.ts'
import { type Ctx, document } from '../../http/operation.ts'
import { answerOwnPage, filtered, PAGE } from '../../http/paging.ts'
import { type Command, moveOf } from './life/move-table.ts'
import { CANCELLATION_REQUEST, cancellationBody, reason } from './life/transition-bodies.ts'
import {
  hasRetailerOrder,
  listRetailerOrders,
  moveRetailerOrder,
  readRetailerOrder,
  requestCancellationAsRetailer,
} from './reading/retailer-orders.ts'
import { status } from './resources.ts'
import { retailerOrder } from './retailer-resources.ts'

const BASE = '/api/retailer/v1/orders'
const shared = { tag: 'Retailer', access: 'retailer' } as const
const ofOrder = {
  ...shared,
  path: `${BASE}/{order}`,
  params: { order: 'Id of the order.' },
  query: { resource: retailerOrder },
  answers: [{ status: 200, description: 'The order.', resource: retailerOrder }],
} as const

const notNow = {
  status: 409,
  description: 'Not possible in the status of the order; nothing was changed.',
}

export function retailerRoutes(http: Http): void {
  readRoutes(http)
  receptionRoutes(http)
  cancellationRoute(http)
}

function readRoutes(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: BASE,
    id: 'listOrdersAsRetailer',
    summary: 'The orders that you gave as a retailer',
    description: 'With all brands. Lines and shipping address are part of the single order.',
    query: {
      resource: retailerOrder,
      filters: { status: { kind: 'one', schema: status, description: 'Only orders in this status.' } },
      page: PAGE,
    },
    answers: [
      { status: 200, description: 'Newest first.', resource: retailerOrder, many: true, paged: true },
    ],
    async handle({ db, actor }, { query }) {
      const own = {
        db,
        of: retailerOf(actor),
        list: filtered(listRetailerOrders, query.filter),
        has: hasRetailerOrder,
      }
      return await answerOwnPage(retailerOrder, query, own)
    },
  })

  http.operation({
    ...ofOrder,
    method: 'GET',
    id: 'getOrderAsRetailer',
    summary: 'An order that you gave as a retailer',
    description: 'With its lines. An order of another retailer answers 403.',
    async handle({ db, actor }, { params }) {
      return document(retailerOrder, await readRetailerOrder(db, retailerOf(actor), params.order))
    },
  })
}

function receptionRoutes(http: Http): void {
  const action = (command: Command) => {
    const { from, to, event } = moveOf(command)
    return {
      ...ofOrder,
      method: 'POST',
      path: `${ofOrder.path}/-actions/${command}`,
      description: `From \`${from}\` to \`${to}\`, with the event \`${event?.name}\`.`,
      problems: [notNow],
    } as const
  }

  http.operation({
    ...action('acknowledge-reception'),
    id: 'acknowledgeReception',
    summary: 'Say that an order has arrived',
    handle: (ctx, input) => move(ctx, input, 'acknowledge-reception'),
  })

  http.operation({
    ...action('refuse-reception'),
    id: 'refuseReception',
    summary: 'Refuse an order that has arrived',
    body: Type.Object(
      { reason: reason(1000, 'Half of the jars are broken.', 'Why it is refused; the brand reads it.') },
      { additionalProperties: false },
    ),
    handle: (ctx, input) => move(ctx, input, 'refuse-reception', input.body.reason),
  })
}

function cancellationRoute(http: Http): void {
  http.operation({
    ...ofOrder,
    method: 'POST',
    path: `${ofOrder.path}/-actions/request-cancellation`,
    id: 'requestCancellation',
    summary: 'Ask for the cancellation of an order',
    description: `${CANCELLATION_REQUEST} The same words again change nothing, others replace them.`,
    body: cancellationBody,
    problems: [notNow],
    async handle(ctx, { params, body }) {
      const place = { retailerId: retailerOf(ctx.actor), orderId: params.order }
      const by = { party: 'retailer', applicationId: ctx.actor.applicationId } as const
      return document(
        retailerOrder,
        await requestCancellationAsRetailer(ctx, place, { reason: body.reason, by }),
      )
    },
  })
}

async function move(ctx: Ctx, { params }: { params: { order: string } }, command: Command, reason?: string) {
  const place = { retailerId: retailerOf(ctx.actor), orderId: params.order }
  const by = { party: 'retailer', applicationId: ctx.actor.applicationId } as const
  return document(retailerOrder, await moveRetailerOrder(ctx, place, { command, by, reason }))
}
