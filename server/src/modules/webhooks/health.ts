/** Whether webhooks go out in time. Receivers that fail are a matter of their brands, and only counted. */
import type { HealthCheck } from '../../module.ts'

const LATE_SECONDS = 60
const STUCK_SECONDS = 600

export const webhookCheck: HealthCheck = {
  name: 'webhooks',
  description: 'Whether webhooks are sent in time, and how many receivers fail.',
  async read({ db, clock }) {
    const now = clock.now()
    // The first uses deliveries_due_idx, which has unfinished deliveries only, the second subscriptions_ailing_idx.
    const [[queue], [receivers]] = await Promise.all([
      db<{ due: number; waiting: number; oldest: Date | null }[]>`
        select count(*) as waiting,
          count(*) filter (where due_at <= ${now}) as due,
          min(due_at) filter (where due_at <= ${now} and attempts = 0) as oldest
        from webhooks.deliveries
        join webhooks.subscriptions
          on subscriptions.brand_id = deliveries.brand_id and subscriptions.id = subscription_id
        where state = 'waiting' and paused_at is null and disabled_at is null and failing_since is null`,
      db<{ failing: number; disabled: number }[]>`
        select count(*) filter (where disabled_at is null) as failing, count(disabled_at) as disabled
        from webhooks.subscriptions
        where failing_since is not null or disabled_at is not null`,
    ])
    const oldest = queue?.oldest ?? null
    const oldestDueSeconds = oldest && Math.max(0, Math.round((now.getTime() - oldest.getTime()) / 1000))
    const lag = oldestDueSeconds ?? 0
    const figures = {
      waiting: queue?.waiting ?? 0,
      due: queue?.due ?? 0,
      oldestDueSeconds,
      failingReceivers: receivers?.failing ?? 0,
      disabledReceivers: receivers?.disabled ?? 0,
    }
    return {
      state: lag > STUCK_SECONDS ? 'failing' : lag > LATE_SECONDS ? 'warning' : 'ok',
      sentence:
        lag > LATE_SECONDS
          ? `Webhooks are late: the oldest waits for ${Math.round(lag / 60)} minutes.`
          : 'Webhooks are sent in time.',
      figures,
    }
  },
}
