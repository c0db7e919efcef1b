import { afterAll, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'
import { expectSoundLedger } from '../../../test/stock.ts'
import { API, expectSoundLots } from '../../../test/warehouse.ts'
import { demoId } from '../../platform/demo-id.ts'

const shop = await market({ cleanUp: afterAll })
const get = async (path: string) => (await shop.send('GET', `${API}${path}`)).body

test('the demo brand has items, lots that expire, a bundle, and two replenishments under way', async () => {
  const items = await get('/items?page[limit]=100')
  expect(items.meta.page.total).toBe(19)
  expect(
    items.data.every((item: { attributes: { referenceId: string } }) => item.attributes.referenceId),
  ).toBe(true)
  const lots = (await get('/lots?page[limit]=100')).data.map(
    ({ attributes }: { attributes: object }) => attributes,
  )
  expect(lots).toContainEqual(
    expect.objectContaining({
      lotNumber: 'GG-25-11',
      expiryDate: '2027-08-31T00:00:00Z',
      sellByDate: '2027-07-02T00:00:00Z',
      availableQuantity: 50,
    }),
  )
  // This lot has expired.
  expect(lots).toContainEqual(expect.objectContaining({ lotNumber: 'PC-118', availableQuantity: 0 }))
  expect((await get('/bundles')).data).toHaveLength(1)
  const replenishments = (await get('/replenishments?sort=submittedAt')).data
  const shown = replenishments.map(({ attributes: { status, receipts } }: never) => [
    status,
    (receipts as []).length,
  ])
  expect(shown).toEqual([
    ['received', 1],
    ['delivered', 0],
    ['sent', 0],
  ])
  const variant = await shop.send('GET', `/api/v1/product-variants/${demoId('variant/PAN-031-GREEN')}`)
  expect(variant.body.data.attributes.fulfillableId).toEqual(expect.any(String))
})

test('the demo brand has an order that the warehouse has shipped, and one that is scheduled', async () => {
  const { db } = shop.platform
  const all = await get('/orders?include=statusUpdates&sort=createdAt')
  const internal = all.data.filter(({ attributes }: never) =>
    /^\d+$/.test((attributes as { externalReference: string }).externalReference),
  )
  expect(internal.map(({ attributes }: { attributes: { status: string } }) => attributes.status)).toEqual([
    'shipped',
    'scheduled',
  ])
  const [shipped] = internal
  expect(shipped.relationships.statusUpdates.data).toHaveLength(6)
  expect(shipped.attributes.shippedItems.length).toBeGreaterThan(0)
  const orderId = shipped.links.order.split('/').at(-1)
  const { attributes } = (await shop.send('GET', `/api/v1/orders/${orderId}`)).body.data
  expect(attributes).toMatchObject({
    status: 'shipped',
    shippingMethod: 'fulfillment',
    shippingOverview: { provider: 'tradewind', tracking: { number: expect.stringMatching(/^TW\d{12}$/) } },
  })
  // The stock that was reserved at the brand was released, not shipped.
  const moved = await db<{ movement_type: string }[]>`
    select movement_type from stock.transactions where related_id = ${orderId} order by created_at`
  expect(moved.map(({ movement_type }) => movement_type)).toEqual(['order_reserved', 'order_cancelled'])
})

test('the simulation does not move demo data, and the ledger reconciles', async () => {
  await shop.runJobs()
  await shop.advance(7 * 86_400)
  expect(await shop.runJobs()).toMatchObject({ failed: 0 })
  const { data } = await get('/replenishments?sort=submittedAt')
  expect(data.map(({ attributes }: { attributes: { status: string } }) => attributes.status)).toEqual([
    'received',
    'delivered',
    'sent',
  ])
  await expectSoundLots(shop.platform.db)
  await expectSoundLedger(shop.platform.db)
  const [check] = await shop.platform.db`
    select mismatches from stock.reconciliations order by checked_at desc, id desc limit 1`
  expect(check?.mismatches).toBe(0)
})
