/** Reads in a pipeline on a PostgreSQL that is killed, stopped and started again. It has a PostgreSQL of its own. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConnectionLost, openReader, type Reader } from '@tradehall/pg-reader'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../src/platform/embedded/embedded-database.ts'
import { LINUX, needs } from './requirements.ts'
import { processTree, signalAll } from './stopped.ts'
import { until } from './time.ts'

let dataDir: string
let server: EmbeddedDatabase

const start = () => startEmbeddedDatabase({ dataDir, durable: false, log: { info: () => {} } })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tradehall-reader-'))
  server = await start()
})

afterAll(async () => {
  await server?.stop()
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

function testReader(answerWithinMs?: number): Reader {
  const reader = openReader({
    client: () => new pg.Client(server.url),
    connections: 3,
    queue: 10_000,
    types: pg.types,
    ...(answerWithinMs && { answerWithinMs }),
  })
  onTestFinished(() => reader.end({ withinMs: 1000 }))
  return reader
}

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

const ask = (reader: Reader, count: number) =>
  Array.from({ length: count }, (_, n) => reader.read(work, [String(n)]))
const works = (reader: Reader) => until(async () => (await goodOnes(ask(reader, 20))) === 20)

/** In the middle of many reads, of which the last one never ends by itself. */
async function amidst(reader: Reader, harm: () => void | Promise<void>): Promise<void> {
  await works(reader)
  const asked = ask(reader, 2000)
  const good = goodOnes(asked)
  const endless = reader.read({ name: 'endless', text: 'select pg_sleep(3600)' }, [])
  const told = expect(endless).rejects.toBeInstanceOf(ConnectionLost)
  await Promise.race([asked[50], told])
  await harm()
  await told
  expect(await good).toBeGreaterThan(0)
}

const postmaster = async () =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

test('a server that is stopped at once and started again', async () => {
  const reader = testReader()
  await amidst(reader, () => server.stop({ immediate: true }))
  expect(await goodOnes(ask(reader, 10))).toBe(0)
  server = await start()
  await works(reader)
})

describe('a PostgreSQL', needs(LINUX), () => {
  test('of which one process is killed, so that it ends all and recovers', async () => {
    const reader = testReader()
    const [backend] = await reader.read({ name: 'pid', text: 'select pg_backend_pid() as pid' }, [])
    await amidst(reader, () => signalAll([Number(backend?.pid)], 'SIGKILL'))
    await works(reader)
  })

  test('that hangs, and goes on after those who waited were told', async () => {
    const reader = testReader(1000)
    await works(reader)
    const all = await processTree(await postmaster())
    onTestFinished(() => signalAll(all, 'SIGCONT'))
    await amidst(reader, () => signalAll(all, 'SIGSTOP'))
    expect(await goodOnes(ask(reader, 50))).toBe(0)
    signalAll(all, 'SIGCONT')
    await works(reader)
  })

  test('that hangs for less than the bound costs nothing', async () => {
    const reader = testReader(60_000)
    await works(reader)
    const all = await processTree(await postmaster())
    onTestFinished(() => signalAll(all, 'SIGCONT'))
    const asked = ask(reader, 1000)
    const good = goodOnes(asked)
    await asked[10]
    signalAll(all, 'SIGSTOP')
    const startedAt = performance.now()
    await until(() => performance.now() - startedAt > 100)
    signalAll(all, 'SIGCONT')
    expect(await good).toBe(1000)
  })
})
