/** A pool of connections, opened on demand, each checked out by one user at a time. */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseAway } from '../database-health/away.ts'
import { Connection } from './connection.ts'
import type { KnownStatements } from './known-statements.ts'
import type { TimeLimit } from './time-limit.ts'

interface PendingCheckout {
  resolve(connection: Connection): void
  reject(error: unknown): void
  ticks: number
}

/** Exponential backoff, at most a second: a longer delay would outlast a restart of the database. */
export const reconnectDelayMs = (failures: number) => Math.min(50 * 2 ** failures, 1000)

export interface PoolOptions {
  newClient: () => Promise<pg.Client>
  maxConnections: number
  known: KnownStatements
  limit: TimeLimit
}

const closed = () => new DatabaseAway('The connections are closed.')

export interface PoolUsage {
  used: number
  idle: number
  waiting: number
}

export class Pool {
  readonly #newClient: () => Promise<pg.Client>
  readonly #maxConnections: number
  readonly #known: KnownStatements
  readonly #limit: TimeLimit
  /** Connections in use and idle ones; `#opening` has those that are being opened. */
  readonly #open = new Set<Connection>()
  readonly #opening = new Set<Connection>()
  readonly #idle: Connection[] = []
  readonly #waiting: PendingCheckout[] = []
  readonly #drained = Promise.withResolvers<void>()
  /** Connection attempts that were decided on and have not finished, including their backoff. */
  #starts = 0
  /** Consecutive failed attempts. */
  #failures = 0
  #failedAt = 0
  #isEnding = false
  #isEnded = false

  constructor({ newClient, maxConnections, known, limit }: PoolOptions) {
    this.#newClient = newClient
    this.#maxConnections = maxConnections
    this.#known = known
    this.#limit = limit
  }

  /** Connections in use and idle ones, and how many callers wait for one. */
  get usage(): PoolUsage {
    const idle = this.#idle.length
    return { used: this.#open.size - idle, idle, waiting: this.#waiting.length }
  }

  /** Checks out a connection for the duration of `work`. */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    if (this.#isEnding) throw closed()
    const connection = this.#idle.pop() ?? (await this.#wait())
    connection.countFrom(this.#limit.waitedTicks())
    try {
      return await work(connection)
    } finally {
      this.#checkIn(connection)
    }
  }

  #wait(): Promise<Connection> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject, ticks: this.#limit.waitedTicks() ?? 0 })
      this.#openMore()
    })
  }

  #checkIn(connection: Connection): void {
    // The next user must not get an open transaction, or wait for results of the previous user.
    if (!connection.lost && !connection.isClean)
      connection.lose(
        new DatabaseAway('The connection was returned with an open transaction or a statement in flight.'),
      )
    const next = connection.lost ? undefined : this.#waiting.shift()
    if (next) next.resolve(connection)
    else if (!connection.lost) this.#idle.push(connection)
    this.#resolveIfDrained()
  }

  #openMore(): void {
    while (this.#starts < this.#waiting.length && this.#open.size + this.#starts < this.#maxConnections) {
      this.#starts++
      void this.#openOne()
    }
  }

  async #openOne(): Promise<void> {
    const failures = this.#failures
    try {
      await this.#backOff()
      const connection = await this.#connect()
      this.#failures = 0
      this.#starts--
      this.#open.add(connection)
      if (this.#isEnded) connection.lose(closed())
      else this.#checkIn(connection)
    } catch (error) {
      this.#starts--
      // Attempts that fail at the same time count as one failure.
      this.#failures = Math.max(this.#failures, failures + 1)
      this.#failedAt = performance.now()
      this.#rejectWaiting(error)
    }
  }

  async #backOff(): Promise<void> {
    const ms = this.#failedAt + reconnectDelayMs(this.#failures) - performance.now()
    if (this.#failures > 0 && ms > 0) await wait(ms)
  }

  async #connect(): Promise<Connection> {
    const client = await this.#newClient()
    if (this.#isEnded) throw closed()
    const connection: Connection = new Connection(client, this.#known, () => this.#drop(connection))
    this.#opening.add(connection)
    try {
      await connection.open()
      // The connection may have been lost as soon as it was opened.
      if (connection.lost) throw connection.lost
      return connection
    } finally {
      this.#opening.delete(connection)
    }
  }

  /** Rejects waiting callers if no connection is open; otherwise they get one of the open ones. */
  #rejectWaiting(error: unknown): void {
    // Without this, each caller would wait for its own attempt, and the last one for all attempts before it.
    if (this.#open.size === 0) for (const one of this.#waiting.splice(0)) one.reject(error)
    this.#openMore()
    this.#resolveIfDrained()
  }

  #drop(connection: Connection): void {
    this.#open.delete(connection)
    const i = this.#idle.indexOf(connection)
    if (i >= 0) this.#idle.splice(i, 1)
    this.#openMore()
  }

  /** Called at each tick of `TimeLimit`: gives up connections with an overdue result, and overdue waits for a connection. */
  checkTimeouts(): void {
    const { maxTicks } = this.#limit
    for (const connection of [...this.#open, ...this.#opening]) connection.checkTimeout(maxTicks)
    const isLate = (one: PendingCheckout) => ++one.ticks > maxTicks
    for (const one of this.#waiting.filter(isLate)) {
      this.#waiting.splice(this.#waiting.indexOf(one), 1)
      one.reject(new DatabaseAway('No connection to the database became free within the time limit.'))
    }
    this.#resolveIfDrained()
  }

  /** Refuses new work, waits for current work, within `timeout` seconds if given, and closes the connections. */
  async end({ timeout }: { timeout?: number } = {}): Promise<void> {
    this.#isEnding = true
    this.#resolveIfDrained()
    const late = timeout === undefined ? [] : [wait(timeout * 1000, undefined, { ref: false })]
    await Promise.race([this.#drained.promise, ...late])
    this.#isEnded = true
    for (const one of this.#waiting.splice(0)) one.reject(closed())
    const idle = this.#idle.splice(0)
    for (const connection of [...this.#open, ...this.#opening])
      if (!idle.includes(connection)) connection.lose(closed())
    this.#open.clear()
    await Promise.all(idle.map((connection) => connection.close()))
  }

  #resolveIfDrained(): void {
    if (this.#isEnding && this.#waiting.length === 0 && this.#idle.length === this.#open.size)
      this.#drained.resolve()
  }
}
