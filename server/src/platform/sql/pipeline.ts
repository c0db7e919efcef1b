/**
 * Pipelines single statements over a few connections: each is sent without waiting for the result of the previous one,
 * which saves half of the cost of a small statement. Each is a transaction of its own, and an error affects only its own
 * statement.
 */
import { channel } from 'node:diagnostics_channel'
import { openReader, type Reader, type StatementCall } from '@tradehall/pg-reader'
import type pg from 'pg'
import type { KnownStatements } from './known-statements.ts'
import type { Pool } from './pool.ts'
import type { Row } from './query.ts'
import type { Call } from './statements.ts'
import type { TimeLimit } from './time-limit.ts'
import { parserFor } from './values.ts'

export interface PipelineOptions {
  newClient: () => Promise<pg.Client>
  connections: number
  answerWithinMs: number | undefined
  known: KnownStatements
  /** The pool on which statements are learned. */
  describing: Pool
  limit: TimeLimit
  /** Memory for results that are read again, in bytes as received. */
  keepBytes?: number
}

/** Tests subscribe to it and freeze all rows, because the rows of results that are kept are frozen. */
const rowsRead = channel('tradehall.rows')

/** Per connection: many times the usual number of concurrent statements, and few enough to finish within the timeout. */
const MAX_QUEUED = 2000

export class Pipeline {
  readonly #reader: Reader
  readonly #known: KnownStatements
  readonly #describing: Pool
  readonly #keeps: boolean

  constructor({
    newClient,
    connections,
    answerWithinMs,
    known,
    describing,
    limit,
    keepBytes,
  }: PipelineOptions) {
    this.#known = known
    this.#describing = describing
    this.#keeps = keepBytes !== undefined
    this.#reader = openReader({
      client: newClient,
      connections,
      queue: MAX_QUEUED,
      types: { getTypeParser: (type: number) => parserFor(type) },
      ...(keepBytes !== undefined && { keepBytes }),
      ...(answerWithinMs && { answerWithinMs, waitedMs: () => limit.waitedMs() }),
    })
  }

  execute(call: Call): Promise<Row[]> {
    const sendable = this.#isAsked(call) ? this.#known.sendable(call) : undefined
    const result = sendable
      ? this.#reader.read(sendable.statement, sendable.values)
      : this.#learnAndExecute(call)
    return this.#keeps && rowsRead.hasSubscribers ? result.then(publishRows) : result
  }

  /** Runs the statements as one transaction in one round trip and returns the rows of each. */
  async executeTogether(calls: readonly Call[]): Promise<Row[][]> {
    const parts: StatementCall[] = []
    for (const call of calls) parts.push(this.#known.sendable(call) ?? (await this.#learn(call)))
    return await this.#reader.runTogether(...(parts as [StatementCall, ...StatementCall[]]))
  }

  /** Whether it is known where a marked statement runs. */
  #isAsked({ brandId }: Call): boolean {
    return brandId === undefined || this.#known.isAsked
  }

  #learn(call: Call): Promise<StatementCall> {
    return this.#describing.use(async (connection) => {
      await connection.askForNodes()
      await connection.learn(call)
      return this.#known.sendable(call) as StatementCall
    })
  }

  async #learnAndExecute(call: Call): Promise<Row[]> {
    const { statement, values } = await this.#learn(call)
    return await this.#reader.read(statement, values)
  }

  /** Finishes the statements in flight, within `timeout` seconds if given. */
  async end({ timeout }: { timeout?: number } = {}): Promise<void> {
    await this.#reader.end(timeout === undefined ? undefined : { withinMs: timeout * 1000 })
  }
}

function publishRows(rows: Row[]): Row[] {
  rowsRead.publish(rows)
  return rows
}
