/** What the server does while its PostgreSQL hangs, refuses, or loses its connections. It has a PostgreSQL of its own. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { modulesFor } from '../src/composition.ts'
import { seedDemo } from '../src/modules/sandbox/demo-data.ts'
import { connect, transaction } from '../src/platform/database.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../src/platform/embedded-database.ts'
import { migrateDatabase } from '../src/platform/migrate.ts'
import { withDatabaseName } from './database.ts'
import { type Answer, type Market, market } from './market.ts'
import { LINUX, needs } from './requirements.ts'
import { processTree, signalAll } from './stopped.ts'
import { startStopwatch } from './time.ts'

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

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tradehall-hanging-'))
  server = await startEmbeddedDatabase({ dataDir, durable: false, log: { info: () => {} } })
  await migrateDatabase(server.url)
  await seedDemo(server.url, modulesFor('sandbox'))
  shop = await market({
    databaseUrl: server.url,
    answerWithinMs: ANSWER_WITHIN_MS,
    env: { TRADEHALL_RATE_LIMIT: 'off' },
    cleanUp: afterAll,
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
