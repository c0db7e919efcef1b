/**
 * One connection to the database, which `pg` opens and authenticates. What is asked on it runs in the order of asking and
 * stays prepared; nothing waits for the answer to what was asked before it.
 */
import { createSessions, type Session } from '@tradehall/pg-reader'
import pg from 'pg'
import { DatabaseAway } from '../database-away.ts'
import type { Row } from './query.ts'
import type { Statement } from './statements.ts'
import { readerOf, written } from './values.ts'

/** The types of the parameters of statements, as the database understands them; its connections share them. */
export type ParameterTypes = WeakMap<Statement, readonly number[]>

const sessionOf = createSessions({ getTypeParser: (type: number) => readerOf(type) })

/** Of a statement without parameters. */
export const NO_TYPES: readonly number[] = []

/** What cannot be sent yet. */
interface Waiting {
  /** Whose types have to be known first. */
  statement?: Statement
  send: (session: Session) => void
  reject: (error: Error) => void
}

export class Connection {
  readonly #client: pg.Client
  readonly #types: ParameterTypes
  readonly #onLost: () => void
  /** While the types of a statement are being asked for, that one and those behind it. */
  readonly #waiting: Waiting[] = []
  #session: Session | undefined
  #notify: (channel: string, payload: string) => void = () => {}
  #lost: Error | undefined
  #isDescribing = false
  #looksBeforeOpen = 0

  constructor(settings: pg.ClientConfig, types: ParameterTypes, onLost: () => void) {
    this.#client = new pg.Client(settings)
    this.#types = types
    this.#onLost = onLost
    // Also what breaks while nothing is asked; without a listener it would end the process.
    this.#client.on('error', (error) => this.lose(error))
  }

  /** To be called once, before anything else. */
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

  /** Why it is of no use any more. */
  get lost(): Error | undefined {
    return this.#lost
  }

  onNotification(notify: (channel: string, payload: string) => void): void {
    this.#notify = notify
  }

  execute(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const typesNow = () => (values.length > 0 ? this.#types.get(statement) : NO_TYPES)
    const types = typesNow()
    if (types && !this.#isDescribing) return this.#open().run(statement, written(values, types))
    return this.#sendInTurn(
      (session) => session.run(statement, written(values, typesNow() ?? NO_TYPES)),
      types ? undefined : statement,
    )
  }

  /** Sends a text as it is, which may have several statements. */
  script(text: string): Promise<Row[]> {
    return this.#sendInTurn((session) => session.script(text))
  }

  /** Finds out the types of its parameters, without keeping it prepared here. */
  async describe(statement: Statement): Promise<readonly number[]> {
    const types = await this.#open().describe({ name: '', text: statement.text })
    this.#types.set(statement, types)
    return types
  }

  get types(): ParameterTypes {
    return this.#types
  }

  /** A transaction begins with the next statement, in the same round trip. Until its end everything is part of it. */
  begin(): void {
    this.#open().begin()
  }

  /** Does nothing if nothing was asked since `begin`. */
  async endTransaction(how: 'commit' | 'rollback'): Promise<void> {
    await this.#sendInTurn((session) => session[how]())
  }

  /** Whether the next user would find it without a transaction and without anything under way. */
  get isClean(): boolean {
    return this.#waiting.length === 0 && !this.#isDescribing && this.#session?.isClean === true
  }

  #open(): Session {
    if (this.#lost) throw this.#lost
    if (!this.#session) throw new DatabaseAway('The connection to the database is not open.')
    return this.#session
  }

  /** Behind all that was asked before, once the types of the statement are known, if it has any. */
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

  async #describeAndSend(next: Waiting, statement: Statement): Promise<void> {
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

  #send({ send, reject }: Waiting): void {
    try {
      send(this.#open())
    } catch (error) {
      reject(error as Error)
    }
  }

  /** Gives it up at once, and all that waits for it. */
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

  /** From now on all answers are due together, after so many looks less than usual. Undefined: each is due by itself. */
  countFrom(waitedLooks: number | undefined): void {
    this.#session?.shareTimeout(waitedLooks)
  }

  /** Says goodbye, when nothing is under way. */
  async close(): Promise<void> {
    if (this.#lost) return
    this.#lost = new DatabaseAway('The connections are closed.')
    await this.#session?.close()
  }

  /**
   * Called at intervals: gives the connection up when it has owed an answer for more than `most` looks. Looks are counted
   * rather than time, so that a process that was stopped itself finds its answers first.
   */
  look(most: number): void {
    if (this.#session) this.#session.checkTimeouts(most)
    else if (++this.#looksBeforeOpen > most) this.lose(new DatabaseAway('The database does not answer.'))
  }
}

/** What `pg` says in words only is about the end of a connection; all else has a code. */
const withCode = (error: Error) =>
  'code' in error ? error : new DatabaseAway(error.message, { cause: error })
