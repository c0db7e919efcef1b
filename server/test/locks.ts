/** Locks for tests of races: holding one, and how many sessions wait for it. */
import { expect } from 'vitest'
import { connect, type Queryable } from '../src/platform/database.ts'
import { soon } from './time.ts'

export async function sessionsWaiting(db: Queryable): Promise<number> {
  const waiting = await db`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return waiting.length
}

/** Runs `hold` in a transaction that ends when `waiting` of the requests that `begin` starts wait for its locks. */
export async function whileLocked<T>(
  databaseUrl: string,
  hold: (tx: Queryable) => Promise<unknown>,
  begin: () => Promise<T>,
  waiting = 1,
): Promise<T> {
  const aside = connect(databaseUrl, { pool: 2, name: 'aside' })
  try {
    const { begun } = await aside.begin(async (tx) => {
      await hold(tx)
      // In an object, because the transaction must not wait for it.
      const started = { begun: begin() }
      await expect.poll(() => sessionsWaiting(aside), soon).toBe(waiting)
      return started
    })
    return await begun
  } finally {
    await aside.end()
  }
}

/** Runs `body` while nobody can write to a table. */
export async function whileUnwritable<T>(
  databaseUrl: string,
  table: string,
  body: () => Promise<T>,
): Promise<T> {
  const aside = connect(databaseUrl, { pool: 1, name: 'aside' })
  try {
    return await aside.begin(async (tx) => {
      await tx`lock table ${tx(table)} in exclusive mode`
      return await body()
    })
  } finally {
    await aside.end()
  }
}
