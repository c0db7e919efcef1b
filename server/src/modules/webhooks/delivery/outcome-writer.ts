/**
 * Writes the outcomes of attempts in batches, one batch at a time: outcomes that arrive during a write are in the next
 * batch. So a busy process writes many outcomes in a statement, and an idle one writes at once.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { causeChain } from '../../../platform/cause-chain.ts'
import type { Platform } from '../../../platform/index.ts'
import { type HealthReport, recordHealth } from '../subscriptions/health.ts'
import { type CountedAttempt, countAttempts } from '../subscriptions/receiver-hours.ts'
import type { Attempt } from './attempts.ts'
import type { Lane } from './lane.ts'
import { countOutcomes, settle } from './queue.ts'

const RETRY_MS = 500

interface Outcome {
  lane: Lane
  attempt: Attempt
}

export interface OutcomeListener {
  /** The outcomes of a lane are written. `isHeld`: nothing may be sent to its receiver for now. */
  onWritten(lane: Lane, result: { isHeld: boolean; hasSucceeded: boolean }): Promise<void>
  onIdle(): void
}

export class OutcomeWriter {
  readonly #platform: Platform
  readonly #listener: OutcomeListener
  #pending: Outcome[] = []
  #isWriting = false
  #isStopping = false

  constructor(platform: Platform, listener: OutcomeListener) {
    this.#platform = platform
    this.#listener = listener
  }

  get isWriting(): boolean {
    return this.#isWriting
  }

  hasPending(lane: Lane): boolean {
    return this.#pending.some((outcome) => outcome.lane === lane)
  }

  add(outcome: Outcome): void {
    this.#pending.push(outcome)
    if (!this.#isWriting) void this.#writeAll()
  }

  /** Ends the retries of writes that fail: those deliveries are attempted again when their leases end. */
  stop(): void {
    this.#isStopping = true
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true
    // Requests that end in the same turn of the event loop share a batch.
    await new Promise(setImmediate)
    while (this.#pending.length > 0) {
      const batch = this.#pending
      this.#pending = []
      try {
        await this.#write(batch)
      } catch (error) {
        this.#platform.log.warn({ causes: causeChain(error) }, 'outcomes of deliveries could not be written')
        if (this.#isStopping) break
        await wait(RETRY_MS, undefined, { ref: false })
        this.#pending.push(...batch)
      }
    }
    this.#isWriting = false
    this.#listener.onIdle()
  }

  async #write(batch: readonly Outcome[]): Promise<void> {
    const { db } = this.#platform
    const attempts = batch.map(({ attempt }) => attempt)
    const byBrand = Map.groupBy(batch, ({ lane }) => lane.row.brand_id)
    await Promise.all([
      ...[...byBrand].map(([brandId, its]) => countAttempts(db, brandId, countedAttempts(its))),
      ...[...byBrand].map(([brandId, its]) =>
        settle(
          db,
          brandId,
          its.map(({ attempt }) => attempt),
        ),
      ),
      countOutcomes(
        db,
        countBy(attempts, ({ outcome }) => outcome),
      ),
    ])
    const byLane = Map.groupBy(batch, ({ lane }) => lane)
    await Promise.all(
      [...byLane].map(([lane, its]) =>
        this.#finishLane(
          lane,
          its.map(({ attempt }) => attempt),
        ),
      ),
    )
  }

  async #finishLane(lane: Lane, attempts: readonly Attempt[]): Promise<void> {
    const report = reportOf(attempts)
    const hasSucceeded = report.succeeded > 0
    // The row of a healthy receiver does not change with its successes.
    const isNews = report.failed > 0 || (hasSucceeded && lane.isFailing)
    const { brand_id: brandId, id: subscriptionId } = lane.row
    const { isHeld } = isNews
      ? await recordHealth(this.#platform, { brandId, subscriptionId }, report)
      : { isHeld: false }
    if (isNews) lane.isFailing = !hasSucceeded
    await this.#listener.onWritten(lane, { isHeld, hasSucceeded })
  }
}

/** Attempts in which nothing was sent are left out here too. */
const countedAttempts = (batch: readonly Outcome[]): CountedAttempt[] =>
  batch
    .filter(({ attempt }) => attempt.isSent)
    .map(({ lane, attempt: { started_at, duration_ms, verdict } }) => ({
      subscriptionId: lane.row.id,
      startedAt: started_at,
      durationMs: duration_ms,
      isDelivered: verdict.state === 'delivered',
    }))

/** Attempts in which nothing was sent are left out: they say nothing about the receiver. */
function reportOf(attempts: readonly Attempt[]): HealthReport {
  const sent = attempts.filter(({ isSent }) => isSent)
  const succeeded = sent.filter(({ verdict }) => verdict.state === 'delivered').length
  return {
    succeeded,
    failed: sent.length - succeeded,
    silent: sent.some(({ hasResponse }) => hasResponse) ? 0 : sent.length,
    isGone: sent.some(({ isGone }) => isGone),
  }
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}
