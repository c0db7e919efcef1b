/**
 * Records the outcomes of attempts in batches, for each brand one batch at a time: outcomes that arrive during a write are
 * in the next batch. So a busy process records many outcomes in one statement, and an idle process records each one at
 * once. Brands do not wait for each other: the node of one may be away.
 *
 * An outcome is recorded once, even if its write is retried: `settle` ends the lease of the attempt, and the counters count
 * only settled outcomes, in the same transaction.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { causeChain } from '../../../platform/cause-chain.ts'
import { allSent, isDatabaseAway, type Transaction, transaction } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { type HealthReport, recordHealth } from '../subscriptions/health.ts'
import { lockSubscriptions } from '../subscriptions/queries.ts'
import { type CountedAttempt, countAttempts } from '../subscriptions/receiver-hours.ts'
import type { Attempt } from './attempts.ts'
import { countOutcomes, settle } from './queue.ts'
import type { Sender } from './sender.ts'

const RETRY_MS = 500
/** The part of a lease that is left for the write after an attempt that used its whole timeout. */
const LATE_MS = 2_000

interface Outcome {
  sender: Sender
  attempt: Attempt
}
interface PendingOutcome extends Outcome {
  addedAt: number
}

/** What the outcomes of a sender say about its receiver. */
interface SenderResult {
  /** Nothing may be sent for now. */
  isHeld: boolean
  /** Undefined if the outcomes do not change the subscription. */
  isFailing?: boolean
  hasSucceeded: boolean
}

const NO_NEWS: SenderResult = { isHeld: false, hasSucceeded: false }

export interface OutcomeListener {
  /** The outcomes of a sender are recorded, or given up. */
  onWritten(sender: Sender, result: Pick<SenderResult, 'isHeld' | 'hasSucceeded'>): Promise<void>
  onIdle(): void
}

/** The outcomes of a brand that are not recorded yet. */
interface BrandOutcomes {
  pending: PendingOutcome[]
  /** Those that are being written. */
  batch: PendingOutcome[]
}

export class OutcomeWriter {
  readonly #platform: Platform
  readonly #listener: OutcomeListener
  /** A brand is in it while its outcomes are written. */
  readonly #brands = new Map<BrandId, BrandOutcomes>()
  #isStopping = false
  #refused = 0

  constructor(platform: Platform, listener: OutcomeListener) {
    this.#platform = platform
    this.#listener = listener
  }

  get isWriting(): boolean {
    return this.#brands.size > 0
  }

  /**
   * The oldest outcome of the brand has waited so long that leases may expire: a delivery that is claimed now might have
   * arrived already.
   */
  isLate(brandId: BrandId): boolean {
    const its = this.#brands.get(brandId)
    const oldest = its?.batch[0] ?? its?.pending[0]
    return oldest !== undefined && performance.now() - oldest.addedAt > LATE_MS
  }

  hasPending(sender: Sender): boolean {
    const its = this.#brands.get(sender.row.brand_id)
    return its?.pending.some((outcome) => outcome.sender === sender) ?? false
  }

  add(outcome: Outcome): void {
    const brandId = outcome.sender.row.brand_id
    const added = { ...outcome, addedAt: performance.now() }
    const its = this.#brands.get(brandId)
    if (its) its.pending.push(added)
    else void this.#writeAll(brandId, { pending: [added], batch: [] })
  }

  /** How long the oldest outcome waits to be recorded, in milliseconds. */
  waitedMs(): number {
    const oldest = [...this.#brands.values()].flatMap(({ batch, pending }) => batch[0] ?? pending[0] ?? [])
    const now = performance.now()
    return Math.max(0, ...oldest.map(({ addedAt }) => now - addedAt))
  }

  /** How many outcomes the database has refused. Their deliveries are attempted again. */
  get refused(): number {
    return this.#refused
  }

  /** Ends the retries of failed writes: the deliveries are attempted again when their leases end. */
  stop(): void {
    this.#isStopping = true
  }

  async #writeAll(brandId: BrandId, its: BrandOutcomes): Promise<void> {
    this.#brands.set(brandId, its)
    // Requests that end in the same turn of the event loop share a batch.
    await new Promise(setImmediate)
    while (its.pending.length > 0) {
      its.batch = its.pending
      its.pending = []
      const isWritten = await this.#writeBatch(brandId, its.batch)
      if (!isWritten && this.#isStopping) break
      if (!isWritten) {
        await wait(RETRY_MS, undefined, { ref: false })
        its.pending = [...its.batch, ...its.pending]
      }
      its.batch = []
    }
    this.#brands.delete(brandId)
    this.#listener.onIdle()
  }

  /** Returns false if the batch has to be written again because the database is unavailable. */
  async #writeBatch(brandId: BrandId, batch: readonly PendingOutcome[]): Promise<boolean> {
    try {
      await this.#writeOrSplit(brandId, batch)
      return true
    } catch (error) {
      this.#platform.log.warn({ causes: causeChain(error) }, 'outcomes of deliveries could not be written')
      return false
    }
  }

  /** Halves a batch that the database refuses, again and again, so that only the refused outcomes are left out. */
  async #writeOrSplit(brandId: BrandId, outcomes: readonly Outcome[]): Promise<void> {
    try {
      await this.#write(brandId, outcomes)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      const [first] = outcomes
      if (first && outcomes.length === 1) {
        this.#refused += 1
        this.#platform.log.error(
          { causes: causeChain(error), delivery_id: first.attempt.id },
          'the outcome of a delivery cannot be written; it is attempted again when its lease ends',
        )
        await this.#listener.onWritten(first.sender, NO_NEWS)
        return
      }
      const half = Math.ceil(outcomes.length / 2)
      await this.#writeOrSplit(brandId, outcomes.slice(0, half))
      await this.#writeOrSplit(brandId, outcomes.slice(half))
    }
  }

  async #write(brandId: BrandId, outcomes: readonly Outcome[]): Promise<void> {
    const results = await transaction(this.#platform.db, (tx) => this.#record(tx, brandId, outcomes))
    const senders = new Set(outcomes.map(({ sender }) => sender))
    await Promise.all(
      [...senders].map(async (sender) => {
        const result = results.get(sender) ?? NO_NEWS
        sender.isFailing = result.isFailing ?? sender.isFailing
        await this.#listener.onWritten(sender, result)
      }),
    )
  }

  async #record(
    tx: Transaction,
    brandId: BrandId,
    outcomes: readonly Outcome[],
  ): Promise<Map<Sender, SenderResult>> {
    const results = new Map<Sender, SenderResult>()
    // Locked before the deliveries, like everywhere else, so that transactions do not deadlock.
    const affected = outcomes.filter(({ sender, attempt }) => isNews(sender, reportOf([attempt])))
    if (affected.length > 0) {
      const ids = new Set(affected.map(({ sender }) => sender.row.id))
      await lockSubscriptions(tx, brandId, [...ids])
    }
    const places = await settle(
      tx,
      brandId,
      outcomes.map(({ attempt }) => attempt),
    )
    const settled = outcomes.filter((_, place) => places.has(place))
    if (settled.length === 0) return results
    // In this order: the health of a receiver is read from the counts of its attempts.
    await allSent([
      countAttempts(tx, brandId, countedAttempts(settled)),
      ...[...Map.groupBy(settled, ({ sender }) => sender)].map(async ([sender, its]) => {
        results.set(sender, await this.#recordHealth(tx, sender, reportOf(its.map(({ attempt }) => attempt))))
      }),
    ])
    // Last, because every writer of outcomes locks the same few rows.
    await countOutcomes(
      tx,
      countBy(settled, ({ attempt }) => attempt.outcome),
    )
    return results
  }

  async #recordHealth(tx: Transaction, sender: Sender, report: HealthReport): Promise<SenderResult> {
    const hasSucceeded = report.succeeded > 0
    if (!isNews(sender, report)) return { isHeld: false, hasSucceeded }
    const { brand_id: brandId, id: subscriptionId } = sender.row
    const work = { ...this.#platform, db: tx }
    const { isHeld } = await recordHealth(work, { brandId, subscriptionId }, report)
    return { isHeld, isFailing: !hasSucceeded, hasSucceeded }
  }
}

/** The row of a healthy receiver does not change with its successes. */
const isNews = (sender: Sender, { succeeded, failed }: HealthReport): boolean =>
  failed > 0 || (succeeded > 0 && sender.isFailing)

/** Attempts in which nothing was sent are left out here too. */
const countedAttempts = (batch: readonly Outcome[]): CountedAttempt[] =>
  batch
    .filter(({ attempt }) => attempt.isSent)
    .map(({ sender, attempt: { started_at, duration_ms, verdict } }) => ({
      subscriptionId: sender.row.id,
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
    hasGivenUp: sent.some(({ verdict }) => verdict.state === 'failed'),
    isGone: sent.some(({ isGone }) => isGone),
  }
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}
