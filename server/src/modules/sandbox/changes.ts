/**
 * Changes of the whole sandbox, such as a reset or a move of its clock: one at a time, over all processes. They lock
 * much, in an order of their own, and two of them at the same time would end in a deadlock.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { conflict } from '../../domain/problems.ts'
import {
  type Database,
  isLockTimeout,
  isStatementTimeout,
  type Transaction,
  transaction,
} from '../../platform/database.ts'

/** For the turn and for locks, all together. Several resets fit in, and the caller still gets an answer in time. */
const WAIT_MS = 5000
/** Below the second after which PostgreSQL looks for deadlocks: it is the change that starts over, not a request or a job. */
const LOCK_WAIT_MS = 900
const TRY_AGAIN_MS = 20

/** The last change of each process that has not ended. */
const lastChanges = new WeakMap<Database, Promise<unknown>>()

/** Runs `change` in one transaction when it is its turn, or answers 409 when that takes too long. */
export async function changeSandbox<T>(
  db: Database,
  change: (tx: Transaction) => Promise<T>,
  { waitedMs = 0 }: { waitedMs?: number } = {},
): Promise<T> {
  const giveUpAt = performance.now() + WAIT_MS - waitedMs
  const before = lastChanges.get(db) ?? Promise.resolve()
  const result = before.then(() => runLocked(db, change, giveUpAt))
  lastChanges.set(
    db,
    result.catch(() => {}),
  )
  return await result
}

/** The lock is tried for instead of waited for: nobody holds a connection of the pool while another process is busy. */
async function runLocked<T>(
  db: Database,
  change: (tx: Transaction) => Promise<T>,
  giveUpAt: number,
): Promise<T> {
  while (performance.now() < giveUpAt) {
    const outcome = await tryToRun(db, change)
    if (outcome) return outcome.result
    await wait(TRY_AGAIN_MS * (1 + Math.random()))
  }
  throw conflict('Another clock change or reset is in progress. Try again shortly.', {
    headers: { 'retry-after': '1' },
  })
}

async function tryToRun<T>(
  db: Database,
  change: (tx: Transaction) => Promise<T>,
): Promise<{ result: T } | undefined> {
  try {
    return await transaction(db, async (tx) => {
      const [lock] = await tx<{ is_ours: boolean }[]>`
        select pg_try_advisory_xact_lock(hashtextextended('change of the sandbox', 0)) as is_ours`
      if (!lock?.is_ours) return undefined
      await tx.unsafe(`set local lock_timeout = ${LOCK_WAIT_MS}`)
      return { result: await change(tx) }
    })
  } catch (error) {
    if (error instanceof TablesInUse || isLockTimeout(error)) return undefined
    throw error
  }
}

class TablesInUse extends Error {}

/**
 * Locks tables against all others. The time is for all of them together: whoever needs a table that is locked already
 * waits for the rest of them too.
 */
export async function lockTables(tx: Transaction, names: readonly string[]): Promise<void> {
  await tx.unsafe(`set local statement_timeout = ${LOCK_WAIT_MS}`)
  try {
    await tx.unsafe(`lock table ${names.join(', ')} in access exclusive mode`)
  } catch (error) {
    throw isStatementTimeout(error)
      ? new TablesInUse('Other transactions use the tables.', { cause: error })
      : error
  }
  await tx.unsafe('set local statement_timeout to default')
}
