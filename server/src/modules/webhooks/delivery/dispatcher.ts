/**
 * The dispatcher sends due deliveries: it polls for subscriptions that have some, and runs a lane for each of them.
 *
 * A lane claims a few more deliveries than it sends at once. Each claim is a lease: a delivery is sent only while its
 * lease outlasts an attempt, and the deliveries of a dead process are claimed by others when their leases end.
 */

import { setTimeout as wait } from 'node:timers/promises'
import { causeChain } from '../../../platform/cause-chain.ts'
import type { PublishedEvents } from '../../../platform/events/published-events.ts'
import type { Platform } from '../../../platform/index.ts'
import { bestEffort } from '../../../platform/resilience/best-effort.ts'
import { checkSigningSecrets, markUnreadable } from '../subscriptions/signing-secrets.ts'
import { endpointOf } from './attempts.ts'
import { Lane, LEASE_MS } from './lane.ts'
import { OutcomeWriter } from './outcome-writer.ts'
import {
  type ClaimedDelivery,
  claim,
  DELIVERIES_CHANNEL,
  listDueLanes,
  releaseAllLeases,
  releaseLeases,
} from './queue.ts'
import { attemptTraced } from './traced-attempts.ts'

/** Concurrent requests of this process. Each holds one message in memory. */
const MAX_REQUESTS = 512
/** New deliveries are announced by a notification; this is the largest delay of one that became due by time. */
const POLL_MS = 500
/** How long `stop` waits for attempts in flight. Longer ones are repeated by another worker. */
const STOP_TIMEOUT_MS = 2_000

export class Dispatcher {
  readonly #platform: Platform
  readonly #published: PublishedEvents
  readonly #lanes = new Map<string, Lane>()
  readonly #outcomes: OutcomeWriter
  #inFlight = 0
  #attempts = 0
  #releases = 0
  #isStopping = false
  #idle = Promise.withResolvers<void>()

  constructor(platform: Platform, published: PublishedEvents) {
    this.#platform = platform
    this.#published = published
    this.#outcomes = new OutcomeWriter(platform, {
      onWritten: (lane, result) => this.#onWritten(lane, result),
      onIdle: () => this.#resolveWhenIdle(),
    })
  }

  /** Starts a lane for each subscription that has due deliveries. */
  async poll(): Promise<void> {
    if (this.#isStopping || this.#outcomes.isLate) return
    const { db, clock } = this.#platform
    for (const row of await listDueLanes(db, clock.now())) {
      const endpoint = endpointOf(this.#platform, row)
      // Its deliveries wait; those of all others are sent.
      if (!endpoint) {
        if (!row.secret_unreadable_since) await markUnreadable(this.#platform, row)
        continue
      }
      const lane = this.#lanes.get(row.id) ?? new Lane(row, endpoint)
      lane.refresh(row, endpoint)
      this.#lanes.set(row.id, lane)
      this.#pump(lane)
    }
  }

  /** Sends until no delivery is due any more, and returns the number of attempts. */
  async drain(): Promise<number> {
    const before = this.#attempts
    let sent: number
    do {
      sent = this.#attempts
      await this.poll()
      this.#idle = Promise.withResolvers<void>()
      if (this.#lanes.size > 0 || this.#outcomes.isWriting) await this.#idle.promise
      // Lanes claim nothing while outcomes are late.
    } while (this.#attempts > sent)
    return this.#attempts - before
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#outcomes.stop()
    let isLate = false
    const timeout = wait(STOP_TIMEOUT_MS, undefined, { ref: false }).then(() => {
      isLate = true
    })
    const lanes = [...this.#lanes.values()]
    await Promise.race([Promise.all(lanes.map((lane) => this.#release(lane))), timeout])
    const isBusy = () =>
      this.#inFlight > 0 ||
      this.#releases > 0 ||
      this.#outcomes.isWriting ||
      lanes.some(({ isClaiming, hasReady }) => isClaiming || hasReady)
    while (isBusy() && !isLate) await wait(10)
  }

  /** Starts the requests and the claim that a lane may start now, and closes it when it has nothing left to do. */
  #pump(lane: Lane): void {
    while (lane.mayStartRequest && this.#inFlight < MAX_REQUESTS && !this.#isStopping) {
      const delivery = lane.shift()
      if (delivery) void this.#send(lane, delivery)
    }
    if (lane.needsClaim && !this.#isStopping && !this.#outcomes.isLate) void this.#claim(lane)
    if (lane.isIdle) this.#lanes.delete(lane.row.id)
    this.#resolveWhenIdle()
  }

  async #claim(lane: Lane): Promise<void> {
    const { db, clock, log } = this.#platform
    const limit = lane.startClaim()
    let claimed: ClaimedDelivery[] = []
    try {
      if (limit > 0) claimed = await claim(db, lane.row, { now: clock.now(), limit, leaseMs: LEASE_MS })
    } catch (error) {
      log.warn({ causes: causeChain(error) }, 'due deliveries could not be claimed')
    }
    lane.endClaim(claimed, limit)
    if (lane.isHeld || this.#isStopping) await this.#release(lane)
    this.#pump(lane)
  }

  async #send(lane: Lane, delivery: ClaimedDelivery): Promise<void> {
    lane.inFlight += 1
    this.#inFlight += 1
    this.#attempts += 1
    try {
      const made = await attemptTraced(this.#platform, this.#published, lane, delivery)
      lane.silentStreak = made.hasResponse || !made.isSent ? 0 : lane.silentStreak + 1
      this.#outcomes.add({ lane, attempt: made })
    } catch (error) {
      // Its outcome is unknown, so it is attempted again when its lease ends.
      this.#platform.log.error(
        { causes: causeChain(error), delivery_id: delivery.id, requestId: delivery.request_id },
        'a delivery could not be attempted',
      )
    }
    lane.inFlight -= 1
    this.#inFlight -= 1
    this.#pump(lane)
    // All requests of the process were in use, so other lanes may wait for this one.
    if (this.#inFlight === MAX_REQUESTS - 1) for (const other of this.#lanes.values()) this.#pump(other)
  }

  async #onWritten(
    sender: Lane,
    { isHeld, hasSucceeded }: { isHeld: boolean; hasSucceeded: boolean },
  ): Promise<void> {
    // The lane may have been closed, and another one opened for its subscription, since the attempt.
    const lane = this.#lanes.get(sender.row.id) ?? sender
    this.#lanes.set(lane.row.id, lane)
    lane.isHeld = isHeld
    // With everything written the table decides, as another worker may have had success.
    if (lane.inFlight === 0 && !this.#outcomes.hasPending(lane)) lane.silentStreak = 0
    if (isHeld) await this.#release(lane)
    if (hasSucceeded) lane.allowAllRequests()
    // The written attempts may have unblocked later events of the same subjects.
    lane.isDrained = false
    this.#pump(lane)
  }

  async #release(lane: Lane): Promise<void> {
    const { db, log } = this.#platform
    const ids = lane.takeReady()
    this.#releases += 1
    try {
      if (ids.length > 0) await releaseLeases(db, lane.row.brand_id, ids)
    } catch (error) {
      log.warn({ causes: causeChain(error) }, 'leases of deliveries could not be released; they expire soon')
    }
    this.#releases -= 1
  }

  #resolveWhenIdle(): void {
    if (this.#lanes.size === 0 && !this.#outcomes.isWriting) this.#idle.resolve()
  }
}

/** Sends in this process until it is stopped. `only`: no other worker runs, so leases are left by a crash. */
export async function startDispatcher(
  platform: Platform,
  published: PublishedEvents,
  { only }: { only: boolean },
): Promise<{ stop(): Promise<void> }> {
  if (only) await releaseAllLeases(platform.db)
  const stopping = new AbortController()
  // Keys change with a restart only. Nothing waits for it: subscriptions with due deliveries are checked when they are polled.
  void bestEffort(platform.log, 'checking the signing secrets', () =>
    checkSigningSecrets(platform, stopping.signal),
  )
  const dispatcher = new Dispatcher(platform, published)
  let isPolling = false
  let isRequested = false
  /** Requests during a poll are answered by one more poll. */
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
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await Promise.all([dispatcher.stop(), listening.unlisten().catch(() => {})])
    },
  }
}

/** Sends all deliveries that are due now, and returns the number of attempts. */
export async function dispatchDue(platform: Platform, published: PublishedEvents): Promise<number> {
  return await new Dispatcher(platform, published).drain()
}
