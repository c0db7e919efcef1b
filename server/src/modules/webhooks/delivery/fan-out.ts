/** From events to deliveries: one for each subscription that wants the event, under each of its names that it wants. */
import type { Transaction } from '../../../platform/database.ts'
import { type BrandId, namedId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Consumer, EventType, RecordedEvent } from '../../../platform/outbox.ts'
import { hasEnded, namesOf, type PublishedEvents } from '../../../platform/published-events.ts'
import {
  insertDeliveries,
  insertEvents,
  type NewDelivery,
  type NewEvent,
  notifyDispatchers,
} from './queue.ts'
import type { Showing, Shown } from './showing.ts'
import { type Interested, interestedSubscriptions } from './subscribers.ts'

/**
 * In the relay's transaction, never in that of the change itself: whoever accepts an order does not wait for those who
 * want to hear of it. Each brand's part names its brand, and the parts go out together.
 */
export function fanOut(published: PublishedEvents, showing: () => Showing): Consumer {
  return async (tx, platform, events) => {
    const now = platform.clock.now()
    const told = events.flatMap((event) => {
      const type = published.find(event.type)
      return type && event.brandId !== null && !hasEnded(type, now) ? [{ ...event, type }] : []
    })
    const byBrand = Map.groupBy(told, ({ brandId }) => brandId as BrandId)
    const made = await Promise.all(
      [...byBrand].map(([brandId, its]) => fanOutForBrand(tx, platform, showing(), brandId, its)),
    )
    if (made.some((count) => count > 0)) await notifyDispatchers(tx)
  }
}

type ToldEvent = Omit<RecordedEvent, 'type'> & { type: EventType }

async function fanOutForBrand(
  tx: Transaction,
  platform: Platform,
  showing: Showing,
  brandId: BrandId,
  events: readonly ToldEvent[],
): Promise<number> {
  const subscriptions = await interestedSubscriptions(tx, brandId)
  const named = events.flatMap((event) => wantedNames(platform, subscriptions, event))
  if (named.length === 0) return 0
  const shown = await showAll(tx, platform, showing, brandId, events)
  const now = platform.clock.now()
  const rows: NewEvent[] = named.flatMap(({ id, name, event }) => {
    const texts = shown.get(keyOf(event.type))?.get(event.subjectId)
    if (texts === undefined) return []
    return [
      {
        brand_id: brandId,
        id,
        type: name,
        subject_id: event.subjectId,
        is_test: false,
        ...texts,
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

/** The sandbox keeps what nobody subscribed to as well: somebody may listen. */
function wantedNames({ config }: Platform, subscriptions: readonly Interested[], event: ToldEvent) {
  const isWanted = (name: string) =>
    config.mode === 'sandbox' || subscriptions.some(({ events }) => events.includes(name))
  return namesOf(event.type)
    .filter(isWanted)
    .map((name) => ({
      name,
      event,
      // Who subscribes to two names gets two events, or one of them would be taken for a repetition.
      id: name === event.type.name ? event.id : namedId(`${event.id} ${name}`),
    }))
}

async function showAll(
  tx: Transaction,
  platform: Platform,
  showing: Showing,
  brandId: BrandId,
  events: readonly ToldEvent[],
): Promise<Map<string, Map<string, Shown>>> {
  const byResource = Map.groupBy(events, ({ type }) => keyOf(type))
  const shown = [...byResource].map(async ([key, its]) => {
    const ids = [...new Set(its.map(({ subjectId }) => subjectId))]
    const [{ type }] = its as [ToldEvent]
    return [key, await showing.show(tx, platform, brandId, { event: type, ids })] as const
  })
  return new Map(await Promise.all(shown))
}

/** Events that show the same of a subject share what is rendered. */
const keyOf = ({ shows, includes = [] }: EventType) => [shows, ...includes].join()

export const deliveryOf = (
  { clock, ids }: Pick<Platform, 'clock' | 'ids'>,
  event: Pick<NewEvent, 'brand_id' | 'id' | 'type' | 'subject_id'>,
  subscription: { id: string; application_id: string },
): NewDelivery => ({
  brand_id: event.brand_id,
  id: ids.next(),
  subscription_id: subscription.id,
  application_id: subscription.application_id,
  event_id: event.id,
  event_type: event.type,
  subject_id: event.subject_id,
  due_at: clock.now(),
  created_at: clock.now(),
})
