/**
 * One connection to the database, opened and authenticated by `pg`. Statements are pipelined: they run in the order in
 * which they were sent, stay prepared, and are sent without waiting for earlier results.
 */
import { createSessions, type Session, type StatementCall } from '@tradehall/pg-reader'
import type pg from 'pg'
import { DatabaseAway } from '../database-health/away.ts'
import type { KnownStatements } from './known-statements.ts'
import type { Row } from './query.ts'
import type { Call } from './statements.ts'
import { parserFor } from './values.ts'

const sessionOf = createSessions({ getTypeParser: (type: number) => parserFor(type) })

const NOTICE_LOSS_MS = 250

/** A statement that cannot be sent yet. */
interface PendingStatement {
  /** The statement that has to be learned first. */
  call?: Call
  send: (session: Session) => void
  reject: (error: Error) => void
}

export class Connection {
  readonly #client: pg.Client
  readonly #known: KnownStatements
  readonly #onLost: () => void
  /** Statements queued while the first one is being learned. */
  readonly #waiting: PendingStatement[] = []
  #session: Session | undefined
  #notify: (channel: string, payload: string) => void = () => {}
  #lost: Error | undefined
  #isLearning = false
  /** Whether the server ends a statement when this connection is lost, and not only afterwards. */
  #noticesLoss = false
  #ticksBeforeOpen = 0

  /** The client must not be connected yet. */
  constructor(client: pg.Client, known: KnownStatements, onLost: () => void) {
    this.#client = client
    this.#known = known
    this.#onLost = onLost
    // Also covers an idle connection; without a listener an error would end the process.
    this.#client.on('error', (error) => this.lose(error))
  }

  /** Must be called once, before anything else. */
  async open(): Promise<void> {
    try {
      await this.#client.connect()
      if (this.#lost) throw this.#lost
    } catch (error) {
      const reason = this.#lost ?? withCode(error as Error)
      this.lose(reason)
      throw reason
    }
    this.#session = sessionOf(this.#client, {
      onLost: (error) => this.lose(error),
      onNotification: (channel, payload) => this.#notify(channel, payload),
    })
  }

  /** Why the connection was lost; undefined while it is usable. */
  get lost(): Error | undefined {
    return this.#lost
  }

  onNotification(notify: (channel: string, payload: string) => void): void {
    this.#notify = notify
  }

  execute(call: Call): Promise<Row[]> {
    const sendable = this.#known.sendable(call)
    if (sendable && !this.#isLearning) return this.#open().run(sendable.statement, sendable.values)
    return this.#sendInTurn((session) => {
      const { statement, values } = this.#known.sendable(call) as StatementCall
      return session.run(statement, values)
    }, call)
  }

  /** Sends raw SQL, which may contain several statements. */
  script(text: string): Promise<Row[]> {
    return this.#sendInTurn((session) => session.script(text))
  }

  async learn(call: Call): Promise<void> {
    await this.#known.learn(this.#open(), call)
  }

  /**
   * Asks once whether the database is distributed, which has to be known before a transaction and a marked statement. There a
   * statement may wait longer than its client, for a shard that moves; it must not write after a later one.
   */
  async askForNodes(): Promise<void> {
    if (!this.#known.isAsked) await this.#known.ask((text) => this.script(text))
    if (!this.#known.isDistributed || this.#noticesLoss) return
    this.#noticesLoss = true
    await this.script(`set client_connection_check_interval = ${NOTICE_LOSS_MS}`)
  }

  get isDistributed(): boolean {
    return this.#known.isDistributed
  }

  /** Begins a transaction with the next statement, in the same round trip. */
  begin(): void {
    this.#open().begin()
  }

  /** Does nothing if no statement was sent since `begin`. */
  async endTransaction(how: 'commit' | 'rollback'): Promise<void> {
    await this.#sendInTurn((session) => session[how]())
  }

  /** Whether no transaction is open and no statement is in flight. */
  get isClean(): boolean {
    return this.#waiting.length === 0 && !this.#isLearning && this.#session?.isClean === true
  }

  #open(): Session {
    if (this.#lost) throw this.#lost
    if (!this.#session) throw new DatabaseAway('The connection to the database is not open.')
    return this.#session
  }

  /** Sends after all queued statements, and after `call` is learned. */
  #sendInTurn<T>(send: (session: Session) => Promise<T>, call?: Call): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        ...(call && { call }),
        send: (session) => resolve(send(session)),
        reject,
      })
      if (!this.#isLearning) this.#sendWaiting()
    })
  }

  #sendWaiting(): void {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (next.call && !this.#known.sendable(next.call)) {
        void this.#learnAndSend(next, next.call)
        return
      }
      this.#send(next)
    }
  }

  async #learnAndSend(next: PendingStatement, call: Call): Promise<void> {
    this.#isLearning = true
    try {
      await this.learn(call)
      this.#send(next)
    } catch (error) {
      next.reject(error as Error)
    }
    this.#isLearning = false
    this.#sendWaiting()
  }

  #send({ send, reject }: PendingStatement): void {
    try {
      send(this.#open())
    } catch (error) {
      reject(error as Error)
    }
  }

  /** Closes the connection at once and rejects everything that waits for it. */
  lose(reason: Error): void {
    if (this.#lost) return
    const lost =
      reason instanceof DatabaseAway
        ? reason
        : new DatabaseAway('The connection to the database was lost.', { cause: reason })
    this.#lost = lost
    for (const { reject } of this.#waiting.splice(0)) reject(lost)
    if (this.#session) this.#session.lose(lost.message, reason)
    else this.#client.connection.stream.destroy()
    this.#onLost()
  }

  /** All further results share one timeout, of which `waitedTicks` have passed. Undefined: each has its own timeout. */
  countFrom(waitedTicks: number | undefined): void {
    this.#session?.shareTimeout(waitedTicks)
  }

  /** Closes the connection when no statement is in flight. */
  async close(): Promise<void> {
    if (this.#lost) return
    this.#lost = new DatabaseAway('The connections are closed.')
    await this.#session?.close()
  }

  /** Called at each tick of `TimeLimit`: gives the connection up when a result is overdue by more than `maxTicks`. */
  checkTimeout(maxTicks: number): void {
    if (this.#session) this.#session.checkTimeouts(maxTicks)
    else if (++this.#ticksBeforeOpen > maxTicks) this.lose(new DatabaseAway('The database does not answer.'))
  }
}

/** Errors of `pg` without a code are about the end of the connection. */
export const withCode = (error: Error) =>
  'code' in error ? error : new DatabaseAway(error.message, { cause: error })
