/** The endpoints of brands to their orders. */

import type { SortField } from '@tradehall/jsonapi'
import { type Static, Type } from 'typebox'
import { brandOf, doerOf } from '../../domain/actor.ts'
import { instant, text, uuid } from '../../domain/fields.ts'
import { missing } from '../../domain/ownership.ts'
import { badRequest } from '../../domain/problems.ts'
import { listAnswer, pageAnswer } from '../../http/answers/answers.ts'
import { deprecatedFromLaunch } from '../../http/deprecation/deprecation.ts'
import type { Http } from '../../http/http.ts'
import { answerChanges, changesMeta, sinceIn, updatedAfter, withChanges } from '../../http/lists/changes.ts'
import { answerOwnPage, PAGE, readPage } from '../../http/lists/paging.ts'
import { type Ctx, type DocumentReply, document, pageDocument } from '../../http/operation.ts'
import type { Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import type { ChangeWalk } from '../../platform/queries/changes.ts'
import type { ListOwned } from '../../platform/queries/owned.ts'
import { hasHistoryEntry, listHistory } from './life/history.ts'
import type { Mover } from './life/history-writer.ts'
import { nextActionsOf, nextActionsSchema } from './life/next-actions.ts'
import { requestRevert, revertRequestOf, revertRequestSchema } from './life/revert-requests.ts'
import { documentedTransitionBody, revertBody, transitionBody } from './life/transition-bodies.ts'
import { previewTransition, transitionPreview } from './life/transition-preview.ts'
import { transitions } from './life/transitions.ts'
import { STATUSES } from './order/move-table.ts'
import { findOrder, hasOrder, type OrderRow, orderVersion, ownersOfOrder } from './order/order-row.ts'
import { countOrders } from './reading/order-counts.ts'
import { findMatches } from './reading/order-search.ts'
import {
  orderSummary,
  readRetailerHistory,
  retailerHistory,
  summarizeOrders,
} from './reading/order-summaries.ts'
import { listChangedOrders, listOrders, type OrderFilter, type OrderSort } from './reading/orders.ts'
import { historyEntry, ORDER_INCLUDES, order, orderCount, status } from './resources.ts'

const shared = { tag: 'Ordering', access: 'brand' } as const
const params = { order: 'Id of the order.' }
const query = { resource: order, include: ORDER_INCLUDES }
const answers = [{ status: 200, description: 'The order.', resource: order }] as const

export const submittedAtFilter = {
  kind: 'operators',
  operators: {
    from: {
      kind: 'one',
      schema: instant('A moment.'),
      description: 'Only what was submitted then or later.',
    },
    to: { kind: 'one', schema: instant('A moment.'), description: 'Only what was submitted before then.' },
  },
} as const

/** Filters of both the list and the counts. */
const searchFilters = {
  retailer: { kind: 'one', schema: uuid(), description: 'Only orders of this retailer.' },
  q: {
    kind: 'one',
    schema: text(100, 'BW-20', 'A text to search for.'),
    description:
      'Only orders whose reference begins with these digits, whose retailer has this text in the name of its store or company, or that have an item whose SKU begins with it, in upper or lower case.',
  },
  submittedAt: submittedAtFilter,
} as const

const SORT_FIELDS = ['submittedAt', 'expectedShippingDate'] as const

/** The details are computed from other rows as well, so they are part of a response only if they are requested. */
export const detailsParameter = (description: string) => ({
  withDetails: { schema: Type.Boolean(), description },
})

const detailsOfList = Type.Optional(
  Type.Record(uuid(), orderSummary, {
    description: 'With `withDetails`: what people decide by, for each order of the page by its id.',
  }),
)

const detailsOfOrder = Type.Optional(
  Type.Object(
    { ...orderSummary.properties, ...retailerHistory.properties },
    { title: 'OrderDetails', description: 'With `withDetails`: what people decide by.' },
  ),
)

export function orderRoutes(http: Http): void {
  readRoutes(http)
  countRoute(http)
  historyRoute(http)
  actionRoutes(http)
}

function readRoutes(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: '/api/v1/orders',
    id: 'listOrders',
    summary: 'Your orders',
    description:
      'To find new orders and their status; `shippingOverview` is part of the single order. Newest first, or sorted by when they were submitted or are expected to be shipped. With `filter[updatedAfter]` the order is that of the changes.',
    query: {
      ...query,
      filters: {
        status: {
          kind: 'some',
          schema: status,
          max: STATUSES.length,
          description: 'Only orders in this status, or in one of these.',
        },
        ...searchFilters,
        updatedAfter,
      },
      sort: { fields: SORT_FIELDS },
      page: withChanges(PAGE),
      parameters: detailsParameter(
        '`true` adds `meta.details`: for each order how much it is, of what, what is short, and when it is expected to be shipped.',
      ),
    },
    answers: [{ ...pageAnswer(order, 'Newest first.'), meta: { ...changesMeta, details: detailsOfList } }],
    async handle(ctx, { query }) {
      const { db, actor } = ctx
      const brandId = brandOf(actor)
      const filter = await searched(db, brandId, query.filter)
      const withVariantIds = 'orderItems' in query.include
      const since = sinceIn(query)
      const sort = sortIn(query)
      const withDetails = async (page: DocumentReply): Promise<DocumentReply> => {
        if (query.parameters.withDetails !== true) return page
        const ids = (page.data as readonly OrderRow[]).map(({ id }) => id)
        return { ...page, meta: { ...page.meta, details: await summarizeOrders(ctx, brandId, ids) } }
      }
      if (since !== undefined) {
        if (sort) throw badRequest('A list of changes has an order of its own.', { parameter: 'sort' })
        const list = (walk: ChangeWalk) => listChangedOrders(db, brandId, filter, walk, { withVariantIds })
        return await withDetails(await answerChanges(order, { ...query, since }, { db, list }))
      }
      const list: ListOwned<OrderRow> = (db, brandId, walk) =>
        listOrders(db, brandId, filter, walk, { withVariantIds, ...(sort && { sort }) })
      return await withDetails(await answerOwnPage(order, query, { db, of: brandId, list, has: hasOrder }))
    },
  })

  http.operation({
    ...shared,
    method: 'GET',
    path: '/api/v1/orders/{order}',
    id: 'getOrder',
    summary: 'One order',
    description: 'With `shippingOverview`. An order of another brand answers 403.',
    params,
    query: {
      ...query,
      parameters: detailsParameter(
        '`true` adds `meta.details`, as in the list, `meta.nextActions`: what you may do with the order now, and `meta.revertRequest`: what became of your request to take a decision back.',
      ),
    },
    answers: [
      {
        ...answers[0],
        meta: {
          details: detailsOfOrder,
          nextActions: Type.Optional(nextActionsSchema),
          revertRequest: Type.Optional(revertRequestSchema),
        },
      },
    ],
    async handle(ctx, { params: { order: id }, query }) {
      const { db, actor } = ctx
      const brandId = brandOf(actor)
      const found = await findOrder(db, brandId, id)
      if (!found) throw missing('order', id, { exists: (await ownersOfOrder(db, id)) !== undefined })
      if (query.parameters.withDetails !== true) {
        return document(order, found, { version: orderVersion(found) })
      }
      const [summaries, history, nextActions] = await Promise.all([
        summarizeOrders(ctx, brandId, [id]),
        readRetailerHistory(db, found),
        nextActionsOf(ctx, found),
      ])
      // Without a version: the details depend on other rows as well, so the body identifies the response.
      const details = { ...summaries[id], ...history }
      return document(order, found, {
        meta: { details, nextActions, revertRequest: revertRequestOf(found) },
      })
    },
  })
}

/** Replaces the text of a search with its matches. */
async function searched<F extends { q?: string }>(
  db: Queryable,
  brandId: BrandId,
  { q, ...filter }: F,
): Promise<Omit<F, 'q'> & Pick<OrderFilter, 'matches'>> {
  return q === undefined ? filter : { ...filter, matches: await findMatches(db, brandId, q) }
}

/** Undefined for the default order. */
function sortIn({ sort }: { sort: readonly SortField[] }): OrderSort | undefined {
  const [first, second] = sort
  if (second) throw badRequest('Expected one field to sort by, but saw several.', { parameter: 'sort' })
  return first && { by: first.field as (typeof SORT_FIELDS)[number], isDescending: first.descending }
}

function countRoute(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: '/api/v1/order-counts',
    id: 'countOrders',
    summary: 'How many orders are in each status',
    description: "All statuses in the order of an order's life; their ids are the statuses.",
    query: { resource: orderCount, filters: searchFilters },
    answers: [listAnswer(orderCount, 'A count for each status.')],
    async handle({ db, actor }, { query }) {
      const brandId = brandOf(actor)
      const filter = await searched(db, brandId, query.filter)
      return document(orderCount, await countOrders(db, brandId, filter))
    },
  })
}

function historyRoute(http: Http): void {
  http.operation({
    ...shared,
    method: 'GET',
    path: '/api/v1/orders/{order}/history',
    id: 'listOrderHistory',
    summary: 'What happened to an order',
    description: 'Who moved it, when, from which status to which, and the event that told of it.',
    params,
    query: { resource: historyEntry, include: ['supportSession'], page: PAGE },
    answers: [pageAnswer(historyEntry, 'Newest first.')],
    async handle({ db, actor }, { params: { order: orderId }, query }) {
      const target = { brandId: brandOf(actor), orderId }
      const page = await readPage(
        query,
        (walk) => listHistory(db, target, walk),
        (id) => hasHistoryEntry(db, target, id),
      )
      // Every order has a history, so an empty page may mean that the brand has no such order.
      if (page.rows.length === 0 && !(await hasOrder(db, target.brandId, orderId))) {
        throw missing('order', orderId, { exists: (await ownersOfOrder(db, orderId)) !== undefined })
      }
      return pageDocument(historyEntry, page)
    },
  })
}

export const orderInPath = ({ actor }: Ctx, { params }: { params: { order: string } }) => ({
  brandId: brandOf(actor),
  orderId: params.order,
})
export const brandAsMover = ({ actor }: Ctx): Mover => ({
  party: 'brand',
  ...doerOf(actor),
})

/** The declaration that all actions of brands on orders share. */
export const orderAction = {
  ...shared,
  method: 'POST',
  params,
  query,
  answers,
  problems: [{ status: 409, description: 'Not possible in the status of the order; nothing was changed.' }],
} as const

const ACCEPT_LESS = {
  data: {
    type: 'brand-validates',
    attributes: {
      orderItems: [
        {
          id: '2e9a7c3d-5d1b-4f6e-a0c8-9b4d6f8e1c52',
          type: 'order-items',
          attributes: { quantity: 1 },
        },
      ],
    },
  },
}

function actionRoutes(http: Http): void {
  const ofTransition = {
    deprecatedUses: { 'brand-requests-fulfillment': deprecatedFromLaunch },
    useIn: ({ data }: Static<typeof transitionBody>) => data.type,
    body: transitionBody,
    documentedBody: documentedTransitionBody,
    bodyExample: ACCEPT_LESS,
  }

  http.operation({
    ...orderAction,
    ...ofTransition,
    path: '/api/v1/orders/{order}/-actions/transition',
    id: 'transitionOrder',
    support: 'write',
    summary: 'Accept, reject, reset or settle an order',
    description: [
      '`data.type` selects the transition: `brand-validates` accepts the order, also with lower quantities, `brand-rejects` rejects it, `brand-resets-shipping-labels-generation` takes back its labels, and `brand-settles-refusal` counts it as received after the retailer refused its reception and both have settled the matter.',
      '`brand-requests-fulfillment` hands it over to the warehouse (deprecated): 422 with an error for each thing that stands in the way, and from 1 December 2026 on always `not_a_fulfillment_brand`, as the warehouse service has ended.',
      'The status is checked first: an order that is not in the right one answers 409 whatever the attributes are.',
    ].join(' '),
    async handle(ctx, input) {
      const verb = transitions[input.body.data.type]
      return document(order, await verb(ctx, orderInPath(ctx, input), brandAsMover(ctx), input.body))
    },
  })

  http.operation({
    ...orderAction,
    ...ofTransition,
    query: { resource: transitionPreview },
    answers: [{ status: 200, description: 'What the transition would change.', resource: transitionPreview }],
    path: '/api/v1/orders/{order}/-actions/preview-transition',
    id: 'previewTransitionOfOrder',
    support: 'read',
    summary: 'See what a transition would change',
    description:
      'Beyond the specification of the API: the body and all checks are those of the transition, and nothing is changed. For pages that show the amounts while quantities are being lowered. That it is possible now is no promise: somebody else may decide first.',
    async handle(ctx, input) {
      const preview = await previewTransition(ctx, orderInPath(ctx, input), brandAsMover(ctx), input.body)
      return document(transitionPreview, preview)
    },
  })

  http.operation({
    ...orderAction,
    path: '/api/v1/orders/{order}/-actions/request-revert',
    id: 'requestRevertOfOrder',
    summary: 'Ask to take back an acceptance or a rejection',
    description:
      'Beyond the specification of the API, which says that a decision is reverted by contacting the marketplace: this contacts it. Possible in `brand_confirmed` and `rejected`. The marketplace gives the order back to you to decide anew, with the event `order.brand_accepted_reverted`, or declines with a reason; until then the status stays. Any move of the order ends the request. The same reason again changes nothing, another one replaces the first.',
    body: revertBody,
    async handle(ctx, input) {
      const saying = { reason: input.body.reason, by: brandAsMover(ctx) }
      return document(order, await requestRevert(ctx, orderInPath(ctx, input), saying))
    },
  })
}
