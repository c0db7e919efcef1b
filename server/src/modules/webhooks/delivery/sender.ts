/**
 * A sender sends the deliveries of one subscription. It has a limit of concurrent requests of its own, so that a slow or
 * silent receiver delays nobody else's deliveries.
 */
import { HOLD_AFTER } from '../subscriptions/health.ts'
import { type Endpoint, TIMEOUT_MS } from './attempts.ts'
import type { ClaimedDelivery, DueSubscription } from './queue.ts'

/** Concurrent requests to one receiver: enough to keep a quick one busy, few enough not to flood a small one. */
export const MAX_SENDER_REQUESTS = 16
/** Deliveries of a dead worker are claimed by others after this time and a poll. */
export const LEASE_MS = 25_000
/** A delivery that has waited in memory for longer is not sent, as its lease might end during the attempt. */
const SEND_WITHIN_MS = LEASE_MS - TIMEOUT_MS - 2_000
/** Upper limit of a claim; each delivery in it waits in memory. */
const MAX_BATCH = 512
/** The batch size doubles when a batch lasted less than this, and is reset when it lasted longer than `SLOW_MS`. */
const QUICK_MS = 300
const SLOW_MS = 1_500

export class Sender {
  row: DueSubscription
  endpoint: Endpoint
  inFlight = 0
  isClaiming = false
  /** The last claim returned all deliveries that may be sent now. */
  isDrained = false
  /** The receiver failed to respond many times in a row: nothing is sent until its hold ends. */
  isHeld = false
  /** Whether the subscription is stored as failing. */
  isFailing = false
  /** Attempts in a row without a response, including those whose outcome is not written yet. */
  silentStreak = 0
  #ready: { delivery: ClaimedDelivery; claimedAt: number }[] = []
  #maxRequests = MAX_SENDER_REQUESTS
  #batch = MAX_SENDER_REQUESTS
  #claimStartedAt = Number.NEGATIVE_INFINITY

  constructor(row: DueSubscription, endpoint: Endpoint) {
    this.row = row
    this.endpoint = endpoint
  }

  /** Applies the current state of the subscription, which has due deliveries. */
  refresh(row: DueSubscription, endpoint: Endpoint): void {
    this.row = row
    this.endpoint = endpoint
    // A receiver that failed to respond many times in a row gets a single request, as a probe.
    this.#maxRequests = row.silences >= HOLD_AFTER ? 1 : MAX_SENDER_REQUESTS
    this.isDrained = false
    this.isHeld = false
    this.isFailing = row.failing_since !== null
  }

  /** The receiver works again, so the limit of one request, the probe, is lifted. */
  allowAllRequests(): void {
    this.#maxRequests = MAX_SENDER_REQUESTS
  }

  /** Sending waits until the outcomes of a silent streak are written, because they may hold the sender. */
  get isPaused(): boolean {
    return this.isHeld || this.silentStreak >= HOLD_AFTER
  }

  get hasReady(): boolean {
    return this.#ready.length > 0
  }

  get isIdle(): boolean {
    return !this.hasReady && this.inFlight === 0 && !this.isClaiming
  }

  /** Claims run ahead of the requests, so that a quick receiver does not wait for the database. */
  get needsClaim(): boolean {
    return this.#ready.length <= this.#batch / 2 && !this.isClaiming && !this.isDrained && !this.isPaused
  }

  get mayStartRequest(): boolean {
    return this.hasReady && this.inFlight < this.#maxRequests && !this.isPaused
  }

  /** The next delivery to send; undefined if the rest of its lease is too short, so that it is claimed again later. */
  shift(): ClaimedDelivery | undefined {
    const next = this.#ready.shift()
    return next && performance.now() - next.claimedAt < SEND_WITHIN_MS ? next.delivery : undefined
  }

  /** Adapts the batch size to the speed of the receiver, and returns how many deliveries to claim. */
  startClaim(): number {
    this.isClaiming = true
    const now = performance.now()
    const elapsedMs = now - this.#claimStartedAt
    if (elapsedMs < QUICK_MS) this.#batch = Math.min(this.#batch * 2, MAX_BATCH)
    else if (elapsedMs > SLOW_MS) this.#batch = this.#maxRequests
    this.#claimStartedAt = now
    // A probe is one delivery, which may be in flight already.
    const isProbe = this.#maxRequests === 1
    return isProbe ? Math.max(0, 1 - this.inFlight - this.#ready.length) : this.#batch
  }

  endClaim(claimed: readonly ClaimedDelivery[], limit: number): void {
    this.isClaiming = false
    this.isDrained = claimed.length < limit || limit === 0
    const claimedAt = performance.now()
    this.#ready.push(...claimed.map((delivery) => ({ delivery, claimedAt })))
  }

  /** Removes the deliveries that wait in memory, so that their leases can be released. */
  takeReady(): string[] {
    return this.#ready.splice(0).map(({ delivery }) => delivery.id)
  }
}
