/**
 * One connection to the database, opened and authenticated by `pg`. Statements are pipelined: they run in the order in
 * which they were sent, stay prepared, and are sent without waiting for earlier results.
 */
import { createSessions, type Session } from '@tradehall/pg-reader'
import type pg from 'pg'
import { DatabaseAway } from '../database-health/away.ts'
import type { Row } from './query.ts'
import type { Statement } from './statements.ts'
import { parserFor, serializeParameters } from './values.ts'

/** The parameter types of statements as PostgreSQL inferred them, shared by all connections to a database. */
export type ParameterTypes = WeakMap<Statement, readonly number[]>

const sessionOf = createSessions({ getTypeParser: (type: number) => parserFor(type) })

/** The types of a statement without parameters. */
export const NO_TYPES: readonly number[] = []

/** A statement that cannot be sent yet. */
interface PendingStatement {
  /** The statement whose parameter types have to be queried first. */
  statement?: Statement
  send: (session: Session) => void
  reject: (error: Error) => void
}

export class Connection {
  readonly #client: pg.Client
  readonly #types: ParameterTypes
  readonly #onLost: () => void
  /** Statements queued while the parameter types of the first one are being queried. */
  readonly #waiting: PendingStatement[] = []
  #session: Session | undefined
  #notify: (channel: string, payload: string) => void = () => {}
  #lost: Error | undefined
  #isDescribing = false
  #ticksBeforeOpen = 0

  /** The client must not be connected yet. */
  constructor(client: pg.Client, types: ParameterTypes, onLost: () => void) {
    this.#client = client
    this.#types = types
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

  execute(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const typesNow = () => (values.length > 0 ? this.#types.get(statement) : NO_TYPES)
    const types = typesNow()
    if (types && !this.#isDescribing) return this.#open().run(statement, serializeParameters(values, types))
    return this.#sendInTurn(
      (session) => session.run(statement, serializeParameters(values, typesNow() ?? NO_TYPES)),
      types ? undefined : statement,
    )
  }

  /** Sends raw SQL, which may contain several statements. */
  script(text: string): Promise<Row[]> {
    return this.#sendInTurn((session) => session.script(text))
  }

  /** Queries the parameter types of a statement without preparing it on this connection. */
  async describe(statement: Statement): Promise<readonly number[]> {
    const types = await this.#open().describe({ name: '', text: statement.text })
    this.#types.set(statement, types)
    return types
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
    return this.#waiting.length === 0 && !this.#isDescribing && this.#session?.isClean === true
  }

  #open(): Session {
    if (this.#lost) throw this.#lost
    if (!this.#session) throw new DatabaseAway('The connection to the database is not open.')
    return this.#session
  }

  /** Sends after all queued statements, and after the parameter types of `statement` are known. */
  #sendInTurn<T>(send: (session: Session) => Promise<T>, statement?: Statement): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        ...(statement && { statement }),
        send: (session) => resolve(send(session)),
        reject,
      })
      if (!this.#isDescribing) this.#sendWaiting()
    })
  }

  #sendWaiting(): void {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (next.statement && !this.#types.has(next.statement)) {
        void this.#describeAndSend(next, next.statement)
        return
      }
      this.#send(next)
    }
  }

  async #describeAndSend(next: PendingStatement, statement: Statement): Promise<void> {
    this.#isDescribing = true
    try {
      this.#types.set(statement, await this.#open().describe(statement))
      this.#send(next)
    } catch (error) {
      next.reject(error as Error)
    }
    this.#isDescribing = false
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
