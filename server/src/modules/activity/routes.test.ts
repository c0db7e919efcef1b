import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'
import { placeOrder } from '../../../test/orders.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { SUBSCRIPTIONS, subscribe } from '../../../test/webhooks.ts'
import type { Queryable } from '../../platform/database.ts'
import { DEMO } from '../identity/index.ts'

const shop = await market({ cleanUp: afterAll })
const read = async (as: 'brand' | 'otherBrand' | 'retailer' | 'operator' = 'brand') =>
  (await shop.send('GET', '/api/v1/activity', { as })).body.data.attributes

test('the version of orders changes only with an order of the brand', async () => {
  const before = { own: await read(), other: await read('otherBrand') }
  await placeOrder(shop)
  const after = { own: await read(), other: await read('otherBrand') }
  expect(after.own.versions.orders).not.toBe(before.own.versions.orders)
  expect(after.other.versions.orders).toBe(before.other.versions.orders)
  expect(after.own.versions['webhook-subscriptions']).toBe(before.own.versions['webhook-subscriptions'])
})

test('versions change also when a change with an earlier time is committed last', async () => {
  const { brandId } = shop.credentials
  const { db } = shop.platform
  const orders = [await placeOrder(shop), await placeOrder(shop)]
  const products = await db<{ id: string }[]>`
    select id from catalog.products where brand_id = ${brandId} order by id limit 2`
  const change = async (on: Queryable, i: number) => {
    const [order, product] = [orders[i]?.id ?? '', products[i]?.id ?? '']
    await on`update ordering.orders set updated_at = updated_at where brand_id = ${brandId} and id = ${order}`
    await on`update catalog.products set updated_at = updated_at where brand_id = ${brandId} and id = ${product}`
    await on`
      insert into identity.audit (id, action, acted_by, created_at)
      values (${randomUUID()}, 'resume', 'shell', ${new Date(Date.UTC(2020, 0, 1 + i))})`
  }
  const types = {
    brand: ['orders', 'products'],
    retailer: ['orders'],
    operator: [
      'orders',
      'pending-decisions',
      'brands',
      'retailers',
      'users',
      'applications',
      'audit-entries',
    ],
  }
  const readAll = async () => {
    const versions: Record<string, string> = {}
    for (const [as, names] of Object.entries(types)) {
      const found = (await read(as as keyof typeof types)).versions
      for (const name of names) versions[`${name} of ${as}`] = found[name]
    }
    return versions
  }
  const before = await db.begin(async (tx) => {
    await change(tx, 0)
    await change(db, 1)
    const versions = await readAll()
    expect(await readAll(), 'an open transaction alone changes nothing').toEqual(versions)
    return versions
  })
  const after = await readAll()
  const unchanged = Object.keys(after).filter((type) => after[type] === before[type])
  expect(unchanged).toEqual([])
})

test('the version of deliveries changes when one is created and when it is sent', async () => {
  const receiver = await startReceiver()
  await subscribe(shop, { url: receiver.url })
  const before = { own: await read(), other: await read('otherBrand') }
  await placeOrder(shop)
  await shop.runJobs()
  const after = { own: await read(), other: await read('otherBrand') }
  expect(after.own.versions['webhook-deliveries']).not.toBe(before.own.versions['webhook-deliveries'])
  expect(after.other.versions['webhook-deliveries']).toBe(before.other.versions['webhook-deliveries'])
  const [{ id } = { id: '' }] = (await shop.send('GET', '/api/v1/webhook-deliveries')).body.data
  const { subscriptionId } = (await shop.send('GET', `/api/v1/webhook-deliveries/${id}`)).body.data.attributes
  await shop.send('POST', `${SUBSCRIPTIONS}/${subscriptionId}/deliveries/${id}/-actions/redeliver`)
  await shop.runJobs()
  const again = await read()
  expect(again.versions['webhook-deliveries']).not.toBe(after.own.versions['webhook-deliveries'])
})

test('the version of billing exports changes when one is requested and when it is finished', async () => {
  const before = await read()
  const attributes = {
    from: '2026-02-01',
    to: '2026-02-28',
    exports: [{ type: 'accounting', formats: ['csv'] }],
  }
  await shop.send('POST', '/api/v1/ordering/billing-exports', { body: { data: { attributes } } })
  const requested = await read()
  expect(requested.versions['billing-exports']).not.toBe(before.versions['billing-exports'])
  await shop.runJobs()
  expect((await read()).versions['billing-exports']).not.toBe(requested.versions['billing-exports'])
})

test('the versions of the sandbox change with faults and with the clock', async () => {
  const before = await read()
  await shop.send('POST', '/api/testing/faults', { body: { status: 500, path: '/api/v1/nothing' } })
  const faulty = await read()
  expect(faulty.versions.faults).not.toBe(before.versions.faults)
  await shop.advance(60)
  expect((await read()).versions.clocks).not.toBe(before.versions.clocks)
})

test('a failing receiver is shown as a failure only to its brand and to the operator', async () => {
  await shop.platform.db`
    insert into webhooks.subscriptions
      (brand_id, id, application_id, url, events, secret_encrypted, failing_since, failures, created_at, updated_at)
    values (${shop.credentials.brandId}, gen_random_uuid(), ${DEMO.applicationId}, 'https://erp.test/hooks',
      '{order.shipped}', '\\x00', now(), 1, now(), now())`
  const failure = { type: 'webhook-subscriptions', sentence: 'Webhooks to https://erp.test/hooks fail.' }
  expect((await read()).failures).toMatchObject([failure])
  expect((await read('operator')).failures).toMatchObject([failure])
  expect((await read('otherBrand')).failures).toEqual([])
  expect((await read('retailer')).failures).toEqual([])
})

test('the activity has its own rate limit', async () => {
  const general = await shop.send('GET', '/api/v1/me')
  const before = Number(general.headers['x-ratelimit-remaining'])
  const answer = await shop.send('GET', '/api/v1/activity')
  expect(answer.headers['x-ratelimit-limit']).toBe('120')
  const next = await shop.send('GET', '/api/v1/me')
  expect(Number(next.headers['x-ratelimit-remaining'])).toBe(before - 1)
})

test('the version of products changes with a price, a policy and an order, and not for other brands', async () => {
  const [{ id }] = (await shop.send('GET', '/api/v1/product-variants')).body.data
  const change = (what: string, attributes: object) =>
    shop.send('PATCH', `/api/v1/product-variants/${id}/${what}`, {
      body: { data: { type: 'product-variants', id, attributes } },
    })
  const other = await read('otherBrand')
  const versions = [(await read()).versions.products]
  const changes = [
    () => change('prices', { wholesalePrice: 11, retailPrice: 22 }),
    () => change('stock', { stockQuantity: 50, inventoryPolicy: 'deny' }),
    () => change('stock', { stockQuantity: 50, inventoryPolicy: 'continue' }),
    () => placeOrder(shop),
  ]
  for (const make of changes) {
    await make()
    versions.push((await read()).versions.products)
  }
  expect(new Set(versions).size).toBe(changes.length + 1)
  expect((await read('otherBrand')).versions.products).toBe(other.versions.products)
})
