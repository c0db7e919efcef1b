/**
 * Statements that stand alone, on a few connections that send each without waiting for the answer to the one before:
 * half of what a small statement costs is handing it over. Each is a transaction of its own, and an error stays with its
 * statement.
 */
import { openReader, type Reader } from '@tradehall/pg-reader'
import pg from 'pg'
import type { ParameterTypes } from './connection.ts'
import type { Pool } from './pool.ts'
import type { Row } from './query.ts'
import type { Ways } from './settings.ts'
import type { Statement } from './statements.ts'
import { readerOf, writeValue } from './values.ts'

export interface PipelineOptions {
  ways: Ways
  connections: number
  answerWithinMs: number | undefined
  types: ParameterTypes
  /** Where the types of parameters are asked for. */
  describing: Pool
}

/** For each connection; many times what requests ask for at once, and little enough to be answered in time. */
const MOST_WAITING = 2000

export class Pipeline {
  readonly #reader: Reader
  readonly #types: ParameterTypes
  readonly #describing: Pool

  constructor({ ways, connections, answerWithinMs, types, describing }: PipelineOptions) {
    this.#types = types
    this.#describing = describing
    this.#reader = openReader({
      ...clientsBy(ways),
      connections,
      queue: MOST_WAITING,
      types: { getTypeParser: (type: number) => readerOf(type) },
      ...(answerWithinMs && { answerWithinMs }),
    })
  }

  execute(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    if (values.length === 0) return this.#reader.read(statement, [])
    const types = this.#types.get(statement)
    return types
      ? this.#reader.read(statement, written(values, types))
      : this.#describeAndExecute(statement, values)
  }

  async #describeAndExecute(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const types = await this.#describing.use((connection) => connection.describe(statement))
    return await this.#reader.read(statement, written(values, types))
  }

  /** Answers what is under way, for so many seconds if told. */
  async end({ timeout }: { timeout?: number } = {}): Promise<void> {
    await this.#reader.end(timeout === undefined ? undefined : { withinMs: timeout * 1000 })
  }
}

const written = (values: readonly unknown[], types: readonly number[]) =>
  values.map((value, i) => writeValue(value, types[i] ?? 0))

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
