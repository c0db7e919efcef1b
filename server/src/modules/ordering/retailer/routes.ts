/** The endpoints of retailers to their own orders. */
import { cutPage } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { doerOf, retailerOf } from '../../../domain/actor.ts'
import { instant, text, uuid } from '../../../domain/fields.ts'
import { listAnswer, pageAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { answerOwnPage, filtered, PAGE } from '../../../http/lists/paging.ts'
import { type Ctx, document, pageDocument } from '../../../http/operation.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { RetailerId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { nextActionSchema } from '../life/next-actions.ts'
import { CANCELLATION_REQUEST, cancellationBody, reasonText } from '../life/transition-bodies.ts'
import { type Command, moveOf, STATUSES } from '../order/move-table.ts'
import { cursorOf } from '../reading/places.ts'
import { timelinePage, timelineWalk } from '../reading/timeline-routes.ts'
import { orderCount, status } from '../resources.ts'
import { moveRetailerOrder, requestCancellationAsRetailer, retailerActionsOf } from './actions.ts'
import {
  brandOrderOf,
  countRetailerOrders,
  findRetailerMatches,
  hasRetailerOrder,
  listRetailerOrders,
  type RetailerOrderFilter,
  readRetailerOrder,
  retailerOrderVersion,
} from './orders.ts'
import { retailerOrder, retailerTimelineEntry } from './resources.ts'
import { readRetailerTimeline } from './timeline.ts'

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

/** Filters of both the list and the counts. */
const searchFilters = {
  brand: { kind: 'one', schema: uuid(), description: 'Only orders from this brand.' },
  q: {
    kind: 'one',
    schema: text(100, 'Alder', 'A text to search for.'),
    description:
      'Only orders whose reference begins with these digits, or whose brand has this text in its name, in upper or lower case.',
  },
  submittedAt: {
    kind: 'operators',
    operators: {
      from: {
        kind: 'one',
        schema: instant('A moment.'),
        description: 'Only what was submitted then or later.',
      },
      to: { kind: 'one', schema: instant('A moment.'), description: 'Only what was submitted before then.' },
    },
  },
} as const

const nextActions = Type.Array(nextActionSchema, {
  description: 'What you do with orders, and whether it is possible now.',
})

export function retailerRoutes(http: Http): void {
  readRoutes(http)
  countRoute(http)
  timelineRoute(http)
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
    description:
      'With all brands, by when they were submitted. Lines, shipping address and tracking are part of the single order.',
    query: {
      resource: retailerOrder,
      filters: {
        status: {
          kind: 'some',
          schema: status,
          max: STATUSES.length,
          description: 'Only orders in this status, or in one of these.',
        },
        ...searchFilters,
      },
      page: PAGE,
    },
    answers: [pageAnswer(retailerOrder, 'Newest first.')],
    async handle({ db, actor }, { query }) {
      const retailerId = retailerOf(actor)
      const list = filtered(listRetailerOrders, await searched(db, retailerId, query.filter))
      return await answerOwnPage(retailerOrder, query, { db, of: retailerId, list, has: hasRetailerOrder })
    },
  })

  http.operation({
    ...ofOrder,
    method: 'GET',
    id: 'getOrderAsRetailer',
    summary: 'An order that you gave as a retailer',
    description:
      'With its lines, its parcels, and what you may do with it. An order of another retailer answers 403.',
    answers: [{ ...ofOrder.answers[0], meta: { nextActions } }],
    async handle({ db, actor }, { params }) {
      const found = await readRetailerOrder(db, retailerOf(actor), params.order)
      const meta = { nextActions: retailerActionsOf(found) }
      return document(retailerOrder, found, { version: retailerOrderVersion(found), meta })
    },
  })
}

/** Replaces the text of a search with its matches. */
async function searched<F extends { q?: string }>(
  db: Queryable,
  retailerId: RetailerId,
  { q, ...filter }: F,
): Promise<Omit<F, 'q'> & Pick<RetailerOrderFilter, 'matches'>> {
  return q === undefined ? filter : { ...filter, matches: await findRetailerMatches(db, retailerId, q) }
}

function countRoute(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: '/api/retailer/v1/order-counts',
    id: 'countOrdersAsRetailer',
    summary: 'How many of your orders are in each status',
    description: "All statuses in the order of an order's life; their ids are the statuses.",
    query: { resource: orderCount, filters: searchFilters },
    answers: [listAnswer(orderCount, 'A count for each status.')],
    async handle({ db, actor }, { query }) {
      const retailerId = retailerOf(actor)
      const filter = await searched(db, retailerId, query.filter)
      return document(orderCount, await countRetailerOrders(db, retailerId, filter))
    },
  })
}

function timelineRoute(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: `${ofOrder.path}/timeline`,
    params: ofOrder.params,
    id: 'listOrderTimelineAsRetailer',
    summary: 'What happened to an order that you gave as a retailer',
    description:
      'Its steps and what carriers told, in one list. What the brand and the marketplace do between them is left out.',
    query: { resource: retailerTimelineEntry, page: timelinePage },
    answers: [pageAnswer(retailerTimelineEntry, 'Newest first.')],
    async handle({ db, actor }, { params, query: { page } }) {
      invariant(page, 'the operation declares pages')
      const order = await brandOrderOf(db, retailerOf(actor), params.order)
      const rows = await readRetailerTimeline(db, order, timelineWalk(page))
      return pageDocument(retailerTimelineEntry, cutPage(rows, page, cursorOf))
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
