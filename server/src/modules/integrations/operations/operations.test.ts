import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { codesOf } from '../../../../test/answers.ts'
import {
  addProducts,
  entry,
  OPERATIONS,
  openOperation,
  productNamed,
  readOperation,
  requestOperation,
  resultsOf,
  runOperation,
  start,
  startOperation,
} from '../../../../test/integrations.ts'
import { market } from '../../../../test/market.ts'
import { createScheduler } from '../runs/runners.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const cancel = (id: string) => shop.send('POST', `${OPERATIONS}/${id}/-actions/cancel`)
const statusOf = async (id: string) => (await readOperation(shop, id)).attributes.status

const startWith = (externalId: string) => startOperation(shop, [entry(externalId)])

/** Each test begins without an open or pending operation. */
afterEach(async () => {
  await shop.runJobs()
  await shop.platform.db`
    update integrations.operations set status = 'cancelled' where status in ('created', 'pending', 'started')`
})

describe('an operation', () => {
  test('is created, filled, started, and ends with a result for each product', async () => {
    const created = await requestOperation(shop, { updateFields: [] })
    expect(created.status, created.text).toBe(201)
    const { id } = created.body.data
    const url = created.body.links.self
    expect(url).toMatch(new RegExp(`^http.*${OPERATIONS}/${id}$`))
    expect(created.body.data).toEqual({
      type: 'catalog-integration-operation',
      id,
      attributes: {
        source: 'other',
        operationType: 'import',
        status: 'created',
        updateFields: [],
        callbackUrl: null,
        createdAt: expect.stringMatching(/^2026-03-02T09:\d\d:\d\dZ$/),
        startedAt: null,
        completedAt: null,
        totalProductsCount: 0,
        processedProductsCount: 0,
        failedProductsCount: 0,
      },
      relationships: {
        results: { links: { related: `${url}/results`, self: `${url}/relationships/results` } },
      },
      links: { self: url },
      meta: {
        callback: null,
        createdBy: { applicationId: shop.credentials.applicationId, userId: null, name: expect.any(String) },
        cancelRequestedAt: null,
      },
    })

    const first = await addProducts(shop, id, [entry('A-1'), entry('A-2')])
    expect([first.status, first.body]).toEqual([
      200,
      { jsonapi: { version: '1.0' }, meta: { totalProductsCount: 2 } },
    ])
    const second = await addProducts(shop, id, [entry('A-3', { name: undefined })])
    expect(second.body.meta).toEqual({ totalProductsCount: 3 })

    const started = await start(shop, id)
    expect(started.body.data.attributes).toMatchObject({ status: 'started', completedAt: null })
    await shop.runJobs()
    expect((await readOperation(shop, id)).attributes).toMatchObject({
      status: 'partially_failed',
      totalProductsCount: 3,
      processedProductsCount: 2,
      failedProductsCount: 1,
      startedAt: expect.any(String),
      completedAt: expect.any(String),
    })
    expect(await resultsOf(shop, id)).toEqual([
      { externalProductId: 'A-1', status: 'success', failureReason: null, issues: [] },
      { externalProductId: 'A-2', status: 'success', failureReason: null, issues: [] },
      {
        externalProductId: 'A-3',
        status: 'failure',
        failureReason: 'validation_error',
        issues: [
          {
            field: 'name',
            reason: 'required_field',
            message: expect.stringContaining('name'),
            code: 'VALUE_MISSING',
          },
        ],
      },
    ])
    expect(await productNamed(shop, 'A-1')).toMatchObject({ name: 'Tealight A-1' })
  })

  test('has a final status that follows from its results', async () => {
    const good = await runOperation(shop, [entry('E-1')])
    const bad = await runOperation(shop, [entry('E-2', { name: undefined })])
    expect([good.status, bad.status]).toEqual(['succeeded', 'failed'])
  })

  test('without products is skipped, also while another one runs, and has an empty list of results', async () => {
    const running = await openOperation(shop)
    await addProducts(shop, running, [entry('S-1')])
    await start(shop, running)
    const empty = await openOperation(shop)
    const answer = await start(shop, empty)
    expect(answer.body.data.attributes).toMatchObject({
      status: 'skipped',
      startedAt: null,
      completedAt: expect.any(String),
    })
    expect(await resultsOf(shop, empty)).toEqual([])
    expect((await addProducts(shop, empty, [entry('S-2')])).status).toBe(403)
  })

  test('waits while another one of the brand runs, and then starts by itself, in the order of starting', async () => {
    const ids = [await openOperation(shop)]
    await addProducts(shop, ids[0] as string, [entry('Q-0')])
    await start(shop, ids[0] as string)
    for (const name of ['Q-1', 'Q-2']) {
      const id = await openOperation(shop)
      await addProducts(shop, id, [entry(name)])
      expect((await start(shop, id)).body.data.attributes).toMatchObject({
        status: 'pending',
        startedAt: null,
      })
      ids.push(id)
      await shop.advance(1)
    }
    await shop.runJobs()
    const ends = await Promise.all(ids.map((id) => readOperation(shop, id)))
    expect(ends.map(({ attributes }) => attributes.status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    const [, second, third] = await shop.platform.db`
      select started_at, completed_at from integrations.operations where id = any(${ids}) order by started_at`
    expect(third?.started_at >= second?.completed_at).toBe(true)
  })

  test('of another brand does not wait', async () => {
    const own = await openOperation(shop)
    await addProducts(shop, own, [entry('B-1')])
    await start(shop, own)
    const other = await openOperation(shop, { as: 'otherBrand' })
    await addProducts(shop, other, [entry('B-1')], 'otherBrand')
    expect((await start(shop, other, 'otherBrand')).body.data.attributes.status).toBe('started')
  })

  test('returns 409 when the brand has an open operation', async () => {
    const id = await openOperation(shop)
    const second = await requestOperation(shop)
    expect([second.status, codesOf(second)]).toEqual([409, ['OPERATION_ALREADY_OPEN']])
    expect(second.body.errors[0].meta).toEqual({ operationId: id })
    await cancel(id)
    expect((await requestOperation(shop)).status).toBe(201)
  })

  test('keeps the id of the client, and a repeated request returns the stored operation', async () => {
    const id = randomUUID()
    expect((await requestOperation(shop, { id })).status).toBe(201)
    const again = await requestOperation(shop, { id })
    expect([again.status, again.body.data.id]).toEqual([200, id])
    const closed = await requestOperation(shop, { id, callbackUrl: 'https://10.0.0.1/' })
    expect([closed.status, closed.body.data]).toEqual([200, again.body.data])
    expect((await requestOperation(shop, { id, as: 'otherBrand' })).status).toBe(403)
  })

  test('can be cancelled before it starts, as a whole, and not after its end', async () => {
    const open = await openOperation(shop)
    await addProducts(shop, open, [entry('C-1')])
    expect((await cancel(open)).body.data.attributes.status).toBe('cancelled')
    expect((await addProducts(shop, open, [entry('C-2')])).status).toBe(403)

    const running = await startWith('C-3')
    const waiting = await startWith('C-4')
    expect((await cancel(waiting)).body.data.attributes.status).toBe('cancelled')
    await shop.runJobs()
    expect((await cancel(running)).status).toBe(409)
    expect((await cancel(waiting)).status).toBe(409)
    expect(await productNamed(shop, 'C-3')).toBeDefined()
    expect(await productNamed(shop, 'C-4')).toBeUndefined()
  })

  test('can be cancelled while it runs: processed products stay, and the rest is skipped', async () => {
    const products = Array.from({ length: 600 }, (_, i) =>
      entry(`S-${i}`, i === 1 ? { name: undefined } : {}),
    )
    const running = await startOperation(shop, [
      ...products.slice(0, 599),
      entry('S-599', { external_id: ' ' }),
    ])
    const waiting = await startWith('S-next')
    const runNextBatch = createScheduler(shop.platform)
    expect(await runNextBatch()).toBe(true)
    const stopping = await cancel(running)
    expect([stopping.status, stopping.body.data.attributes.status]).toEqual([200, 'started'])
    expect(stopping.body.data.meta.cancelRequestedAt).toMatch(/^2026-03-02T/)
    expect((await cancel(running)).body.data.meta).toEqual(stopping.body.data.meta)

    await shop.runJobs()
    const { attributes } = await readOperation(shop, running)
    expect(attributes).toMatchObject({
      status: 'cancelled',
      totalProductsCount: 600,
      processedProductsCount: 499,
      failedProductsCount: 1,
    })
    expect(attributes.completedAt).not.toBeNull()
    expect((await cancel(running)).status).toBe(409)
    expect(await statusOf(waiting)).toBe('succeeded')
    expect(await productNamed(shop, 'S-499')).toBeDefined()
    expect(await productNamed(shop, 'S-500')).toBeUndefined()

    const read = (path: string) => shop.send('GET', `${OPERATIONS}/${running}/${path}`)
    const skipped = await read('results?filter[status]=skipped&page[limit]=100')
    expect(skipped.body.data).toHaveLength(100)
    expect(skipped.body.data[0].attributes).toEqual({
      externalProductId: 'S-500',
      status: 'skipped',
      failureReason: null,
      issues: [],
    })
    expect(skipped.body.data[99].attributes.externalProductId).toBe('S-599')
    const again = await read('unprocessed-products?page[limit]=2')
    expect(again.body.data.map(({ attributes }: { attributes: object }) => attributes)).toMatchObject([
      {
        externalProductId: 'S-1',
        status: 'failure',
        failureReason: 'validation_error',
        entry: { id: 'S-1' },
      },
      { externalProductId: 'S-500', status: 'skipped', failureReason: null, entry: products[500] },
    ])
  })

  test('lists results by status, and failed products as they were sent', async () => {
    const products = [entry('F-1'), entry('F-2', { name: undefined }), entry('F-3')]
    const { id } = await runOperation(shop, products)
    const idsOf = async (path: string, as: 'brand' | 'otherBrand' = 'brand') => {
      const { status, body } = await shop.send('GET', `${OPERATIONS}/${id}/${path}`, { as })
      return status === 200
        ? body.data.map(
            ({ attributes }: { attributes: { externalProductId: string } }) => attributes.externalProductId,
          )
        : status
    }
    expect(await idsOf('results?filter[status]=success')).toEqual(['F-1', 'F-3'])
    expect(await idsOf('results?filter[status]=failure')).toEqual(['F-2'])
    expect(await idsOf('results?filter[status]=skipped')).toEqual([])
    expect(await idsOf('results?filter[status]=gone')).toBe(400)
    expect(await idsOf('unprocessed-products')).toEqual(['F-2'])
    expect(await idsOf('unprocessed-products?filter[status]=skipped')).toEqual([])
    expect(await idsOf('unprocessed-products', 'otherBrand')).toBe(403)
    const { body } = await shop.send('GET', `${OPERATIONS}/${id}/unprocessed-products`)
    expect(body.data[0].attributes.entry).toEqual(JSON.parse(JSON.stringify(products[1])))
  })

  test.each(['started', 'pending'])('that is %s takes no products and cannot be started', async (status) => {
    const running = await startWith('N-1')
    const waiting = await startWith('N-2')
    const id = status === 'started' ? running : waiting
    const refused = await addProducts(shop, id, [entry('N-3')])
    expect([refused.status, codesOf(refused)]).toEqual([403, ['OPERATION_NOT_OPEN']])
    expect((await start(shop, id)).status).toBe(409)
  })

  test('returns 409 for any status but started', async () => {
    const id = await openOperation(shop)
    const ask = (status: unknown) =>
      shop.send('PATCH', `${OPERATIONS}/${id}`, {
        body: { data: { id, type: 'catalog-integration-operation', attributes: { status } } },
      })
    for (const status of ['pending', 'cancelled', 'succeeded', 'nonsense']) {
      expect((await ask(status)).status, status).toBe(409)
    }
    expect((await ask(5)).status).toBe(422)
    expect(await statusOf(id)).toBe('created')
  })

  test('returns 403 to another brand and 404 for an unknown id', async () => {
    const id = await openOperation(shop)
    const asOther = { as: 'otherBrand' } as const
    expect((await shop.send('GET', `${OPERATIONS}/${id}`, asOther)).status).toBe(403)
    expect((await addProducts(shop, id, [entry('F-1')], 'otherBrand')).status).toBe(403)
    expect((await start(shop, id, 'otherBrand')).status).toBe(403)
    expect((await shop.send('GET', `${OPERATIONS}/${id}/results`, asOther)).status).toBe(403)
    expect((await shop.send('GET', `${OPERATIONS}/${randomUUID()}`)).status).toBe(404)
  })
})

describe('results', () => {
  test('are paged in the order of the products, forwards and backwards', async () => {
    const { id } = await runOperation(
      shop,
      Array.from({ length: 5 }, (_, i) => entry(`P-${i}`)),
    )
    const names = async (url: string) => {
      const answer = await shop.send('GET', url.replace(/^https?:\/\/[^/]+/, ''))
      const list = answer.body.data.map(
        ({ attributes }: { attributes: { externalProductId: string } }) => attributes.externalProductId,
      )
      return { list, links: answer.body.links, ids: answer.body.data.map(({ id }: { id: string }) => id) }
    }
    const first = await names(`${OPERATIONS}/${id}/results?page[limit]=2`)
    const second = await names(first.links.next)
    expect([first.list, second.list]).toEqual([
      ['P-0', 'P-1'],
      ['P-2', 'P-3'],
    ])
    expect((await names(second.links.prev)).list).toEqual(['P-0', 'P-1'])
    const usual = await shop.send('GET', `${OPERATIONS}/${id}/results`)
    expect([usual.body.data.length, usual.body.meta.page.perPage]).toEqual([5, 100])
    const links = await shop.send('GET', `${OPERATIONS}/${id}/relationships/results?page[limit]=2`)
    expect(links.body.data).toEqual(
      first.ids.map((id: string) => ({ type: 'catalog-integration-result', id })),
    )
  })
})

describe('concurrent requests', () => {
  test('open one operation, start it once, and lose no product', async () => {
    const opened = await Promise.all(Array.from({ length: 6 }, () => requestOperation(shop)))
    expect(opened.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    const id = opened.find(({ status }) => status === 201)?.body.data.id
    const added = await Promise.all(
      Array.from({ length: 6 }, (_, i) => addProducts(shop, id, [entry(`R-${i}`), entry(`R-${i}b`)])),
    )
    expect(added.map(({ body }) => body.meta.totalProductsCount).sort((a, b) => a - b)).toEqual([
      2, 4, 6, 8, 10, 12,
    ])
    const started = await Promise.all(Array.from({ length: 6 }, () => start(shop, id)))
    expect(started.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    await Promise.all([shop.runJobs(), shop.runJobs()])
    expect(await resultsOf(shop, id)).toHaveLength(12)
  })

  test('run one operation at a time', async () => {
    const ids: string[] = []
    for (let i = 0; i < 4; i++) {
      const id = randomUUID()
      await requestOperation(shop, { id })
      await addProducts(shop, id, [entry(`O-${i}`)])
      ids.push(id)
      await shop.platform.db`update integrations.operations set status = 'cancelled' where id = ${id}`
    }
    await shop.platform.db`drop index integrations.operations_open_key`
    await shop.platform.db`update integrations.operations set status = 'created' where id = any(${ids})`
    const started = await Promise.all(ids.map((id) => start(shop, id)))
    expect(started.map(({ body }) => body.data.attributes.status).sort()).toEqual([
      'pending',
      'pending',
      'pending',
      'started',
    ])
    await shop.runJobs()
    expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => 'succeeded'))
    await shop.platform
      .db`create unique index operations_open_key on integrations.operations (brand_id) where status = 'created'`
  })
})
