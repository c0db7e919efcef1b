/**
 * Statements without effects that stand alone. They share a few connections of their own, which only read: each sends
 * the next one without waiting for the answer to the one before.
 */
import { openReader, type Reader } from '@tradehall/pg-reader'
import pg from 'pg'
import type { ParameterTypes } from './connection.ts'
import { Pool } from './pool.ts'
import type { Row } from './query.ts'
import type { Ways } from './settings.ts'
import type { Statement } from './statements.ts'
import { readerOf, writeValue } from './values.ts'

export interface ReadOptions {
  ways: Ways
  connections: number
  answerWithinMs: number | undefined
  types: ParameterTypes
}

/** For each connection; many times what requests ask for at once, and little enough to be answered in time. */
const MOST_WAITING = 2000

export class Reads {
  readonly #reader: Reader
  readonly #types: ParameterTypes
  /** Of its own: whoever reads within a transaction must not wait for the end of others. */
  readonly #describing: Pool

  constructor({ ways, connections, answerWithinMs, types }: ReadOptions) {
    this.#types = types
    this.#describing = new Pool(ways, 1, types)
    this.#reader = openReader({
      ...clientsBy(ways),
      connections,
      queue: MOST_WAITING,
      types: { getTypeParser: (type: number) => readerOf(type) },
      ...(answerWithinMs && { answerWithinMs }),
    })
  }

  read(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    if (values.length === 0) return this.#reader.read(statement, [])
    const types = this.#types.get(statement)
    return types
      ? this.#reader.read(statement, written(values, types))
      : this.#describeAndRead(statement, values)
  }

  async #describeAndRead(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    const types = await this.#describing.use((connection) => connection.describe(statement))
    return await this.#reader.read(statement, written(values, types))
  }

  look(most: number): void {
    this.#describing.look(most)
  }

  async end({ timeout }: { timeout?: number } = {}): Promise<void> {
    await this.#reader.end(timeout === undefined ? undefined : { withinMs: timeout * 1000 })
    await this.#describing.end({ timeout: 0 })
  }
}

const written = (values: readonly unknown[], types: readonly number[]) =>
  values.map((value, i) => writeValue(value, types[i] ?? 0))

/** The next one tries the next way, when one way was not good. */
function clientsBy(ways: Ways): { client: () => pg.Client; onLost: () => void } {
  let way = 0
  return {
    client: () => new pg.Client(ways[way] as Ways[0]),
    onLost: () => {
      way = (way + 1) % ways.length
    },
  }
}
