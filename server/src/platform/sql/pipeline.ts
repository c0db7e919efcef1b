/**
 * Pipelines single statements over a few connections: each is sent without waiting for the result of the previous one,
 * which saves half of the cost of a small statement. Each is a transaction of its own, and an error affects only its own
 * statement.
 *
 * In a distributed database each has a connection for itself: one that waits for a node must not hold up those of others.
 */
import { channel } from 'node:diagnostics_channel'
import { openReader, type Reader, type StatementCall } from '@tradehall/pg-reader'
import type pg from 'pg'
import type { KnownStatements } from './known-statements.ts'
import { Pool } from './pool.ts'
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
  /** Whether its connections refuse writes. */
  isReadOnly?: boolean
  /** Memory for results that are read again, in bytes as received. */
  keepBytes?: number
}

/** Tests subscribe to it and freeze all rows, because the rows of results that are kept are frozen. */
const rowsRead = channel('tradehall.rows')

/** Per connection: many times the usual number of concurrent statements, and few enough to finish within the timeout. */
const MAX_QUEUED = 2000

/** Connections of a distributed database for each one that is pipelined on others: there a statement occupies one while it waits. */
const ALONE = 2

export class Pipeline {
  readonly #reader: Reader
  readonly #known: KnownStatements
  readonly #describing: Pool
  /** Opens connections for a distributed database only. */
  readonly pool: Pool
  readonly #keeps: boolean

  constructor({
    newClient,
    connections,
    answerWithinMs,
    known,
    describing,
    limit,
    keepBytes,
    isReadOnly = false,
  }: PipelineOptions) {
    this.#known = known
    this.#describing = describing
    this.pool = new Pool({ newClient, maxConnections: ALONE * connections, known, limit, isReadOnly })
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
    if (this.#known.isDistributed) return this.pool.use((connection) => connection.execute(call))
    const sendable = this.#isAsked(call) ? this.#known.sendable(call) : undefined
    const result = sendable
      ? this.#reader.read(sendable.statement, sendable.values)
      : this.#learnAndExecute(call)
    return this.#keeps && rowsRead.hasSubscribers ? result.then(publishRows) : result
  }

  /**
   * Runs the statements in order, in one round trip, and returns the rows of each: as one transaction, except for those of a
   * distributed database, which may only read.
   */
  async executeTogether(calls: readonly Call[]): Promise<Row[][]> {
    if (this.#known.isDistributed)
      return await this.pool.use(async (connection) => {
        const results = calls.map((call) => connection.execute(call))
        await Promise.allSettled(results)
        return await Promise.all(results)
      })
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
  async end(how: { timeout?: number } = {}): Promise<void> {
    const { timeout } = how
    const ended = this.#reader.end(timeout === undefined ? undefined : { withinMs: timeout * 1000 })
    await Promise.all([ended, this.pool.end(how)])
  }
}

function publishRows(rows: Row[]): Row[] {
  rowsRead.publish(rows)
  return rows
}
