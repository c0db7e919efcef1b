import { expect, test } from 'vitest'
import {
  ABORTED,
  clientOf,
  drop,
  inTurn,
  REASON,
  type ScriptedRequest,
  type Step,
  scriptServer,
  testClock,
} from './fixtures/scripted-server.ts'
import type { ImportProgress } from './imports.ts'

const BASE = '/api/v1/catalog/integrations/operations'
const conflict = (code: string, meta = {}): Step => ({
  status: 409,
  body: { errors: [{ status: '409', code, meta }] },
})

interface Operation {
  id: string
  status: string
  products: { id: string }[]
}

type Mishap = 'lost' | 'failed' | 'none'

/** The operations of a brand as the server keeps them; `mishaps` befall its writes in turn. */
async function operationServer(mishaps: Mishap[] = [], { polls = 0 } = {}) {
  const operations = new Map<string, Operation>()
  let [writes, left] = [0, polls]
  const shown = ({ id, status, products }: Operation) => ({
    body: {
      data: {
        type: 'catalog-integration-operation',
        id,
        attributes: {
          status,
          totalProductsCount: products.length,
          processedProductsCount: status === 'succeeded' ? products.length : 0,
          failedProductsCount: 0,
        },
      },
    },
  })

  function read(operation: Operation, url: string): Step {
    if (url.includes('/results')) {
      const data = operation.products.map(({ id }) => ({
        type: 'catalog-integration-result',
        id,
        attributes: {},
      }))
      return { body: { data, links: {} } }
    }
    if (operation.status === 'started' && left-- <= 0) operation.status = 'succeeded'
    return shown(operation)
  }

  function write({ method, url, body }: ScriptedRequest): Step {
    const sent = body === '' ? {} : JSON.parse(body)
    if (url === BASE) {
      const { id } = sent.data
      const existing = operations.get(id)
      if (existing) return shown(existing)
      const open = [...operations.values()].find(({ status }) => status === 'created')
      if (open) return conflict('OPERATION_ALREADY_OPEN', { operationId: open.id })
      operations.set(id, { id, status: 'created', products: [] })
      return shown(operations.get(id) as Operation)
    }
    const operation = operations.get(url.split('/')[6] ?? '') as Operation
    if (operation.status !== 'created') return conflict('OPERATION_NOT_OPEN')
    if (url.endsWith('/products')) {
      operation.products.push(...sent.products)
      return { body: { meta: { totalProductsCount: operation.products.length } } }
    }
    operation.status =
      method === 'PATCH' ? (operation.products.length > 0 ? 'started' : 'skipped') : 'cancelled'
    return shown(operation)
  }

  const server = await scriptServer((request) => {
    const id = request.url.split(/[/?]/)[6] ?? ''
    if (request.method === 'GET') return read(operations.get(id) as Operation, request.url)
    const mishap = mishaps[writes++] ?? 'none'
    if (mishap === 'failed') return { status: 503 }
    const step = write(request)
    return mishap === 'lost' ? drop : step
  })
  return { server, operations, all: () => [...operations.values()] }
}

const products = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: String(i), attributes: { name: `Product ${i}` } }))
const idsOf = ({ products }: Operation) => products.map(({ id }) => Number(id))
const inOrder = (count: number) => Array.from({ length: count }, (_, i) => i)

test('products of an async iterable are added in batches, started, followed, and have results', async () => {
  const { server, all } = await operationServer([], { polls: 2 })
  const progress: ImportProgress[] = []
  async function* many() {
    yield* products(2500)
  }
  const { operation, results } = await clientOf(server).imports.run(many(), {
    onProgress: (now) => progress.push(now),
  })
  expect(operation.attributes.status).toBe('succeeded')
  expect(idsOf(all()[0] as Operation)).toEqual(inOrder(2500))
  expect(await results.toArray()).toHaveLength(2500)
  const adding = progress.filter(({ phase }) => phase === 'adding')
  expect(adding.map(({ added }) => added)).toEqual([0, 1000, 2000, 2500])
  expect(progress.at(-1)).toMatchObject({ phase: 'processing', processed: 2500, failed: 0 })
})

test.each<[string, Mishap[]]>([
  ['every response is lost once', ['lost', 'none', 'lost', 'lost', 'lost', 'lost']],
  [
    'every write fails once',
    ['failed', 'none', 'failed', 'none', 'failed', 'none', 'failed', 'none', 'failed', 'none'],
  ],
  [
    'writes fail and are lost',
    ['lost', 'failed', 'none', 'failed', 'failed', 'lost', 'failed', 'lost', 'failed', 'lost'],
  ],
])('nothing is twice and nothing is missing when %s', async (_, mishaps) => {
  const { server, all } = await operationServer(mishaps)
  const { operation } = await clientOf(server).imports.run(products(2500))
  expect(operation.attributes.status).toBe('succeeded')
  expect(all()).toHaveLength(1)
  expect(idsOf(all()[0] as Operation)).toEqual(inOrder(2500))
})

test('products that somebody else adds are an error, and the operation is cancelled', async () => {
  const { server, all, operations } = await operationServer()
  const running = clientOf(server).imports.run(
    (function* () {
      yield* products(1000)
      for (const operation of operations.values()) operation.products.push({ id: 'x' })
      yield* products(10)
    })(),
  )
  const error = await running.catch((thrown) => thrown)
  expect(error).toMatchObject({ name: 'ImportError', operationId: all()[0]?.id })
  expect(error.message).toContain('another program adds to it')
  expect(all()[0]?.status).toBe('cancelled')
})

test('an import with an id of the caller continues after its interruption', async () => {
  const { server, all } = await operationServer()
  const client = clientOf(server)
  const id = '0b5f6c9e-6a5e-4f3f-9d53-0f5b8e0f2f11'
  function* interrupted() {
    yield* products(2500).slice(0, 2100)
    throw new Error('the file cannot be read')
  }
  await expect(client.imports.run(interrupted(), { id })).rejects.toThrow('the file cannot be read')
  expect(all()).toMatchObject([{ id, status: 'created' }])
  await client.imports.run(products(2500), { id })
  expect(all()).toHaveLength(1)
  expect(idsOf(all()[0] as Operation)).toEqual(inOrder(2500))
  // Once more it only reads what there is.
  const { operation } = await client.imports.run(products(2500), { id })
  expect([operation.attributes.status, all().length]).toEqual(['succeeded', 1])
})

test('imports of one client wait for each other', async () => {
  const { server, all } = await operationServer()
  const client = clientOf(server)
  await Promise.all([
    client.imports.run(products(1500)),
    client.imports.run(products(20)),
    client.imports.run(products(3)),
  ])
  expect(all().map(({ products, status }) => [products.length, status])).toEqual([
    [1500, 'succeeded'],
    [20, 'succeeded'],
    [3, 'succeeded'],
  ])
})

test('an import waits for the open operation of another program, and says so', async () => {
  const clock = testClock()
  const { server, operations } = await operationServer()
  operations.set('other', { id: 'other', status: 'created', products: [] })
  const phases: string[] = []
  await clientOf(server, { clock }).imports.run(products(1), {
    onProgress: ({ phase }) => {
      phases.push(phase)
      if (phases.length === 3) operations.set('other', { id: 'other', status: 'started', products: [] })
    },
  })
  expect(phases.slice(0, 5)).toEqual(['queued', 'queued', 'queued', 'queued', 'adding'])
})

test('an abandoned operation of another program is an error with a remedy, in the end', async () => {
  const { server, operations } = await operationServer()
  operations.set('other', { id: 'other', status: 'created', products: [] })
  const running = clientOf(server).imports.run(products(1), { queueTimeoutMs: 30_000 })
  await expect(running).rejects.toThrow(
    'the open operation other, which has to be started or cancelled first',
  )
})

test('without a wait an open operation is an error at once, and it is named', async () => {
  const clock = testClock()
  const { server, operations } = await operationServer()
  operations.set('other', { id: 'other', status: 'created', products: [] })
  const running = clientOf(server, { clock }).imports.run(products(1), { queueTimeoutMs: 0 })
  await expect(running).rejects.toMatchObject({ status: 409, errors: [{ meta: { operationId: 'other' } }] })
  expect(clock.waits).toEqual([])
})

test('no products are a skipped operation', async () => {
  const { server } = await operationServer()
  const { operation, results } = await clientOf(server).imports.run([])
  expect([operation.attributes.status, await results.toArray()]).toEqual(['skipped', []])
})

test('entries that were serialized before are sent as they are; large ones make smaller batches', async () => {
  const { server, all } = await operationServer()
  const large = (id: number) =>
    `{"id":"${id}","type":"catalog-integration-product","attributes":{"name":"${'é'.repeat(400_000)}"}}`
  await clientOf(server).imports.run([large(0), large(1), large(2)])
  expect(idsOf(all()[0] as Operation)).toEqual([0, 1, 2])
  expect(server.lines().filter((line) => line.endsWith('/products'))).toHaveLength(3)
})

test('what is no product is an error that tells its place', async () => {
  const { server } = await operationServer()
  const running = clientOf(server).imports.run([{ id: '1' }, 7 as never])
  await expect(running).rejects.toThrow('Product 2 of the import is neither an object nor a serialized one')
})

test('an abort ends the import, and the next one can start', async () => {
  const { server, all } = await operationServer()
  const client = clientOf(server)
  const stop = new AbortController()
  function* endless() {
    yield* products(1500)
    stop.abort(REASON)
    yield* products(5000)
  }
  await expect(client.imports.run(endless(), { signal: stop.signal })).rejects.toMatchObject(ABORTED)
  await client.imports.run(products(1))
  expect(all().map(({ status }) => status)).toEqual(['cancelled', 'succeeded'])
})

test('an import that is continued with fewer products than were added is an error, and is not started', async () => {
  const { server, all, operations } = await operationServer()
  operations.set('mine', { id: 'mine', status: 'created', products: products(3) })
  const running = clientOf(server).imports.run(products(2), { id: 'mine' })
  await expect(running).rejects.toThrow('has 3 products already, and the import has only 2')
  expect(all()).toMatchObject([{ status: 'created' }])
})

test('an operation that waits for another one to end says so', async () => {
  const { server, operations } = await operationServer()
  operations.set('mine', { id: 'mine', status: 'pending', products: products(1) })
  const phases: string[] = []
  await clientOf(server).imports.untilOperationEnds('mine', {
    onProgress: ({ phase }) => {
      phases.push(phase)
      operations.set('mine', { id: 'mine', status: 'started', products: products(1) })
    },
  })
  expect(phases).toEqual(['waiting', 'processing'])
})

const report = (status: string, failureReason: string | null = null): Step => ({
  body: {
    data: { type: 'catalog-exchange-error-report', id: 'r', attributes: { status, failureReason } },
  },
})

test('an error report is requested once, awaited and downloaded', async () => {
  const reads = inTurn(report('created'), report('started'), report('completed'))
  const posts = inTurn(drop, report('created'))
  const server = await scriptServer(({ method, url }) => {
    if (method === 'POST') return posts()
    return url.includes('/storage/') ? { body: 'a workbook' } : reads()
  })
  const file = await clientOf(server).imports.errorReport('o')
  expect(await file.text()).toBe('a workbook')
  const REPORTS = '/api/v1/catalog/exchange/error-reports'
  expect(server.lines()).toEqual([
    `POST ${REPORTS}`,
    `POST ${REPORTS}`,
    ...Array(3).fill(`GET ${REPORTS}/r`),
    'GET /api/v1/catalog/exchange/storage/error-reports/r',
  ])
  // With the id of the first request the second one finds the same report.
  const [first, second] = server.requests.map(({ body }) => body)
  expect(second).toBe(first)
  expect(JSON.parse(first ?? '').data.attributes).toEqual({ pim_import_job_id: 'o' })
})

test('an error report that cannot be made is an error with the reason', async () => {
  const server = await scriptServer(inTurn(report('created'), report('failed', 'It was tried 5 times.')))
  await expect(clientOf(server).imports.errorReport('o')).rejects.toMatchObject({
    name: 'ImportError',
    operationId: 'o',
    message: 'The error report could not be made: It was tried 5 times.',
  })
})
