/**
 * Counts the attempts of each subscription by the hour, for charts. The charts do not read the attempts themselves, because
 * a busy receiver has hundreds of thousands. Durations are counted in buckets, which give the median.
 */
import type { SelectAttemptsByHour } from '../../../module.ts'
import { oneOf, onNodeOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, SubscriptionId } from '../../../platform/ids.ts'
import type { LoadOwned, WriteOwned } from '../../../platform/queries/owned.ts'

const HOUR_MS = 3_600_000
/** Buckets for each doubling of the duration: the error of the median is about a tenth. */
const PER_DOUBLING = 4

export interface CountedAttempt {
  subscriptionId: SubscriptionId
  startedAt: Date
  durationMs: number
  isDelivered: boolean
}

export const bucketOf = (durationMs: number): number =>
  Math.floor(PER_DOUBLING * Math.log2(Math.max(durationMs, 0) + 1))

/** The duration in the middle of a bucket. */
const durationOf = (bucket: number): number => Math.round(2 ** ((bucket + 0.5) / PER_DOUBLING) - 1)

/** The rows are locked in the order of their keys, so that two workers do not deadlock. */
export const countAttempts: WriteOwned<CountedAttempt> = async (db, brandId, attempts) => {
  if (attempts.length === 0) return
  await onNodeOf(
    brandId,
    db`
    insert into webhooks.receiver_hours (brand_id, hour, subscription_id, bucket, delivered, failed)
    select ${brandId}, hour, subscription_id, bucket, count(*) filter (where is_delivered), count(*) filter (where not is_delivered)
    from unnest(
      ${attempts.map(({ startedAt }) => hourOf(startedAt))}::timestamptz[],
      ${attempts.map(({ subscriptionId }) => subscriptionId)}::uuid[],
      ${attempts.map(({ durationMs }) => bucketOf(durationMs))}::smallint[],
      ${attempts.map(({ isDelivered }) => String(isDelivered))}::text[]::boolean[]
    ) as attempt (hour, subscription_id, bucket, is_delivered)
    group by hour, subscription_id, bucket
    order by hour, subscription_id, bucket
    on conflict (brand_id, hour, subscription_id, bucket) do update set
      delivered = receiver_hours.delivered + excluded.delivered,
      failed = receiver_hours.failed + excluded.failed`,
  )
}

const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS).toISOString()

/** The number of UTC days since then on which an attempt failed, as far as the hours are still stored. */
export async function countDaysOfFailures(
  db: Queryable,
  brandId: BrandId,
  subscriptionId: SubscriptionId,
  since: Date,
): Promise<number> {
  const [row] = await db<{ days: number }[]>`
    select count(distinct date_trunc('day', hour, 'UTC')) as days
    from webhooks.receiver_hours
    where brand_id = ${brandId} and subscription_id = ${subscriptionId} and hour >= ${hourOf(since)} and failed > 0`
  return row?.days ?? 0
}

export type Unit = 'hour' | 'day'

/** How far back a chart reaches: not more bars than are readable, and not further than the delivery log. */
const WINDOW_MS: Record<Unit, number> = { hour: 48 * HOUR_MS, day: 14 * 24 * HOUR_MS }

interface Period {
  startsAt: Date
  delivered: number
  failed: number
  medianMs: number
}

export interface ReceiverHealth {
  id: SubscriptionId
  unit: Unit
  periods: Period[]
}

interface BucketRow {
  subscription_id: SubscriptionId
  starts_at: Date
  bucket: number
  delivered: number
  failed: number
}

/** Of all subscriptions of a brand. Uses receiver_hours_pkey. */
export const selectAttemptsByHour: SelectAttemptsByHour = (db, brandId, since) => db`
  select coalesce(json_agg(row_to_json(hours) order by "startsAt"), '[]')
  from (
    select hour as "startsAt", sum(delivered)::integer as "deliveredCount", sum(failed)::integer as "undeliveredCount"
    from webhooks.receiver_hours
    where brand_id = ${brandId} and hour > ${since}
    group by hour
  ) as hours`

/** The newest periods of subscriptions, oldest first, without those in which nothing was sent. */
export const readHealth =
  (now: Date, unit: Unit): LoadOwned<ReceiverHealth, SubscriptionId> =>
  async (db, brandId, subscriptionIds) => {
    const rows = await readBuckets(db, brandId, subscriptionIds, { now, unit })
    const bySubscription = Map.groupBy(rows, ({ subscription_id }) => subscription_id)
    return subscriptionIds.map((id) => ({ id, unit, periods: periodsOf(bySubscription.get(id) ?? []) }))
  }

/** Uses receiver_hours_pkey. Days are those of UTC. */
async function readBuckets(
  db: Queryable,
  brandId: BrandId,
  subscriptionIds: readonly SubscriptionId[],
  { now, unit }: { now: Date; unit: Unit },
): Promise<BucketRow[]> {
  const since = new Date(now.getTime() - WINDOW_MS[unit])
  return await db<BucketRow[]>`
    select subscription_id, date_trunc(${unit}, hour, 'UTC') as starts_at, bucket, sum(delivered)::integer as delivered,
      sum(failed)::integer as failed
    from webhooks.receiver_hours
    where brand_id = ${brandId} and hour > ${since} and hour <= ${now} and subscription_id = ${oneOf(db, subscriptionIds)}
    group by subscription_id, starts_at, bucket
    order by starts_at, bucket`
}

function periodsOf(rows: readonly BucketRow[]): Period[] {
  const byStart = Map.groupBy(rows, ({ starts_at }) => starts_at.getTime())
  return [...byStart].map(([startsAt, buckets]) => ({
    startsAt: new Date(startsAt),
    delivered: sum(buckets.map(({ delivered }) => delivered)),
    failed: sum(buckets.map(({ failed }) => failed)),
    medianMs: medianOf(buckets),
  }))
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The buckets are in the order of their durations. */
export function medianOf(buckets: readonly Pick<BucketRow, 'bucket' | 'delivered' | 'failed'>[]): number {
  const half = sum(buckets.map(({ delivered, failed }) => delivered + failed)) / 2
  let seen = 0
  for (const { bucket, delivered, failed } of buckets) {
    seen += delivered + failed
    if (seen >= half) return durationOf(bucket)
  }
  return 0
}
