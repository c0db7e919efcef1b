/** Compares the requests that receivers of webhooks have seen with the deliveries that the server has recorded. */
import type { Queryable } from '../../src/platform/database.ts'
import type { Received } from '../load/receivers.ts'
import type { Finding } from './finding.ts'

export interface DeliveryRow {
  id: string
  /** The path of the URL of the subscription. */
  path: string
  event_id: string
  subject_id: string
  number: number
  state: string
  leases: number
  /** Attempts with a response. */
  answered: number
  /** Whether the first recorded attempt had a response, which means that it has reached the receiver. */
  is_first_answered: boolean
}

export const ARRIVALS = {
  delivered: 'what was delivered was accepted by its receiver',
  logged: 'every attempt with a response has reached its receiver',
  leased: 'a delivery was sent at most once for each lease',
  same: 'every attempt of a delivery sent the same bytes',
  inOrder: 'the first attempts for a subject reach a receiver in the order of its events',
  known: 'a receiver got nothing but its deliveries',
  once: 'the callback of an import was sent at most once',
} as const

export const readDeliveries = (db: Queryable) => db<DeliveryRow[]>`
  select deliveries.id, regexp_replace(url, '^https?://[^/]+', '') as path, event_id, deliveries.subject_id, deliveries.number,
    state, leases,
    exists (
      select 1 from webhooks.attempts as tried
      where tried.brand_id = deliveries.brand_id and delivery_id = deliveries.id and tried.number = 1 and status is not null
    ) as is_first_answered,
    (
      select count(*) from webhooks.attempts as tried
      where tried.brand_id = deliveries.brand_id and delivery_id = deliveries.id and status is not null
    ) as answered
  from webhooks.deliveries
  join webhooks.subscriptions on subscriptions.brand_id = deliveries.brand_id and subscriptions.id = subscription_id`

export function compareArrivals(
  received: readonly Received[],
  deliveries: readonly DeliveryRow[],
): Finding[] {
  const came = Map.groupBy(received, ({ path, eventId }) => `${path} ${eventId}`)
  const sent = new Set(deliveries.map(({ path, event_id }) => `${path} ${event_id}`))
  return [
    ...deliveries.flatMap((delivery) =>
      compareOne(came.get(`${delivery.path} ${delivery.event_id}`) ?? [], delivery),
    ),
    ...[...came.keys()]
      .filter((key) => !key.startsWith(CALLBACKS) && !sent.has(key))
      .map((seen) => ({ check: ARRIVALS.known, seen })),
    ...findOvertaking(came, deliveries),
    ...findRepeatedCallbacks(received),
  ]
}

/** The path below which callbacks arrive. */
export const CALLBACKS = '/callbacks'

function compareOne(came: readonly Received[], delivery: DeliveryRow): Finding[] {
  const { id, path, state, leases, answered } = delivery
  const accepted = came.filter(({ status }) => status !== undefined && status < 300).length
  const isWrong: Partial<Record<keyof typeof ARRIVALS, boolean>> = {
    delivered: state === 'delivered' && accepted === 0,
    logged: came.length < answered,
    leased: came.length > leases,
    same: new Set(came.map(({ digest }) => digest)).size > 1,
  }
  return Object.entries(isWrong)
    .filter(([, is]) => is)
    .map(([name]) => ({
      check: ARRIVALS[name as keyof typeof ARRIVALS],
      seen: `${id} to ${path}: ${state}, ${answered} attempts with a response, ${leases} leases; ${came.length} requests came, ${accepted} of them were accepted`,
    }))
}

function findOvertaking(
  came: ReadonlyMap<string, readonly Received[]>,
  deliveries: readonly DeliveryRow[],
): Finding[] {
  // Only a first attempt that fails without reaching its receiver lets later ones arrive before its retry.
  const first = deliveries.filter(({ is_first_answered }) => is_first_answered)
  const bySubject = Map.groupBy(first, ({ path, subject_id }) => `${path} ${subject_id}`)
  return [...bySubject].flatMap(([key, its]) => {
    const arrivals = its
      .toSorted((one, other) => one.number - other.number)
      .flatMap(({ path, event_id }) => came.get(`${path} ${event_id}`)?.[0]?.atMs ?? [])
    const isInOrder = arrivals.every((atMs, i) => i === 0 || atMs >= (arrivals[i - 1] as number))
    return isInOrder ? [] : [{ check: ARRIVALS.inOrder, seen: key }]
  })
}

function findRepeatedCallbacks(received: readonly Received[]): Finding[] {
  const callbacks = received.filter(({ path }) => path.startsWith(CALLBACKS))
  return [...Map.groupBy(callbacks, ({ digest }) => digest)]
    .filter(([, its]) => its.length > 1)
    .map(([digest, its]) => ({ check: ARRIVALS.once, seen: `${digest} came ${its.length} times` }))
}
