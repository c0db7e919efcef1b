/** Connections of several processes, for tests of concurrent writers. */
import { afterAll } from 'vitest'
import { connect, type Database } from '../src/platform/database.ts'
import type { Market } from './market.ts'

/** Opens four pools until the test file ends. The returned function assigns them to writers in turn. */
export function poolsOfWriters(
  { databaseUrl }: Market,
  connectionsPerPool: number,
): (writer: number) => Database {
  const pools = Array.from({ length: 4 }, (_, i) =>
    connect(databaseUrl, { pool: connectionsPerPool, name: `test writer ${i}` }),
  )
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
  })
  return (writer) => pools[writer % pools.length] as Database
}
