/** A worker that is killed after the carrier has created the labels and before anything is written. */
import { expect, test } from 'vitest'
import { killWorkerAt, runWorkerUntil } from '../../../../test/killed-workers.ts'
import { carriersWith, startCarrierService } from '../../../../test/label-service.ts'
import { market } from '../../../../test/market.ts'
import { confirm, PARCEL, quoteBy } from '../../../../test/quotes.ts'
import { acceptedOrder, expectSoundShipping, orderOf } from '../../../../test/shipping.ts'

test('no order is stuck, no fee is charged twice, and no label is without an order', {
  timeout: 240_000,
}, async () => {
  const service = await startCarrierService()
  const env = carriersWith(service)
  const shop = await market({ env })
  const { db } = shop.platform
  const { id } = await acceptedOrder(shop)
  const quote = await quoteBy(shop, id, 'marketplace', [PARCEL, PARCEL, PARCEL])
  await confirm(shop, quote.quoteUuid)
  const { brandNetAmount } = await orderOf(shop, id)

  // The lock of the order blocks the worker before it writes.
  await killWorkerAt(shop, (tx) => tx`select from ordering.orders where id = ${id} for update`, env)
  expect(service.seen.filter(({ path }) => path === '/labels/shipments')).toHaveLength(1)
  expect(await orderOf(shop, id)).toMatchObject({ status: 'brand_confirmed', brandNetAmount })
  expect((await db`select id from shipping.labels where order_id = ${id}`).length).toBe(0)

  await runWorkerUntil(
    shop,
    async () => (await orderOf(shop, id)).status === 'shipping_labels_generated',
    env,
  )
  expect((await orderOf(shop, id)).brandNetAmount).toBe(brandNetAmount)
  expect((await db`select id from shipping.labels where order_id = ${id}`).length).toBe(3)
  const asked = service.seen.filter(({ path }) => path === '/labels/shipments')
  expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  await expectSoundShipping(shop)
})
