/** The subscriptions of all brands for the operator: without secrets, with names, traffic and failures. */
import type { Fragment, Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { newestFirst, type Walk } from '../../../platform/queries/keyset.ts'
import { developersOf, loadBrands } from '../../identity/index.ts'
import type { LastAttempt } from '../log/attempt-schema.ts'
import type { SubscriptionRow } from './queries.ts'

export interface SubscriptionFilter {
  state: 'failing' | 'disabled' | 'unreadable' | 'any' | undefined
  brandId: BrandId | undefined
}

type OperatorSubscriptionRow = Omit<SubscriptionRow, 'secret_encrypted' | 'previous_secret_encrypted'>

/** Deliveries are counted up to this number, because a receiver that is down may have very many. */
export const MAX_COUNTED = 1000
/** How many of the newest waiting deliveries are searched for the last failure. */
const SEARCHED = 200

interface Traffic {
  waiting: number
  failed: number
  last_failure: LastAttempt | null
}

export type OperatorSubscription = OperatorSubscriptionRow &
  Traffic & { brand_name: string | null; application_name: string | null; developer_email: string | null }

/**
 * One page. Without a state it has the subscriptions that are failing, disabled or unreadable, and uses
 * subscriptions_attention_idx. A list of all uses subscriptions_all_idx, a list of one brand subscriptions_newest_idx.
 */
export async function listSubscriptionsOfAllBrands(
  db: Queryable,
  { state, brandId }: SubscriptionFilter,
  walk: Walk,
): Promise<OperatorSubscription[]> {
  const rows = await db<OperatorSubscriptionRow[]>`
    select brand_id, id, application_id, url, events, previous_secret_until, paused_at, disabled_at, disabled_reason,
      failing_since, failures, silences, held_until, secret_unreadable_since, created_at, updated_at
    from webhooks.subscriptions
    where ${isInState(db, state)}
      ${brandId === undefined ? db`` : db`and brand_id = ${brandId}`}
      ${newestFirst(db, walk, (cursor) => db`select created_at, id from webhooks.subscriptions where id = ${cursor}`)}`
  return await describeSubscriptions(db, rows)
}

function isInState(db: Queryable, state: SubscriptionFilter['state']): Fragment {
  if (state === 'any') return db`true`
  if (state === 'failing') return db`failing_since is not null and disabled_at is null`
  if (state === 'disabled') return db`disabled_at is not null`
  if (state === 'unreadable') return db`secret_unreadable_since is not null`
  return db`(failing_since is not null or disabled_at is not null or secret_unreadable_since is not null)`
}

export async function describeSubscriptions(
  db: Queryable,
  rows: readonly OperatorSubscriptionRow[],
): Promise<OperatorSubscription[]> {
  if (rows.length === 0) return []
  const [brands, applications, traffic] = await Promise.all([
    loadBrands(db, [...new Set(rows.map(({ brand_id }) => brand_id))]),
    developersOf(db, [...new Set(rows.map(({ application_id }) => application_id))]),
    Promise.all(
      [...Map.groupBy(rows, ({ brand_id }) => brand_id)].map(([brandId, ofBrand]) =>
        readTraffic(db, brandId, ofBrand),
      ),
    ),
  ])
  const brandNames = new Map(brands.map(({ id, name }) => [id, name]))
  const apps = new Map(applications.map((application) => [application.id, application]))
  const trafficOf = new Map(traffic.flat().map(({ id, ...counts }) => [id, counts]))
  return rows.map((row) => ({
    ...row,
    ...(trafficOf.get(row.id) ?? { waiting: 0, failed: 0, last_failure: null }),
    brand_name: brandNames.get(row.brand_id) ?? null,
    application_name: apps.get(row.application_id)?.name ?? null,
    developer_email: apps.get(row.application_id)?.developerEmail ?? null,
  }))
}

/**
 * For subscriptions of one brand, as such subqueries cannot be evaluated for several brands
 * (docs/contributors/cluster-statements.md). Uses
 * deliveries_due_idx and deliveries_failed_of_subscription_idx; the last failure also deliveries_newest_idx.
 */
async function readTraffic(
  db: Queryable,
  brandId: BrandId,
  rows: readonly OperatorSubscriptionRow[],
): Promise<(Traffic & { id: string })[]> {
  const within = db`brand_id = ${brandId} and subscription_id = subscription.id`
  return await db<(Traffic & { id: string })[]>`
    select subscription.id,
      (
        select count(*)::int from (
          select from webhooks.deliveries where ${within} and state = 'waiting' limit ${MAX_COUNTED}
        ) as counted
      ) as waiting,
      (
        select count(*)::int from (
          select from webhooks.deliveries where ${within} and state = 'failed' limit ${MAX_COUNTED}
        ) as counted
      ) as failed,
      (
        select json_build_object(
          'number', attempts.number, 'outcome', outcome, 'status', status, 'detail', detail, 'duration_ms', duration_ms,
          'started_at', started_at
        )
        from (
          (
            select id, attempts from webhooks.deliveries
            where ${within} and state = 'failed'
            order by created_at desc, deliveries.id desc
            limit 1
          ) union all (
            select id, attempts from (
              select id, attempts, state from webhooks.deliveries
              where ${within}
              order by created_at desc, deliveries.id desc
              limit ${SEARCHED}
            ) as newest
            where state = 'waiting' and attempts > 0
            limit 1
          )
        ) as tried
        join webhooks.attempts
          on attempts.brand_id = ${brandId} and delivery_id = tried.id and number = tried.attempts
        where outcome <> 'delivered'
        order by started_at desc
        limit 1
      ) as last_failure
    from unnest(${rows.map(({ id }) => id)}::uuid[]) as subscription (id)`
}
