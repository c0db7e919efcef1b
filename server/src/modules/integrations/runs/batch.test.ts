import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { addTestProducts, expectSoundFlags } from '../../../../test/catalog.ts'
import {
  entry,
  issuesOf,
  partialEntry,
  productNamed,
  resultsOf,
  runOperation,
  startOperation,
} from '../../../../test/integrations.ts'
import { market } from '../../../../test/market.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'
import { connect } from '../../../platform/database.ts'
import { runBatch } from './batch.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { platform, credentials } = shop
const { db } = platform

afterEach(async () => {
  await expectSoundLedger(db)
  await expectSoundFlags(db)
})

const color = (value: string) => ({ options: [{ name: 'color', value }] })
const variant = (sku: string, more: object = {}) => ({ sku, stock_quantity: 1, ...more })

async function load(...entries: object[]): Promise<void> {
  const { status, results } = await runOperation(shop, entries)
  expect(status, JSON.stringify(results)).toBe('succeeded')
}

describe('an import', () => {
  test('of a new product creates it with every field that was sent', async () => {
    await load(
      entry('I-1', {
        wholesale_price: '6.55',
        retail_price: 13.1,
        discount_rate: 10,
        unit_multiplier: 4,
        main_image: 'https://img.example.test/main.jpg',
        images: [
          { order: 3, url: 'https://img.example.test/3.jpg' },
          { order: 2, url: 'https://img.example.test/2.jpg' },
        ],
        tags: ['tags_vegan', 'tags_vegan'],
        shape_properties: {
          dimensions: { unit_code: 'cm', width: 7, height: 15.5, length: 6 },
          weight: { unit_code: 'kg', amount: 0.48 },
        },
        variants: [
          variant('I-1-O', {
            ...color('Ochre'),
            ian: '4006381333931',
            stock_quantity: 12,
            images: [{ order: 1, url: 'https://img.example.test/o.jpg' }],
          }),
          variant('I-1-M', {
            ...color('Moss'),
            is_always_in_stock: true,
            wholesale_price: 7,
            discount_rate: 50,
          }),
          variant('I-1-S', { ...color('Slate'), stock_quantity: 0, inventory_policy: 'continue' }),
        ],
      }),
    )
    const product = await productNamed(shop, 'I-1')
    expect(product).toMatchObject({
      name: 'Tealight I-1',
      vatRate: 20,
      discountRate: 0.1,
      unitMultiplier: 4,
      originalWholesalePrice: 655,
      wholesalePrice: 590,
      retailPrice: 1310,
      dimensions: '7x15.5x6 cm',
      netWeight: '0.48 kg',
      capacity: null,
      productTypeId: null,
      tags: ['tags_vegan'],
      active: true,
      archived: false,
      outOfStock: false,
      images: ['main', '2', '3'].map((name, i) => ({
        order: i + 1,
        url: `https://img.example.test/${name}.jpg`,
      })),
    })
    expect(product?.variants).toMatchObject([
      {
        name: 'Tealight I-1 / Ochre',
        sku: 'I-1-O',
        ian: '4006381333931',
        stockQuantity: 12,
        originalWholesalePrice: 655,
        wholesalePrice: 590,
        retailPrice: 1310,
      },
      {
        sku: 'I-1-M',
        isAlwaysInStock: true,
        stockQuantity: null,
        originalWholesalePrice: 700,
        wholesalePrice: 350,
      },
      { sku: 'I-1-S', stockQuantity: 0, inventoryPolicy: 'continue' },
    ])
    const [images] = await db`select images from catalog.variants where sku = 'I-1-O'`
    expect(images?.images.map(({ url }: { url: string }) => url.split('/').at(-1))).toEqual([
      'main.jpg',
      '2.jpg',
      '3.jpg',
      'o.jpg',
    ])
    const [operation] =
      await db`select id from integrations.operations order by created_at desc, id desc limit 1`
    const posted = await db`select movement_type from stock.transactions where related_id = ${operation?.id}`
    expect(posted).toEqual([{ movement_type: 'snapshot' }])
  })

  test('of an existing product changes the fields that were sent, adds variants, and keeps the rest', async () => {
    await load(
      entry('I-2', {
        tags: ['tags_vegan'],
        variants: [variant('I-2-A', color('A')), variant('I-2-B', color('B'))],
      }),
    )
    const before = await productNamed(shop, 'I-2')
    await shop.advance(60)
    await load(
      entry('I-2', {
        name: 'Lamp',
        wholesale_price: 9,
        variants: [variant('I-2-A', { ...color('A'), stock_quantity: 30 }), variant('I-2-C', color('C'))],
      }),
    )
    const after = await productNamed(shop, 'I-2')
    expect(after).toMatchObject({
      name: 'Lamp',
      tags: ['tags_vegan'],
      originalWholesalePrice: 900,
      createdAt: before?.createdAt,
    })
    expect(
      after?.variants.map(({ sku, name, stockQuantity, originalWholesalePrice }) => [
        sku,
        name,
        stockQuantity,
        originalWholesalePrice,
      ]),
    ).toEqual([
      ['I-2-A', 'Lamp / A', 30, 900],
      ['I-2-B', 'Lamp / B', 1, 650],
      ['I-2-C', 'Lamp / C', 1, 900],
    ])
  })

  test('of the same entry again changes nothing', async () => {
    const same = entry('I-3', { main_image: 'https://a.test/1.jpg', discount_rate: 12.3 })
    await load(same)
    const before = await productNamed(shop, 'I-3')
    await shop.advance(60)
    await load(same)
    expect(await productNamed(shop, 'I-3')).toEqual(before)
  })

  test('of the same product twice applies the entries in order', async () => {
    const { results } = await runOperation(shop, [
      entry('I-4', { name: 'First' }, { stock_quantity: 3 }),
      entry('I-5'),
      entry('I-4', {
        name: 'Second',
        variants: [variant('I-4-W', { ...color('a'), stock_quantity: 8 }), variant('I-4-X', color('b'))],
      }),
      entry('I-4', { name: undefined }),
    ])
    expect(results.map(({ status }) => status)).toEqual(['success', 'success', 'success', 'failure'])
    const product = await productNamed(shop, 'I-4')
    expect(product).toMatchObject({ name: 'Second' })
    expect(product?.variants).toMatchObject([{ stockQuantity: 8 }, { sku: 'I-4-X' }])
  })

  test('refuses a sku that another product sells, in the catalog and in the same operation', async () => {
    await load(entry('I-6'))
    const { results } = await runOperation(shop, [
      entry('I-7', {}, { sku: 'I-6-W' }),
      entry('I-8', {}, { sku: 'N' }),
      entry('I-9', {}, { sku: 'N' }),
    ])
    expect(results.map(({ issues }) => issues.map(({ field }) => field))).toEqual([
      ['variants[0].sku'],
      [],
      ['variants[0].sku'],
    ])
    expect(results[0]?.issues[0]?.message).toContain('"I-6"')
  })

  test('finds a product by sku only if the product has no external id', async () => {
    const [product] = await addTestProducts(platform, credentials.brandId, [{ variants: [{ sku: 'OLD-1' }] }])
    await load(entry('I-10', {}, { sku: 'OLD-1' }))
    const [row] = await db`select id from catalog.products where external_id = 'I-10'`
    expect(row?.id).toBe(product.id)
    expect(await issuesOf(shop, entry('I-11', {}, { sku: 'OLD-1' }))).toEqual([
      'variants[0].sku invalid_field',
    ])
  })

  test('uses the id of the entry if there is no external id', async () => {
    await load(entry('I-12', { external_id: undefined }))
    expect(await productNamed(shop, 'I-12')).toBeDefined()
  })

  test('restores a deleted product', async () => {
    await load(entry('I-13', {}, { stock_quantity: 4 }))
    await runOperation(shop, [partialEntry('I-13')], { operationType: 'delete' })
    expect(await productNamed(shop, 'I-13')).toMatchObject({ archived: true })
    await load(entry('I-13', {}, { stock_quantity: 9 }))
    const product = await productNamed(shop, 'I-13')
    expect(product).toMatchObject({ archived: false, outOfStock: false })
    expect(product?.variants).toMatchObject([{ archivedAt: null, stockQuantity: 9 }])
  })

  test('changes the live variant if a deleted variant has the same sku', async () => {
    const archived_at = platform.clock.now()
    await addTestProducts(platform, credentials.brandId, [
      { external_id: 'I-17', variants: [{ sku: 'I-17-W', archived_at }, { sku: 'I-17-W' }] },
    ])
    await load(entry('I-17', {}, { stock_quantity: 33 }))
    const product = await productNamed(shop, 'I-17')
    expect(product?.variants).toMatchObject([
      { archivedAt: expect.any(String), stockQuantity: 5 },
      { archivedAt: null, stockQuantity: 33 },
    ])
  })

  test('refuses a combination of options that another variant of the product has', async () => {
    await load(entry('I-14', { variants: [variant('I-14-A', color('A')), variant('I-14-B', color('B'))] }))
    const clash = entry('I-14', { variants: [variant('I-14-A', color('A')), variant('I-14-C', color('B'))] })
    expect(await issuesOf(shop, clash)).toEqual(['variants[1].options invalid_field'])
  })

  test('counts reservations as part of the stock, and orders get the discount of their variant', async () => {
    await load(
      entry('I-15', { discount_rate: 10, wholesale_price: 10 }, { stock_quantity: 20, discount_rate: 50 }),
    )
    const [row] = await db<{ id: string }[]>`select id from catalog.variants where sku = 'I-15-W'`
    const { brandId, retailer } = credentials
    const lines = [{ productVariantId: row?.id, quantity: 5 }]
    const attributes = { brandId, retailerId: retailer.retailerId, lines }
    const { body } = await shop.send('POST', '/api/operator/v1/orders', {
      as: 'operator',
      body: { data: { type: 'orders', attributes } },
    })
    const [item] = await db`select unit_price_minor from ordering.items where order_id = ${body.data.id}`
    expect(item?.unit_price_minor).toBe(500)
    await load(entry('I-15', { discount_rate: 10, wholesale_price: 10 }, { stock_quantity: 8 }))
    const product = await productNamed(shop, 'I-15')
    expect(product?.variants).toMatchObject([{ stockQuantity: 8, reservedQuantity: 5, availableQuantity: 3 }])
  })

  test('accepts a product with a thousand variants and a free product', async () => {
    const variants = Array.from({ length: 1000 }, (_, i) => variant(`I-16-${i}`, color(`c${i}`)))
    await load(entry('I-16', { variants, discount_rate: 100 }))
    const [counted] = await db`
      select count(*)::int as count, max(wholesale_price_minor)::int as price from catalog.variants where sku like 'I-16-%'`
    expect(counted).toEqual({ count: 1000, price: 0 })
  })
})

describe('a delete', () => {
  test('archives a product, or the variants that it names', async () => {
    await load(entry('D-1', { variants: [variant('D-1-A', color('A')), variant('D-1-B', color('B'))] }))
    const options = { operationType: 'delete' }
    await runOperation(shop, [partialEntry('D-1', { variants: [{ sku: 'D-1-A' }] })], options)
    const half = await productNamed(shop, 'D-1')
    expect(half).toMatchObject({ archived: false })
    expect(half?.variants.map(({ archivedAt }) => archivedAt === null)).toEqual([false, true])
    expect(await issuesOf(shop, partialEntry('D-1', { variants: [{ sku: 'D-1-Z' }] }), options)).toEqual([
      'variants[0].sku invalid_field',
    ])
    const { results } = await runOperation(shop, [partialEntry('D-1', { variants: [] })], options)
    expect(results).toMatchObject([
      { failureReason: 'validation_error', issues: [{ field: 'variants', reason: 'invalid_field' }] },
    ])
    expect(await productNamed(shop, 'D-1')).toMatchObject({ archived: false })
    await runOperation(shop, [{ id: 'D-1', type: 'catalog-integration-product' }], options)
    expect(await productNamed(shop, 'D-1')).toMatchObject({ archived: true, outOfStock: true })
    expect(await issuesOf(shop, partialEntry('D-1'), options)).toEqual([])
  })
})

describe('drafts', () => {
  const drafts = async () =>
    (await shop.send('GET', '/api/v1/catalog/integrations/drafts')).body.data.map(
      ({ attributes }: { attributes: { externalProductId: string } }) => attributes.externalProductId,
    )
  const bad = (id: string) => entry(id, { name: undefined })

  test('are the failed products of the last import that had failures', async () => {
    const { id } = await runOperation(shop, [bad('X-1'), entry('X-2'), bad('X-3')])
    expect(await drafts()).toEqual(['X-1', 'X-3'])
    await runOperation(shop, [entry('X-2')])
    await runOperation(shop, [partialEntry('nobody', { name: 'x' })], { operationType: 'update' })
    await runOperation(shop, [partialEntry('nobody')], { operationType: 'delete' })
    expect(await drafts()).toEqual(['X-1', 'X-3'])
    const { body } = await shop.send('GET', '/api/v1/catalog/integrations/drafts?page[limit]=1')
    expect(body.data[0].attributes).toMatchObject({
      operationId: id,
      entry: JSON.parse(JSON.stringify(bad('X-1'))),
      issues: [{ field: 'name' }],
    })
    expect(body.links.next).toBeDefined()
    await runOperation(shop, [bad('X-4')])
    expect(await drafts()).toEqual(['X-4'])
    expect(
      (await shop.send('GET', '/api/v1/catalog/integrations/drafts', { as: 'otherBrand' })).body.data,
    ).toEqual([])
  })
})

test('a product that cannot be written for a technical reason fails alone, with a reason of its own', async () => {
  await db`alter table catalog.products add constraint on_purpose check (name <> 'Cursed')`
  const { status, results, processedProductsCount, failedProductsCount } = await runOperation(shop, [
    entry('T-1'),
    entry('T-2', { name: 'Cursed' }),
    entry('T-3', { name: undefined }),
    entry('T-4'),
  ])
  await db`alter table catalog.products drop constraint on_purpose`
  expect([status, processedProductsCount, failedProductsCount]).toEqual(['partially_failed', 2, 2])
  expect(results.map(({ failureReason }) => failureReason)).toEqual([
    null,
    'internal_error',
    'validation_error',
    null,
  ])
  expect(results[1]?.issues).toEqual([{ message: expect.stringContaining('Send it again') }])
  const [kept] = await db`select sent from integrations.results where external_product_id = 'T-2'`
  expect(kept?.sent).toEqual(entry('T-2', { name: 'Cursed' }))
})

test('a product that another worker has written meanwhile is not recorded as failed, nor is the next one', async () => {
  // The first two attempts fail. A sequence is not rolled back.
  await db.unsafe(`
    create sequence attempts_on_purpose;
    create function fail_twice() returns trigger language plpgsql as
      $$ begin if nextval('attempts_on_purpose') <= 2 then raise 'on purpose'; end if; return null; end $$;
    create trigger on_purpose before insert on catalog.products execute function fail_twice()`)
  const id = await startOperation(shop, [entry('W-1'), entry('W-2')])
  // Large enough that each batch has one entry.
  await db`update integrations.entries set bytes = 5000000 where operation_id = ${id}`
  // Both workers use the one connection in turns, in the order in which they ask for it.
  const one = connect(shop.databaseUrl, { pool: 1, name: 'workers' })
  onTestFinished(() => one.end())
  const key = { brandId: credentials.brandId, id }
  let other: Promise<unknown> | undefined
  const log = Object.create(platform.log, {
    error: {
      value(_: object, message: string) {
        if (message === 'a product could not be processed') other ??= runBatch({ ...platform, db: one }, key)
      },
    },
  })
  await runBatch({ ...platform, db: one, log }, key)
  await db.unsafe('drop trigger on_purpose on catalog.products; drop function fail_twice')
  expect(await other).toEqual({ done: 1, isEnded: false })
  const results = await resultsOf(shop, id)
  expect(results.map(({ failureReason }) => failureReason)).toEqual([null, null])
})
