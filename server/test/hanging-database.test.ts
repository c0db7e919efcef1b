/**
 * What the server does while its PostgreSQL hangs, refuses, loses its connections, or is replaced by another one. It has a
 * PostgreSQL of its own.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, connect as dial } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { modulesFor } from '../src/composition.ts'
import { seedDemo } from '../src/modules/sandbox/demo-data.ts'
import { connect, type Database, isDatabaseAway, transaction } from '../src/platform/database.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../src/platform/embedded/embedded-database.ts'
import { enqueue } from '../src/platform/jobs/jobs.ts'
import { migrateDatabase } from '../src/platform/migrations/migrate.ts'
import { afterAllTests } from './clean-up.ts'
import { withDatabaseName } from './database-url.ts'
import { demoConfig } from './demo-config.ts'
import { type Answer, type Market, market } from './market.ts'
import { freePort } from './ports.ts'
import { LINUX, needs } from './requirements.ts'
import { recorder, startWorker } from './running-jobs.ts'
import { processTree, signalAll } from './stopped.ts'
import { startStopwatch, until } from './time.ts'

const ANSWER_WITHIN_MS = 2000
/** The bound, what looks at it may be late, what the good connections may finish, and a slow machine. */
const BOUND_MS = ANSWER_WITHIN_MS + 1000 + 1000 + 4000
/** A connection that is ended is gone a moment later, and until then it may still answer. */
const GONE_WITHIN_MS = 60_000
const VERIFICATION = '/api/v1/email-verifications'
const verification = {
  body: { data: { type: 'email-verifications', attributes: { email: 'someone@example.test' } } },
}

let dataDir: string
let server: EmbeddedDatabase
let shop: Market

const cleanUp = afterAllTests()
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tradehall-hanging-'))
  server = await startEmbeddedDatabase({ dataDir, durable: false, log: { info: () => {} } })
  await migrateDatabase(server.url)
  await seedDemo(server.url, modulesFor('sandbox'), demoConfig)
  shop = await market({
    databaseUrl: server.url,
    answerWithinMs: ANSWER_WITHIN_MS,
    env: { TRADEHALL_RATE_LIMIT: 'off' },
    cleanUp,
  })
  await shop.tokenOf('brand')
  await shop.send('GET', '/api/operator/v1/health', { as: 'operator' })
})

afterAll(async () => {
  await server?.stop()
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

const read = () => shop.send('GET', '/api/v1/products')
const write = () => shop.send('POST', VERIFICATION, verification)
const postmaster = () =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const elapsedMs = startStopwatch()
  return { result: await work(), ms: elapsedMs() }
}

function expectAway(answer: Answer): void {
  expect(answer.status).toBe(503)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(answer.headers['content-type']).toBe('application/vnd.api+json')
  expect(answer.body.errors[0]).toMatchObject({
    status: '503',
    title: 'Service Unavailable',
    meta: { requestId: answer.headers['x-request-id'] },
  })
}

/** Every connection of both kinds answers again: more at once than there are connections. */
async function expectRecovery(): Promise<void> {
  await expect.poll(async () => (await read()).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 12 }, () => [read(), write()]).flat())
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => [200, 201]).flat())
  const waiting = shop.platform.db`
    select 1 from pg_stat_activity where application_name = 'tradehall test' and state like 'idle in transaction%'`
  expect((await waiting).length).toBe(0)
}

describe('a PostgreSQL that is stopped in the middle of work', needs(LINUX), () => {
  test('costs everybody a 503 in bounded time, and work goes on when it does', async () => {
    await expectRecovery()
    const inFlight = Array.from({ length: 20 }, () => timed(write))
    const stopped = await processTree(postmaster())
    onTestFinished(() => signalAll(stopped, 'SIGCONT'))
    signalAll(stopped, 'SIGSTOP')
    const health = timed(() => shop.send('GET', '/api/operator/v1/health', { as: 'operator' }))
    const reads = Array.from({ length: 30 }, () => timed(read))
    const writes = Array.from({ length: 30 }, () => timed(write))
    const ready = await timed(() => shop.send('GET', '/health/ready', { as: null }))
    expect(ready.result.status).toBe(503)
    expect(ready.result.body.checks.database).toBe('failing')
    expect(ready.ms).toBeLessThan(2000)
    // The token was checked a moment before.
    const { result, ms } = await health
    expect(ms).toBeLessThan(2000)
    expect(result.body.data.attributes).toMatchObject({ state: 'failing', processes: [{ pid: process.pid }] })
    const { checks } = result.body.data.attributes as { checks: { name: string; state: string }[] }
    expect(checks.find(({ name }) => name === 'database')?.state).toBe('failing')
    expect(checks.find(({ name }) => name === 'disks')?.state).not.toBe('failing')
    // Those in flight may have been faster than the stop.
    for (const { result, ms } of await Promise.all(inFlight)) {
      if (result.status !== 201) expectAway(result)
      expect(ms).toBeLessThan(BOUND_MS)
    }
    for (const { result, ms } of await Promise.all([...reads, ...writes])) {
      expectAway(result)
      expect(ms).toBeLessThan(BOUND_MS)
    }
    // From here on the connections have to be opened anew, which hangs as well.
    for (const { result, ms } of await Promise.all([timed(read), timed(write), timed(write)])) {
      expectAway(result)
      expect(ms).toBeLessThan(BOUND_MS)
    }
    expect((await shop.send('GET', '/health/live', { as: null })).status).toBe(200)
    signalAll(stopped, 'SIGCONT')
    await expectRecovery()
  })

  test('does not stop the job queue, which stops in time when it is asked to', async () => {
    const { platform } = shop
    const { kind, seen } = recorder()
    const worker = await startWorker(platform, server.url, [kind])
    const warnings = vi.spyOn(platform.log, 'warn')
    onTestFinished(() => warnings.mockRestore())
    let stopped: number[] = []
    onTestFinished(() => signalAll(stopped, 'SIGCONT'))
    stopped = await processTree(postmaster())
    signalAll(stopped, 'SIGSTOP')
    await until(() =>
      warnings.mock.calls.some((call) => call.includes('the job queue failed and will retry')),
    )
    signalAll(stopped, 'SIGCONT')
    await expectRecovery()
    await enqueue(platform, kind, [{ n: 1 }])
    await until(() => seen.length === 1)
    // The connection that has looked for jobs of dead workers is idle, and will hang when it is closed.
    await until(async () => {
      const idle = await platform.db`
        select from pg_stat_activity where application_name = 'tradehall queue' and state = 'idle' and query = 'commit'`
      return idle.length > 0
    })
    stopped = await processTree(postmaster())
    signalAll(stopped, 'SIGSTOP')
    const { ms } = await timed(worker.stop)
    expect(ms).toBeLessThan(3000)
    signalAll(stopped, 'SIGCONT')
    await expectRecovery()
  })
})

test('a server that drops its connections costs a 503 at most, also in the middle of transactions', async () => {
  const admin = connect(server.url, { pool: 1, name: 'tests' })
  const { db } = shop.platform
  const hold = (ms: number, begun = () => {}) =>
    transaction(db, async (tx) => {
      await tx`select 1`
      begun()
      await tx`select pg_sleep(${ms / 1000})`
      await new Promise((resume) => setTimeout(resume, ms))
      await tx`select 1`
    }).then(
      () => 'committed',
      (error: Error) => error.constructor.name,
    )
  for (let round = 0; round < 5; round++) {
    let begun = () => {}
    const isHeld = new Promise<void>((resolve) => {
      begun = resolve
    })
    const held = [hold(1), hold(1), hold(1500, begun)]
    await isHeld
    const answers = Promise.all(Array.from({ length: 20 }, () => [read(), write()]).flat())
    await admin`
      select pg_terminate_backend(pid, ${GONE_WITHIN_MS}) from pg_stat_activity where application_name = 'tradehall test'`
    expect(await held[2]).not.toBe('committed')
    await Promise.all(held)
    for (const answer of await answers) if (answer.status >= 400) expectAway(answer)
    await expectRecovery()
  }
  await admin.end()
})

describe('a PostgreSQL that refuses', () => {
  test('more connections gets a 503 for those who need one', async () => {
    const admin = connect(server.url, { pool: 1, name: 'tests' })
    await admin`create role few login superuser`
    const url = new URL(server.url)
    url.username = 'few'
    const crowded = await market({
      databaseUrl: url.href,
      env: { TRADEHALL_RATE_LIMIT: 'off', TRADEHALL_DATABASE_POOL: '1' },
    })
    await crowded.tokenOf('brand')
    await admin`alter role few nosuperuser connection limit 0`
    await admin`select pg_terminate_backend(pid, ${GONE_WITHIN_MS}) from pg_stat_activity where usename = 'few'`
    expectAway(await crowded.send('GET', '/api/v1/products'))
    const token = await crowded.send('POST', '/oauth/token', {
      as: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=client_credentials&client_id=a&client_secret=b',
    })
    expect([token.status, token.body.error]).toEqual([503, 'temporarily_unavailable'])
    await admin`alter role few superuser connection limit -1`
    await expect.poll(async () => (await crowded.send('GET', '/api/v1/products')).status).toBe(200)
    await admin.end()
  })

  test('to write gets a 503 for writes, and still reads', async () => {
    const admin = connect(withDatabaseName(server.url, 'postgres'), { pool: 1, name: 'tests' })
    const reconnect = () => admin`
      select pg_terminate_backend(pid, ${GONE_WITHIN_MS}) from pg_stat_activity where application_name = 'tradehall test'`
    await admin`alter database tradehall set default_transaction_read_only = on`
    await reconnect()
    await expect.poll(async () => (await read()).status).toBe(200)
    expectAway(await write())
    // What an earlier probe found counts for five seconds more.
    await expect
      .poll(async () => (await shop.send('GET', '/health/ready', { as: null })).body, { timeout: 60_000 })
      .toMatchObject({
        status: 'failing',
        checks: { database: 'ok', writes: 'failing' },
        reasons: { writes: 'The database is read-only.' },
      })
    await admin`alter database tradehall reset default_transaction_read_only`
    await reconnect()
    await admin.end()
    await expectRecovery()
  })
})

describe('a database of two hosts', needs(LINUX), () => {
  let first: Database
  let second: Database
  let url: string

  beforeAll(async () => {
    await server.stop()
    const copyDir = `${dataDir}-copy`
    execFileSync('cp', ['-a', dataDir, copyDir])
    const start = (folder: string) =>
      startEmbeddedDatabase({ dataDir: folder, durable: false, log: { info: () => {} } })
    server = await start(dataDir)
    const copy = await start(copyDir)
    const port = await freePort()
    await forward('127.0.0.1', port, server.url)
    await forward('127.0.0.2', port, copy.url)
    url = `postgresql://mover@127.0.0.1,127.0.0.2:${port}/tradehall`
    first = connect(server.url, { pool: 1, name: 'tests' })
    second = connect(copy.url, { pool: 1, name: 'tests' })
    await Promise.all([first, second].map((one) => one`create role mover login superuser`))
    cleanUp(async () => {
      await Promise.all([first.end(), second.end()])
      await copy.stop()
      await rm(copyDir, { recursive: true })
    })
  })

  /** As a cluster manager that fences the old primary. */
  async function allowWrites(...hosts: Database[]): Promise<void> {
    for (const one of [first, second]) {
      const wanted = hosts.includes(one) ? 'off' : 'on'
      await one.unsafe(`alter system set default_transaction_read_only = ${wanted}`)
      await one`select pg_reload_conf()`
      const found = () => one.begin((tx) => tx`select current_setting('transaction_read_only') as it`)
      await expect.poll(found).toEqual([{ it: wanted }])
    }
  }

  /** What is connected, the connection that listens apart. */
  async function connectedTo(host: Database): Promise<string[]> {
    const rows = await host<{ name: string }[]>`
      select distinct application_name || case when query like 'listen %' then ' listening' else '' end as name
      from pg_stat_activity
      where usename = 'mover' and application_name <> 'tradehall probe'
      order by name`
    return rows.map(({ name }) => name)
  }

  test('is used where it accepts writes, by every kind of connection', async () => {
    await allowWrites(second)
    const moving = await market({ databaseUrl: url, env: { TRADEHALL_RATE_LIMIT: 'off' } })
    await moving.tokenOf('brand')
    const worker = await startWorker(moving.platform, url, [recorder().kind])
    const heard: string[] = []
    await moving.platform.db.listen(
      'news',
      (text) => heard.push(text),
      () => {},
    )
    const read = () => moving.send('GET', '/api/v1/products')
    const write = () => moving.send('POST', VERIFICATION, verification)
    /** A turn that fails is repeated after a second. */
    const isQueueWorking = () => worker.silentMs() < 1000

    for (const [primary, other] of [
      [second, first],
      [first, second],
      [second, first],
    ] as const) {
      await allowWrites(primary)
      const refused: Answer[] = []
      await expect
        .poll(
          async () => {
            const answer = await write()
            if (answer.status !== 201) refused.push(answer)
            return await connectedTo(other)
          },
          { timeout: 60_000 },
        )
        .toEqual([])
      // Nothing else refuses a write.
      for (const answer of refused) expectAway(answer)
      await expect
        .poll(async () => [(await read()).status, (await write()).status, isQueueWorking()])
        .toEqual([200, 201, true])
      await expect
        .poll(() => connectedTo(primary))
        .toEqual(['tradehall queue', 'tradehall test', 'tradehall test listening'])
      await primary`select pg_notify('news', 'told')`
      await expect.poll(() => heard.splice(0)).toEqual(['told'])
    }

    // Where no host accepts writes, one is still read.
    await allowWrites()
    await expect.poll(async () => (await write()).status).toBe(503)
    expect((await read()).status).toBe(200)
    await allowWrites(first)
    await expect.poll(async () => (await write()).status, { timeout: 60_000 }).toBe(201)
  })

  test('is not used elsewhere because the host in use closes connections or has none left', async () => {
    await allowWrites(second)
    const db = connect(url, { pool: 1, name: 'busy' })
    onTestFinished(() => db.end())
    const loseConnections = () => second`
      select pg_terminate_backend(pid, ${GONE_WITHIN_MS}) from pg_stat_activity where usename = 'mover'`
    const ask = () => db`select 1`.then(() => 'answered', isDatabaseAway)
    await db`select 1`
    await second`alter role mover nosuperuser connection limit 0`
    await loseConnections()
    for (let i = 0; i < 3; i++) expect(await ask()).toBe(true)

    await second`alter role mover superuser`
    await allowWrites(first, second)
    await expect.poll(ask).toBe('answered')
    await loseConnections()
    await expect.poll(ask).toBe('answered')
    expect(await connectedTo(first)).toEqual([])
  })
})

/** Lets a database that has a socket only be reached at a host of its own. */
async function forward(host: string, port: number, databaseUrl: string): Promise<void> {
  const socket = `${new URL(databaseUrl).searchParams.get('host')}/.s.PGSQL.5432`
  const gate = createServer((client) => {
    const database = dial(socket)
    pipeline(client, database, client, () => {})
  })
  await new Promise<void>((listening) => gate.listen(port, host, listening))
  cleanUp(() => void gate.close())
}
