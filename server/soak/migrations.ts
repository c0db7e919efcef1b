/**
 * `npm run soak:migrations`: migrations on a filled database while the API serves requests.
 *
 * Clients list and read products and change stock without a pause. Meanwhile a set of migrations adds columns to the tables
 * that they use, fills one of them in batches, builds an index, and validates a constraint. A transaction of eight seconds
 * is in the way of the first locks, and the process that migrates is killed twice with SIGKILL: while it fills the column,
 * and while it builds the index. No request may fail or take much longer than the lock timeout, and at the end all
 * migrations must be applied.
 *
 * The exit code is 1 if a check fails.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { connect } from '../src/platform/database.ts'
import { startEmbeddedDatabase } from '../src/platform/embedded/embedded-database.ts'
import { PATIENCE } from '../src/platform/migrations/apply.ts'
import type { MigrationEvent } from '../src/platform/migrations/report.ts'
import { isMigrated, writeMigrations } from './online-migrations.ts'

const options = new Command('npm run soak:migrations --')
  .option('--products <n>', 'products of the demo brand', Number, 20_000)
  .option('--clients <n>', 'requests at once', Number, 8)
  .parse(process.argv)
  .opts<{ products: number; clients: number }>()

/** Beyond the lock timeout: what a request takes by itself while two cores do all of this. */
const MARGIN_MS = 1500

const dataDir = await mkdtemp(join(tmpdir(), 'tradehall-soak-'))
const database = await startEmbeddedDatabase({ dataDir, log: { info: () => {} } })
const environment = {
  ...process.env,
  TRADEHALL_DATABASE_URL: database.url,
  TRADEHALL_DATA_DIR: dataDir,
  TRADEHALL_SECRET_KEY: randomBytes(32).toString('base64'),
  TRADEHALL_LOG_LEVEL: 'error',
  TRADEHALL_RATE_LIMIT: 'off',
  TRADEHALL_PORT: '18099',
}
const BASE = `http://127.0.0.1:${environment.TRADEHALL_PORT}`
const problems: string[] = []
const children: ChildProcess[] = []
try {
  await soak()
} finally {
  for (const child of children) child.kill('SIGKILL')
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
for (const problem of problems) say(`NOT AS IT SHOULD BE: ${problem}`)
if (problems.length === 0) say('No request failed or took too long.')
process.exit(problems.length === 0 ? 0 : 1)

async function soak(): Promise<void> {
  await runToEnd(start('../src/main.ts', 'seed', '--products', String(options.products)))
  start('../src/main.ts', 'api')
  await until(async () => (await fetch(`${BASE}/health/live`)).ok)
  const load = await startLoad()
  const folder = join(dataDir, 'migrations')
  await writeMigrations(folder)
  await wait(3000)
  say(`before: ${load.measure()}`)

  // A long report that reads the tables.
  const release = await hold(['select from catalog.products limit 1', 'select from stock.levels limit 1'])
  const first = migrate(folder)
  await first.until(({ kind }) => kind === 'waiting')
  await wait(8000)
  await release()
  await first.until(({ kind }) => kind === 'rows')
  await kill(first, 'filled the column')
  say(`first: ${load.measure()}`)

  // The build waits for it.
  const releaseWriter = await hold(['update catalog.variants set soak_rank = 1 where false'])
  const second = migrate(folder)
  await second.until(({ kind }) => kind === 'index')
  await kill(second, 'built the index')
  say(`second: ${load.measure()}`)

  const third = migrate(folder)
  // The database has noticed the kill of the second one although its statement waited: its index is being dropped.
  await third.until((event) => event.kind === 'waiting' && event.sentence.includes('line 7'))
  await releaseWriter()
  if ((await third.ended) !== 0) problems.push('the last run failed')
  say(`third: ${load.measure()}`)
  await load.stop()
  await compare(load)
}

function start(script: string, ...args: string[]): ChildProcess {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), args, {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  return child
}

async function runToEnd(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`A process ended with ${code}.`)
}

function migrate(folder: string) {
  const child = start('./migrator.ts', database.url, folder)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const seen: MigrationEvent[] = []
  child.on('message', (event: MigrationEvent) => {
    if (event.kind === 'waiting') say(`  ${event.sentence}`)
    if (event.kind === 'applied') say(`  ${event.file} applied in ${event.seconds.toFixed(1)} s`)
    seen.push(event)
  })
  return { child, ended, until: (is: (event: MigrationEvent) => boolean) => until(async () => seen.some(is)) }
}

async function kill({ child, ended }: ReturnType<typeof migrate>, what: string): Promise<void> {
  child.kill('SIGKILL')
  if ((await ended) !== null) problems.push(`the migration was over before it was killed while it ${what}`)
  else say(`killed while it ${what}`)
}

/** Opens a transaction that has run these statements, and returns how to end it. */
async function hold(statements: string[]): Promise<() => Promise<void>> {
  const db = connect(database.url, { pool: 1, name: 'soak report' })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>()
  const report = db.begin(async (tx) => {
    for (const statement of statements) await tx.unsafe(statement)
    isHeld()
    await released
  })
  await held
  return async () => {
    release()
    await report
    await db.end()
  }
}

interface Load {
  slowestMs: number
  failures: string[]
  measure(): string
  stop(): Promise<void>
}

async function startLoad(): Promise<Load> {
  const { clientId, clientSecret } = JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8'))
  const granted = await fetch(`${BASE}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: '*',
    }),
  })
  const { access_token: token } = (await granted.json()) as { access_token: string }
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.api+json',
    'content-type': 'application/vnd.api+json',
  }
  const listed = await fetch(`${BASE}/api/v1/product-variants?filter[archived]=false&page[limit]=50`, {
    headers,
  })
  const { data: variants } = (await listed.json()) as { data: { id: string }[] }
  const stockOf = (id: string, stockQuantity: number): [string, RequestInit] => [
    `product-variants/${id}/stock`,
    {
      method: 'PATCH',
      body: JSON.stringify({ data: { type: 'product-variants', id, attributes: { stockQuantity } } }),
    },
  ]
  const load = { slowestMs: 0, failures: [] as string[], measure, stop }
  let [count, slowestMs, isOver] = [0, 0, false]

  async function request(i: number): Promise<void> {
    const { id } = variants[i % variants.length] as { id: string }
    const requests: [string, RequestInit?][] = [
      ['products?page[limit]=15'],
      [`product-variants/${id}`],
      ['orders?page[limit]=15'],
      stockOf(id, 1000 + i),
    ]
    const [path, init] = requests[i % requests.length] as [string, RequestInit?]
    const startedAt = performance.now()
    const failure = await fetch(`${BASE}/api/v1/${path}`, { headers, ...init }).then(
      async (response) =>
        response.ok ? void (await response.text()) : `${response.status} ${await response.text()}`,
      String,
    )
    if (failure) load.failures.push(`${path}: ${failure}`)
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    load.slowestMs = Math.max(load.slowestMs, slowestMs)
    count++
  }
  const clients = Array.from({ length: options.clients }, async (_, client) => {
    for (let i = client; !isOver; i += options.clients + 1) await request(i)
  })
  function measure(): string {
    const text = `${count} requests, the slowest ${Math.round(slowestMs)} ms, ${load.failures.length} failures so far`
    ;[count, slowestMs] = [0, 0]
    return text
  }
  async function stop(): Promise<void> {
    isOver = true
    await Promise.all(clients)
  }
  return load
}

async function compare({ slowestMs, failures }: Load): Promise<void> {
  if (failures.length > 0) problems.push(`${failures.length} requests failed, the first: ${failures[0]}`)
  if (slowestMs > PATIENCE.lockTimeoutMs + MARGIN_MS)
    problems.push(`the slowest request took ${Math.round(slowestMs)} ms`)
  const db = connect(database.url, { pool: 1, name: 'soak' })
  if (!(await isMigrated(db))) problems.push('the migrations have not done all they should')
  await db.end()
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 3000; i++) {
    if (await condition().catch(() => false)) return
    await wait(20)
  }
  throw new Error('It did not happen within a minute.')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
