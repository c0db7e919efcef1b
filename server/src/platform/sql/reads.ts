/**
 * Statements without effects that stand alone. They share a few connections of their own, which only read: each sends
 * the next one without waiting for the answer to the one before.
 */
import { openReader, type Reader } from '@tradehall/pg-reader'
import pg from 'pg'
import type { ParameterTypes } from './connection.ts'
import type { Pool } from './pool.ts'
import type { Row } from './query.ts'
import type { Ways } from './settings.ts'
import type { Statement } from './statements.ts'
import { readerOf, writeValue } from './values.ts'

export interface ReadOptions {
  ways: Ways
  connections: number
  answerWithinMs: number | undefined
  types: ParameterTypes
  /** Where the types of parameters are asked for. */
  pool: Pool
}

/** For each connection; many times what requests ask for at once, and little enough to be answered in time. */
const MOST_WAITING = 2000
const READ_ONLY = '25006'

export class Reads {
  readonly #reader: Reader
  readonly #types: ParameterTypes
  readonly #pool: Pool

  constructor({ ways, connections, answerWithinMs, types, pool }: ReadOptions) {
    this.#types = types
    this.#pool = pool
    let way = 0
    this.#reader = openReader({
      open: async () => {
        const client = new pg.Client(ways[way] as Ways[0])
        // It may be lost before the reader listens, which finds that out; unheard it would end the process.
        client.on('error', () => {})
        try {
          return await client.connect()
        } catch (error) {
          way = (way + 1) % ways.length
          throw error
        }
      },
      connections,
      queue: MOST_WAITING,
      types: { getTypeParser: (type: number) => readerOf(type) },
      ...(answerWithinMs && { answerWithinMs }),
    })
  }

  async read(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.#reader.read(statement, await this.#write(statement, values))
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      // Its tables may have changed since.
      this.#types.delete(statement)
      if (error.code !== READ_ONLY) throw error
      // It calls something that writes, which nothing in its text tells; nothing of it was done.
      statement.isRead = false
      return await this.#pool.use((connection) => connection.execute(statement, values))
    }
  }

  async #write(statement: Statement, values: readonly unknown[]): Promise<(string | null)[]> {
    if (values.length > 0 && !this.#types.has(statement))
      await this.#pool.use((connection) => connection.describe(statement))
    const types = this.#types.get(statement)
    return values.map((value, i) => writeValue(value, types?.[i] ?? 0))
  }

  async end({ timeout }: { timeout?: number } = {}): Promise<void> {
    await this.#reader.end(timeout === undefined ? undefined : { withinMs: timeout * 1000 })
  }
}
