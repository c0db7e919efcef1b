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
  /** Of the request: see `DatabaseWait`. */
  node: number | undefined
}

/** A connection that is used for a request of one node. */
interface NodeUse {
  node: number
  sinceMs: number
}

/** Exponential backoff, at most a second: a longer delay would outlast a restart of the database. */
export const reconnectDelayMs = (failures: number) => Math.min(50 * 2 ** failures, 1000)

export interface PoolOptions {
  newClient: () => Promise<pg.Client>
  maxConnections: number
  known: KnownStatements
  limit: TimeLimit
  /** Whether nothing is written on its connections. */
  isReadOnly?: boolean
}

const nodeAway = () => new DatabaseAway('The node of the brand does not answer.')
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
  readonly #isReadOnly: boolean
  readonly #awayNodes = new Set<number>()
  readonly #nodeUses = new Map<Connection, NodeUse>()
  readonly #waiting: PendingCheckout[] = []
  readonly #drained = Promise.withResolvers<void>()
  /** Connection attempts that were decided on and have not finished, including their backoff. */
  #starts = 0
  /** Consecutive failed attempts. */
  #failures = 0
  #failedAt = 0
  #isEnding = false
  #isEnded = false

  constructor({ newClient, maxConnections, known, limit, isReadOnly = false }: PoolOptions) {
    this.#newClient = newClient
    this.#maxConnections = maxConnections
    this.#known = known
    this.#limit = limit
    this.#isReadOnly = isReadOnly
  }

  /** Connections in use and idle ones, and how many callers wait for one. */
  get usage(): PoolUsage {
    const idle = this.#idle.length
    return { used: this.#open.size - idle, idle, waiting: this.#waiting.length }
  }

  /** Checks out a connection for the duration of `work`. */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    if (this.#isEnding) throw closed()
    const node = this.#limit.wait?.home?.node
    if (node !== undefined && this.#awayNodes.has(node)) throw nodeAway()
    const connection = this.#takeIdle(node) ?? (await this.#wait(node))
    connection.countFrom(this.#limit.waitedTicks())
    try {
      return await work(connection)
    } finally {
      this.#nodeUses.delete(connection)
      this.#checkIn(connection)
    }
  }

  #takeIdle(node: number | undefined): Connection | undefined {
    if (!this.#isFreeFor(node)) return undefined
    const connection = this.#idle.pop()
    if (connection && node !== undefined) this.#nodeUses.set(connection, { node, sinceMs: performance.now() })
    return connection
  }

  #wait(node: number | undefined): Promise<Connection> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject, ticks: this.#limit.waitedTicks() ?? 0, node })
      this.#openMore()
    })
  }

  /** The requests of one node leave a connection to all others: if it does not answer, theirs wait for it. */
  #isFreeFor(node: number | undefined): boolean {
    if (node === undefined) return true
    const used = [...this.#nodeUses.values()].filter((use) => use.node === node).length
    return used < Math.max(1, this.#maxConnections - 1)
  }

  /** The nodes for which a connection has been in use for this long. */
  nodesInUseFor(ms: number): number[] {
    const before = performance.now() - ms
    return [...this.#nodeUses.values()].filter(({ sinceMs }) => sinceMs < before).map(({ node }) => node)
  }

  /**
   * While a node is away, nothing is sent for it. What was sent before is given up if it only reads. Writes end by themselves, within
   * the time in which the database notices: after an error, a client may write again, and what it wrote before must not follow.
   */
  setNode(node: number, isAway: boolean): void {
    if (!isAway) {
      this.#awayNodes.delete(node)
      return
    }
    this.#awayNodes.add(node)
    const isLost = (one: PendingCheckout) => one.node === node
    for (const one of this.#waiting.filter(isLost)) {
      this.#waiting.splice(this.#waiting.indexOf(one), 1)
      one.reject(nodeAway())
    }
    if (this.#isReadOnly)
      for (const [connection, use] of [...this.#nodeUses]) if (use.node === node) connection.lose(nodeAway())
    this.#resolveIfDrained()
  }

  #checkIn(connection: Connection): void {
    // The next user must not get an open transaction, or wait for results of the previous user.
    if (!connection.lost && !connection.isClean)
      connection.lose(
        new DatabaseAway('The connection was returned with an open transaction or a statement in flight.'),
      )
    if (!connection.lost) this.#idle.push(connection)
    this.#serveWaiting()
    this.#resolveIfDrained()
  }

  #serveWaiting(): void {
    while (this.#idle.length > 0) {
      const i = this.#waiting.findIndex(({ node }) => this.#isFreeFor(node))
      const [next] = i < 0 ? [] : this.#waiting.splice(i, 1)
      if (!next) return
      next.resolve(this.#takeIdle(next.node) as Connection)
    }
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
      if (this.#known.isDistributed) await connection.askForNodes()
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
