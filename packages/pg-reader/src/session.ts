/**
 * A connection for one user at a time, who may begin and end transactions on it. What is asked is sent at once, also
 * while earlier answers are awaited, and run in the order in which it was asked: inside of a transaction what follows a
 * failure fails too.
 */
import type pg from 'pg'
import type { ConnectionLost } from './errors.ts'
import { type Job, Line, type NewJob, newJob, type Statement } from './line.ts'
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
  return (client, listeners) =>
    new Session(new Line(client, { ...listeners, shapeOf, isSession: true, onAnswer: () => {} }))
}

export class Session {
  readonly #line: Line
  #look = 0

  constructor(line: Line) {
    this.#line = line
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
   * Called now and then: gives the connection up after more than `most` looks at which it owed an answer and was silent.
   */
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

  #send(asked: Omit<NewJob, 'more' | 'askedAt'>): Job {
    const job = newJob({ ...asked, more: [], askedAt: this.#look })
    this.#line.send(job)
    return job
  }
}
