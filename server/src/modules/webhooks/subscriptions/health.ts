/**
 * How a receiver is doing, as its subscription knows it.
 *
 * healthy ──an attempt fails──▶ failing ──many without an answer──▶ held: nothing is sent for a moment, then one
 *    ▲                             │  five days, or 410
 *    └───────any success───────────┘        └──▶ disabled, until its owner resumes it
 *
 * A receiver that answers costs little, whatever it says; one that is silent costs a place for a whole timeout.
 */
import { transaction } from '../../../platform/database.ts'
import type { BrandId, SubscriptionId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { sendMailsLater } from '../../../platform/mail.ts'
import type { WebhooksSubscriptionsRow } from '../../../platform/rows.ts'
import { developersOf } from '../../identity/index.ts'

/** So many in a row are no accident of one request. */
export const HOLD_AFTER = 10
/** Long beside an attempt, short beside the first wait of a retry. */
const HOLD_MS = 5_000
const DISABLE_AFTER_MS = 5 * 86_400_000

export interface Report {
  succeeded: number
  failed: number
  /** Of those, how many had no answer; 0 when any had one. */
  silent: number
  isGone: boolean
}

export interface Health {
  /** Nothing more is sent for now. */
  isHeld: boolean
}

interface Place {
  brandId: BrandId
  subscriptionId: SubscriptionId
}

/** Notes how the newest attempts went, and acts on it. */
export async function noteHealth(platform: Platform, place: Place, report: Report): Promise<Health> {
  if (report.isGone)
    return await disable(platform, place, 'The receiver answered 410: nobody is there any more.')
  if (report.succeeded > 0) {
    await markHealthy(platform, place)
    return { isHeld: false }
  }
  const failing = await markFailing(platform, place, report)
  if (!failing) return { isHeld: true }
  const since = failing.failing_since?.getTime() ?? Number.POSITIVE_INFINITY
  if (platform.clock.now().getTime() - since >= DISABLE_AFTER_MS) {
    return await disable(platform, place, 'Every attempt has failed for five days.')
  }
  return { isHeld: failing.held_until !== null }
}

async function markHealthy({ db }: Platform, { brandId, subscriptionId }: Place): Promise<void> {
  await db`
    update webhooks.subscriptions
    set failing_since = null, failures = 0, silences = 0, held_until = null
    where brand_id = ${brandId} and id = ${subscriptionId} and failing_since is not null`
}

type Failing = Pick<WebhooksSubscriptionsRow, 'failing_since' | 'held_until'>

async function markFailing(
  { db, clock }: Platform,
  { brandId, subscriptionId }: Place,
  { failed, silent }: Report,
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

/** What waits has failed with it: its owner may have it all again after resuming. */
async function disable(
  platform: Platform,
  { brandId, subscriptionId }: Place,
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

const disabledText = (told: { name: string; url: string; reason: string; subscriptionId: string }) =>
  `The webhook subscription ${told.subscriptionId} of the application "${told.name}" was disabled.

Address: ${told.url}
Reason: ${told.reason}

Nothing is sent there any more. When the receiver works again, resume the subscription
(POST /api/v1/webhook-subscriptions/${told.subscriptionId}/-actions/resume), and ask for what has failed meanwhile
(POST /api/v1/webhook-subscriptions/${told.subscriptionId}/deliveries/-actions/redeliver).
`
