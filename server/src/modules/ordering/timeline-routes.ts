/** The timeline of an order. */
import { cutPage, type PageSpec } from '@tradehall/jsonapi'
import { brandOf } from '../../domain/actor.ts'
import { missing } from '../../domain/ownership.ts'
import { pageAnswer } from '../../http/answers.ts'
import type { Http } from '../../http/http.ts'
import { pageDocument } from '../../http/operation.ts'
import { PAGE } from '../../http/paging.ts'
import { invariant } from '../../platform/invariant.ts'
import { hasOrder, ownersOfOrder } from './reading/orders.ts'
import { readTimeline, type TimelinePosition } from './reading/timeline.ts'
import { timelineEntry } from './timeline-resource.ts'

/** Entries of several tables have no other position in common. */
const CURSOR = /^(\d{1,16}),([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i
const page: PageSpec = { ...PAGE, cursor: { pattern: CURSOR, description: 'what `links.next` has' } }

const cursorOf = ({ micros, id }: TimelinePosition) => `${micros},${id}`

function positionIn(cursor: string | undefined): TimelinePosition | undefined {
  const [, micros, id] = CURSOR.exec(cursor ?? '') ?? []
  return micros && id ? { micros: Number(micros), id } : undefined
}

export function timelineRoute(http: Http): void {
  http.operation({
    tag: 'Ordering',
    access: 'brand',
    method: 'GET',
    path: '/api/v1/orders/{order}/timeline',
    id: 'listOrderTimeline',
    summary: 'Everything that happened around an order',
    description:
      'Its history, the webhooks about it, booked pickups and what carriers told, in one list. Webhooks are kept for 14 days.',
    params: { order: 'Id of the order.' },
    query: { resource: timelineEntry, include: ['application'], page },
    answers: [pageAnswer(timelineEntry, 'Newest first.')],
    async handle({ db, actor }, { params: { order: orderId }, query: { page } }) {
      invariant(page, 'the operation declares pages')
      const brandId = brandOf(actor)
      const rows = await readTimeline(
        db,
        { brandId, orderId },
        {
          from: positionIn(page.after ?? page.before),
          backwards: page.before !== undefined,
          limit: page.limit + 1,
        },
      )
      // Every order has a history, so an empty page may mean that the brand has no such order.
      if (rows.length === 0 && !(await hasOrder(db, brandId, orderId))) {
        throw missing('order', orderId, { exists: (await ownersOfOrder(db, orderId)) !== undefined })
      }
      return pageDocument(timelineEntry, cutPage(rows, page, cursorOf))
    },
  })
}
