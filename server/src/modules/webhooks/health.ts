/**
 * Checks whether webhooks are sent in time. Failing receivers are only counted, because their brands have to repair them;
 * secrets that no key opens make the check fail, because the operator has to repair them.
 */
import type { Health, HealthCheck } from '../../module.ts'
import { countAiling } from './subscriptions/health.ts'

const LATE_SECONDS = 60
const STUCK_SECONDS = 600

export const webhookCheck: HealthCheck = {
  name: 'webhooks',
  description:
    'Whether webhooks are sent in time, whether their signing secrets can be read, and how many receivers fail.',
  async read({ db, clock }) {
    const now = clock.now()
    // The first query uses deliveries_due_idx, which has unfinished deliveries only, the second subscriptions_attention_idx.
    const [[queue], receivers] = await Promise.all([
      db<{ due: number; waiting: number; oldest: Date | null }[]>`
        select count(*) as waiting,
          count(*) filter (where due_at <= ${now}) as due,
          min(due_at) filter (where due_at <= ${now} and attempts = 0) as oldest
        from webhooks.deliveries
        join webhooks.subscriptions
          on subscriptions.brand_id = deliveries.brand_id and subscriptions.id = subscription_id
        where state = 'waiting' and paused_at is null and disabled_at is null and failing_since is null
          and secret_unreadable_since is null`,
      countAiling(db),
    ])
    const oldest = queue?.oldest ?? null
    const oldestDueSeconds = oldest && Math.max(0, Math.round((now.getTime() - oldest.getTime()) / 1000))
    const figures = {
      waiting: queue?.waiting ?? 0,
      due: queue?.due ?? 0,
      oldestDueSeconds,
      failingReceivers: receivers.failing,
      disabledReceivers: receivers.disabled,
      unreadableSecrets: receivers.unreadable,
    }
    return { ...judge(oldestDueSeconds ?? 0, receivers.unreadable), figures }
  },
}

function judge(lag: number, unreadable: number): Omit<Health, 'figures'> {
  if (unreadable > 0)
    return {
      state: 'failing',
      sentence: `Webhooks of ${unreadable === 1 ? 'one subscription' : `${unreadable} subscriptions`} wait, because no secret key opens the signing secret: put the missing key back, or let the brands rotate the secret.`,
    }
  if (lag <= LATE_SECONDS) return { state: 'ok', sentence: 'Webhooks are sent in time.' }
  return {
    state: lag > STUCK_SECONDS ? 'failing' : 'warning',
    sentence: `Webhooks are late: the oldest waits for ${Math.round(lag / 60)} minutes.`,
  }
}
