/**
 * The way of a webhook, from an event to the recorded outcome of its request:
 *
 * 1. A change records its event in its own transaction (`platform/events/outbox.ts`).
 * 2. The relay passes events to `fanOut`. In one transaction it renders the resource of each event once, stores it, stores a
 *    delivery for each subscription to the event, notes that its brand has something to send (`due-brands.ts`), and notifies
 *    the workers.
 * 3. Each worker polls when it is notified, and twice a second (`startDelivering`): first which brands, then which
 *    subscriptions of theirs have something to send.
 * 4. `Dispatcher`: for each subscription with due deliveries a `Sender` claims them under a lease (`queue.ts`), and decides
 *    how many are sent at once.
 * 5. `attempts.ts`: the stored parts become the body (`message.ts`), which is signed and posted through the guard against
 *    private addresses (`platform/outbound`); `retry-rules.ts` judges whether the delivery is finished or when it is retried.
 * 6. `OutcomeWriter` records the outcomes of many attempts at once: delivery, log, counters, health of the receiver
 *    (`subscriptions/health.ts`). If the worker dies before that, the lease ends, and another worker repeats the attempt.
 */

import type { RunningQueue } from '../../../module.ts'
import { causeChain } from '../../../platform/cause-chain.ts'
import type { PublishedEvents } from '../../../platform/events/published-events.ts'
import type { Platform } from '../../../platform/index.ts'
import { bestEffort } from '../../../platform/resilience/best-effort.ts'
import { checkSigningSecrets } from '../subscriptions/signing-secrets.ts'
import { Dispatcher } from './dispatcher.ts'
import { DELIVERIES_CHANNEL } from './due-brands.ts'
import { releaseAllLeases } from './queue.ts'

/** New deliveries are announced by a notification; this is the largest delay of one that became due by time. */
const POLL_MS = 500

/** Sends in this process until it is stopped. `only`: no other worker runs, so existing leases were left behind by a crash. */
export async function startDelivering(
  platform: Platform,
  published: PublishedEvents,
  { only }: { only: boolean },
): Promise<RunningQueue> {
  // While a node of the database is away this fails, and the leases end by themselves.
  if (only) await bestEffort(platform.log, 'releasing leases', () => releaseAllLeases(platform.db))
  const stopping = new AbortController()
  // Once, as keys change with a restart only. Not awaited: a poll checks the subscriptions that have due deliveries.
  void bestEffort(platform.log, 'checking the signing secrets', () =>
    checkSigningSecrets(platform, stopping.signal),
  )
  const dispatcher = new Dispatcher(platform, published)
  let isPolling = false
  let isRequested = false
  /** Requests that arrive during a poll cause one more poll after it. */
  async function pollNow(): Promise<void> {
    isRequested = true
    if (isPolling) return
    isPolling = true
    try {
      while (isRequested) {
        isRequested = false
        await dispatcher.poll()
      }
    } catch (error) {
      platform.log.warn({ causes: causeChain(error) }, 'due deliveries could not be polled')
    } finally {
      isPolling = false
    }
  }
  const poll = () => void pollNow()
  const timer = setInterval(poll, POLL_MS)
  const listening = await platform.db.listen(DELIVERIES_CHANNEL, poll, poll)
  return {
    backlog: () => dispatcher.backlog(),
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await Promise.all([dispatcher.stop(), listening.unlisten().catch(() => {})])
    },
  }
}

/** Sends all deliveries that are due now, and returns the number of attempts. */
export async function deliverDue(platform: Platform, published: PublishedEvents): Promise<number> {
  return await new Dispatcher(platform, published).drain()
}
