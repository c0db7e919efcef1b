/** Connections that break, fall silent or cannot be had, in the middle of a pipeline. */
import { type AddressInfo, createServer } from 'node:net'
import type pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import {
  createDatabase,
  newClient,
  outcome,
  plainClient,
  statement,
  testReader,
} from './fixtures/database.ts'
import { startProxy } from './fixtures/proxy.ts'
import type { Reader } from './index.ts'

const soon = { timeout: 100_000, interval: 20 }
const LOST = 'ConnectionLost CONNECTION_LOST'
const url = await createDatabase(afterAll)
const admin = await plainClient(url, afterAll)
await admin.query('create sequence runs')

const echo = statement('select $1::int4 as n')
const ask = (reader: Reader, count: number) =>
  Array.from({ length: count }, (_, n) => outcome(reader.read(echo, [String(n)])))
const answers = (count: number) => Array.from({ length: count }, (_, n) => [{ n }])

const works = (reader: Reader) =>
  vi.waitFor(async () => expect(await Promise.all(ask(reader, 10))).toEqual(answers(10)), soon)

test('a connection that is cut at any place gives the answers before it, and nobody else a wrong one', async () => {
  const proxy = await startProxy(url)
  const onLost = vi.fn()
  const reader = testReader(proxy.url, { connections: 1, onLost })
  await works(reader)
  proxy.record()
  await Promise.all(ask(reader, 20))
  const bytes = proxy.record().length
  let partly = 0
  for (let cut = 0; cut < bytes; cut += 7) {
    onLost.mockClear()
    proxy.cutAfter(cut)
    const seen = await Promise.all(ask(reader, 20))
    const good = seen.filter((one) => one !== LOST).length
    expect(seen, `cut at ${cut} of ${bytes}`).toEqual([...answers(good), ...Array(20 - good).fill(LOST)])
    expect(onLost).toHaveBeenCalled()
    if (good > 0 && good < 20) partly++
    proxy.mend()
    await works(reader)
  }
  expect(partly).toBeGreaterThan(10)
})

test('no statement is sent again after its connection was lost', async () => {
  const proxy = await startProxy(url)
  const reader = testReader(proxy.url)
  await works(reader)
  const next = statement(`select nextval('runs') as n`)
  proxy.cutAfter(300)
  const seen = await Promise.all(Array.from({ length: 100 }, () => outcome(reader.read(next, []))))
  expect(seen).toContain(LOST)
  proxy.mend()
  await works(reader)
  const { rows } = await admin.query('select last_value as n from runs')
  expect(rows[0].n).toBeLessThanOrEqual(100)
})

test('a silent database costs those who wait an error, and is used again when it speaks', async () => {
  const proxy = await startProxy(url)
  const onLost = vi.fn()
  const reader = testReader(proxy.url, { answerWithinMs: 120, onLost })
  await works(reader)
  proxy.stall()
  expect(await Promise.all(ask(reader, 50))).toEqual(Array(50).fill(LOST))
  // These wait for a connection, which does not come either.
  expect(await Promise.all(ask(reader, 50))).toEqual(Array(50).fill(LOST))
  const lost = () => onLost.mock.calls.map(([error]) => error.message)
  await vi.waitFor(() => expect(lost()).toContain('The connection to the database timed out.'), soon)
  proxy.mend()
  await works(reader)
  // Those that were let in too late are gone.
  await vi.waitFor(async () => {
    const { rows } = await admin.query(`select from pg_stat_activity
      where datname = current_database() and application_name = 'reader'`)
    expect(rows.length).toBeLessThanOrEqual(2)
  }, soon)
})

test('a database that takes no connections is asked with pauses, and those who wait are told why', async () => {
  const onLost = vi.fn()
  const proxy = await startProxy(url)
  proxy.refuse()
  const client = vi.fn(() => newClient(proxy.url))
  const reader = testReader(url, { connections: 4, client, onLost })
  const startedAt = performance.now()
  const refusal = await reader.read(echo, ['1']).catch((error) => error)
  expect(refusal).toMatchObject({ name: 'ConnectionLost', cause: expect.any(Error) })
  await vi.waitFor(async () => {
    expect(await Promise.all(ask(reader, 100))).toEqual(Array(100).fill(LOST))
    expect(client.mock.calls.length).toBeGreaterThanOrEqual(5)
  }, soon)
  const calls = client.mock.calls.length
  const elapsedMs = performance.now() - startedAt
  // The pauses before the second, third, … attempt.
  const pausesMs = Array.from({ length: calls - 1 }, (_, i) => Math.min(50 * 2 ** i, 1000))
  // Timers may be a millisecond early each.
  expect(pausesMs.reduce((sum, pause) => sum + pause - 2, 0)).toBeLessThanOrEqual(elapsedMs)
  expect(onLost).toHaveBeenCalledTimes(calls)
  proxy.mend()
  await works(reader)
})

test('one connection that cannot be had does not hurt those who use another', async () => {
  const proxy = await startProxy(url)
  const client = vi.fn(() => newClient(proxy.url))
  const reader = testReader(url, { connections: 3, client, queue: 50 })
  await reader.read(echo, ['1'])
  proxy.refuse()
  for (let i = 0; i < 10; i++) expect(await Promise.all(ask(reader, 50))).toEqual(answers(50))
  expect(client.mock.calls.length).toBeGreaterThan(1)
})

test('a connection that breaks as soon as it is used is not opened in a storm', async () => {
  const proxy = await startProxy(url)
  const reader = testReader(proxy.url, { connections: 1 })
  await works(reader)
  const before = proxy.accepted
  const startedAt = performance.now()
  const die = statement('select pg_terminate_backend(pg_backend_pid())')
  await vi.waitFor(
    async () => {
      expect(await outcome(reader.read(die, []))).toBe(LOST)
      expect(proxy.accepted - before).toBeGreaterThanOrEqual(5)
    },
    { ...soon, interval: 1 },
  )
  const elapsedMs = performance.now() - startedAt
  const pausesMs = Array.from({ length: proxy.accepted - before - 1 }, (_, i) => Math.min(50 * 2 ** i, 1000))
  expect(pausesMs.reduce((sum, pause) => sum + pause - 2, 0)).toBeLessThanOrEqual(elapsedMs)
  await works(reader)
})

test('a server that ends its connections costs an error at most, again and again', async () => {
  const reader = testReader(url, { connections: 3 })
  let good = 0
  for (let round = 0; round < 20; round++) {
    const asked = ask(reader, 200)
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'reader'`)
    for (const [n, one] of (await Promise.all(asked)).entries()) {
      if (one === LOST) continue
      expect(one).toEqual([{ n }])
      good++
    }
    await works(reader)
  }
  expect(good).toBeGreaterThan(0)
})

test('a connection that ends while nothing is asked is replaced unnoticed', async () => {
  const onLost = vi.fn()
  const reader = testReader(url, { connections: 1, onLost })
  await works(reader)
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'reader'`)
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledTimes(1), soon)
  expect(onLost.mock.calls[0]?.[0]).toMatchObject({ name: 'ConnectionLost', cause: { code: '57P01' } })
  expect(await Promise.all(ask(reader, 5))).toEqual(answers(5))
})

test('a database that ends a connection with the bytes that let us in ends nothing else', async () => {
  const letIn = 'R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I'
  const putOut = 'E\0\0\0\x21SFATAL\0VFATAL\0C57P01\0Mgoing\0\0'
  const rude = createServer((socket) => socket.once('data', () => socket.end(letIn + putOut, 'latin1')))
  await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void rude.close())
  const { port } = rude.address() as AddressInfo
  const reader = testReader(`postgresql://someone@127.0.0.1:${port}/x`)
  expect(await reader.read(echo, ['1']).catch((error) => error)).toMatchObject({
    name: 'ConnectionLost',
    cause: { code: '57P01', message: 'going' },
  })
})

test('a client that cannot even be made is a connection that could not be opened', async () => {
  const client = () => {
    throw new Error('no such setting')
  }
  expect(
    await testReader(url, { client })
      .read(echo, ['1'])
      .catch((error) => error),
  ).toMatchObject({
    name: 'ConnectionLost',
    cause: { message: 'no such setting' },
  })
})

test('a client that is ready only when nobody waits for it is not connected', async () => {
  const made = Promise.withResolvers<pg.Client>()
  const reader = testReader(url, { connections: 1, client: () => made.promise })
  const [answer] = ask(reader, 1)
  await reader.end({ withinMs: 0 })
  expect(await answer).toBe(LOST)
  const client = newClient(url)
  made.resolve(client)
  await made.promise
  // It would say that it has been connected already.
  await client.connect()
  await client.end()
})
