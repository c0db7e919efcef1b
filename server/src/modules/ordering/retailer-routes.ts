/** The endpoints of retailers to their own orders. */
import { Type } from 'typebox'
import { doerOf, retailerOf } from '../../domain/actor.ts'
import { pageAnswer } from '../../http/answers.ts'
import type { Http } from '../../http/http.ts'
import { type Ctx, document } from '../../http/operation.ts'
import { answerOwnPage, filtered, PAGE } from '../../http/paging.ts'
import { type Command, moveOf } from './life/move-table.ts'
import { CANCELLATION_REQUEST, cancellationBody, reasonText } from './life/transition-bodies.ts'
import {
  hasRetailerOrder,
  listRetailerOrders,
  moveRetailerOrder,
  readRetailerOrder,
  requestCancellationAsRetailer,
  retailerOrderVersion,
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

const wrongStatusProblem = {
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
    description: 'With all brands. Lines, shipping address and tracking are part of the single order.',
    query: {
      resource: retailerOrder,
      filters: { status: { kind: 'one', schema: status, description: 'Only orders in this status.' } },
      page: PAGE,
    },
    answers: [pageAnswer(retailerOrder, 'Newest first.')],
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
      const found = await readRetailerOrder(db, retailerOf(actor), params.order)
      return document(retailerOrder, found, { version: retailerOrderVersion(found) })
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
      problems: [wrongStatusProblem],
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
      { reason: reasonText(1000, 'Half of the jars are broken.', 'Why it is refused; the brand reads it.') },
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
    problems: [wrongStatusProblem],
    async handle(ctx, { params, body }) {
      const { target, by } = requestOf(ctx, params.order)
      const changed = await requestCancellationAsRetailer(ctx, target, { reason: body.reason, by })
      return document(retailerOrder, changed)
    },
  })
}

async function move(ctx: Ctx, { params }: { params: { order: string } }, command: Command, reason?: string) {
  const { target, by } = requestOf(ctx, params.order)
  return document(retailerOrder, await moveRetailerOrder(ctx, target, { command, by, reason }))
}

const requestOf = ({ actor }: Ctx, orderId: string) => ({
  target: { retailerId: retailerOf(actor), orderId },
  by: { party: 'retailer', ...doerOf(actor) } as const,
})
