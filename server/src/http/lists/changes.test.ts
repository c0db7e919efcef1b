import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestProducts } from '../../../test/catalog.ts'
import { poll, seenNow } from '../../../test/changes.ts'
import { market } from '../../../test/market.ts'
import { moveOrderTo, placeOrder } from '../../../test/orders.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId } = shop.credentials
// Later than all times that the clock has shown before, so that each of its times belongs to one real time.
await shop.setTime('2030-01-01T00:00:00Z')

const LISTS = ['/api/v1/orders', '/api/v1/master-orders', '/api/v1/products', '/api/v1/product-variants']
const PATCH_STOCK = (stockQuantity: number) => ({
  data: { type: 'product-variants', attributes: { stockQuantity } },
})

let since = ''
beforeEach(async () => {
  since = await seenNow(shop)
})

describe.each(LISTS)('%s', (path) => {
  test('without changes the list is empty, and says up to which time it is complete', async () => {
    const { body } = await shop.send('GET', `${path}?filter[updatedAfter]=${since}`)
    expect(body.data).toEqual([])
    expect(body.meta.page).toEqual({ from: null, to: null, hasMore: false, perPage: 15 })
    expect(body.meta.updatedUntil).toMatch(/^2030-01-01T\d\d:\d\d:\d\d\.\d{6}Z$/)
    expect(body.meta.updatedUntil > since).toBe(true)
  })

  test('contains changed rows, oldest change first, as the ordinary list renders them', async () => {
    const orders = [await placeOrder(shop), await placeOrder(shop)]
    await moveOrderTo(shop, orders[0] as never, 'brand_confirmed')
    const changed = await shop.send('GET', `${path}?filter[updatedAfter]=${since}`)
    const ordinary = await shop.send('GET', `${path}?page[limit]=50`)
    const byId = new Map(ordinary.body.data.map((one: { id: string }) => [one.id, one]))
    expect(changed.body.data.length).toBeGreaterThanOrEqual(2)
    for (const one of changed.body.data) expect(one).toEqual(byId.get(one.id))
    if (path.endsWith('orders')) {
      expect(changed.body.data.map(({ id }: { id: string }) => id)).toEqual([orders[1]?.id, orders[0]?.id])
    }
    expect((await poll(shop, path, changed.body.meta.updatedUntil)).ids).toEqual([])
  })

  test('times may have any precision and offset; others are refused', async () => {
    for (const time of ['2030-01-01T00:00:00Z', '2029-12-31T23:00:00.1234567-01:00']) {
      expect(
        (await shop.send('GET', `${path}?filter[updatedAfter]=${encodeURIComponent(time)}`)).status,
      ).toBe(200)
    }
    for (const time of ['', 'yesterday', '2030-02-30T00:00:00Z', '2030-01-01', '1969-01-01T00:00:00Z']) {
      const { status, body } = await shop.send('GET', `${path}?filter[updatedAfter]=${time}`)
      expect([status, body.errors[0].source], time).toEqual([400, { parameter: 'filter[updatedAfter]' }])
    }
  })

  test('a time in the future gives an empty list', async () => {
    await placeOrder(shop)
    const { ids, until } = await poll(shop, path, '2031-01-01T00:00:00Z')
    expect(ids).toEqual([])
    expect(until.startsWith('2030-01-01')).toBe(true)
  })

  test('the list has one order and one direction, and refuses cursors of the ordinary list, which refuses its cursors', async () => {
    const cursor = `1893456000000000,${randomUUID()},1893456000000000`
    for (const [query, parameter] of [
      [`filter[updatedAfter]=${since}&sort=createdAt`, 'sort'],
      [`filter[updatedAfter]=${since}&page[before]=${cursor}`, 'page[before]'],
      [`filter[updatedAfter]=${since}&page[after]=${randomUUID()}`, 'page[after]'],
      [`filter[updatedAfter]=${since}&page[after]=${cursor}0000`, 'page[after]'],
      [`filter[updatedAfter]=${since}&page[after]=1,2,3`, 'page[after]'],
      [`page[after]=${cursor}`, 'page[after]'],
      [`page[before]=${cursor}`, 'page[before]'],
    ]) {
      const { status, body } = await shop.send('GET', `${path}?${query}`)
      expect([status, body.errors[0].source], query).toEqual([400, { parameter }])
    }
    // A cursor of another client, or with a time in the past, is only a position.
    const { status, body } = await shop.send(
      'GET',
      `${path}?filter[updatedAfter]=${since}&page[after]=${cursor}`,
    )
    expect([status, body.meta.updatedUntil]).toEqual([200, '2030-01-01T00:00:00.000000Z'])
  })

  test('another brand does not see the changes', async () => {
    await placeOrder(shop)
    const { body } = await shop.send('GET', `${path}?filter[updatedAfter]=${since}`, { as: 'otherBrand' })
    expect(body.data).toEqual([])
  })

  test('fresh demo data do not count as changed today', async () => {
    await expect(db`select from stock.level_changes`).resolves.toHaveLength(0)
    const { body } = await shop.send('GET', `${path}?filter[updatedAfter]=2029-12-31T00:00:00Z`, {
      as: 'otherBrand',
    })
    expect(body.data).toEqual([])
  })
})

test('pages of rows with the same time follow each other without a gap', async () => {
  const products = await addTestProducts(
    shop.platform,
    brandId,
    Array.from({ length: 7 }, () => ({ variants: [{}, {}] })),
  )
  const ids = products.map(({ id }) => id).sort()
  await db`
    with moment as materialized (select clock_timestamp() as at)
    update catalog.products set changed_at = at from moment where brand_id = ${brandId} and id = any(${ids}::uuid[])`
  const found = await poll(shop, '/api/v1/products', since, '&page[limit]=2')
  expect(found).toMatchObject({ ids, pages: 4 })
  // The opening stock of all variants was recorded in one transaction.
  await db`
    with moment as materialized (select clock_timestamp() as at)
    update stock.transactions set recorded_at = at from moment
    where brand_id = ${brandId} and recorded_at >= (select max(recorded_at) from stock.transactions)`
  const variants = products.flatMap((product) => product.variants.map(({ id }) => id)).sort()
  const all = await poll(shop, '/api/v1/product-variants', since, '&page[limit]=3')
  expect(all).toMatchObject({ ids: variants, pages: 5 })
})

test('a variant with a long history of changes is listed once per page, and paging continues after it', async () => {
  const [product] = await addTestProducts(shop.platform, brandId, [{ variants: [{}, {}, {}] }])
  const [often, once, other] = product.variants.map(({ id }) => id) as [string, string, string]
  since = await seenNow(shop)
  await shop.send('PATCH', `/api/v1/product-variants/${once}/stock`, { body: PATCH_STOCK(55) })
  const [{ id: location }] =
    (await db`select location_id as id from stock.levels where variant_id = ${often}`) as [{ id: string }]
  await db`
    with one as (
      insert into stock.transactions (brand_id, id, movement_type, related_id, created_at)
      select ${brandId}, gen_random_uuid(), 'snapshot', 'test', now() from generate_series(1, 1100)
      returning id
    )
    insert into stock.postings
      (brand_id, id, transaction_id, movement_type, variant_id, location_id, status, quantity, unit_multiplier, created_at)
    select ${brandId}, gen_random_uuid(), id, 'snapshot', ${often}::uuid, ${location}::uuid, status, quantity, 1, now()
    from one cross join (values ('available', 1), ('void', -1)) as posting (status, quantity)`
  await shop.send('PATCH', `/api/v1/product-variants/${other}/stock`, { body: PATCH_STOCK(77) })
  const found = await poll(shop, '/api/v1/product-variants', since)
  expect(found.ids).toEqual([once, often, often, other])
  expect(found.pages).toBe(2)
  // A filter may remove all rows of a page that has a next page.
  const filtered = await poll(shop, '/api/v1/product-variants', since, `&filter[id][]=${other}`)
  expect(filtered).toMatchObject({ ids: [other], pages: 2 })
})

test('updatedAfter can be combined with other filters and with includes', async () => {
  const [first, second] = [await placeOrder(shop), await placeOrder(shop)]
  await moveOrderTo(shop, first, 'brand_confirmed')
  const accepted = await poll(shop, '/api/v1/orders', since, '&filter[status]=brand_confirmed')
  expect(accepted.ids).toEqual([first.id])
  const { body } = await shop.send(
    'GET',
    `/api/v1/orders?filter[updatedAfter]=${since}&filter[status]=ankor_confirmed&include=orderItems.productVariant`,
  )
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([second.id])
  expect(body.included.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['order-items', 'productVariant']),
  )
  const master = await shop.send(
    'GET',
    `/api/v1/master-orders?filter[updatedAfter]=${since}&include=internalOrder`,
  )
  expect(master.body.included[0].attributes).toHaveProperty('shippingOverview')
})

test('if the database does not record when transactions start, the next poll begins at the same time', async () => {
  const [{ name }] = (await db`select current_database() as name`) as [{ name: string }]
  await db.unsafe(`alter database ${name} set track_activities = off`)
  try {
    const late = await market({ databaseUrl: shop.databaseUrl })
    const asked = '2030-01-01T00:00:00.5Z'
    expect((await poll(late, '/api/v1/orders', asked)).until).toBe('2030-01-01T00:00:00.500000Z')
  } finally {
    await db.unsafe(`alter database ${name} reset track_activities`)
  }
})
