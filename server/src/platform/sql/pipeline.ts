/**
 * Statements that stand alone, on a few connections that send each without waiting for the answer to the one before:
 * half of what a small statement costs is handing it over. Each is a transaction of its own, and an error stays with its
 * statement.
 */
import { openReader, type Reader, type StatementCall } from '@tradehall/pg-reader'
import pg from 'pg'
import { NO_TYPES, type ParameterTypes } from './connection.ts'
import type { Pool } from './pool.ts'
import type { Row } from './query.ts'
import type { Ways } from './settings.ts'
import type { Statement } from './statements.ts'
import type { TimeLimit } from './time-limit.ts'
import { readerOf, written } from './values.ts'

export interface PipelineOptions {
  ways: Ways
  connections: number
  answerWithinMs: number | undefined
  types: ParameterTypes
  /** Where the types of parameters are asked for. */
  describing: Pool
  limit: TimeLimit
}

/** For each connection; many times what requests ask for at once, and little enough to be answered in time. */
const MOST_WAITING = 2000

export class Pipeline {
  readonly #reader: Reader
  readonly #types: ParameterTypes
  readonly #describing: Pool

  constructor({ ways, connections, answerWithinMs, types, describing, limit }: PipelineOptions) {
    this.#types = types
    this.#describing = describing
    this.#reader = openReader({
      ...clientsBy(ways),
      connections,
      queue: MOST_WAITING,
      types: { getTypeParser: (type: number) => readerOf(type) },
      ...(answerWithinMs && { answerWithinMs, waitedMs: () => limit.waitedMs() }),
    })
  }

  execute(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const types = this.#knownTypes(statement, values)
    return types
      ? this.#reader.read(statement, written(values, types))
      : this.#describeAndExecute(statement, values)
  }

  /** As one transaction, in one round trip. The rows are those of the first. */
  async executeTogether(
    all: readonly { statement: Statement; values: readonly unknown[] }[],
  ): Promise<Row[]> {
    const parts: StatementCall[] = []
    for (const { statement, values } of all) {
      const types = this.#knownTypes(statement, values) ?? (await this.#describe(statement))
      parts.push({ statement, values: written(values, types) })
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
    return await this.#reader.read(statement, written(values, await this.#describe(statement)))
  }

  /** Answers what is under way, for so many seconds if told. */
  async end({ timeout }: { timeout?: number } = {}): Promise<void> {
    await this.#reader.end(timeout === undefined ? undefined : { withinMs: timeout * 1000 })
  }
}

/** When one way was not good, the next connection tries the next. */
function clientsBy(ways: Ways): { client: () => pg.Client; onLost: () => void } {
  let way = 0
  return {
    client: () => new pg.Client(ways[way] as Ways[0]),
    onLost: () => {
      way = (way + 1) % ways.length
    },
  }
}
