/**
 * The dispatcher sends due deliveries: it polls for brands and subscriptions that have some, and runs a sender for each
 * subscription.
 *
 * A sender claims a few more deliveries than it sends at once. Each claim is a lease: a delivery is sent only while its
 * lease outlasts an attempt, and the deliveries of a dead process are claimed by others when their leases end.
 */

import { setTimeout as wait } from 'node:timers/promises'
import { causeChain } from '../../../platform/cause-chain.ts'
import type { PublishedEvents } from '../../../platform/events/published-events.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Backlog } from '../../../platform/processes/heartbeats.ts'
import { isBrandActive } from '../../identity/index.ts'
import { markUnreadable } from '../subscriptions/signing-secrets.ts'
import { attemptTraced, endpointOf } from './attempts.ts'
import { dueBrands } from './due-brands.ts'
import { OutcomeWriter } from './outcome-writer.ts'
import { type ClaimedDelivery, claim, listDueSubscriptions, releaseLeases } from './queue.ts'
import { LEASE_MS, Sender } from './sender.ts'

/** Concurrent requests of this process. Each holds one message in memory. */
const MAX_REQUESTS = 512
/** How long `stop` waits for attempts in flight. Longer ones are repeated by another worker. */
const STOP_TIMEOUT_MS = 2_000

export class Dispatcher {
  readonly #platform: Platform
  readonly #published: PublishedEvents
  readonly #senders = new Map<string, Sender>()
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
      onWritten: (sender, result) => this.#onWritten(sender, result),
      onIdle: () => this.#resolveWhenIdle(),
    })
  }

  /** What is known of attempts and not recorded yet. */
  backlog(): Backlog {
    return { waitedMs: Math.round(this.#outcomes.waitedMs()), refused: this.#outcomes.refused }
  }

  /** Starts a sender for each subscription that has due deliveries. Leaves out brands whose node is away. */
  async poll(): Promise<void> {
    if (this.#isStopping) return
    const { db } = this.#platform
    // The deliveries of suspended brands wait.
    const isActive = isBrandActive(db, db`brand_id`)
    await dueBrands.poll(this.#platform, (brandIds) => this.#startSenders(brandIds), isActive)
  }

  /** Returns the brands that have something to send. */
  async #startSenders(brandIds: readonly BrandId[]): Promise<BrandId[]> {
    const { db, clock } = this.#platform
    const late = new Set(brandIds.filter((id) => this.#outcomes.isLate(id)))
    const others = brandIds.filter((id) => !late.has(id))
    const due = others.length > 0 ? await listDueSubscriptions(db, others, clock.now()) : []
    for (const row of due) {
      const endpoint = endpointOf(this.#platform, row)
      // Only the deliveries of this subscription wait.
      if (!endpoint) {
        if (!row.secret_unreadable_since) await markUnreadable(this.#platform, row)
        continue
      }
      const sender = this.#senders.get(row.id) ?? new Sender(row, endpoint)
      sender.refresh(row, endpoint)
      this.#senders.set(row.id, sender)
      this.#pump(sender)
    }
    const sending = [...this.#senders.values()].map(({ row }) => row)
    return [...late, ...[...due, ...sending].map(({ brand_id }) => brand_id)]
  }

  /** Sends until no delivery is due any more, and returns the number of attempts. */
  async drain(): Promise<number> {
    const before = this.#attempts
    let sent: number
    do {
      sent = this.#attempts
      await this.poll()
      this.#idle = Promise.withResolvers<void>()
      if (this.#senders.size > 0 || this.#outcomes.isWriting) await this.#idle.promise
      // Senders claim nothing while outcomes are late.
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
    const senders = [...this.#senders.values()]
    await Promise.race([Promise.all(senders.map((sender) => this.#release(sender))), timeout])
    const isBusy = () =>
      this.#inFlight > 0 ||
      this.#releases > 0 ||
      this.#outcomes.isWriting ||
      senders.some(({ isClaiming, hasReady }) => isClaiming || hasReady)
    while (isBusy() && !isLate) await wait(10)
  }

  /** Starts the requests and the claim that a sender may start now, and closes it when it has nothing left to do. */
  #pump(sender: Sender): void {
    while (sender.mayStartRequest && this.#inFlight < MAX_REQUESTS && !this.#isStopping) {
      const delivery = sender.shift()
      if (delivery) void this.#send(sender, delivery)
    }
    if (sender.needsClaim && !this.#isStopping && !this.#outcomes.isLate(sender.row.brand_id))
      void this.#claim(sender)
    if (sender.isIdle) this.#senders.delete(sender.row.id)
    this.#resolveWhenIdle()
  }

  async #claim(sender: Sender): Promise<void> {
    const { db, clock, log } = this.#platform
    const limit = sender.startClaim()
    let claimed: ClaimedDelivery[] = []
    try {
      if (limit > 0) claimed = await claim(db, sender.row, { now: clock.now(), limit, leaseMs: LEASE_MS })
    } catch (error) {
      log.warn({ causes: causeChain(error) }, 'due deliveries could not be claimed')
    }
    sender.endClaim(claimed, limit)
    if (sender.isHeld || this.#isStopping) await this.#release(sender)
    this.#pump(sender)
  }

  async #send(sender: Sender, delivery: ClaimedDelivery): Promise<void> {
    sender.inFlight += 1
    this.#inFlight += 1
    this.#attempts += 1
    try {
      const made = await attemptTraced(this.#platform, this.#published, sender, delivery)
      sender.silentStreak = made.hasResponse || !made.isSent ? 0 : sender.silentStreak + 1
      this.#outcomes.add({ sender, attempt: made })
    } catch (error) {
      // Its outcome is unknown, so it is attempted again when its lease ends.
      this.#platform.log.error(
        { causes: causeChain(error), delivery_id: delivery.id, requestId: delivery.request_id },
        'a delivery could not be attempted',
      )
    }
    sender.inFlight -= 1
    this.#inFlight -= 1
    this.#pump(sender)
    // All requests of the process were in use, so other senders may wait for this one.
    if (this.#inFlight === MAX_REQUESTS - 1) for (const other of this.#senders.values()) this.#pump(other)
  }

  async #onWritten(
    ofAttempts: Sender,
    { isHeld, hasSucceeded }: { isHeld: boolean; hasSucceeded: boolean },
  ): Promise<void> {
    // It may have been closed, and another one opened for its subscription, since the attempts.
    const sender = this.#senders.get(ofAttempts.row.id) ?? ofAttempts
    this.#senders.set(sender.row.id, sender)
    sender.isHeld = isHeld
    // Once all outcomes are written, the stored count decides: another worker may have had a success.
    if (sender.inFlight === 0 && !this.#outcomes.hasPending(sender)) sender.silentStreak = 0
    if (isHeld) await this.#release(sender)
    if (hasSucceeded) sender.allowAllRequests()
    // The written attempts may have unblocked later events of the same subjects.
    sender.isDrained = false
    this.#pump(sender)
  }

  async #release(sender: Sender): Promise<void> {
    const { db, log } = this.#platform
    const ids = sender.takeReady()
    this.#releases += 1
    try {
      if (ids.length > 0) await releaseLeases(db, sender.row.brand_id, ids)
    } catch (error) {
      log.warn({ causes: causeChain(error) }, 'leases of deliveries could not be released; they expire soon')
    }
    this.#releases -= 1
  }

  #resolveWhenIdle(): void {
    if (this.#senders.size === 0 && !this.#outcomes.isWriting) this.#idle.resolve()
  }
}
