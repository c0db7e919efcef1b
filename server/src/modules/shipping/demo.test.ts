import { afterAll, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'
import { expectSoundShipping } from '../../../test/shipping.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects by looking into the answer.
async function allOrders(): Promise<any[]> {
  const { body } = await shop.send('GET', '/api/v1/orders?page[limit]=100')
  const ids = body.data.map(({ id }: { id: string }) => id)
  return await Promise.all(
    ids.map(async (id: string) => (await shop.send('GET', `/api/v1/orders/${id}`)).body.data),
  )
}
const orders = await allOrders()
const inStatus = (status: string) => orders.filter(({ attributes }) => attributes.status === status)

test('every demo order that was shipped, or has labels, has its shipment', () => {
  const carried = orders.filter(({ attributes }) =>
    ['custom', 'marketplace'].includes(attributes.shippingMethod),
  )
  expect(carried.length).toBeGreaterThan(15)
  for (const { attributes } of carried) {
    const { shippingOverview: overview, shippingMethod } = attributes
    expect(overview).toMatchObject({
      provider: expect.any(String),
      latestQuote: { id: expect.any(String), shippingCostsOverview: { amount: expect.any(Number) } },
      transaction: { tracking: { trackingNumber: expect.stringMatching(/./) } },
    })
    expect(overview.parcels.length).toBeGreaterThan(0)
    const isTracked = overview.parcels.every(
      (parcel: { trackedPackage: object | null }) => parcel.trackedPackage,
    )
    expect(isTracked).toBe(shippingMethod === 'marketplace')
    expect(overview.tracking === null).toBe(shippingMethod === 'marketplace')
  }
})

test('orders with labels have downloads, and other orders have none', async () => {
  expect(inStatus('shipping_labels_generated').length).toBeGreaterThan(1)
  for (const { attributes } of inStatus('shipping_labels_generated')) {
    for (const { trackedPackage } of attributes.shippingOverview.parcels) {
      const { pathname, search } = new URL(trackedPackage.labelUrl)
      const label = await shop.send('GET', pathname + search, { as: null, headers: { accept: '*/*' } })
      expect([label.status, label.text.startsWith('%PDF-')]).toEqual([200, true])
    }
  }
  for (const { attributes } of inStatus('received')) {
    for (const { trackedPackage } of attributes.shippingOverview.parcels) {
      expect(trackedPackage?.labelUrl ?? null).toBeNull()
    }
  }
})

test('some of the orders that wait to be shipped have quotes', () => {
  const quoted = inStatus('brand_confirmed').filter(
    ({ attributes }) => attributes.shippingOverview.latestQuote,
  )
  expect(quoted.length).toBeGreaterThan(0)
  for (const { attributes } of quoted) {
    expect(attributes.shippingOverview.parcels.length).toBeGreaterThan(0)
    expect(attributes.shippingOverview.transaction).toBeNull()
  }
})

test('the demo shipments are consistent', async () => {
  await expectSoundShipping(shop)
})
