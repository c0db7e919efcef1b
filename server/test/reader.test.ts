/** Reads in a pipeline on a PostgreSQL that is killed, stopped and started again. It has a PostgreSQL of its own. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConnectionLost, openReader, type Reader } from '@tradehall/pg-reader'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../src/platform/embedded-database.ts'
import { processTree, signalAll } from './stopped.ts'
import { until } from './time.ts'

let dataDir: string
let server: EmbeddedDatabase
let reader: Reader

const start = () => startEmbeddedDatabase({ dataDir, durable: false, log: { info: () => {} } })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tradehall-reader-'))
  server = await start()
})

afterAll(async () => {
  await server?.stop()
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

beforeEach(() => {
  reader = openReader({
    client: () => new pg.Client(server.url),
    connections: 3,
    queue: 10_000,
    answerWithinMs: 1000,
    types: pg.types,
  })
  onTestFinished(() => reader.end({ withinMs: 1000 }))
})

const work = {
  name: 'work',
  text: 'select $1::int4 as n, sum(g)::int4 as sum from generate_series(1, 2000) g',
}

/** How many were answered; the others were told that no answer comes. */
async function goodOnes(asked: readonly Promise<object[]>[]): Promise<number> {
  let good = 0
  for (const [n, result] of (await Promise.allSettled(asked)).entries()) {
    if (result.status === 'fulfilled') {
      expect(result.value).toEqual([{ n, sum: 2_001_000 }])
      good++
    } else expect(result.reason).toBeInstanceOf(ConnectionLost)
  }
  return good
}

const ask = (count: number) => Array.from({ length: count }, (_, n) => reader.read(work, [String(n)]))
const works = () => until(async () => (await goodOnes(ask(20))) === 20)

/** In the middle of many reads: some are answered, most are not. */
async function amidst(harm: () => void | Promise<void>): Promise<number> {
  await works()
  const asked = ask(5000)
  const good = goodOnes(asked)
  await asked[100]
  await harm()
  return await good
}

const postmaster = async () =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

test('a server that is stopped at once and started again', async () => {
  const good = await amidst(() => server.stop({ immediate: true }))
  expect(good).toBeGreaterThan(100)
  expect(good).toBeLessThan(5000)
  expect(await goodOnes(ask(10))).toBe(0)
  server = await start()
  await works()
})

describe.runIf(process.platform === 'linux')('a PostgreSQL', () => {
  test('of which one process is killed, so that it ends all and recovers', async () => {
    await works()
    const backend = Number(
      (await reader.read({ name: 'pid', text: 'select pg_backend_pid() as pid' }, []))[0]?.pid,
    )
    const good = await amidst(() => signalAll([backend], 'SIGKILL'))
    expect(good).toBeGreaterThan(100)
    expect(good).toBeLessThan(5000)
    await works()
  })

  test('that hangs, and goes on after those who waited were told', async () => {
    await works()
    const all = await processTree(await postmaster())
    onTestFinished(() => signalAll(all, 'SIGCONT'))
    const good = await amidst(() => signalAll(all, 'SIGSTOP'))
    expect(good).toBeLessThan(5000)
    expect(await goodOnes(ask(50))).toBe(0)
    signalAll(all, 'SIGCONT')
    await works()
  })

  test('that hangs for a moment costs nothing', async () => {
    await works()
    const all = await processTree(await postmaster())
    onTestFinished(() => signalAll(all, 'SIGCONT'))
    const asked = ask(1000)
    const good = goodOnes(asked)
    await asked[10]
    signalAll(all, 'SIGSTOP')
    const startedAt = performance.now()
    await until(() => performance.now() - startedAt > 100)
    signalAll(all, 'SIGCONT')
    expect(await good).toBe(1000)
  })
})
