/** Transactions, each alone on a connection from `begin` to `commit`. */
import { setTimeout as wait } from 'node:timers/promises'
import type postgres from 'postgres'
import { DatabaseAway } from './database-away.ts'
import type { Driver, Pool } from './driver-pool.ts'

type Tx = postgres.TransactionSql<{ bigint: number }>
type Work<T> = (tx: Tx) => Promise<T>

interface Waiting {
  take(pool: Pool): void
  giveUp(error: unknown): void
}

export interface Transactions {
  begin<T>(work: Work<T>): Promise<T>
  /** Takes no new ones, and waits for those that run. */
  finish(how?: { timeout?: number }): Promise<void>
}

/** `pools` have one connection each. */
export function createTransactions(pools: readonly Pool[]): Transactions {
  const free = [...pools]
  const waiting: Waiting[] = []
  const finished = Promise.withResolvers<void>()
  let isEnding = false

  return {
    async begin(work) {
      if (isEnding) throw new DatabaseAway('The connections are closed.')
      const pool = free.pop() ?? (await new Promise<Pool>((take, giveUp) => waiting.push({ take, giveUp })))
      const { driver } = pool
      try {
        return await run(pool, driver, work)
      } catch (error) {
        // One after the other they would each find out for themselves, and the last would wait for all before it.
        if (pool.driver !== driver) for (const one of waiting.splice(0)) one.giveUp(error)
        throw error
      } finally {
        const next = waiting.shift()
        if (next) next.take(pool)
        else free.push(pool)
        if (isEnding && free.length === pools.length) finished.resolve()
      }
    },
    async finish({ timeout } = {}) {
      isEnding = true
      if (free.length === pools.length) return
      const late = timeout === undefined ? [] : [wait(timeout * 1000, undefined, { ref: false })]
      await Promise.race([finished.promise, ...late])
    },
  }
}

/**
 * Runs `work` between `begin` and `commit`, or between the same for a savepoint. Once the connection is lost nothing
 * more is sent: the driver would open another one, on which the statements would stand for themselves.
 */
async function run<T>(pool: Pool, driver: Driver, work: Work<T>, depth = 0): Promise<T> {
  const savepoint = `s${depth}`
  const [begin, commit, rollback] =
    depth === 0
      ? ['begin', 'commit', 'rollback']
      : [`savepoint ${savepoint}`, `release ${savepoint}`, `rollback to ${savepoint}`]
  let isOver = false
  let failure: unknown
  const isLost = () => isOver || pool.driver !== driver
  const guarded = <Q>(query: Q): Q => guard(query, isLost, (error) => (failure ??= error))
  const unsafe = (...args: Parameters<Driver['unsafe']>) => guarded(driver.unsafe(...args))
  const call = (...args: Parameters<Driver>) => guarded(driver(...args))
  const { begin: _begin, ...rest } = driver
  const tx = Object.assign(call, rest, {
    unsafe,
    savepoint: (inner: Work<unknown>) => run(pool, driver, inner, depth + 1),
  }) as unknown as Tx

  await unsafe(begin)
  try {
    const result = await work(tx)
    // PostgreSQL has given the transaction up, whoever caught the error.
    if (failure) throw failure
    await unsafe(commit)
    return result
  } catch (error) {
    if (!isLost()) await driver.unsafe(rollback).catch(() => pool.replace())
    throw isAborted(error) ? (failure ?? error) : error
  } finally {
    isOver = true
  }
}

/** Looks at the last moment before a statement is sent. What is only a part of another statement is never sent. */
function guard<Q>(query: Q, isLost: () => boolean, onFailure: (error: unknown) => void): Q {
  if (!(query instanceof Promise)) return query
  const pending = query as unknown as PendingQuery
  const send = pending.handler
  pending.handler = (self) => {
    if (isLost()) return self.reject(new DatabaseAway('The connection of the transaction was lost.'))
    self.catch(onFailure)
    send(self)
  }
  return query
}

interface PendingQuery extends Promise<unknown> {
  handler(self: PendingQuery): void
  reject(error: Error): void
}

const IN_FAILED_TRANSACTION = '25P02'
const isAborted = (error: unknown) => (error as { code?: unknown } | null)?.code === IN_FAILED_TRANSACTION
