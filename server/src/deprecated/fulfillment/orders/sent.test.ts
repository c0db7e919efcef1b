/** Shipments of the warehouse in the shipment information of their orders. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { type Answer, market } from '../../../../test/market.ts'
import { acceptedOrder } from '../../../../test/shipping.ts'
import { addGoods, enrol } from '../test-goods.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { brandId } = shop.credentials
await enrol(shop, brandId)

const path = (id: string) => `/api/v1/master-orders/${id}/tracking?include=shipmentParcel,shippedItems`
const read = (id: string) => shop.send('GET', path(id))
const included = ({ body }: Answer, type: string) =>
  (body.included ?? []).filter((one: { type: string }) => one.type === type)

async function sentOrder() {
  const order = await acceptedOrder(shop)
  const variants = [...new Set(order.variant_ids)]
  for (const id of variants) await addGoods(shop, brandId, id)
  await shop.send('POST', `/api/v1/master-orders/${order.id}/-actions/request-fulfillment`)
  expect((await read(order.id)).body.data).toBeNull()
  const all = await shop.send('GET', `/api/v1/master-orders/${order.id}/fulfillment-orders`)
  const sentId: string = all.body.data[0].id
  await shop.send('POST', `/api/testing/fulfillment-orders/${sentId}/-actions/advance`, {
    body: { to: 'shipped' },
  })
  return { order, sentId, variants }
}

test('the shipment is displayed until the brand reports one, and is delivered with the order', async () => {
  const { order, sentId, variants } = await sentOrder()
  const sent = await read(order.id)
  expect(sent.body.data).toMatchObject({ id: sentId, attributes: { status: 'TRANSIT' } })
  const [parcel, ...others] = included(sent, 'shipping-shipment-parcel')
  expect(others).toEqual([])
  const items = included(sent, 'shipping-shipment-shipped-item')
  const shown = items.map(({ attributes }: { attributes: { productVariantId: string } }) => attributes)
  expect(shown.map(({ productVariantId }: { productVariantId: string }) => productVariantId).sort()).toEqual(
    variants.toSorted(),
  )
  for (const item of shown) expect(item).toMatchObject({ parcelId: parcel.id, lotNumber: 'L-1' })
  await shop.send('POST', `/api/testing/orders/${order.id}/-actions/advance`, { body: { to: 'received' } })
  expect((await read(order.id)).body.data.attributes.status).toBe('DELIVERED')
  const data = {
    type: 'shipping-shipment',
    attributes: { carrier: 'swiftroad', trackingNumber: 'SW7', status: 'DELIVERED' },
    relationships: {
      shipmentParcel: {
        data: [{ type: 'shipping-shipment-parcel', id: parcel.id, attributes: { status: 'UNKNOWN' } }],
      },
    },
  }
  const reported = await shop.send('POST', path(order.id), { body: { data } })
  expect([reported.status, reported.body.data]).toMatchObject([
    201,
    { id: sentId, attributes: { carrier: 'swiftroad', trackingNumber: 'SW7' } },
  ])
})

test('the migration writes the same shipment for orders that an older version has shipped', async () => {
  const { db } = shop.platform
  const { order } = await sentOrder()
  const shipmentOf = async () =>
    (await db`select shipment from ordering.orders where brand_id = ${brandId} and id = ${order.id}`)[0]
      ?.shipment
  const written = await shipmentOf()
  expect(written).toMatchObject({ outsideItems: [{ lotNumber: 'L-1' }, { lotNumber: 'L-1' }] })
  const migration = fileURLToPath(
    new URL('../../../../migrations/0054.do.sent-items-on-orders.sql', import.meta.url),
  )
  for (const older of [db`shipment - 'outsideItems'`, db`null`]) {
    await db`update ordering.orders set shipment = ${older} where brand_id = ${brandId} and id = ${order.id}`
    await db.unsafe(readFileSync(migration, 'utf8'))
    expect(await shipmentOf()).toEqual(written)
  }
})

test('the shipment is stored on the order, so it is displayed after the tables of the warehouse are dropped', async () => {
  const { order } = await sentOrder()
  const before = await read(order.id)
  await shop.setTime('2026-12-01T00:00:00Z')
  await shop.platform.db`delete from fulfillment.status_updates where brand_id = ${brandId}`
  await shop.platform.db`delete from fulfillment.allocations where brand_id = ${brandId}`
  await shop.platform.db`delete from fulfillment.orders where brand_id = ${brandId}`
  const after = await read(order.id)
  expect([after.status, after.body]).toEqual([200, before.body])
  expect(after.headers).not.toHaveProperty('sunset')
})
