/** Turns events into deliveries: one for each subscription to the event, under each subscribed name. */
import { holdClock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database.ts'
import type { Consumer, EventType, RecordedEvent } from '../../../platform/events/outbox.ts'
import { hasEnded, namesOf, type PublishedEvents } from '../../../platform/events/published-events.ts'
import { type BrandId, namedId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import type { WebhooksSubscriptionsRow } from '../../../platform/rows.ts'
import { dueBrands } from './due-brands.ts'
import type { EventRenderer, RenderedEvent } from './event-renderer.ts'
import { insertDeliveries, insertEvents, type NewDelivery, type NewEvent } from './queue.ts'

/**
 * Runs in the transaction of the relay, not in that of the change: a request that accepts an order does not wait for the
 * fan-out to its subscribers. Each statement names its brand; statements of different brands run concurrently.
 */
export function fanOut(published: PublishedEvents, renderer: () => EventRenderer): Consumer {
  return async (tx, platform, events) => {
    const { clock, config } = platform
    // A delivery without an attempt blocks later ones, so it must not become due when the clock was moved back meanwhile.
    const now = config.mode === 'sandbox' ? await holdClock(tx, clock) : clock.now()
    const open = events.flatMap((event) => {
      const type = published.find(event.type)
      return type && event.brandId !== null && !hasEnded(type, now) ? [{ ...event, type }] : []
    })
    const byBrand = Map.groupBy(open, ({ brandId }) => brandId as BrandId)
    const due = await Promise.all(
      [...byBrand].map(async ([brandId, its]) => {
        const count = await fanOutForBrand({ tx, platform, renderer: renderer(), now }, brandId, its)
        return count > 0 ? [brandId] : []
      }),
    )
    if (due.flat().length > 0) await dueBrands.makeDue(tx, due.flat(), now)
  }
}

type OpenEvent = Omit<RecordedEvent, 'type'> & { type: EventType }

interface FanOut {
  tx: Transaction
  platform: Platform
  renderer: EventRenderer
  now: Date
}

async function fanOutForBrand(
  { tx, platform, renderer, now }: FanOut,
  brandId: BrandId,
  events: readonly OpenEvent[],
): Promise<number> {
  const subscriptions = await lockActiveSubscriptions(tx, brandId)
  const named = events.flatMap((event) => wantedNames(platform, subscriptions, event))
  if (named.length === 0) return 0
  const rendered = await renderAll(tx, platform, renderer, brandId, events)
  const rows: NewEvent[] = named.flatMap(({ id, name, event }) => {
    const texts = rendered.get(keyOf(event.type))?.get(event.subjectId)
    if (texts === undefined) return []
    return [
      {
        brand_id: brandId,
        id,
        type: name,
        subject_id: event.subjectId,
        is_test: false,
        ...texts,
        request_id: event.requestId,
        occurred_at: event.occurredAt,
        created_at: now,
      },
    ]
  })
  const deliveries = rows.flatMap((event) =>
    subscriptions
      .filter(({ events }) => events.includes(event.type))
      .map((subscription) => deliveryOf(platform, event, subscription)),
  )
  await insertEvents(tx, brandId, rows)
  await insertDeliveries(tx, brandId, deliveries)
  return deliveries.length
}

type ActiveSubscription = Pick<WebhooksSubscriptionsRow, 'id' | 'application_id' | 'events'>

/**
 * The subscriptions of a brand that are not disabled, including paused ones, whose deliveries are sent later. The lock
 * prevents their removal until the transaction ends, because a removal would leave deliveries without a subscription.
 */
async function lockActiveSubscriptions(tx: Transaction, brandId: BrandId): Promise<ActiveSubscription[]> {
  return await tx<ActiveSubscription[]>`
    select id, application_id, events
    from webhooks.subscriptions
    where brand_id = ${brandId} and disabled_at is null
    order by id
    for key share`
}

/** A sandbox stores events without subscribers too, for `tradehall listen`. */
function wantedNames({ config }: Platform, subscriptions: readonly ActiveSubscription[], event: OpenEvent) {
  const isWanted = (name: string) =>
    config.mode === 'sandbox' || subscriptions.some(({ events }) => events.includes(name))
  return namesOf(event.type)
    .filter(isWanted)
    .map((name) => ({
      name,
      event,
      // Each name has an event id of its own: a receiver of both would discard the second as a duplicate.
      id: name === event.type.name ? event.id : namedId(`${event.id} ${name}`),
    }))
}

async function renderAll(
  tx: Transaction,
  platform: Platform,
  renderer: EventRenderer,
  brandId: BrandId,
  events: readonly OpenEvent[],
): Promise<Map<string, Map<string, RenderedEvent>>> {
  const byResource = Map.groupBy(events, ({ type }) => keyOf(type))
  const rendered = [...byResource].map(async ([key, its]) => {
    const ids = [...new Set(its.map(({ subjectId }) => subjectId))]
    const [{ type }] = its as [OpenEvent]
    return [key, await renderer.render(tx, platform, brandId, { event: type, ids })] as const
  })
  return new Map(await Promise.all(rendered))
}

/** Events that render the same resource of a subject share the result. */
const keyOf = ({ shows, includes = [] }: EventType) => [shows, ...includes].join()

export const deliveryOf = (
  { ids }: Pick<Platform, 'ids'>,
  event: Pick<NewEvent, 'brand_id' | 'id' | 'type' | 'subject_id' | 'request_id' | 'created_at'>,
  subscription: { id: string; application_id: string },
): NewDelivery => ({
  brand_id: event.brand_id,
  id: ids.next(),
  subscription_id: subscription.id,
  application_id: subscription.application_id,
  event_id: event.id,
  event_type: event.type,
  subject_id: event.subject_id,
  request_id: event.request_id,
  due_at: event.created_at,
  created_at: event.created_at,
})
