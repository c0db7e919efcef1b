/**
 * Pipelines single statements over a few connections: each is sent without waiting for the result of the previous one,
 * which saves half of the cost of a small statement. Each is a transaction of its own, and an error affects only its own
 * statement.
 */
import { channel } from 'node:diagnostics_channel'
import { openReader, type Reader, type StatementCall } from '@tradehall/pg-reader'
import type pg from 'pg'
import { NO_TYPES, type ParameterTypes } from './connection.ts'
import type { Pool } from './pool.ts'
import type { Row } from './query.ts'
import type { Statement } from './statements.ts'
import type { TimeLimit } from './time-limit.ts'
import { parserFor, serializeParameters } from './values.ts'

export interface PipelineOptions {
  newClient: () => Promise<pg.Client>
  connections: number
  answerWithinMs: number | undefined
  types: ParameterTypes
  /** The pool on which parameter types are queried. */
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
  readonly #types: ParameterTypes
  readonly #describing: Pool
  readonly #keeps: boolean

  constructor({
    newClient,
    connections,
    answerWithinMs,
    types,
    describing,
    limit,
    keepBytes,
  }: PipelineOptions) {
    this.#types = types
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

  execute(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const types = this.#knownTypes(statement, values)
    const result = types
      ? this.#reader.read(statement, serializeParameters(values, types))
      : this.#describeAndExecute(statement, values)
    return this.#keeps && rowsRead.hasSubscribers ? result.then(publishRows) : result
  }

  /** Runs the statements as one transaction in one round trip and returns the rows of each. */
  async executeTogether(
    all: readonly { statement: Statement; values: readonly unknown[] }[],
  ): Promise<Row[][]> {
    const parts: StatementCall[] = []
    for (const { statement, values } of all) {
      const types = this.#knownTypes(statement, values) ?? (await this.#describe(statement))
      parts.push({ statement, values: serializeParameters(values, types) })
    }
    return await this.#reader.runTogether(...(parts as [StatementCall, ...StatementCall[]]))
  }

  #knownTypes(statement: Statement, values: readonly unknown[]): readonly number[] | undefined {
    return values.length > 0 ? this.#types.get(statement) : NO_TYPES
  }

  #describe(statement: Statement): Promise<readonly number[]> {
    return this.#describing.use((connection) => connection.describe(statement))
  }

  async #describeAndExecute(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return await this.#reader.read(statement, serializeParameters(values, await this.#describe(statement)))
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
