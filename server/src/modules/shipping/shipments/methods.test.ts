import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { DAY, pass, switchOn } from '../../../../test/autopilot.ts'
import { addTestProducts } from '../../../../test/catalog.ts'
import { temporaryFolder } from '../../../../test/folders.ts'
import { type Market, market } from '../../../../test/market.ts'
import { addRetailer, changeBrand } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { quotesOf } from '../../../../test/quotes.ts'
import { labelledOrder, orderOf } from '../../../../test/shipping.ts'
import { submitOrder } from '../../ordering/index.ts'

/** The built-in label service serves routes within Europe only. */
const BOSTON = { street: 'Salt Wharf 8', city: 'Boston', postalCode: '02110', countryCode: 'US' }
const GENT = { street: 'Kaai 14', city: 'Gent', postalCode: '9000', countryCode: 'BE' }
const NEAR = ['custom', 'marketplace']
const FAR = ['custom']

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const american = await addRetailer(shop, { address: BOSTON, country: 'US' })

const methods = async (shop: Market, id: string) =>
  (await orderOf(shop, id)).shippingOverview.availableShippingMethods

/** The methods in the webhook bodies, in the order of the events. */
async function toldMethods({ platform: { db }, runJobs }: Market, orderId: string): Promise<string[][]> {
  await runJobs()
  const events = await db<{ resource: string }[]>`
    select resource from webhooks.events where subject_id = ${orderId} order by number`
  return events.map(({ resource }) => {
    const [, list] = resource.match(/"availableShippingMethods":(\[[^\]]*\])/) ?? []
    return JSON.parse(list ?? 'null')
  })
}

const edit = (id: string, shipping: object) =>
  shop.send('POST', `/api/testing/orders/${id}/-actions/update-address`, { body: { shipping } })

async function shipFrom(shop: Market, address: object): Promise<void> {
  const { status, text } = await shop.send(
    'PATCH',
    `/api/v1/brands/shipping-settings/${shop.credentials.brandId}`,
    { body: { shippingAddress: address, eoriNumber: 'GB123456789000' } },
  )
  if (status !== 200) throw new Error(text)
}

describe('an order to an address that the marketplace does not serve lists only custom', () => {
  test('when a test order is created: in the response and in every event', async () => {
    const answer = await shop.send('POST', '/api/testing/orders/create', { body: { retailerId: american } })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data.attributes.shippingOverview.availableShippingMethods).toEqual(FAR)
    const told = await toldMethods(shop, answer.body.data.id)
    expect(told.length).toBeGreaterThan(0)
    for (const list of told) expect(list).toEqual(FAR)
  })

  test('when an operator creates it', async () => {
    const { brandId } = shop.credentials
    const [product] = await addTestProducts(shop.platform, brandId, [{}])
    const lines = [{ productVariantId: product?.variants[0]?.id, quantity: 1 }]
    const taken = await shop.send('POST', '/api/operator/v1/orders', {
      as: 'operator',
      body: { data: { type: 'orders', attributes: { brandId, retailerId: american, lines } } },
    })
    expect(taken.status, taken.text).toBe(201)
    expect(await methods(shop, taken.body.data.id)).toEqual(FAR)
    expect(await toldMethods(shop, taken.body.data.id)).toEqual([FAR])
  })

  test('when the address changes to it, and both methods again when it changes back', async () => {
    const { id } = await placeOrder(shop)
    const away = await edit(id, BOSTON)
    expect(away.body.data.attributes.shippingOverview.availableShippingMethods).toEqual(FAR)
    const back = await edit(id, GENT)
    expect(back.body.data.attributes.shippingOverview.availableShippingMethods).toEqual(NEAR)
    await edit(id, BOSTON)
    expect((await toldMethods(shop, id)).at(-1)).toEqual(FAR)
  })

  test('when the operator changes the address', async () => {
    const { id } = await placeOrder(shop)
    const { status } = await shop.send('PATCH', `/api/operator/v1/orders/${id}`, {
      as: 'operator',
      body: { data: { type: 'orders', id, attributes: { shippingAddress: BOSTON } } },
    })
    expect(status).toBe(200)
    expect(await methods(shop, id)).toEqual(FAR)
  })

  test('when the autopilot creates it, and in the demo data', async () => {
    const shop = await market({ env: { ...servingNobody(), TRADEHALL_RATE_LIMIT: 'off' } })
    expect((await shop.send('POST', '/api/testing/reset')).status).toBe(200)
    await switchOn(shop, { ordersPerDay: 20 })
    await pass(shop, DAY)
    const orders = await shop.platform.db<{ methods: string[] | null }[]>`
      select shipment->'availableShippingMethods' as methods from ordering.orders`
    expect(orders.length).toBeGreaterThan(30)
    for (const order of orders) expect(order.methods).toEqual(FAR)
    const told = await shop.platform.db<{ resource: string }[]>`select resource from webhooks.events`
    expect(told.length).toBeGreaterThan(5)
    for (const { resource } of told)
      expect(resource).not.toMatch(/"availableShippingMethods":\[[^\]]*"marketplace"/)
  })
})

describe('the address that the brand ships from', () => {
  test('is used when an order is created', async () => {
    const shop = await market()
    await shipFrom(shop, BOSTON)
    const order = await placeOrder(shop)
    expect(await methods(shop, order.id)).toEqual(FAR)
    expect(await toldMethods(shop, order.id)).toEqual([FAR])
  })

  test('changes the orders that are not shipped yet, and leaves the others as they were', async () => {
    const shop = await market()
    const waiting = await placeOrder(shop)
    const { order: labelled } = await labelledOrder(shop)
    const shipped = await moveOrderTo(shop, await placeOrder(shop), 'shipped')
    await shipFrom(shop, BOSTON)
    await shop.runJobs()
    expect(await methods(shop, waiting.id)).toEqual(FAR)
    expect(await methods(shop, labelled.id)).toEqual(FAR)
    expect(await methods(shop, shipped.id)).toEqual(NEAR)
    await shipFrom(shop, GENT)
    await shop.runJobs()
    expect(await methods(shop, waiting.id)).toEqual(NEAR)
    expect((await orderOf(shop, labelled.id)).shippingOverview.parcels[0].trackedPackage).not.toBeNull()
  })

  test('is that of the brand if its settings have none', async () => {
    const shop = await market()
    const { brandId } = shop.credentials
    await shop.platform.db`delete from brands.shipping_settings where brand_id = ${brandId}`
    const order = await placeOrder(shop)
    await changeBrand(shop, { address: BOSTON })
    await shop.runJobs()
    expect(await methods(shop, order.id)).toEqual(FAR)
  })

  test('cannot change while an order is being created', async () => {
    const shop = await market()
    const { db } = shop.platform
    const [product] = await addTestProducts(shop.platform, shop.credentials.brandId, [{}])
    const { brandId, retailer } = shop.credentials
    const lines = [{ productVariantId: product?.variants[0]?.id ?? '', quantity: 1 }]
    const by = { party: 'retailer', applicationId: null } as const
    let moved: Promise<void> | undefined
    const { order } = await db.begin(async (tx) => {
      const work = { ...shop.platform, db: tx as never }
      const taken = await submitOrder(work, { brandId, retailerId: retailer.retailerId, lines }, by)
      moved = shipFrom(shop, BOSTON)
      await expect
        .poll(async () => {
          const [row] =
            await db`select count(*) as waiting from pg_locks where not granted and locktype = 'advisory'
            and database = (select oid from pg_database where datname = current_database())`
          return row?.waiting
        })
        .toBe(1)
      return taken
    })
    await moved
    await shop.runJobs()
    expect(await methods(shop, order.id)).toEqual(FAR)
  })

  test('is used for quotes of orders whose methods were not stored at their creation', async () => {
    const { id } = await moveOrderTo(
      shop,
      await placeOrder(shop, { retailerId: american }),
      'brand_confirmed',
    )
    await shop.platform.db`update ordering.orders set shipment = null where id = ${id}`
    await quotesOf(shop, id)
    expect(await methods(shop, id)).toEqual(FAR)
  })
})

/** The carriers of the server, with a label service that serves one country without retailers. */
function servingNobody(): Record<string, string> {
  const builtIn = new URL('../carriers/built-in-carriers.json', import.meta.url)
  const file = JSON.parse(readFileSync(builtIn, 'utf8'))
  for (const carrier of file.carriers) {
    if (carrier.code !== 'marketplace') continue
    for (const zone of carrier.zones) zone.to = ['LI']
  }
  const folder = temporaryFolder('carriers')
  const path = join(folder, 'carriers.json')
  writeFileSync(path, JSON.stringify(file))
  return { TRADEHALL_CARRIERS_FILE: path }
}
