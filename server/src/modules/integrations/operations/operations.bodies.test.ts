import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { pointersOf } from '../../../../test/answers.ts'
import {
  addProducts,
  entry,
  OPERATIONS,
  openOperation,
  partialEntry,
  productNamed,
  readOperation,
  requestOperation,
  resultsOf,
  runOperation,
  start,
} from '../../../../test/integrations.ts'
import { market } from '../../../../test/market.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const cancel = (id: string) => shop.send('POST', `${OPERATIONS}/${id}/-actions/cancel`)

/** Each test begins without an open or pending operation. */
afterEach(async () => {
  await shop.runJobs()
  await shop.platform.db`
    update integrations.operations set status = 'cancelled' where status in ('created', 'pending', 'started')`
})

describe('a request body', () => {
  test.each([
    ['data instead of products', { data: [entry('W-1')] }, ['products']],
    ['a misspelt list', { product: [entry('W-1')] }, ['products', 'product']],
    ['an empty list', { products: [] }, ['products']],
    ['no list', { products: entry('W-1') }, ['products']],
    ['nothing', {}, ['products']],
    ['an entry that is no object', { products: [5] }, ['products.0']],
    ['an entry without id and type', { products: [{}] }, ['products.0.id', 'products.0.type']],
    [
      'attributes that are no object',
      { products: [{ ...entry('W-1'), attributes: [] }] },
      ['products.0.attributes'],
    ],
    ['another type', { products: [{ ...entry('W-1'), type: 'products' }] }, ['products.0.type']],
  ])('as %s is refused', async (_what, body, pointers) => {
    const id = await openOperation(shop)
    const answer = await shop.send('POST', `${OPERATIONS}/${id}/products`, { body })
    expect([answer.status, pointersOf(answer)]).toEqual([422, pointers])
    expect((await readOperation(shop, id)).attributes.totalProductsCount).toBe(0)
  })

  test.each([
    [{ updateFields: ['stocks'] }, 'data.attributes.updateFields.0'],
    [{ source: 'nowhere' }, 'data.attributes.source'],
    [{ operationType: 'upsert' }, 'data.attributes.operationType'],
    [{ callbackUrl: 'ftp://erp.example.test' }, 'data.attributes.callbackUrl'],
    [{ callbackUrl: 'https://10.0.0.1/' }, 'data.attributes.callbackUrl'],
    [{ updateField: ['stock'] } as object, 'data.attributes.updateField'],
  ])('as %j is refused', async (options, pointer) => {
    const answer = await requestOperation(shop, options)
    expect([answer.status, pointersOf(answer)]).toEqual([422, [pointer]])
  })

  test('may name every field that an update can set, and every default source', async () => {
    const updateFields =
      'stock prices name description dimensions images tags unit_multiplier vat_rate retail_price wholesale_price'.split(
        ' ',
      )
    const named = ['shopify', 'woocommerce', 'prestashop', 'odoo', 'sellsy', 'other']
    for (const source of [...named, 'platform_1', 'platform_2', 'platform_3']) {
      const { status, body } = await requestOperation(shop, { operationType: 'update', source, updateFields })
      expect([status, body.data.attributes]).toMatchObject([201, { source, updateFields }])
      await cancel(body.data.id)
    }
  })

  test.each([
    ['a NUL', '\\u0000', 'Expected a text without a NUL character.'],
    ['half a surrogate pair', '\\ud800', 'Expected a text without a surrogate without its other half.'],
  ])('a product with %s fails alone', async (_name, spelling, message) => {
    const id = await openOperation(shop)
    const products = [entry('U-1', { name: 'x' }), entry('U-2'), entry('U-3', {}, { sku: 'x' })]
    const payload = JSON.stringify({ products }).replaceAll('"x"', `"a${spelling}"`)
    const answer = await shop.send('POST', `${OPERATIONS}/${id}/products`, { payload })
    expect([answer.status, answer.body.meta]).toEqual([200, { totalProductsCount: 3 }])
    await start(shop, id)
    await shop.runJobs()
    const results = await resultsOf(shop, id)
    expect(results.map(({ externalProductId, issues }) => [externalProductId, issues])).toEqual([
      ['U-1', [{ field: 'name', reason: 'invalid_field', message, code: 'TEXT_FLAWED' }]],
      ['U-2', []],
      ['U-3', [{ field: 'variants[0].sku', reason: 'invalid_field', message, code: 'TEXT_FLAWED' }]],
    ])
    const drafts = await shop.send('GET', '/api/v1/catalog/integrations/drafts')
    expect(drafts.body.data[0].attributes.entry.attributes.name).toBe('a\ufffd')
  })

  test('a product whose id is not valid Unicode fails alone', async () => {
    const id = await openOperation(shop)
    const products = [partialEntry('x', { external_id: undefined, 'y\0': 1 })]
    const payload = JSON.stringify({ products }).replace('"x"', '"a\\ud800"')
    await shop.send('POST', `${OPERATIONS}/${id}/products`, { payload })
    await start(shop, id)
    await shop.runJobs()
    const [result] = await resultsOf(shop, id)
    expect(result?.externalProductId).toBe('a\ufffd')
    const fields = result?.issues.map(({ field }) => field)
    expect(fields).toEqual(expect.arrayContaining(['id', 'attributes']))
  })

  test('texts that are not valid Unicode are refused everywhere else', async () => {
    const payload = JSON.stringify({ data: { type: 'x' } }).replace('"x"', '"a\\ud800"')
    const answer = await shop.send('POST', OPERATIONS, { payload })
    expect([answer.status, pointersOf(answer)]).toEqual([422, ['data.type']])
  })

  test('bodies beyond the limit are refused', async () => {
    const id = await openOperation(shop)
    const answer = await addProducts(shop, id, [entry('L-1', { description: 'x'.repeat(5_000_000) })])
    expect(answer.status).toBe(413)
  })
})

describe('a delete with one request', () => {
  const send = (body: object) => shop.send('POST', `${OPERATIONS}/delete`, { body })
  const options = { source: 'other', callbackUrl: 'http://127.0.0.1:65530/hooks' }
  const product = (external_id: string, skus?: string[]) => ({
    type: 'catalog-integration-product',
    attributes: { external_id, ...(skus && { variants: skus.map((sku) => ({ sku })) }) },
  })

  test('is started at once, and archives the named products and variants', async () => {
    await runOperation(shop, [entry('D-1'), entry('D-2')])
    const answer = await send({ ...options, products: [product('D-1', ['D-1-W']), product('D-9')] })
    expect([answer.status, answer.body.data.attributes]).toMatchObject([
      201,
      { operationType: 'delete', status: 'started', totalProductsCount: 2 },
    ])
    await shop.runJobs()
    expect(await resultsOf(shop, answer.body.data.id)).toMatchObject([
      { externalProductId: 'D-1', status: 'success' },
      { externalProductId: 'D-9', issues: [{ field: 'external_id', reason: 'invalid_field' }] },
    ])
    expect([await productNamed(shop, 'D-1'), await productNamed(shop, 'D-2')]).toMatchObject([
      { archived: true },
      { archived: false },
    ])
  })

  test('waits for the running operation, and may be created while another one is open', async () => {
    const running = await openOperation(shop)
    await addProducts(shop, running, [entry('D-3')])
    await start(shop, running)
    await openOperation(shop)
    const answer = await send({ ...options, products: [product('D-3')] })
    expect([answer.status, answer.body.data.attributes.status]).toEqual([201, 'pending'])
    await shop.runJobs()
    expect(await productNamed(shop, 'D-3')).toMatchObject({ archived: true })
  })

  test.each([
    [{ source: 'other', callbackUrl: options.callbackUrl }, ['products']],
    [{ ...options, products: [] }, ['products']],
    [{ source: 'other', products: [product('D-1')] }, ['callbackUrl']],
    [{ ...options, products: [product('D-1', [])] }, ['products.0.attributes.variants']],
    [{ ...options, products: [partialEntry('')] }, ['products.0.id', 'products.0.attributes.external_id']],
    [{ ...options, data: {} }, ['products']],
    // Without its variants the whole product would be deleted.
    [
      { ...options, products: [{ ...product('D-1'), variants: [{ sku: 'D-1-W' }] }] },
      ['products.0.variants'],
    ],
  ])('as %j is refused', async (body, pointers) => {
    const answer = await send(body)
    expect([answer.status, pointersOf(answer)]).toEqual([422, pointers])
  })
})
