import { Counter, Gauge, type Registry } from 'prom-client'
import type { Platform } from '../../platform/index.ts'
import { isBrandActive } from '../identity/index.ts'
import { countAiling } from './subscriptions/health.ts'

/** Every process reads the same tables, so a sum over processes would count rows several times. */
const aggregator = 'max'

export function collectWebhookMetrics({ db, clock }: Platform, registry: Registry): void {
  const registers = [registry]
  new Counter({
    registers,
    name: 'tradehall_webhook_attempts_total',
    help: 'Attempts to deliver webhooks, by what the other side did.',
    labelNames: ['outcome'],
    aggregator,
    async collect() {
      this.reset()
      const rows = await db<{ outcome: string; count: number }[]>`
        select outcome, sum(count)::bigint as count from webhooks.tallies group by outcome`
      for (const { outcome, count } of rows) this.inc({ outcome }, count)
    },
  } as ConstructorParameters<typeof Counter<'outcome'>>[0])
  // The queries of these gauges use deliveries_due_idx, which contains unfinished deliveries only.
  new Gauge({
    registers,
    name: 'tradehall_webhook_deliveries_waiting',
    help: 'Deliveries that wait to be sent, perhaps again.',
    aggregator,
    async collect() {
      const [row] = await db<{ count: number }[]>`
        select count(*) as count from webhooks.deliveries where state = 'waiting'`
      this.set(row?.count ?? 0)
    },
  })
  new Gauge({
    registers,
    name: 'tradehall_webhook_oldest_waiting_seconds',
    help: 'Age of the oldest delivery that waits for its first attempt and could go out.',
    aggregator,
    async collect() {
      const [row] = await db<{ oldest: Date | null }[]>`
        select min(deliveries.created_at) as oldest
        from webhooks.deliveries
        join webhooks.subscriptions
          on subscriptions.brand_id = deliveries.brand_id and subscriptions.id = subscription_id
        where state = 'waiting' and attempts = 0 and paused_at is null and disabled_at is null
          and secret_unreadable_since is null
          and ${isBrandActive(db, db`subscriptions.brand_id`)}`
      this.set(row?.oldest ? Math.max(0, (clock.now().getTime() - row.oldest.getTime()) / 1000) : 0)
    },
  })
  new Gauge({
    registers,
    name: 'tradehall_webhook_endpoints',
    help: 'Subscriptions whose receivers fail, those that were disabled because of it, and those whose signing secret cannot be read.',
    labelNames: ['state'],
    aggregator,
    async collect() {
      const { failing, disabled, unreadable } = await countAiling(db)
      this.set({ state: 'failing' }, failing)
      this.set({ state: 'disabled' }, disabled)
      this.set({ state: 'unreadable' }, unreadable)
    },
  })
}
