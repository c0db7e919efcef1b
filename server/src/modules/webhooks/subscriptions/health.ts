/**
 * The health of the receiver of a subscription.
 *
 * healthy ──an attempt fails──▶ failing ──many without a response──▶ held: nothing is sent for a moment, then a probe
 *    ▲                             │  given up after five days, or 410
 *    └───────any success───────────┘        └──▶ disabled, until its owner resumes it
 *
 * A subscription is disabled when a delivery is given up after five days of failures, and attempts failed on three of those
 * days: two failures with a long time between them do not disable a receiver that is seldom used.
 *
 * Only receivers that do not respond are held: each request to them lasts a whole timeout, while a response with any status
 * costs little.
 */
import type { Queryable, Transaction } from '../../../platform/database.ts'
import type { Platform } from '../../../platform/index.ts'
import { sendMailsLater } from '../../../platform/mail.ts'
import type { WebhooksSubscriptionsRow } from '../../../platform/rows.ts'
import { developersOf } from '../../identity/index.ts'
import type { SubscriptionKey } from './queries.ts'
import { countDaysOfFailures } from './receiver-hours.ts'

/** Attempts in a row without a response after which the subscription is held. */
export const HOLD_AFTER = 10
/** Shorter than the first retry delay, so that a receiver that works again is noticed soon. */
const HOLD_MS = 5_000
const DISABLE_AFTER_MS = 5 * 86_400_000
/** Days of UTC. */
const DISABLE_AFTER_DAYS_OF_FAILURES = 3

/** Summary of the newest attempts. */
export interface HealthReport {
  succeeded: number
  failed: number
  /** How many attempts had no response; 0 if any of them had one. */
  silent: number
  /** A delivery failed in its last attempt. */
  hasGivenUp: boolean
  isGone: boolean
}

export interface Health {
  /** Nothing is sent to the receiver for now. */
  isHeld: boolean
}

/** Has the transaction that writes the attempts. */
type HealthWork = Omit<Platform, 'db'> & { db: Transaction }

/** Records the newest attempts in the subscription, and holds or disables it where necessary. */
export async function recordHealth(
  work: HealthWork,
  key: SubscriptionKey,
  report: HealthReport,
): Promise<Health> {
  if (report.isGone) return await disable(work, key, 'The receiver answered 410: nobody is there any more.')
  if (report.succeeded > 0) {
    await markHealthy(work, key)
    return { isHeld: false }
  }
  const failing = await markFailing(work, key, report)
  if (!failing) return { isHeld: true }
  if (report.hasGivenUp && (await hasFailedForLong(work, key, failing)))
    return await disable(work, key, 'Every attempt has failed for five days.')
  return { isHeld: failing.held_until !== null }
}

/** How many subscriptions of all brands are in each state that needs a repair. Uses subscriptions_attention_idx. */
export async function countAiling(
  db: Queryable,
): Promise<{ failing: number; disabled: number; unreadable: number }> {
  const [counts] = await db<{ failing: number; disabled: number; unreadable: number }[]>`
    select
      count(failing_since) filter (where disabled_at is null) as failing,
      count(disabled_at) as disabled,
      count(secret_unreadable_since) as unreadable
    from webhooks.subscriptions
    where failing_since is not null or disabled_at is not null or secret_unreadable_since is not null`
  return counts ?? { failing: 0, disabled: 0, unreadable: 0 }
}

async function markHealthy({ db }: HealthWork, { brandId, subscriptionId }: SubscriptionKey): Promise<void> {
  await db`
    update webhooks.subscriptions
    set failing_since = null, failures = 0, silences = 0, held_until = null
    where brand_id = ${brandId} and id = ${subscriptionId} and failing_since is not null`
}

type Failing = Pick<WebhooksSubscriptionsRow, 'failing_since' | 'held_until'>

async function markFailing(
  { db, clock }: HealthWork,
  { brandId, subscriptionId }: SubscriptionKey,
  { failed, silent }: HealthReport,
): Promise<Failing | undefined> {
  const now = clock.now()
  const held = new Date(now.getTime() + HOLD_MS)
  const [row] = await db<Failing[]>`
    update webhooks.subscriptions
    set
      failing_since = coalesce(failing_since, ${now}),
      failures = failures + ${failed},
      silences = case when ${silent}::integer > 0 then silences + ${silent} else 0 end,
      held_until = case when ${silent}::integer > 0 and silences + ${silent} >= ${HOLD_AFTER} then ${held}::timestamptz end
    where brand_id = ${brandId} and id = ${subscriptionId} and disabled_at is null
    returning failing_since, held_until`
  return row
}

async function hasFailedForLong(
  { db, clock }: HealthWork,
  { brandId, subscriptionId }: SubscriptionKey,
  { failing_since: since }: Failing,
): Promise<boolean> {
  if (!since || clock.now().getTime() - since.getTime() < DISABLE_AFTER_MS) return false
  return (await countDaysOfFailures(db, brandId, subscriptionId, since)) >= DISABLE_AFTER_DAYS_OF_FAILURES
}

/** Its waiting deliveries fail; the owner can redeliver them after resuming the subscription. */
async function disable(
  work: HealthWork,
  { brandId, subscriptionId }: SubscriptionKey,
  reason: string,
): Promise<Health> {
  const { db: tx, clock, log } = work
  const now = clock.now()
  const [disabled] = await tx<Pick<WebhooksSubscriptionsRow, 'url' | 'application_id'>[]>`
    update webhooks.subscriptions
    set disabled_at = ${now}, disabled_reason = ${reason}, updated_at = ${now}
    where brand_id = ${brandId} and id = ${subscriptionId} and disabled_at is null
    returning url, application_id`
  if (!disabled) return { isHeld: true }
  await tx`
    update webhooks.deliveries
    set state = 'failed', finished_at = ${now}, leased_until = null
    where brand_id = ${brandId} and subscription_id = ${subscriptionId} and state = 'waiting'`
  const developers = await developersOf(tx, [disabled.application_id])
  await sendMailsLater(
    work,
    developers.map(({ name, developerEmail }) => ({
      to: developerEmail,
      subject: 'A webhook was switched off',
      text: disabledText({ name, url: disabled.url, reason, subscriptionId }),
      accountId: brandId,
    })),
  )
  log.warn({ brandId, subscription_id: subscriptionId, reason }, 'webhook subscription disabled')
  return { isHeld: true }
}

const disabledText = (disabled: { name: string; url: string; reason: string; subscriptionId: string }) =>
  `A webhook of the app "${disabled.name}" was switched off.

Address: ${disabled.url}
Reason: ${disabled.reason}

Nothing is sent there any more. When the address works again, open Integrations, Webhooks in the dashboard, resume the
webhook, and send again what has failed.

For programs: POST /api/v1/webhook-subscriptions/${disabled.subscriptionId}/-actions/resume, then
POST /api/v1/webhook-subscriptions/${disabled.subscriptionId}/deliveries/-actions/redeliver.
`
