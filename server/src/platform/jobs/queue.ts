/**
 * The job queue of one worker process. A loop records how jobs ended, claims others and sends the heartbeat of the
 * worker. It has connections of its own, on which no statement waits for more than a few seconds. If a turn fails, the
 * next one repeats its work. A loop whose turns keep failing sends no heartbeat, and other workers then release its
 * jobs.
 *
 * Jobs run beside the loop, which goes on however long they take.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { causeChain } from '../cause-chain.ts'
import { connect, type Database } from '../database.ts'
import type { Log } from '../log.ts'
import { type ClaimedJob, claimJobs, type EndedJob, recordEnds, releaseClaims } from './claims.ts'
import { DEAD_AFTER_MS, releaseJobsOfDeadWorkers, removeWorker, renewWorker } from './workers.ts'

/** Handlers mostly wait for the database and share its connection pool: more jobs would only queue for a connection. */
const CONCURRENCY = 8
/** Jobs in hand. More would let one worker hold work that another one could do. */
const MAX_HELD = 50
/** New jobs notify the workers; this bounds the delay of jobs that become due by time or because the clock was moved. */
const POLL_MS = 500
const HEARTBEAT_MS = 1_000
const SWEEP_MS = 3_000
/** After a turn that failed, so that an outage does not flood the log. */
const RETRY_MS = 1_000
/**
 * Many times what a statement takes. A hanging connection is given up after this time, the turn is repeated, and lost claims
 * are released by the next sweep: all of it takes less than ten seconds.
 */
const ANSWER_WITHIN_MS = 4_000
/** Running jobs may continue this long after `stop`; the process has three seconds in total. */
const STOP_MS = 2_000
const LEAVE_MS = 400

/** The node of the database that has the rows of the job is away. */
export class JobPostponed extends Error {}

/** Runs the jobs of a kind. */
export type RunJob = (job: ClaimedJob) => Promise<void>

export const connectQueue = (databaseUrl: string): Database =>
  connect(databaseUrl, {
    pool: 1,
    name: 'tradehall queue',
    answerWithinMs: ANSWER_WITHIN_MS,
    // The queue is filled and emptied faster than its statistics follow: a plan for a short one would sort a long one.
    serverSettings: '-c enable_sort=off',
  })

export class JobQueue {
  /** Identifies the worker in the locks of its jobs. */
  readonly #id = randomUUID()
  readonly #log: Log
  readonly #db: Database
  readonly #kinds: ReadonlyMap<string, RunJob>
  /** Claimed and not begun. */
  readonly #waiting: ClaimedJob[] = []
  readonly #running = new Set<string>()
  readonly #ended: EndedJob[] = []
  readonly counts = { ran: 0, failed: 0 }
  #serving: Promise<void> | undefined
  #watching: NodeJS.Timeout | undefined
  #sweeping: Promise<void> | undefined
  #woken = Promise.withResolvers<void>()
  #isStopping = false
  #hasLeft = false
  #isSilent = false
  #polledAt = performance.now()
  #renewedAt = performance.now()
  #sweptAt = performance.now()

  constructor(log: Log, db: Database, kinds: ReadonlyMap<string, RunJob>) {
    this.#log = log
    this.#db = db
    this.#kinds = kinds
  }

  /** Registers the worker, and runs jobs until it is stopped. */
  async start(): Promise<void> {
    await this.#renew()
    this.#serving = this.#serve()
    this.#watching = setInterval(() => this.#watch(), HEARTBEAT_MS)
  }

  /** Jobs that do not finish in time are released to the queue. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#waiting.splice(0)
    this.wake()
    if (this.#serving) await endsWithin(STOP_MS, this.#serving)
    clearInterval(this.#watching)
    this.#hasLeft = true
    await endsWithin(LEAVE_MS, this.#leave())
  }

  /**
   * Runs due jobs, and jobs that they enqueue for now. After the deadline it only waits for running jobs. A worker that
   * only drains is not registered, unless it takes long. Returns how many jobs it claimed.
   */
  async drain(deadline: number): Promise<number> {
    for (let total = 0; ; ) {
      const claimed = await this.#turn()
      total += claimed ?? 0
      const isDone = claimed === 0 && this.#ended.length === 0
      if (this.#running.size === 0 && (isDone || performance.now() > deadline)) return total
      await this.#pause()
    }
  }

  /** Begins the next turn at once. */
  readonly wake = (): void => this.#woken.resolve()

  /** How long ago a turn last succeeded. */
  readonly silentMs = (): number => performance.now() - this.#polledAt

  async #serve(): Promise<void> {
    for (;;) {
      await this.#turn()
      if (this.#hasLeft || (this.#isStopping && this.#held().length === 0)) return
      await this.#pause()
    }
  }

  /** Returns the number of claimed jobs; undefined if the turn failed. */
  async #turn(): Promise<number | undefined> {
    this.#woken = Promise.withResolvers()
    try {
      return await this.#poll()
    } catch (error) {
      this.#log.warn({ causes: causeChain(error) }, 'the job queue failed and will retry')
      await wait(RETRY_MS)
      return undefined
    }
  }

  #pause(): Promise<boolean> {
    return endsWithin(POLL_MS, this.#woken.promise)
  }

  async #poll(): Promise<number> {
    const claimed = await this.#claim(await this.#record())
    if (this.#hasLeft) return claimed
    if (performance.now() - this.#renewedAt >= HEARTBEAT_MS) await this.#renew()
    if (performance.now() - this.#sweptAt >= SWEEP_MS) await this.#sweep()
    this.#polledAt = performance.now()
    return claimed
  }

  /** Returns the number of jobs that ended since the last turn. */
  async #record(): Promise<number> {
    const ended = [...this.#ended]
    if (ended.length > 0) {
      const left = await recordEnds(this.#db, this.#id, ended)
      this.#ended.splice(0, ended.length, ...left)
    }
    return ended.length
  }

  /** Claims as many jobs as can begin, and for the next turn as many as ended during the last one. */
  async #claim(ended: number): Promise<number> {
    const inHand = this.#running.size + this.#waiting.length
    const limit = this.#isStopping ? 0 : Math.min(CONCURRENCY + ended, MAX_HELD) - inHand
    if (limit <= 0) return 0
    const jobs = await claimJobs(this.#db, this.#holding(), { kinds: [...this.#kinds.keys()], limit })
    this.#waiting.push(...jobs)
    this.#begin()
    return jobs.length
  }

  /** Jobs that were claimed and can no longer begin are released when the worker stops. */
  #begin(): void {
    while (this.#running.size < CONCURRENCY && !this.#isStopping) {
      const job = this.#waiting.shift()
      if (!job) return
      this.#running.add(job.id)
      void this.#run(job)
    }
  }

  async #run(job: ClaimedJob): Promise<void> {
    const end = await this.#endOf(job)
    this.#running.delete(job.id)
    this.#ended.push({ id: job.id, ...end })
    this.counts.ran += 1
    if (end.failure !== null) this.counts.failed += 1
    this.#begin()
    this.wake()
  }

  async #endOf(job: ClaimedJob): Promise<Omit<EndedJob, 'id'>> {
    try {
      await this.#kinds.get(job.kind)?.(job)
      return { failure: null }
    } catch (error) {
      // PostgreSQL stores no text with a null character.
      const failure = String((error as { message?: unknown } | null)?.message || error).replaceAll('\0', '')
      return { failure, isPostponed: error instanceof JobPostponed }
    }
  }

  async #renew(): Promise<void> {
    await renewWorker(this.#db, this.#id)
    this.#renewedAt = performance.now()
  }

  /**
   * Runs after the heartbeat, so that a worker that was silent does not release its own jobs. Jobs of other workers are
   * released outside of the loop, because their rows may be locked.
   */
  async #sweep(): Promise<void> {
    // Jobs that could not begin since the last sweep, behind long ones, may begin elsewhere.
    this.#waiting.splice(0)
    await releaseClaims(this.#db, this.#holding())
    this.#sweptAt = performance.now()
    this.#sweeping ??= releaseJobsOfDeadWorkers(this.#db)
      .catch((error) =>
        this.#log.warn({ causes: causeChain(error) }, 'jobs of dead workers were not released'),
      )
      .finally(() => {
        this.#sweeping = undefined
      })
  }

  async #leave(): Promise<void> {
    await releaseClaims(this.#db, { worker: this.#id, ids: [] })
    await removeWorker(this.#db, this.#id)
  }

  /** Logs when turns no longer succeed, for whatever reason, and when they succeed again. */
  #watch(): void {
    const isSilent = this.silentMs() > DEAD_AFTER_MS
    if (isSilent === this.#isSilent) return
    this.#isSilent = isSilent
    if (isSilent) this.#log.error('the job queue does not poll; other workers may take over its jobs')
    else this.#log.info('the job queue polls again')
  }

  #holding() {
    return { worker: this.#id, ids: this.#held() }
  }

  #held(): string[] {
    return [...this.#running, ...[...this.#waiting, ...this.#ended].map(({ id }) => id)]
  }
}

/** Whether the work ended, well or not, within this time. */
async function endsWithin(timeoutMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false)
  })
  const ended = work.then(
    () => true,
    () => false,
  )
  return Promise.race([ended, timeout]).finally(() => clearTimeout(timer))
}
