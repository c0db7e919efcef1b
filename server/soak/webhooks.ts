/**
 * `npm run soak`: webhooks while workers are killed.
 *
 * Two workers deliver events to five subscriptions: two respond immediately, one is slow (2 s), one fails twice before it
 * accepts an event, one is down. Workers are killed with SIGKILL at random and restarted, once both together with the
 * database. At the end every delivery to a live receiver must have arrived, every duplicate must be explained by a kill,
 * and the fast receivers must not have waited for the others.
 *
 * TRADEHALL_TEST_SEED repeats the kills. The exit code is 1 if a check fails.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { startChild } from '../bench/child.ts'
import { modulesFor } from '../src/composition.ts'
import { readConfig } from '../src/config.ts'
import { DEMO } from '../src/modules/identity/index.ts'
import { orderEvents } from '../src/modules/ordering/index.ts'
import { seedDemo } from '../src/modules/sandbox/index.ts'
import { startEmbeddedDatabase } from '../src/platform/embedded/embedded-database.ts'
import { recordEvents } from '../src/platform/events/outbox.ts'
import { closePlatform, createPlatform, type Platform } from '../src/platform/index.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateDatabase } from '../src/platform/migrations/migrate.ts'

const options = new Command('npm run soak --')
  .option('--events <n>', 'events that fan out', Number, 2000)
  .option('--kills <n>', 'workers that are killed', Number, 8)
  .parse(process.argv)
  .opts<{ events: number; kills: number }>()

const RECEIVERS = ['quick', 'other', 'slow', 'stumbling', 'down']
const LIVE = RECEIVERS.filter((name) => name !== 'down')
/** Upper bound of deliveries to one receiver that a worker has sent and not recorded yet. */
const IN_HAND = 512
/** By then another worker has claimed the deliveries of a killed one. */
const TAKEOVER_MS = 30_000

const seed = Number(process.env.TRADEHALL_TEST_SEED ?? randomInt(2 ** 31))
say(`TRADEHALL_TEST_SEED=${seed}, ${options.events} events, ${options.kills} kills`)
let state = seed >>> 0
const chance = (below: number) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

const dataDir = await mkdtemp(join(tmpdir(), 'tradehall-soak-'))
const open = () => startEmbeddedDatabase({ dataDir, log: { info: () => {} } })
let database = await open()
await migrateDatabase(database.url)
await seedDemo(database.url, modulesFor('sandbox'))
const receivers = await startChild({
  script: '../soak/receiver.ts',
  stop: new AbortController().signal,
})
const secretKey = randomBytes(32).toString('base64')
const environment = () => ({
  ...process.env,
  TRADEHALL_DATABASE_URL: database.url,
  TRADEHALL_SECRET_KEY: secretKey,
  TRADEHALL_LOG_LEVEL: 'error',
  TRADEHALL_WEBHOOK_RETRY_SECONDS: '1,1,1,1',
})
const connectPlatform = async (): Promise<Platform> => {
  const platform = createPlatform(readConfig(environment()), {
    name: 'soak',
    databaseUrl: database.url,
    secretKey,
    log: createLog('error'),
  })
  await platform.signals.start()
  return platform
}

let workers: ChildProcess[] = []
let platform = await connectPlatform()
const problems: string[] = []
try {
  await soak()
} finally {
  for (const worker of workers) worker.kill('SIGKILL')
  await closePlatform(platform)
  await receivers.end()
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
for (const problem of problems) say(`NOT AS IT SHOULD BE: ${problem}`)
if (problems.length === 0) say('Everything arrived.')
process.exit(problems.length === 0 ? 0 : 1)

async function soak(): Promise<void> {
  await subscribeAll()
  workers = [await startWorker(), await startWorker()]
  const startedAt = performance.now()
  const killing = killAtRandom()
  await recordAll()
  await killing
  await handOver()
  await waitUntilSettled()
  say(`settled after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  await compare()
}

async function subscribeAll(): Promise<void> {
  for (const name of RECEIVERS) {
    const secret = platform.secrets.encrypt(randomBytes(30).toString('base64'))
    await platform.db`
      insert into webhooks.subscriptions
        (brand_id, id, application_id, url, events, secret_encrypted, created_at, updated_at)
      values (${DEMO.brandId}, ${randomUUID()}, ${DEMO.applicationId}, ${`${receivers.address}/${name}`},
        ${['order.shipped']}, ${secret}, now(), now())`
  }
}

async function startWorker(): Promise<ChildProcess> {
  const worker = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), {
    env: environment(),
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(worker, 'message')
  return worker
}

/** Records events of many orders in many small transactions while workers are killed. */
async function recordAll(): Promise<void> {
  const orders = await platform.db<
    { id: string }[]
  >`select id from ordering.orders where brand_id = ${DEMO.brandId}`
  const batch = 20
  for (let i = 0; i < options.events; i += batch) {
    const events = Array.from({ length: Math.min(batch, options.events - i) }, (_, j) => ({
      type: orderEvents.shipped,
      brandId: DEMO.brandId,
      subjectId: orders[(i + j) % orders.length]?.id ?? '',
    }))
    // The database may be unavailable for a moment: uncommitted events are recorded again.
    while (
      !(await recordEvents(platform, events).then(
        () => true,
        () => false,
      ))
    )
      await wait(500)
    await wait(100)
  }
}

async function killAtRandom(): Promise<void> {
  const wholeTree = chance(options.kills)
  for (let i = 0; i < options.kills; i++) {
    await wait(1000 + chance(4000))
    if (i === wholeTree) {
      say('killing both workers and the database')
      const killed = workers
      for (const worker of killed) worker.kill('SIGKILL')
      await killDatabase()
      workers = [await startWorker(), await startWorker()]
      continue
    }
    const which = chance(2)
    workers[which]?.kill('SIGKILL')
    workers[which] = await startWorker()
  }
}

async function killDatabase(): Promise<void> {
  const [row] = await platform.db<{ pid: number }[]>`
    select pg_backend_pid() as pid`
  const parent = await platform.db<{ line: string }[]>`
    select split_part(pg_read_file('postmaster.pid'), E'\n', 1) as line`
  say(`the database is process ${parent[0]?.line}, ours is ${row?.pid}`)
  process.kill(Number(parent[0]?.line), 'SIGKILL')
  await closePlatform(platform).catch(() => {})
  await database.stop().catch(() => {})
  database = await open()
  platform = await connectPlatform()
}

/** Kills a worker without restarting it: the other one must claim its deliveries when their leases expire. */
async function handOver(): Promise<void> {
  const [stopped, other] = workers
  stopped?.kill('SIGKILL')
  workers = other ? [other] : []
  const before = performance.now()
  const leases = async () => {
    const [row] = await platform.db<{ oldest: number | null }[]>`
      select extract(epoch from now() - min(leased_until))::float as oldest
      from webhooks.deliveries where state = 'waiting' and leased_until < now()`
    return row?.oldest ?? 0
  }
  while (performance.now() - before < TAKEOVER_MS + 2_000) {
    if ((await leases()) > 5) problems.push('a lease that had run out was not taken over within five seconds')
    await wait(1000)
  }
}

async function waitUntilSettled(): Promise<void> {
  let last = ''
  for (let quiet = 0; quiet < 120; quiet++) {
    const [row] = await platform.db<{ waiting: number; outbox: number }[]>`
      select
        (select count(*) from webhooks.deliveries where state = 'waiting') as waiting,
        (select count(*) from platform.outbox) as outbox`
    if (row?.waiting === 0 && row.outbox === 0) return
    const seen = JSON.stringify(row)
    if (seen !== last) quiet = 0
    last = seen
    await wait(1000)
  }
  problems.push(`nothing happens any more, and this is left: ${last}`)
}

type Notes = Record<string, [id: string, times: number[]][]>

async function compare(): Promise<void> {
  const notes = (await receivers.ask({})) as Notes
  const rows = await platform.db<{ url: string; event_id: string; state: string; attempts: number }[]>`
    select url, event_id, deliveries.state, attempts
    from webhooks.deliveries
    join webhooks.subscriptions on subscriptions.id = subscription_id`
  const [recorded] = await platform.db<
    { count: number }[]
  >`select count(distinct event_id) as count from webhooks.deliveries`
  if ((recorded?.count ?? 0) < options.events) problems.push(`only ${recorded?.count} events fanned out`)
  for (const name of RECEIVERS) {
    const came = new Map(notes[name] ?? [])
    const own = rows.filter(({ url }) => url.endsWith(`/${name}`))
    const missing = own.filter(({ event_id }) => !came.has(event_id)).length
    if (missing > 0) problems.push(`${missing} deliveries never reached ${name}`)
    const expected = name === 'down' ? 'failed' : 'delivered'
    const others = own.filter((row) => row.state !== expected).length
    if (others > 0) problems.push(`${others} deliveries to ${name} are not ${expected}`)
    // The response was lost with its worker: the receiver has the event, the log does not.
    const lost = own.map(({ event_id, attempts }) => (came.get(event_id)?.length ?? 0) - attempts)
    const doubled = lost.filter((count) => count > 0).reduce((sum, count) => sum + count, 0)
    if (lost.some((count) => count < 0)) problems.push(`the log of ${name} has attempts that never came`)
    if (doubled > (options.kills + 2) * IN_HAND)
      problems.push(`${name} got ${doubled} more than kills explain`)
    const times = [...came.values()].flat()
    const span = (Math.max(...times) - Math.min(...times)) / 1000
    say(
      `${name.padEnd(10)} ${own.length} deliveries, ${times.length} requests, ${doubled} not in the log, within ${span.toFixed(0)} s`,
    )
  }
  const spanOf = (name: string) => {
    const times = (notes[name] ?? []).flatMap(([, each]) => each)
    return Math.max(...times) - Math.min(...times)
  }
  for (const name of LIVE.filter((each) => each !== 'slow')) {
    // A fast receiver may have to wait until the lease of a killed worker expires, but never for the slow one.
    if (options.events >= 1000 && spanOf(name) > spanOf('slow'))
      problems.push(`${name} waited for the slow receiver`)
  }
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}
