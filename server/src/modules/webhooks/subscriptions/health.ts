/**
 * The health of the receiver of a subscription.
 *
 * healthy ──an attempt fails──▶ failing ──many without a response──▶ held: nothing is sent for a moment, then a probe
 *    ▲                             │  five days, or 410
 *    └───────any success───────────┘        └──▶ disabled, until its owner resumes it
 *
 * A receiver that responds costs little, whatever the status; a silent one blocks a request for a whole timeout.
 */
import { type Queryable, transaction } from '../../../platform/database.ts'
import type { Platform } from '../../../platform/index.ts'
import { sendMailsLater } from '../../../platform/mail.ts'
import type { WebhooksSubscriptionsRow } from '../../../platform/rows.ts'
import { developersOf } from '../../identity/index.ts'
import type { SubscriptionKey } from './queries.ts'

/** Attempts in a row without a response after which the subscription is held. */
export const HOLD_AFTER = 10
/** Shorter than the first retry delay, so that a receiver that is back is noticed soon. */
const HOLD_MS = 5_000
const DISABLE_AFTER_MS = 5 * 86_400_000

/** Summary of the newest attempts. */
export interface HealthReport {
  succeeded: number
  failed: number
  /** How many had no response; 0 when any had one. */
  silent: number
  isGone: boolean
}

export interface Health {
  /** Nothing is sent to the receiver for now. */
  isHeld: boolean
}

/** Records the newest attempts in the subscription, and holds or disables it where necessary. */
export async function recordHealth(
  platform: Platform,
  key: SubscriptionKey,
  report: HealthReport,
): Promise<Health> {
  if (report.isGone)
    return await disable(platform, key, 'The receiver answered 410: nobody is there any more.')
  if (report.succeeded > 0) {
    await markHealthy(platform, key)
    return { isHeld: false }
  }
  const failing = await markFailing(platform, key, report)
  if (!failing) return { isHeld: true }
  const since = failing.failing_since?.getTime() ?? Number.POSITIVE_INFINITY
  if (platform.clock.now().getTime() - since >= DISABLE_AFTER_MS) {
    return await disable(platform, key, 'Every attempt has failed for five days.')
  }
  return { isHeld: failing.held_until !== null }
}

/** How many subscriptions of all brands are in each state that needs somebody. Uses subscriptions_attention_idx. */
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

async function markHealthy({ db }: Platform, { brandId, subscriptionId }: SubscriptionKey): Promise<void> {
  await db`
    update webhooks.subscriptions
    set failing_since = null, failures = 0, silences = 0, held_until = null
    where brand_id = ${brandId} and id = ${subscriptionId} and failing_since is not null`
}

type Failing = Pick<WebhooksSubscriptionsRow, 'failing_since' | 'held_until'>

async function markFailing(
  { db, clock }: Platform,
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

/** Waiting deliveries fail with it; the owner can have them redelivered after resuming the subscription. */
async function disable(
  platform: Platform,
  { brandId, subscriptionId }: SubscriptionKey,
  reason: string,
): Promise<Health> {
  const { clock, log } = platform
  const now = clock.now()
  await transaction(platform.db, async (tx) => {
    const [disabled] = await tx<Pick<WebhooksSubscriptionsRow, 'url' | 'application_id'>[]>`
      update webhooks.subscriptions
      set disabled_at = ${now}, disabled_reason = ${reason}, updated_at = ${now}
      where brand_id = ${brandId} and id = ${subscriptionId} and disabled_at is null
      returning url, application_id`
    if (!disabled) return
    await tx`
      update webhooks.deliveries
      set state = 'failed', finished_at = ${now}, leased_until = null
      where brand_id = ${brandId} and subscription_id = ${subscriptionId} and state = 'waiting'`
    const developers = await developersOf(tx, [disabled.application_id])
    await sendMailsLater(
      { ...platform, db: tx },
      developers.map(({ name, developerEmail }) => ({
        to: developerEmail,
        subject: 'A webhook subscription was disabled',
        text: disabledText({ name, url: disabled.url, reason, subscriptionId }),
        accountId: brandId,
      })),
    )
    log.warn({ brandId, subscription_id: subscriptionId, reason }, 'webhook subscription disabled')
  })
  return { isHeld: true }
}

const disabledText = (disabled: { name: string; url: string; reason: string; subscriptionId: string }) =>
  `The webhook subscription ${disabled.subscriptionId} of the application "${disabled.name}" was disabled.

Address: ${disabled.url}
Reason: ${disabled.reason}

Nothing is sent there any more. When the receiver works again, resume the subscription
(POST /api/v1/webhook-subscriptions/${disabled.subscriptionId}/-actions/resume), and ask for what has failed meanwhile
(POST /api/v1/webhook-subscriptions/${disabled.subscriptionId}/deliveries/-actions/redeliver).
`
