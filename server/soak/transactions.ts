/**
 * `npm run soak:transactions`: transactions that all throw, while another connection cancels their statements.
 *
 * Each transaction writes rows, partly in one message with its BEGIN and partly afterwards, and then throws. Meanwhile
 * another connection calls `pg_cancel_backend` for them in a loop, so that cancellations hit BEGIN, statements and ROLLBACK.
 * No row may remain. The exit code is 1 if one does, or if no cancellation took effect.
 *
 * TRADEHALL_TEST_SOAK_DATABASE_URL names a PostgreSQL server, on which a database is created and dropped. Without it the
 * embedded server runs in a temporary folder.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { connect, type Database, type Transaction } from '../src/platform/database.ts'
import { startEmbeddedDatabase } from '../src/platform/embedded/embedded-database.ts'

const options = new Command('npm run soak:transactions --')
  .option('--transactions <n>', 'transactions that throw', Number, 100_000)
  .option('--pool <n>', 'connections that run them', Number, 4)
  .parse(process.argv)
  .opts<{ transactions: number; pool: number }>()

const CANCELED = '57014'
const server = await openServer()
const admin = connect(server.url, { pool: 1, name: 'soak' })
const database = `tradehall_soak_${process.pid}`
await admin`create database ${admin(database)}`
const url = new URL(server.url)
url.pathname = `/${database}`
const watcher = connect(url.href, { pool: 1, name: 'soak watcher' })
const db = connect(url.href, { pool: options.pool, name: 'soak transactions' })
let leftRows = 0
let hits = 0
try {
  ;({ leftRows, hits } = await soak())
} finally {
  await Promise.all([db.end({ timeout: 5 }), watcher.end({ timeout: 5 })])
  await admin`drop database ${admin(database)} with (force)`
  await admin.end()
  await server.stop()
}
process.exit(leftRows === 0 && hits > 0 ? 0 : 1)

async function openServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const external = process.env.TRADEHALL_TEST_SOAK_DATABASE_URL
  if (external) return { url: external, stop: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'tradehall-soak-'))
  const embedded = await startEmbeddedDatabase({ dataDir, durable: false, log: { info: () => {} } })
  return {
    url: embedded.url,
    async stop() {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function soak(): Promise<{ leftRows: number; hits: number }> {
  await db`create table left_rows (run int not null, step int not null)`
  const startedAt = performance.now()
  let isOver = false
  const canceling = cancelUntil(() => isOver)
  const outcomes = await runAll()
  isOver = true
  const cancels = await canceling
  const [row] = await db<{ count: number }[]>`select count(*) as count from left_rows`
  const left = row?.count ?? Number.NaN
  const hits = outcomes.get(CANCELED) ?? 0
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  say(`${options.transactions} transactions in ${seconds} s, ${cancels} cancels sent, ${hits} hit`)
  for (const [outcome, count] of outcomes) say(`  ${outcome}: ${count}`)
  say(`${left} rows were left`)
  return { leftRows: left, hits }
}

async function runAll(): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>()
  let next = 0
  const work = async () => {
    while (next < options.transactions) {
      const outcome = await runOne(db, next++)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: options.pool }, work))
  return outcomes
}

/** Runs a transaction that must throw, and returns the message of the error. */
async function runOne(on: Database, run: number): Promise<string> {
  const add = (tx: Transaction, step: number) =>
    // A simple query needs no prepared statement.
    run % 3 === 0
      ? tx.unsafe(`insert into left_rows values (${run}, ${step})`)
      : tx`insert into left_rows values (${run}, ${step})`
  try {
    await on.begin(async (tx) => {
      await Promise.allSettled([add(tx, 1), add(tx, 2)])
      await add(tx, 3)
      throw new Error('taken back')
    })
    return 'committed'
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return code ?? message
  }
}

async function cancelUntil(isOver: () => boolean): Promise<number> {
  let sent = 0
  while (!isOver()) {
    const rows = await watcher`
      select pg_cancel_backend(pid) from pg_stat_activity
      where application_name = ${'soak transactions'} and state <> 'idle'`
    sent += rows.length
  }
  return sent
}

function say(text: string): void {
  console.log(text)
}
