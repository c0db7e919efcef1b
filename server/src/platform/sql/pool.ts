/** Connections that are opened as they are needed, each given to one user at a time. */
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseAway } from '../database-away.ts'
import { Connection, type ParameterTypes } from './connection.ts'
import type { Ways } from './settings.ts'
import type { TimeLimit } from './time-limit.ts'

interface Waiting {
  take(connection: Connection): void
  giveUp(error: unknown): void
  looks: number
}

/** A dropped connection is replaced within a second; waiting longer would outlast a database restart. */
export const pauseMs = (failures: number) => Math.min(50 * 2 ** failures, 1000)

export interface PoolOptions {
  ways: Ways
  /** Connections. */
  most: number
  types: ParameterTypes
  limit: TimeLimit
}

const closed = () => new DatabaseAway('The connections are closed.')

export class Pool {
  readonly #ways: Ways
  readonly #most: number
  readonly #types: ParameterTypes
  readonly #limit: TimeLimit
  /** Those in use and those at rest, and those that are being opened. */
  readonly #open = new Set<Connection>()
  readonly #opening = new Set<Connection>()
  readonly #idle: Connection[] = []
  readonly #waiting: Waiting[] = []
  readonly #drained = Promise.withResolvers<void>()
  /** Beginnings of a connection, from the decision on. */
  #starts = 0
  /** Which way was good the last time. */
  #way = 0
  /** In a row. */
  #failures = 0
  #failedAt = 0
  #isEnding = false
  #isEnded = false

  constructor({ ways, most, types, limit }: PoolOptions) {
    this.#ways = ways
    this.#most = most
    this.#types = types
    this.#limit = limit
  }

  /** Lends a connection for as long as `work` takes. */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    if (this.#isEnding) throw closed()
    const connection = this.#idle.pop() ?? (await this.#wait())
    connection.countFrom(this.#limit.waitedLooks())
    try {
      return await work(connection)
    } finally {
      this.#give(connection)
    }
  }

  #wait(): Promise<Connection> {
    return new Promise((take, giveUp) => {
      this.#waiting.push({ take, giveUp, looks: this.#limit.waitedLooks() ?? 0 })
      this.#openMore()
    })
  }

  #give(connection: Connection): void {
    // The next user must not find an open transaction, nor wait for answers to the one before.
    if (!connection.lost && !connection.isClean)
      connection.lose(new DatabaseAway('A transaction was left open.'))
    const next = connection.lost ? undefined : this.#waiting.shift()
    if (next) next.take(connection)
    else if (!connection.lost) this.#idle.push(connection)
    this.#settle()
  }

  #openMore(): void {
    while (this.#starts < this.#waiting.length && this.#open.size + this.#starts < this.#most) {
      this.#starts++
      void this.#openOne()
    }
  }

  async #openOne(): Promise<void> {
    const failures = this.#failures
    try {
      await this.#pause()
      const connection = await this.#connect()
      this.#failures = 0
      this.#starts--
      this.#open.add(connection)
      if (this.#isEnded) connection.lose(closed())
      else this.#give(connection)
    } catch (error) {
      this.#starts--
      // Those that fail together have failed once.
      this.#failures = Math.max(this.#failures, failures + 1)
      this.#failedAt = performance.now()
      this.#refuse(error)
    }
  }

  async #pause(): Promise<void> {
    const ms = this.#failedAt + pauseMs(this.#failures) - performance.now()
    if (this.#failures > 0 && ms > 0) await wait(ms)
  }

  /** Tries all ways, beginning with the one that was good the last time. */
  async #connect(): Promise<Connection> {
    let reason: unknown
    for (let i = 0; i < this.#ways.length; i++) {
      if (this.#isEnded) throw closed()
      const connection = new Connection(this.#ways[this.#way] as Ways[0], this.#types, () =>
        this.#drop(connection),
      )
      this.#opening.add(connection)
      try {
        await connection.open()
        // It may have ended as soon as it began.
        if (connection.lost) throw connection.lost
        return connection
      } catch (error) {
        reason = error
        this.#way = (this.#way + 1) % this.#ways.length
      } finally {
        this.#opening.delete(connection)
      }
    }
    throw reason
  }

  /** Where there are other connections, those who wait get one of them. */
  #refuse(error: unknown): void {
    // One after the other they would each find out for themselves, and the last would wait for all before it.
    if (this.#open.size === 0) for (const one of this.#waiting.splice(0)) one.giveUp(error)
    this.#openMore()
    this.#settle()
  }

  #drop(connection: Connection): void {
    this.#open.delete(connection)
    const i = this.#idle.indexOf(connection)
    if (i >= 0) this.#idle.splice(i, 1)
    this.#openMore()
  }

  /** Called at intervals: a connection that owes an answer for too long is lost, and who waits for one too long gives up. */
  look(): void {
    const most = this.#limit.mostLooks
    for (const connection of [...this.#open, ...this.#opening]) connection.look(most)
    const isLate = (one: Waiting) => ++one.looks > most
    for (const one of this.#waiting.filter(isLate)) {
      this.#waiting.splice(this.#waiting.indexOf(one), 1)
      one.giveUp(new DatabaseAway('No connection to the database became free.'))
    }
    this.#settle()
  }

  /** Takes no new work, waits for that which is there, for so many seconds if told, and closes the connections. */
  async end({ timeout }: { timeout?: number } = {}): Promise<void> {
    this.#isEnding = true
    this.#settle()
    const late = timeout === undefined ? [] : [wait(timeout * 1000, undefined, { ref: false })]
    await Promise.race([this.#drained.promise, ...late])
    this.#isEnded = true
    for (const one of this.#waiting.splice(0)) one.giveUp(closed())
    const idle = this.#idle.splice(0)
    for (const connection of [...this.#open, ...this.#opening])
      if (!idle.includes(connection)) connection.lose(closed())
    this.#open.clear()
    await Promise.all(idle.map((connection) => connection.close()))
  }

  #settle(): void {
    if (this.#isEnding && this.#waiting.length === 0 && this.#idle.length === this.#open.size)
      this.#drained.resolve()
  }
}
