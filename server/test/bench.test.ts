/** What the benchmark measures against has to stay true while the schema changes; its figures are not for tests. */
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type BenchCase, type BenchRequest, cases } from '../bench/cases.ts'
import { ceilings } from '../bench/ceilings.ts'
import { findPostmaster, withCpu } from '../bench/cpu.ts'
import type { Facts } from '../bench/facts.ts'
import { growthCases } from '../bench/growth-cases.ts'
import { fillDatabase } from '../bench/growth-data.ts'
import { type HttpAnswer, httpBytes, openHttpLine } from '../bench/http-line.ts'
import { marketplaceCases } from '../bench/marketplace-cases.ts'
import { fillMarketplace, readMarketplace } from '../bench/marketplace-data.ts'
import type { Round, ServedRun } from '../bench/measure.ts'
import { buildMinimalApp, minimalRequests } from '../bench/minimal.ts'
import { millisecondsOf } from '../bench/processes.ts'
import { openRawLine, requestBytes } from '../bench/raw-line.ts'
import { summarize } from '../bench/summary.ts'
import { DEMO } from '../src/modules/identity/index.ts'
import { purgeQuotes } from '../src/modules/shipping/quotes/retention.ts'
import { reconcileStock } from '../src/modules/stock/ledger/reconciler.ts'
import { purgeLog } from '../src/modules/webhooks/log/retention.ts'
import { connect, type Database } from '../src/platform/database.ts'
import { createTestDatabase } from './database.ts'
import { market } from './market.ts'

async function line() {
  const opened = await openRawLine(await createTestDatabase())
  onTestFinished(opened.end)
  return opened
}

const how = { inFlight: 3, seconds: 0.05 }

test('every ceiling fits the schema, and every floor has a reference', async () => {
  const { prepare } = await line()
  for (const { ceiling, floor, hasMinimal } of cases) {
    if (floor !== undefined || hasMinimal) expect(ceiling).toBeDefined()
    await prepare(ceiling?.statements ?? [])
  }
})

test('a minimal handler reads the rows of the response and sends as many bytes', async () => {
  const { databaseUrl, platform, send, tokenOf } = await market()
  const app = buildMinimalApp(databaseUrl, 1)
  onTestFinished(() => app.close())
  const facts = await demoFacts(platform.db)
  const tokens = { brand: await tokenOf('brand'), operator: '' }
  for (const one of cases.filter(({ hasMinimal }) => hasMinimal)) {
    const requests = one.requests(tokens, facts)
    expect(one.ceiling?.parameters(facts)).toHaveLength(requests.length)
    const [request] = requests as [BenchRequest]
    const real = await send(request.method, request.path)
    const bytes = Buffer.byteLength(real.text)
    const [minimal] = minimalRequests(one, { requests, facts, bytes }) as [BenchRequest]
    const { body } = await app.inject({ method: 'GET', url: minimal.path })

    expect([real.status, one.name]).toEqual([200, one.name])
    const rows = (JSON.parse(body) as object[][]).flat()
    // Rows that are joined make one row of several resources, and a page reads one row more than it has.
    expect(rows.length).toBeGreaterThanOrEqual([real.body.data].flat().length)
    expect(Buffer.byteLength(body) / bytes, one.name).toBeCloseTo(1, 1)
    // Spaces stand in for the smaller part of a response; a short one may consist mainly of links.
    const least = one.floor === undefined ? 0.4 : 0.7
    expect(body.trimEnd().length / bytes, one.name).toBeGreaterThan(least)
  }
})

async function demoFacts(db: Database): Promise<Facts> {
  const { brandId } = DEMO
  const variants = await db<{ id: string; sku: string }[]>`
    select id, sku from catalog.variants where brand_id = ${brandId} order by id`
  const orders = await db<{ id: string }[]>`
    select id from ordering.orders where brand_id = ${brandId} order by cardinality(item_ids) desc, id`
  const variantIds = variants.map(({ id }) => id)
  return {
    brandId,
    variantIds,
    orderableIds: variantIds,
    skus: variants.map(({ sku }) => sku),
    picturePaths: [],
    orderIds: orders.map(({ id }) => id),
    acceptIds: [],
    ceilingAcceptIds: [],
    bareAcceptIds: [],
  }
}

describe('the CPU time of a request', () => {
  const keepBusy = async (ms: number) => {
    const { user, system } = process.cpuUsage()
    for (let used = 0; used < ms * 1000; ) {
      const now = process.cpuUsage()
      used = now.user + now.system - user - system
    }
    return { answers: 10 }
  }

  test('is the time that the server used, divided by the number of responses', async () => {
    const { cpu } = await withCpu({ server: process.pid, database: undefined }, () => keepBusy(100))
    // Times are known to ten milliseconds.
    expect(cpu.server).toBeGreaterThan(8_000)
    expect(cpu).toEqual({ server: cpu.server, total: cpu.server })
  })

  test('includes all processes of PostgreSQL', async () => {
    const db = connect(await createTestDatabase(), { pool: 2, name: 'test' })
    onTestFinished(() => db.end())
    const database = await findPostmaster(db)
    expect(database).toBeGreaterThan(0)
    const { cpu } = await withCpu({ server: process.pid, database }, async () => {
      await db`select count(md5(i::text)) from generate_series(1, 200000) as i`
      return { answers: 1 }
    })
    expect(cpu.database).toBeGreaterThan(0)
    expect(cpu.total).toBe(cpu.server + (cpu.database ?? 0))
  })

  test.each([
    ['0:01.25', 1250],
    ['61:00.50', 3_660_500],
    ['01:00:02', 3_602_000],
    ['2-00:00:01', 172_801_000],
  ])('is read from %s of ps', (time, ms) => {
    expect(millisecondsOf(time)).toBe(ms)
  })
})

test('a grown database is consistent, and its pages are complete', async () => {
  const { platform, send, credentials } = await market()
  const size = { products: 200, orders: 150, postings: 1000, expired: 3 }
  await fillDatabase(platform.db, size, () => {})

  for (const one of growthCases) {
    const [{ path }] = one.requests('', size) as [BenchRequest]
    const { status, body } = await send('GET', path)
    expect([one.name, status]).toEqual([one.name, 200])
    if (Array.isArray(body.data)) expect(body.data, one.name).not.toHaveLength(0)
    if (one.name.endsWith('deep')) expect(body.meta.page.hasMore, one.name).toBe(true)
  }
  const misleading = await platform.db`
    select id from ordering.orders
    where orders.brand_id = ${credentials.brandId} and variant_ids is distinct from array(
      select variant_id from ordering.items
      where items.brand_id = ${credentials.brandId} and order_id = orders.id
      order by position
    )`
  expect(misleading).toEqual([])
  await reconcileStock(platform)
  const [check] =
    await platform.db`select mismatches, repairs from stock.reconciliations order by checked_at desc limit 1`
  expect(check).toEqual({ mismatches: 0, repairs: 0 })
  expect(await purgeLog(platform)).toBe(size.expired)
  expect(await purgeQuotes(platform)).toBe(size.expired)
})

describe('a verdict', () => {
  const read: BenchCase = { name: 'a read', requests: () => [], hasMinimal: true, floor: 0.7 }
  const write: BenchCase = { name: 'a write', requests: () => [], ceiling: ceilings.accept, floor: 0.5 }
  const run = (rate: number, total = 100): ServedRun => ({
    ...{ rate, p50Ms: 1, p99Ms: 1, errors: 0, answers: 1, bytes: 1 },
    cpu: { server: total, total },
  })
  const summaryOf = (one: BenchCase, rounds: Round[], peakBytes = 0) =>
    summarize({ rounds: new Map([[one, rounds]]), memory: { peakBytes, endBytes: 0 } }, {})

  test('compares a read with its minimal handler, in the median round', () => {
    const rounds = (rate: number) => [
      { served: run(1), minimal: run(100), ceiling: { rate: 1 } },
      { served: run(rate), minimal: run(100), ceiling: { rate: 1000 } },
      { served: run(100), minimal: run(100), ceiling: { rate: 1000 } },
    ]
    expect(summaryOf(read, rounds(70)).misses).toEqual([])
    expect(summaryOf(read, rounds(69)).misses).toEqual([
      'a read reaches 0.69 of its minimal handler; the floor is 0.70.',
    ])
  })

  test('compares a write with its statements', () => {
    expect(summaryOf(write, [{ served: run(50), ceiling: { rate: 100 } }]).misses).toEqual([])
    expect(summaryOf(write, [{ served: run(49), ceiling: { rate: 100 } }]).misses).toEqual([
      'a write reaches 0.49 of its ceiling; the floor is 0.50.',
    ])
  })

  test('bounds the CPU time of a request with several API processes', () => {
    const rounds = (total: number) => [{ served: run(1), minimal: run(1), together: run(1, total) }]
    expect(summaryOf(read, rounds(110)).misses).toEqual([])
    expect(summaryOf(read, rounds(111)).misses).toEqual([
      'a read takes 1.11 times the CPU time with several API processes; the bound is 1.10.',
    ])
  })

  test('bounds memory', () => {
    const rounds = [{ served: run(1), minimal: run(1) }]
    expect(summaryOf(read, rounds, 250e6).misses).toEqual([])
    expect(summaryOf(read, rounds, 251e6).misses).toEqual([
      'The API process held 251 MB; the bound is 250 MB.',
    ])
    const rest = { processes: [], bytes: 351e6, rssBytes: 400e6, readyMs: 0, readyCpuMs: 0 }
    expect(summarize(undefined, { rest }).misses).toEqual([
      'The sandbox at rest held 351 MB; the bound is 350 MB.',
    ])
  })

  test('compares a variant of a page with the whole page of the same round', () => {
    const full = { name: 'a page', requests: () => [] }
    const variant = {
      name: 'the page, compressed',
      requests: () => [],
      variantOf: { name: 'a page', leastRate: 0.6, mostBytes: 0.2 },
    }
    const missesOf = (rate: number, bytes: number) =>
      summarize(
        {
          rounds: new Map<BenchCase, Round[]>([
            [full, [{ served: { ...run(100), bytes: 100 } }]],
            [variant, [{ served: { ...run(rate), bytes } }]],
          ]),
          memory: { peakBytes: 0, endBytes: 0 },
        },
        {},
      ).misses
    expect(missesOf(60, 20)).toEqual([])
    expect(missesOf(59, 21)).toEqual([
      'the page, compressed reaches 0.59 of the rate of a page; the floor is 0.60.',
      'the page, compressed has 0.21 of the bytes of a page; the bound is 0.20.',
    ])
    const names = cases.map(({ name }) => name)
    for (const { variantOf } of cases) if (variantOf) expect(names).toContain(variantOf.name)
  })

  test('a request that failed makes the figures worthless', () => {
    const failed = { ...run(100), errors: 1 }
    expect(summaryOf(read, [{ served: run(100), minimal: failed }]).failures).toEqual([
      'a read: 1 requests failed or were not answered with 2xx.',
    ])
  })
})

test('a request counts once, however many statements it has and however its answer is torn', async () => {
  const url = await createTestDatabase()
  const { prepare, repeat, end } = await openRawLine(url)
  const db = connect(url, { pool: 1, name: 'test' })
  onTestFinished(() => db.end())
  onTestFinished(end)
  await db`create sequence public.requests`
  const texts = [
    "select nextval('public.requests')",
    "select repeat('x', $1::int) from generate_series(1, 3)",
  ]
  await prepare(texts)
  const counted = await repeat(
    [1, 70_000, 3].map((length) => requestBytes(texts, [String(length)])),
    how,
  )
  const [row] = await db<{ sent: number }[]>`select last_value as sent from public.requests`
  // Those that were answered too late are not counted.
  expect(row?.sent).toBe(counted + how.inFlight)
})

test('a statement that fails or finds nothing gives no rate', async () => {
  const failing = await line()
  const division = ['select 1 / $1::int']
  await failing.prepare(division)
  await expect(failing.repeat([requestBytes(division, ['0'])], how)).rejects.toThrow(
    'The database refuses a statement: division by zero',
  )
  const idle = await line()
  const nothing = ['select 1', 'select where $1::boolean']
  await idle.prepare(nothing)
  await expect(idle.repeat([requestBytes(nothing, ['false'])], how)).rejects.toThrow(
    'A statement affected no row',
  )
  const wrong = await line()
  await expect(wrong.prepare(['select no_such_column'])).rejects.toThrow('no_such_column')
})

describe('the load', () => {
  /** A server that answers each request with the next of these texts, a few bytes at a time. */
  async function serve(texts: readonly string[], bytesAtOnce = Number.POSITIVE_INFINITY) {
    const asked: string[] = []
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.setNoDelay()
      socket.on('data', async (bytes) => {
        const text = texts[asked.push(bytes.toString()) - 1]
        if (text === undefined) return socket.destroy()
        for (let at = 0; at < text.length; at += bytesAtOnce) {
          socket.write(text.slice(at, at + bytesAtOnce))
          await new Promise(setImmediate)
        }
      })
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const line = await openHttpLine(origin)
    onTestFinished(line.end)
    const statuses: number[] = []
    const seconds = 100
    const sizes: number[] = []
    const onAnswer = ({ status, bytes }: HttpAnswer) => {
      statuses.push(status)
      sizes.push(bytes)
    }
    const send = (request: BenchRequest) =>
      line.repeat(() => httpBytes(origin, request), { seconds, onAnswer })
    return { send, statuses, sizes, asked, host: new URL(origin).host }
  }
  const answer = (status: number, body: string) =>
    `HTTP/1.1 ${status} Whatever\r\nX-Other: 1\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const GET = { method: 'GET', path: '/a', headers: { accept: 'x' } } as const

  test.each([1, 7, Number.POSITIVE_INFINITY])(
    'is counted by answers, which may come %d bytes at a time',
    async (bytesAtOnce) => {
      const texts = [
        answer(200, 'x'.repeat(50)),
        'HTTP/1.1 204 None\r\n\r\n',
        answer(409, ''),
        'HTTP/1.1 304 None\r\n\r\n',
        answer(201, 'y'),
      ]
      const { send, statuses, sizes, asked, host } = await serve(texts, bytesAtOnce)
      // It goes on until the time is over, or the server.
      await expect(send(GET)).rejects.toThrow('The server closed the connection.')
      expect(statuses).toEqual([200, 204, 409, 304, 201])
      expect(sizes).toEqual([50, 0, 0, 0, 1])
      expect(asked[0]).toBe(`GET /a HTTP/1.1\r\nhost: ${host}\r\naccept: x\r\n\r\n`)
    },
  )

  test('has the body of a request with its length', async () => {
    const { send, asked } = await serve([])
    await expect(send({ ...GET, method: 'POST', body: '{"a":"é"}' })).rejects.toThrow()
    expect(asked[0]?.split('\r\n').slice(-3)).toEqual(['content-length: 10', '', '{"a":"é"}'])
  })

  test('refuses what it cannot tell the end of', async () => {
    const endless = await serve(['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n'])
    await expect(endless.send(GET)).rejects.toThrow('has no Content-Length')
    const chatty = await serve([answer(200, 'x') + answer(200, 'y')])
    await expect(chatty.send(GET)).rejects.toThrow('more than one response to a request')
  })
})

test('every read of a generated marketplace is answered, and finds what it names', async () => {
  const { platform, send } = await market({ env: { TRADEHALL_RATE_LIMIT: 'off' } })
  const size = { brands: 100, retailers: 20, orders: 1500 }
  await fillMarketplace(platform.db, size, () => {})
  const facts = await readMarketplace(platform.db, size)
  // Those that nothing has show that a search without results is fast as well.
  const mayBeEmpty =
    /none has|fulfillment_requested|deprecated|a status|between|deep|suspended|support|jobs|parked|of a brand|-requests/
  for (const { as, name, paths } of marketplaceCases) {
    const [path = ''] = paths(facts)
    const { status, body, text } = await send('GET', path, { as })
    expect([name, status], text).toEqual([name, 200])
    if (Array.isArray(body.data) && !mayBeEmpty.test(name))
      expect(body.data, `${as}: ${name}`).not.toHaveLength(0)
  }
})
