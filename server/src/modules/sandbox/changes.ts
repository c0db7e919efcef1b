/**
 * Serializes changes of the whole sandbox, such as a reset or a move of its clock, across all processes. They lock many
 * tables, so that two concurrent ones would deadlock.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { problem } from '@tradehall/jsonapi'
import {
  type Database,
  isLockTimeout,
  isStatementTimeout,
  type Transaction,
  transaction,
} from '../../platform/database.ts'

const sandboxBusy = problem(
  'SANDBOX_BUSY',
  409,
  'Conflict',
  'Another change of the whole sandbox, such as a reset, is under way.',
)

/** Timeout for the turn and the locks together: long enough for several resets, shorter than the timeouts of clients. */
const TIMEOUT_MS = 5000
/** Below PostgreSQL's deadlock_timeout of a second, so that the change is retried, and no request or job is aborted. */
const LOCK_TIMEOUT_MS = 900
const RETRY_MS = 20

/** The last change of each database, for which the next one in this process waits. */
const lastChanges = new WeakMap<Database, Promise<unknown>>()

/** Runs `change` in one transaction, after earlier changes; a timeout is a 409. */
export async function changeSandbox<T>(
  db: Database,
  change: (tx: Transaction) => Promise<T>,
  { waitedMs = 0 }: { waitedMs?: number } = {},
): Promise<T> {
  const deadline = performance.now() + TIMEOUT_MS - waitedMs
  const before = lastChanges.get(db) ?? Promise.resolve()
  const result = before.then(() => runLocked(db, change, deadline))
  lastChanges.set(
    db,
    result.catch(() => {}),
  )
  return await result
}

/** Polls for the lock, so that no connection of the pool is occupied while another process has it. */
async function runLocked<T>(
  db: Database,
  change: (tx: Transaction) => Promise<T>,
  deadline: number,
): Promise<T> {
  while (performance.now() < deadline) {
    const outcome = await tryToRun(db, change)
    if (outcome) return outcome.result
    await wait(RETRY_MS * (1 + Math.random()))
  }
  throw sandboxBusy('Another clock change or reset is in progress. Try again shortly.', {
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
      await tx.unsafe(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      return { result: await change(tx) }
    })
  } catch (error) {
    if (error instanceof TablesInUse || isLockTimeout(error)) return undefined
    throw error
  }
}

class TablesInUse extends Error {}

/** Locks tables exclusively. The timeout covers all locks together, because other transactions wait for all of them. */
export async function lockTables(tx: Transaction, names: readonly string[]): Promise<void> {
  await tx.unsafe(`set local statement_timeout = ${LOCK_TIMEOUT_MS}`)
  try {
    await tx.unsafe(`lock table ${names.join(', ')} in access exclusive mode`)
  } catch (error) {
    throw isStatementTimeout(error)
      ? new TablesInUse('Other transactions use the tables.', { cause: error })
      : error
  }
  await tx.unsafe('set local statement_timeout to default')
}
