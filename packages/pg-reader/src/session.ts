/**
 * A pipelined connection for one user at a time, who controls transactions. Statements are sent immediately, also while
 * earlier responses are pending, and run in order; inside a transaction all statements after a failure fail too.
 *
 * The exception is the begin of a transaction. BEGIN and the statements of the same turn of the event loop share one Sync,
 * so that none of them runs if BEGIN fails. Later statements are held back until PostgreSQL has confirmed that the
 * transaction is open: sent earlier, each would be committed on its own if BEGIN failed.
 */
import type pg from 'pg'
import type { ConnectionLost } from './errors.ts'
import { checkValues, type ParameterValue } from './outgoing.ts'
import {
  createPending,
  type Description,
  type PendingStatement,
  type PendingStatementInit,
  type Statement,
} from './pending-statement.ts'
import { ABORTED, IDLE, OPEN, PipelinedConnection } from './pipelined-connection.ts'
import { createShapes, type ResultRow } from './row-shape.ts'

export interface SessionListeners {
  /** Called after the connection was closed and all pending statements were rejected. */
  onLost: (error: ConnectionLost) => void
  onNotification?: (channel: string, payload: string) => void
}

/** Creates sessions from connected clients. All of them share the cache of row parsers. */
export function createSessions(
  types: pg.CustomTypesConfig,
): (client: pg.Client, listeners: SessionListeners) => Session {
  const shapeOf = createShapes(types)
  return (client, listeners) => new Session(client, listeners, shapeOf)
}

export class Session {
  readonly #connection: PipelinedConnection
  #tick = 0
  /** The start of the shared timeout. Undefined: the timeout of each statement starts when it is sent. */
  #startTick: number | undefined
  /** `begin` was called, and no statement was sent since. */
  #isBeginDue = false
  /** BEGIN was sent and has no response yet. */
  #isBeginning = false
  /** Statements that were submitted while BEGIN is pending, too late to share its Sync. */
  #held: PendingStatement[] = []
  /** Why the transaction could not begin. */
  #beginError: Error | undefined
  #onIdle: (() => void) | undefined

  constructor(
    client: pg.Client,
    { onLost, ...listeners }: SessionListeners,
    shapeOf: ReturnType<typeof createShapes>,
  ) {
    this.#connection = new PipelinedConnection(client, {
      ...listeners,
      shapeOf,
      isSession: true,
      onAnswer: () => this.#notifyIdle(),
      onLost: (error) => {
        this.#notifyIdle()
        onLost(error)
      },
    })
  }

  /** No statement is pending and no transaction is open, so another user can get the session. */
  get isClean(): boolean {
    const { isOver, status } = this.#connection
    return !isOver && status === IDLE && !this.#isBusy && !this.#isBeginDue && !this.#beginError
  }

  /** Rejects with `pg.DatabaseError` if PostgreSQL refuses the statement, and `ConnectionLost` if no response will arrive. */
  run(statement: Statement, values: readonly ParameterValue[] = []): Promise<ResultRow[]> {
    return new Promise((resolve, reject) => {
      checkValues(values)
      this.#send({ task: 'run', statement, values, resolve, reject })
    })
  }

  /** Runs a text, which may contain several statements, and returns the rows of the last statement that has any. */
  async script(text: string): Promise<ResultRow[]> {
    return (await this.#runScript(text)).rows
  }

  #runScript(text: string): Promise<PendingStatement> {
    return new Promise((resolve, reject) => {
      const onResponse = () => resolve(pending)
      const pending = this.#send({
        task: 'script',
        statement: { name: '', text },
        values: [],
        resolve: onResponse,
        reject,
      })
    })
  }

  /** Prepares a statement again, without running it. */
  describe(statement: Statement): Promise<Description> {
    return new Promise((resolve, reject) => {
      const onResponse = () => resolve(pending.description)
      const pending = this.#send({ task: 'describe', statement, values: [], resolve: onResponse, reject })
    })
  }

  /**
   * Begins a transaction with the next statement, in the same round trip. If BEGIN fails, all statements up to the end of
   * the transaction fail with its error.
   */
  begin(): void {
    this.#isBeginDue = true
  }

  /** Waits for pending statements, then commits. Rejects unless PostgreSQL confirms the commit. */
  async commit(): Promise<void> {
    if (await this.#waitBeforeEnd()) return
    if (this.#connection.status !== OPEN) {
      const isAborted = this.#connection.status === ABORTED
      if (isAborted) await this.script('rollback')
      throw new Error(isAborted ? 'The transaction was aborted.' : 'The transaction ended before its commit.')
    }
    const { tag } = await this.#runScript('commit')
    // For an aborted transaction, PostgreSQL reports COMMIT as a success with the tag ROLLBACK.
    if (tag !== 'COMMIT') throw new Error(`PostgreSQL responded to COMMIT with ${tag}.`)
  }

  async rollback(): Promise<void> {
    this.#rejectHeld(new Error('The transaction was rolled back before this statement was sent.'))
    if (await this.#waitBeforeEnd().catch(() => true)) return
    if (this.#connection.status !== IDLE) await this.script('rollback')
  }

  /** Waits for pending statements. Returns whether BEGIN was never sent; throws if it failed. */
  async #waitBeforeEnd(): Promise<boolean> {
    if (this.#isBeginDue) {
      this.#isBeginDue = false
      return true
    }
    while (this.#isBusy && !this.#connection.isOver) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve
      })
    }
    const error = this.#beginError
    this.#beginError = undefined
    if (error) throw error
    return false
  }

  get #isBusy(): boolean {
    return this.#connection.inFlight > 0 || this.#held.length > 0
  }

  #notifyIdle(): void {
    if (!this.#isBusy || this.#connection.isOver) this.#onIdle?.()
  }

  /**
   * All later statements share one timeout, of which `waitedTicks` are used already. Undefined: each has its own timeout.
   */
  shareTimeout(waitedTicks: number | undefined): void {
    this.#startTick = waitedTicks === undefined ? undefined : this.#tick - waitedTicks
  }

  /** Called periodically: closes the connection if a statement has waited for more than `maxTicks`. */
  checkTimeouts(maxTicks: number): void {
    this.#connection.checkTimeouts(++this.#tick, maxTicks)
  }

  /** Closes the connection immediately and rejects all pending statements. */
  lose(message: string, cause?: unknown): void {
    this.#connection.lose(message, cause)
  }

  /** Terminates the session, and waits until PostgreSQL has closed the connection. */
  async close(): Promise<void> {
    const closed = this.#connection.close('The session was closed.')
    this.#notifyIdle()
    await closed
  }

  #send(init: Omit<PendingStatementInit, 'startTick'>): PendingStatement {
    const pending = createPending({ ...init, startTick: this.#startTick ?? this.#tick })
    if (this.#isBeginDue) this.#sendBegin()
    if (this.#beginError) pending.reject(this.#beginError)
    else if (!this.#isBeginning) this.#connection.send(pending)
    // A script cannot share the Sync: if BEGIN failed, PostgreSQL would skip the script without a response.
    else if (this.#connection.isBeginning && this.#held.length === 0 && pending.task !== 'script')
      this.#connection.join(pending)
    else this.#held.push(pending)
    return pending
  }

  #sendBegin(): void {
    this.#isBeginDue = false
    this.#isBeginning = true
    const begin = createPending({
      task: 'begin',
      statement: { name: '', text: 'begin' },
      values: [],
      startTick: this.#startTick ?? this.#tick,
      resolve: () => {
        if (this.#connection.status === IDLE)
          this.#failBegin(new Error('The transaction ended immediately after BEGIN.'))
        else this.#sendHeld()
      },
      reject: (error) => this.#failBegin(error),
    })
    this.#connection.begin(begin)
  }

  #sendHeld(): void {
    this.#isBeginning = false
    for (const pending of this.#held.splice(0)) this.#connection.send(pending)
  }

  #failBegin(error: Error): void {
    this.#isBeginning = false
    this.#beginError = error
    this.#rejectHeld(error)
  }

  #rejectHeld(error: Error): void {
    for (const pending of this.#held.splice(0)) pending.reject(error)
  }
}
