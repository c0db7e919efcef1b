/**
 * A connection for one user at a time, who may begin and end transactions on it. What is asked is sent at once, also
 * while earlier answers are awaited, and run in the order in which it was asked: inside of a transaction what follows a
 * failure fails too.
 *
 * The one exception is the beginning of a transaction. BEGIN and what is asked in the same turn of the event loop share
 * one Sync, so that nothing of it runs if BEGIN fails. Everything after that is held back until the database has said that
 * the transaction is open: sent earlier, it would be committed by itself if BEGIN failed.
 */
import type pg from 'pg'
import type { ConnectionLost } from './errors.ts'
import { type Job, type NewJob, newJob, type Statement } from './job.ts'
import { ABORTED, IDLE, Line, OPEN } from './line.ts'
import { checkValues, type Value } from './outgoing.ts'
import { createShapes, type Row } from './row-shape.ts'

export interface SessionListeners {
  /** It is out of use, and those who waited for it know. */
  onLost: (error: ConnectionLost) => void
  onNotification?: (channel: string, payload: string) => void
}

/** Makes sessions of clients that are connected. Sessions that read the same columns share what reads them. */
export function createSessions(
  types: pg.CustomTypesConfig,
): (client: pg.Client, listeners: SessionListeners) => Session {
  const shapeOf = createShapes(types)
  return (client, listeners) => new Session(client, listeners, shapeOf)
}

export class Session {
  readonly #line: Line
  #look = 0
  /** Of everything that is asked, if it is not the look at which it is asked. */
  #askedAt: number | undefined
  /** `begin` was called, and nothing was asked since. */
  #isBeginDue = false
  /** BEGIN is on its way. */
  #isBeginning = false
  /** Asked while BEGIN is on its way, and too late to share its Sync. */
  #held: Job[] = []
  /** Why the transaction could not begin. */
  #beginError: Error | undefined
  #onIdle: (() => void) | undefined

  constructor(
    client: pg.Client,
    { onLost, ...listeners }: SessionListeners,
    shapeOf: ReturnType<typeof createShapes>,
  ) {
    this.#line = new Line(client, {
      ...listeners,
      shapeOf,
      isSession: true,
      onAnswer: () => this.#tellIdle(),
      onLost: (error) => {
        this.#tellIdle()
        onLost(error)
      },
    })
  }

  /** Nothing is under way, and no transaction is open: the next user finds the connection as it was opened. */
  get isClean(): boolean {
    const { isOver, status } = this.#line
    return !isOver && status === IDLE && !this.#isBusy && !this.#isBeginDue && !this.#beginError
  }

  /** Rejects with `pg.DatabaseError` for what the database refuses, and `ConnectionLost` when no answer will come. */
  run(statement: Statement, values: readonly Value[] = []): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      checkValues(values)
      this.#send({ task: 'run', statement, values, resolve, reject })
    })
  }

  /** Runs a text as it is, which may have several statements, and answers with the rows of the last that has any. */
  script(text: string): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.#send({ task: 'script', statement: { name: '', text }, values: [], resolve, reject })
    })
  }

  /** Prepares a statement anew, and answers with the oids of its parameters. */
  describe(statement: Statement): Promise<readonly number[]> {
    return new Promise((resolve, reject) => {
      const answer = () => resolve(job.types)
      const job = this.#send({ task: 'describe', statement, values: [], resolve: answer, reject })
    })
  }

  /**
   * A transaction begins with what is asked next, in the same round trip. If it cannot begin, everything up to its end
   * fails with the reason.
   */
  begin(): void {
    this.#isBeginDue = true
  }

  /** Rejects unless the database has committed everything since `begin`. It is not sent while a statement is unanswered. */
  async commit(): Promise<void> {
    if (await this.#isOverBefore()) return
    if (this.#line.status !== OPEN) {
      const isAborted = this.#line.status === ABORTED
      if (isAborted) await this.script('rollback')
      throw new Error(
        isAborted ? 'The transaction was aborted.' : 'The transaction had ended before its commit.',
      )
    }
    await this.script('commit')
  }

  async rollback(): Promise<void> {
    this.#rejectHeld(new Error('The transaction was rolled back before this statement was sent.'))
    if (await this.#isOverBefore().catch(() => true)) return
    if (this.#line.status !== IDLE) await this.script('rollback')
  }

  /** Waits for all that was sent. Whether nothing is left to end; throws when the transaction could not begin. */
  async #isOverBefore(): Promise<boolean> {
    if (this.#isBeginDue) {
      this.#isBeginDue = false
      return true
    }
    while (this.#isBusy && !this.#line.isOver) {
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
    return this.#line.underWay > 0 || this.#held.length > 0
  }

  #tellIdle(): void {
    if (!this.#isBusy || this.#line.isOver) this.#onIdle?.()
  }

  /** From now on all answers are due together, after so many looks less than usual. Undefined: each is due by itself. */
  countFrom(waitedLooks: number | undefined): void {
    this.#askedAt = waitedLooks === undefined ? undefined : this.#look - waitedLooks
  }

  /** Called now and then: gives the connection up when it has owed an answer for more than `most` looks. */
  look(most: number): void {
    this.#line.look(++this.#look, most)
  }

  /** Gives it up at once, and all that waits for it. */
  lose(message: string, cause?: unknown): void {
    this.#line.lose(message, cause)
  }

  /** Says goodbye, and waits for the other side to hang up. */
  async close(): Promise<void> {
    await this.#line.close('The session was closed.')
  }

  #send(asked: Omit<NewJob, 'askedAt'>): Job {
    const job = newJob({ ...asked, askedAt: this.#askedAt ?? this.#look })
    if (this.#isBeginDue) this.#sendBegin()
    if (this.#beginError) job.reject(this.#beginError)
    else if (!this.#isBeginning) this.#line.send(job)
    // If BEGIN failed the database would skip a script, and never answer it: a script has no Sync.
    else if (this.#line.isBeginning && this.#held.length === 0 && job.task !== 'script') this.#line.join(job)
    else this.#held.push(job)
    return job
  }

  #sendBegin(): void {
    this.#isBeginDue = false
    this.#isBeginning = true
    const begin = newJob({
      task: 'begin',
      statement: { name: '', text: 'begin' },
      values: [],
      askedAt: this.#askedAt ?? this.#look,
      resolve: () => {
        if (this.#line.status === IDLE)
          this.#failBegin(new Error('The transaction ended as soon as it began.'))
        else this.#sendHeld()
      },
      reject: (error) => this.#failBegin(error),
    })
    this.#line.begin(begin)
  }

  #sendHeld(): void {
    this.#isBeginning = false
    for (const job of this.#held.splice(0)) this.#line.send(job)
  }

  #failBegin(error: Error): void {
    this.#isBeginning = false
    this.#beginError = error
    this.#rejectHeld(error)
  }

  #rejectHeld(error: Error): void {
    for (const job of this.#held.splice(0)) job.reject(error)
  }
}
