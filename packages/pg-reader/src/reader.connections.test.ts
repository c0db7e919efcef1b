/** How many connections a reader opens, what each is given to do, and how they end. */
import type pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import {
  createDatabase,
  newClient,
  openClient,
  outcome,
  plainClient,
  statement,
  testReader,
} from './fixtures/database.ts'
import { startProxy } from './fixtures/proxy.ts'

const soon = { timeout: 100_000, interval: 20 }
const url = await createDatabase(afterAll)
const admin = await plainClient(url, afterAll)

const single = { connections: 1 }
const echo = statement('select $1::text as t')

/** Holds up every statement that asks for this lock, until it is released. */
async function holdLock(): Promise<{ wait: ReturnType<typeof statement>; release: () => Promise<void> }> {
  const holder = await openClient(url)
  const key = Math.trunc(Math.random() * 2 ** 31)
  await holder.query(`select pg_advisory_lock(${key})`)
  return {
    wait: statement(`select 'held' as t from pg_advisory_xact_lock_shared(${key})`),
    release: () => holder.end(),
  }
}

const isHeldUp = () =>
  vi.waitFor(async () => {
    const { rows } = await admin.query(`select from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory' and application_name = 'reader'`)
    expect(rows.length).toBeGreaterThan(0)
  }, soon)

describe('what does not fit', () => {
  test('is refused at once while the first connection is being opened', async () => {
    const reader = testReader(url, { connections: 2, queue: 3 })
    const answers = Array.from({ length: 8 }, (_, i) => outcome(reader.read(echo, [String(i)])))
    expect((await Promise.all(answers)).filter((one) => one === 'ReaderBusy READER_BUSY').length).toBe(2)
    expect(await reader.read(echo, ['now'])).toEqual([{ t: 'now' }])
  })

  test('is refused at once while the connections are busy, and taken when they are not', async () => {
    const reader = testReader(url, { connections: 1, queue: 3 })
    await reader.read(echo, ['open'])
    const { wait, release } = await holdLock()
    const held = [wait, echo, echo].map((one) => reader.read(one, one === echo ? ['x'] : []))
    expect(await outcome(reader.read(echo, ['y']))).toBe('ReaderBusy READER_BUSY')
    await release()
    expect(await Promise.all(held)).toEqual([[{ t: 'held' }], [{ t: 'x' }], [{ t: 'x' }]])
    expect(await reader.read(echo, ['z'])).toEqual([{ t: 'z' }])
  })
})

test('no more connections are opened than were allowed, and none that is not needed', async () => {
  const client = vi.fn(() => newClient(url))
  const reader = testReader(url, { connections: 3, client })
  for (let i = 0; i < 5; i++) await reader.read(echo, ['one after another'])
  expect(client).toHaveBeenCalledTimes(1)
  for (let i = 0; i < 5; i++) await Promise.all(Array.from({ length: 50 }, () => reader.read(echo, ['many'])))
  expect(client).toHaveBeenCalledTimes(3)
})

test('a connection that is held up gets no more to do while another one gets on', async () => {
  let connected = 0
  const client = () => newClient(url, { application_name: 'reader' }).on('connect', () => connected++)
  const reader = testReader(url, { connections: 2, client })
  await Promise.all(Array.from({ length: 20 }, () => reader.read(echo, ['open both'])))
  await vi.waitFor(() => expect(connected).toBe(2), soon)
  const { wait, release } = await holdLock()
  const held = reader.read(wait, [])
  const since = performance.now()
  await isHeldUp()
  await vi.waitFor(() => expect(performance.now() - since).toBeGreaterThan(50), soon)
  const answers = Array.from({ length: 30 }, (_, i) => reader.read(echo, [String(i)]))
  expect((await Promise.all(answers)).length).toBe(30)
  await release()
  expect(await held).toEqual([{ t: 'held' }])
})

describe('the end', () => {
  test('waits for what is under way, takes nothing more, and leaves no connection', async () => {
    const reader = testReader(url)
    const answers = Array.from({ length: 100 }, (_, i) => reader.read(echo, [String(i)]))
    const ended = reader.end()
    expect(await outcome(reader.read(echo, ['late']))).toBe('ConnectionLost CONNECTION_LOST')
    expect((await Promise.all(answers)).map(([row]) => row?.t)).toEqual(answers.map((_, i) => String(i)))
    await ended
    await reader.end()
    await vi.waitFor(async () => {
      const { rows } = await admin.query(`select from pg_stat_activity
        where datname = current_database() and application_name = 'reader'`)
      expect(rows).toEqual([])
    }, soon)
  })

  test('comes in time although a statement does not', async () => {
    const onLost = vi.fn()
    const reader = testReader(url, { ...single, onLost })
    const { wait, release } = await holdLock()
    const held = [outcome(reader.read(wait, [])), outcome(reader.read(echo, ['behind it']))]
    await isHeldUp()
    await reader.end({ withinMs: 50 })
    expect(await Promise.all(held)).toEqual(Array(2).fill('ConnectionLost CONNECTION_LOST'))
    expect(onLost).not.toHaveBeenCalled()
    await release()
  })

  test('comes in time although a connection cannot be opened, and does not leave it behind', async () => {
    const proxy = await startProxy(url)
    proxy.stall()
    const clients: pg.Client[] = []
    const client = () => {
      clients.push(newClient(proxy.url))
      return clients.at(-1) as pg.Client
    }
    const reader = testReader(url, { client })
    const waiting = outcome(reader.read(echo, ['x']))
    await reader.end({ withinMs: 50 })
    expect(await waiting).toBe('ConnectionLost CONNECTION_LOST')
    expect(clients.map(({ connection }) => connection.stream.destroyed)).toEqual([true])
  })

  test('comes at once when nothing was ever asked', async () => {
    await testReader(url).end()
  })
})

test('a statement that is no read costs its connection, not its neighbours their transaction', async () => {
  const onLost = vi.fn()
  const reader = testReader(url, { ...single, onLost })
  await admin.query('create table copied (n int)')
  for (const text of ['begin', 'copy copied from stdin', 'copy (select 1) to stdout']) {
    onLost.mockClear()
    expect(await outcome(reader.read(statement(text), []))).toMatch(/^(ConnectionLost|DatabaseError)/)
    expect(onLost).toHaveBeenCalledTimes(1)
    // In one transaction it would stand still.
    const time = statement('select now()::text as t')
    expect(await reader.read(time, [])).not.toEqual(await reader.read(time, []))
  }
})

test('the database holds a reader to reading when its connections say so', async () => {
  await admin.query('create table untouched (n int)')
  const options = '-c default_transaction_read_only=on'
  const reader = testReader(url, { client: () => newClient(url, { options }) })
  const write = statement('insert into untouched values (1)')
  expect(await outcome(reader.read(write, []))).toBe('DatabaseError 25006')
})

test('a connection with TLS is read like any other', async () => {
  const key = Buffer.from('a key that both sides have')
  const psk = { ciphers: 'PSK', maxVersion: 'TLSv1.2' as const }
  const proxy = await startProxy(url, { ...psk, pskCallback: () => key } as never)
  const ssl = {
    ...psk,
    checkServerIdentity: () => undefined,
    pskCallback: () => ({ psk: key, identity: 'x' }),
  }
  const reader = testReader(proxy.url, { client: () => newClient(proxy.url, { ssl: ssl as never }) })
  const text = 'größer '.repeat(50_000)
  const answers = Array.from({ length: 20 }, (_, i) => reader.read(echo, [`${i} ${text}`]))
  expect((await Promise.all(answers)).map(([row]) => row?.t)).toEqual(answers.map((_, i) => `${i} ${text}`))
  await reader.end()
})
