/** Worker processes that are killed at a defined point: while they wait for a row lock that the test holds. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

import { connect, type Queryable } from '../src/platform/database.ts'
import type { Market } from './market.ts'
import { PROGRAM } from './programs.ts'
import { until } from './time.ts'

type Env = Record<string, string>

/** Acquires a lock, waits until a worker blocks on it, and kills the worker. */
export async function killWorkerAt(
  shop: Market,
  lock: (tx: Queryable) => Promise<unknown>,
  env: Env = {},
): Promise<void> {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  // A separate connection, since the server's own are closed when a transaction stays idle.
  const holder = connect(shop.databaseUrl, { pool: 1, name: 'holder' })
  const holding = holder.begin(async (tx) => {
    await lock(tx)
    held.resolve()
    await released.promise
  })
  await held.promise
  const worker = startWorker(shop, env)
  try {
    await until(async () => await isWaiting(shop.platform.db))
  } finally {
    await kill(worker)
    released.resolve()
    await holding
    await holder.end()
  }
}

/** Runs another worker until the work of the killed one is done. */
export async function runWorkerUntil(
  shop: Market,
  isDone: () => Promise<boolean>,
  env: Env = {},
): Promise<void> {
  const { db } = shop.platform
  // Ages the heartbeat of the killed worker, so that its jobs count as abandoned at once.
  await db`update platform.workers set seen_at = seen_at - interval '1 minute'`
  await db`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`
  const worker = startWorker(shop, env)
  try {
    await until(isDone)
  } finally {
    await kill(worker)
  }
}

async function isWaiting(db: Queryable): Promise<boolean> {
  const waiting = await db`
    select
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and application_name = 'tradehall worker'`
  return waiting.length > 0
}

export const startWorker = (shop: Market, env: Env): ChildProcess =>
  spawn(process.execPath, [PROGRAM, 'worker'], {
    env: {
      ...process.env,
      ...env,
      TRADEHALL_DATABASE_URL: shop.databaseUrl,
      TRADEHALL_SECRET_KEY: shop.config.secretKey,
      TRADEHALL_LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  })

export async function kill(worker: ChildProcess): Promise<void> {
  const exited = once(worker, 'exit')
  worker.kill('SIGKILL')
  await exited
}
