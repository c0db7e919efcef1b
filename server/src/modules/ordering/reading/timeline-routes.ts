/** The timeline of an order. */
import { cutPage, type PageSpec, type Query } from '@tradehall/jsonapi'
import { brandOf } from '../../../domain/actor.ts'
import { missing, unknown } from '../../../domain/ownership.ts'
import { pageAnswer } from '../../../http/answers/answers.ts'
import type { Http } from '../../../http/http.ts'
import { PAGE } from '../../../http/lists/paging.ts'
import { type DocumentReply, pageDocument } from '../../../http/operation.ts'
import { forOperator, OPERATOR_API } from '../../../http/operator-api.ts'
import type { Queryable } from '../../../platform/database.ts'
import { invariant } from '../../../platform/invariant.ts'
import { type BrandOrder, hasOrder, ownersOfOrder } from '../order/order-row.ts'
import { cursorOf, PLACE, placeIn } from './places.ts'
import { readTimeline, type TimelineWalk } from './timeline.ts'
import { timelineEntry } from './timeline-resource.ts'

/** The entries are from several tables, so no id can be their cursor. */
export const timelinePage: PageSpec = { ...PAGE, cursor: PLACE }

/** The rows to read for a page. */
export const timelineWalk = (page: Query['page']): TimelineWalk => {
  invariant(page, 'the operation declares pages')
  return {
    from: placeIn(page.after ?? page.before),
    backwards: page.before !== undefined,
    limit: page.limit + 1,
  }
}

const shared = {
  method: 'GET',
  summary: 'Everything that happened around an order',
  description:
    'Its history, the webhooks about it, booked pickups and what carriers told, in one list. Webhooks are kept for 14 days.',
  params: { order: 'Id of the order.' },
  query: { resource: timelineEntry, include: ['application', 'supportSession'], page: timelinePage },
  answers: [pageAnswer(timelineEntry, 'Newest first.')],
} as const

export function timelineRoutes(http: Http): void {
  http.operation({
    ...shared,
    tag: 'Ordering',
    access: 'brand',
    path: '/api/v1/orders/{order}/timeline',
    id: 'listOrderTimeline',
    async handle({ db, actor }, { params: { order: orderId }, query }) {
      const brandId = brandOf(actor)
      const reply = await answerTimeline(db, { brandId, orderId }, query)
      // Every order has a history, so an empty page may mean that the brand has no such order.
      if ((reply.data as readonly unknown[]).length === 0 && !(await hasOrder(db, brandId, orderId))) {
        throw missing('order', orderId, { exists: (await ownersOfOrder(db, orderId)) !== undefined })
      }
      return reply
    },
  })

  http.operation({
    ...shared,
    ...forOperator,
    path: `${OPERATOR_API}/orders/{order}/timeline`,
    id: 'listOrderTimelineAsOperator',
    async handle({ db }, { params: { order: orderId }, query }) {
      const owners = await ownersOfOrder(db, orderId)
      if (!owners) throw unknown('order', orderId)
      return await answerTimeline(db, { brandId: owners.brandId, orderId }, query)
    },
  })
}

async function answerTimeline(
  db: Queryable,
  order: BrandOrder,
  { page }: Pick<Query, 'page'>,
): Promise<DocumentReply> {
  const rows = await readTimeline(db, order, timelineWalk(page))
  invariant(page, 'the operation declares pages')
  return pageDocument(timelineEntry, cutPage(rows, page, cursorOf))
}
