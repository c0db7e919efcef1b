import { globSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../src/platform/log.ts'
import { type CollectedSpan, type Collector, startCollector } from './collector.ts'
import { makeRecurringJobsDue } from './due-jobs.ts'
import { type Market, market } from './market.ts'
import { transition } from './order-requests.ts'
import { placeOrder } from './orders.ts'
import { startReceiver } from './receiver.ts'
import { soon, until } from './time.ts'
import { deliveriesOf, subscribe } from './webhooks.ts'

const lines: Record<string, unknown>[] = []
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
const collector = await startCollector(afterAll)
const shop = await market({
  cleanUp: afterAll,
  log,
  env: { TRADEHALL_OTLP_URL: collector.url, TRADEHALL_OTLP_HEADERS: 'x-collector-key=top-secret' },
})

const SERVER = fileURLToPath(new URL('..', import.meta.url))
const traceIdOf = (requestId: unknown) => String(requestId).replaceAll('-', '')

const count = (spans: readonly CollectedSpan[], name: string) =>
  spans.filter((span) => span.name === name).length

/** All spans of a trace, once `names` are among them, each as often as it is listed. */
async function traceOf(
  requestId: unknown,
  names: readonly string[],
  from: Collector = collector,
): Promise<CollectedSpan[]> {
  const found = () => from.spans.filter(({ traceId }) => traceId === traceIdOf(requestId))
  await until(
    () => names.every((wanted) => count(found(), wanted) >= names.filter((name) => name === wanted).length),
    () => JSON.stringify(from.spans.map(({ traceId, name }) => [traceId, name])),
  )
  return found()
}

const named = (spans: readonly CollectedSpan[], name: string) => {
  const [span] = spans.filter((one) => one.name === name)
  if (!span) throw new Error(`There is no span ${name} among ${spans.map((one) => one.name).join(', ')}.`)
  return span
}

describe('a request that accepts an order', async () => {
  const receiver = await startReceiver([500, 200], afterAll)
  const subscribed = await subscribe(shop, { url: receiver.url, events: ['order.brand_accepted'] })
  const order = await placeOrder(shop)
  await shop.runJobs()
  lines.length = 0
  const accepted = await transition(shop, order.id, { type: 'brand-validates' })
  expect(accepted.status).toBe(200)
  const requestId = accepted.headers['x-request-id']
  await shop.runJobs()
  await shop.advance(10)
  await shop.runJobs()
  const ROUTE = 'POST /api/v1/orders/:order/-actions/transition'
  const DELIVERY = 'webhook order.brand_accepted'
  const spans = await traceOf(requestId, [ROUTE, 'event order.brand_accepted', DELIVERY, DELIVERY])
  const request = named(spans, ROUTE)
  const event = named(spans, 'event order.brand_accepted')
  const deliveries = spans.filter(({ name }) => name === DELIVERY)

  test('is the first span of a trace with the id of the request', () => {
    expect(request.parentSpanId).toBeUndefined()
    expect(request.traceId).toBe(traceIdOf(requestId))
    expect(request.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/v1/orders/:order/-actions/transition',
      'http.response.status_code': 200,
      'tradehall.request.id': requestId,
      'tradehall.brand.id': shop.credentials.brandId,
      'tradehall.application.id': shop.credentials.applicationId,
    })
    expect(request.resource).toMatchObject({ 'service.name': 'tradehall', 'tradehall.role': 'api' })
  })

  test('has its statements as spans', () => {
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
    const written = statements.find(({ name }) => name.includes('INSERT platform.outbox'))
    expect(written?.name).toMatch(/^UPDATE ordering\.orders/)
    expect(written?.attributes).toMatchObject({
      'db.system.name': 'postgresql',
      'db.operation.batch.size': 2,
    })
  })

  test('has the event, with the statements of the relay', () => {
    expect(event.parentSpanId).toBe(request.spanId)
    expect(event.attributes).toMatchObject({
      'tradehall.event.type': 'order.brand_accepted',
      'tradehall.subject.id': order.id,
    })
    const names = spans.filter(({ parentSpanId }) => parentSpanId === event.spanId).map(({ name }) => name)
    expect(names).toContainEqual(expect.stringMatching(/^INSERT webhooks\.deliveries/))
  })

  test('has each attempt of the delivery, inside of the event', () => {
    expect(deliveries.map(({ parentSpanId }) => parentSpanId)).toEqual([event.spanId, event.spanId])
    const attributes = deliveries.map((span) => [
      span.attributes['tradehall.delivery.attempt'],
      span.attributes['http.response.status_code'],
      span.attributes['error.type'],
    ])
    expect(attributes).toEqual([
      [1, 500, 'refused_by_receiver'],
      [2, 200, undefined],
    ])
    expect(deliveries[0]?.attributes['server.address']).toBe('127.0.0.1')
  })

  test('and that id is in the request line, the lines of the attempts and the delivery log', async () => {
    const both = { requestId, traceId: traceIdOf(requestId) }
    expect(lines.filter(({ msg }) => msg === 'webhook attempt')).toEqual([
      expect.objectContaining({ ...both, attempt: 1, outcome: 'refused_by_receiver', status: 500 }),
      expect.objectContaining({ ...both, attempt: 2, outcome: 'delivered', status: 200 }),
    ])
    expect(lines.find(({ path }) => String(path).endsWith('transition'))).toMatchObject(both)
    const [delivery] = await deliveriesOf(shop, subscribed)
    expect(delivery?.attributes.requestId).toBe(requestId)
  })

  test('and the receiver gets no header about it', () => {
    expect(Object.keys(receiver.received[0]?.headers ?? {})).not.toContain('traceparent')
  })
})

describe('what the collector gets', () => {
  test('contains no token, secret, query, path or value of a statement, and the headers of the settings', async () => {
    const token = await shop.tokenOf('brand')
    const mark = 'kept-to-myself'
    const { headers } = await shop.send('GET', `/api/v1/orders?filter[q]=${mark}&include=retailer`)
    const { headers: posted } = await shop.send('POST', '/api/v1/email-verifications', {
      body: { data: { type: 'email-verifications', attributes: { email: `${mark}@example.test` } } },
    })
    await traceOf(headers['x-request-id'], ['GET /api/v1/orders'])
    const spans = await traceOf(posted['x-request-id'], ['POST /api/v1/email-verifications'])
    expect(spans.some(({ attributes }) => String(attributes['db.query.text']).includes('$1'))).toBe(true)
    const transaction = named(spans, 'TRANSACTION')
    expect(spans.filter(({ parentSpanId }) => parentSpanId === transaction.spanId).length).toBeGreaterThan(0)
    const everything = collector.texts.join('\n')
    for (const secret of [token, shop.credentials.clientSecret, mark, 'top-secret'])
      expect(everything).not.toContain(secret)
    expect(collector.headers[0]?.['x-collector-key']).toBe('top-secret')
  })

  test('health checks and metrics are not traced', async () => {
    const { headers } = await shop.send('GET', '/health/live', { as: null })
    const { headers: after } = await shop.send('GET', '/api/v1/me')
    await traceOf(after['x-request-id'], ['GET /api/v1/me'])
    expect(collector.spans.filter(({ traceId }) => traceId === traceIdOf(headers['x-request-id']))).toEqual(
      [],
    )
  })

  test('a job that no request caused has a trace of its own', async () => {
    await makeRecurringJobsDue(shop.platform.db, 'reconcile-stock')
    await shop.runJobs()
    await until(() => collector.spans.some(({ name }) => name === 'job reconcile-stock'))
    const job = named(collector.spans, 'job reconcile-stock')
    expect(job.parentSpanId).toBeUndefined()
    expect(collector.spans.some(({ parentSpanId }) => parentSpanId === job.spanId)).toBe(true)
  })

  test('a statement that fails says with which code, and not why', async () => {
    await shop.platform.db`alter table identity.users rename to users_elsewhere`
    const { headers, status } = await shop.send('GET', '/api/v1/me/config')
    await shop.platform.db`alter table identity.users_elsewhere rename to users`
    expect(status).toBe(500)
    const spans = await traceOf(headers['x-request-id'], ['GET /api/v1/me/config'])
    expect(named(spans, 'GET /api/v1/me/config').status.code).toBe(2)
    expect(spans.map(({ attributes }) => attributes['error.type'])).toContain('42P01')
  })
})

describe('the header traceparent of a request', () => {
  const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
  const ask = async (traceparent: string) => {
    const { headers } = await shop.send('GET', '/api/v1/me', { headers: { traceparent } })
    return named(await traceOf(headers['x-request-id'], ['GET /api/v1/me']), 'GET /api/v1/me')
  }

  test('becomes a link, and the trace keeps the id of the request', async () => {
    const span = await ask(`00-${caller.traceId}-${caller.spanId}-01`)
    expect(span.links).toEqual([expect.objectContaining(caller)])
    expect(span.traceId).not.toBe(caller.traceId)
    expect(span.parentSpanId).toBeUndefined()
  })

  test('is ignored where it is not well-formed', async () => {
    expect((await ask(`00-${'0'.repeat(32)}-${caller.spanId}-01`)).links).toEqual([])
  })
})

describe('a collector that is away', () => {
  const patient = async (shop: Market) => {
    const statuses = []
    for (let i = 0; i < 20; i++) statuses.push((await shop.send('GET', '/api/v1/me')).status)
    return new Set(statuses)
  }

  test('costs spans and one log line, and no request fails', async () => {
    const warnings: Record<string, unknown>[] = []
    const quiet = createLog('warn', { write: (line) => void warnings.push(JSON.parse(line)) })
    const gone = await startCollector(onTestFinished, (response) => void response.writeHead(400).end())
    const other = await market({ env: { TRADEHALL_OTLP_URL: gone.url }, log: quiet })
    expect(await patient(other)).toEqual(new Set([200]))
    await expect
      .poll(() => warnings.filter(({ msg }) => msg === 'spans could not be sent to the collector'), soon)
      .toHaveLength(1)
  })

  test('and one that hangs holds up neither requests nor the end of the process', async () => {
    const open: ServerResponse[] = []
    const hanging = await startCollector(onTestFinished, (response) => void open.push(response))
    const other = await market({ env: { TRADEHALL_OTLP_URL: hanging.url } })
    expect(await patient(other)).toEqual(new Set([200]))
    await other.platform.tracing?.stop()
    // It did not wait for the last request to the collector, which would be closed by its timeout.
    expect(open.some(({ destroyed }) => !destroyed)).toBe(true)
  })
})

test('a share of the traces is sampled, each as a whole', async () => {
  const half = await startCollector(onTestFinished)
  const other = await market({ env: { TRADEHALL_OTLP_URL: half.url, TRADEHALL_TRACE_RATIO: '0.5' }, log })
  lines.length = 0
  for (let i = 0; i < 64; i++) await other.send('GET', '/api/v1/me')
  const requests = lines.filter(({ route }) => route === '/api/v1/me')
  const sampled = requests.flatMap(({ traceId }) => traceId ?? [])
  // Fewer than 8 or more than 56 of 64 would be an accident of one in a billion.
  expect(sampled.length).toBeGreaterThan(8)
  expect(sampled.length).toBeLessThan(56)
  const seen = () => half.spans.filter(({ name }) => name === 'GET /api/v1/me').map(({ traceId }) => traceId)
  await expect.poll(() => seen().toSorted(), soon).toEqual(sampled.toSorted())
})

test('without a collector nothing of the SDK is loaded, and no line has a trace', async () => {
  const other = await market({ log })
  lines.length = 0
  await other.send('GET', '/api/v1/me')
  expect(other.platform.tracing).toBeUndefined()
  expect(lines.find(({ route }) => route === '/api/v1/me')).not.toHaveProperty('traceId')
  const sources = globSync('src/**/*.ts', { cwd: SERVER }).filter((path) => !path.endsWith('.test.ts'))
  const importing = (pattern: RegExp) =>
    sources.filter((path) => pattern.test(readFileSync(join(SERVER, path), 'utf8')))
  expect(importing(/from '@opentelemetry\/(?!api')/)).toEqual(['src/platform/tracing/sdk.ts'])
  expect(importing(/from '\.\/sdk\.ts'|from '[^']*\/tracing\/sdk\.ts'/)).toEqual([])
  expect(importing(/import\('\.\/sdk\.ts'\)|import\('[^']*\/tracing\/sdk\.ts'\)/)).toEqual([
    'src/platform/tracing/open.ts',
  ])
})
