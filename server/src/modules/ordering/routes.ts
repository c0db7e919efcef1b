/** The endpoints of brands to their orders. */

import { brandOf, doerOf } from '../../domain/actor.ts'
import { uuid } from '../../domain/fields.ts'
import { missing } from '../../domain/ownership.ts'
import { pageAnswer } from '../../http/answers.ts'
import { answerChanges, changesMeta, sinceIn, updatedAfter, withChanges } from '../../http/changes.ts'
import { deprecatedFromLaunch } from '../../http/deprecation.ts'
import type { Http } from '../../http/http.ts'
import { type Ctx, document, pageDocument } from '../../http/operation.ts'
import { answerOwnPage, PAGE, readPage } from '../../http/paging.ts'
import type { ChangeWalk } from '../../platform/changes.ts'
import type { ListOwned } from '../../platform/owned.ts'
import { hasHistoryEntry, listHistory } from './life/history.ts'
import type { Mover } from './life/history-writer.ts'
import { documentedTransitionBody, transitionBody } from './life/transition-bodies.ts'
import { transitions } from './life/transitions.ts'
import {
  findOrder,
  hasOrder,
  listChangedOrders,
  listOrders,
  type OrderRow,
  orderVersion,
  ownersOfOrder,
} from './reading/orders.ts'
import { historyEntry, ORDER_INCLUDES, order, status } from './resources.ts'

const shared = { tag: 'Ordering', access: 'brand' } as const
const params = { order: 'Id of the order.' }
const query = { resource: order, include: ORDER_INCLUDES }
const answers = [{ status: 200, description: 'The order.', resource: order }] as const

export function orderRoutes(http: Http): void {
  readRoutes(http)
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
    description: 'To find new orders and their status; `shippingOverview` is part of the single order.',
    query: {
      ...query,
      filters: {
        status: { kind: 'one', schema: status, description: 'Only orders in this status.' },
        retailer: {
          kind: 'one',
          schema: uuid(),
          description: 'Only orders of this retailer.',
        },
        updatedAfter,
      },
      page: withChanges(PAGE),
    },
    answers: [{ ...pageAnswer(order, 'Newest first.'), meta: changesMeta }],
    async handle({ db, actor }, { query }) {
      const withVariantIds = 'orderItems' in query.include
      const since = sinceIn(query)
      if (since !== undefined) {
        const list = (walk: ChangeWalk) =>
          listChangedOrders(db, brandOf(actor), query.filter, walk, { withVariantIds })
        return await answerChanges(order, { ...query, since }, { db, list })
      }
      const list: ListOwned<OrderRow> = (db, brandId, walk) =>
        listOrders(db, brandId, query.filter, walk, { withVariantIds })
      const own = { db, of: brandOf(actor), list, has: hasOrder }
      return await answerOwnPage(order, query, own)
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
    query,
    answers,
    async handle({ db, actor }, { params: { order: id } }) {
      const found = await findOrder(db, brandOf(actor), id)
      if (!found) throw missing('order', id, { exists: (await ownersOfOrder(db, id)) !== undefined })
      return document(order, found, { version: orderVersion(found) })
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
    query: { resource: historyEntry, page: PAGE },
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

function actionRoutes(http: Http): void {
  http.operation({
    ...orderAction,
    path: '/api/v1/orders/{order}/-actions/transition',
    id: 'transitionOrder',
    summary: 'Accept, reject, reset or settle an order',
    description: [
      '`data.type` selects the transition: `brand-validates` accepts the order, also with lower quantities, `brand-rejects` rejects it, `brand-resets-shipping-labels-generation` takes back its labels, and `brand-settles-refusal` counts it as received after the retailer refused its reception and both have settled the matter.',
      '`brand-requests-fulfillment` hands it over to the warehouse (deprecated): 422 with an error for each thing that stands in the way, and from 1 December 2026 on always `not_a_fulfillment_brand`, as the warehouse service has ended.',
      'The status is checked first: an order that is not in the right one answers 409 whatever the attributes are.',
    ].join(' '),
    deprecatedUses: { 'brand-requests-fulfillment': deprecatedFromLaunch },
    useIn: ({ data }) => data.type,
    body: transitionBody,
    documentedBody: documentedTransitionBody,
    bodyExample: {
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
    },
    async handle(ctx, input) {
      const verb = transitions[input.body.data.type]
      return document(order, await verb(ctx, orderInPath(ctx, input), brandAsMover(ctx), input.body))
    },
  })
}
