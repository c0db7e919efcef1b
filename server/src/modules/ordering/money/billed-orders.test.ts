import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addBilledOrders } from '../../../../test/billed-orders.ts'
import { createTestDatabase } from '../../../../test/database.ts'
import { createTestPlatform } from '../../../../test/platform.ts'
import type { Queryable } from '../../../platform/database.ts'
import { type BilledOrder, type BilledOrderFilter, billedOrders, countBilledOrders } from './billed-orders.ts'

const BRAND = randomUUID()
const FILTER: BilledOrderFilter = {
  from: new Date('2026-02-01T00:00:00Z'),
  before: new Date('2026-03-01T00:00:00Z'),
  statuses: ['brand_confirmed', 'invoiced'],
}

async function readAll(db: Queryable): Promise<BilledOrder[]> {
  const orders: BilledOrder[] = []
  for await (const batch of billedOrders(db, BRAND, FILTER)) orders.push(...batch)
  return orders
}

async function database() {
  const { db } = await createTestPlatform(await createTestDatabase())
  return db
}

test('batches have every order once, oldest first, also with equal timestamps', async () => {
  const db = await database()
  // Less than a millisecond apart, which a Date cannot represent.
  const at = (i: number) => `2026-02-10T10:00:00.00000${Math.floor(i / 3)}Z`
  const built = await addBilledOrders(
    db,
    Array.from({ length: 21 }, (_, i) => ({ brandId: BRAND, submittedAt: at(i) })),
  )
  const place = ({ order }: (typeof built)[number]) => `${order.submitted_at} ${order.id}`
  const expected = built.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)).map(({ order }) => order.id)
  const sizes: number[] = []
  const seen: string[] = []
  for await (const batch of billedOrders(db, BRAND, FILTER, { batch: 4 })) {
    sizes.push(batch.length)
    seen.push(...batch.map(({ id }) => id))
  }
  expect(seen).toEqual(expected)
  expect(sizes).toEqual([4, 4, 4, 4, 4, 1])
  expect(await countBilledOrders(db, BRAND, FILTER)).toBe(21)
})

test('orders of other brands, times and statuses are omitted', async () => {
  const db = await database()
  const [wanted] = await addBilledOrders(db, [
    { brandId: BRAND, submittedAt: '2026-02-01T00:00:00Z' },
    { brandId: randomUUID() },
    { brandId: BRAND, submittedAt: '2026-01-31T23:59:59.999999Z' },
    { brandId: BRAND, submittedAt: '2026-03-01T00:00:00Z' },
    { brandId: BRAND, status: 'cancelled' },
  ])
  expect((await readAll(db)).map(({ id }) => id)).toEqual([wanted?.order.id])
  expect(await countBilledOrders(db, BRAND, FILTER)).toBe(1)
})

test('an order comes with its items and billing items in their order, and with the day of its invoice', async () => {
  const db = await database()
  const [built] = await addBilledOrders(db, [
    {
      brandId: BRAND,
      status: 'invoiced',
      invoicedAt: '2026-02-20T08:00:00Z',
      items: [{ quantity: 9 }, { quantity: 1 }, { quantity: 5 }],
      fees: [
        { type: 'brand_platform_fees', amountMinor: -900, vatMinor: -180 },
        { type: 'brand_shipping_fees', amountMinor: 500 },
      ],
    },
  ])
  const [order] = await readAll(db)
  expect(order?.invoiced_at).toEqual(new Date('2026-02-20T08:00:00Z'))
  expect(order?.items.map(({ quantity }) => quantity)).toEqual([9, 1, 5])
  const { id, type, vat_rate, amount_minor, vat_minor } = built?.fees[0] ?? {}
  expect(order?.billing_items[0]).toEqual({ id, type, vat_rate, amount_minor, vat_minor })
  expect(order?.billing_items.map(({ amount_minor }) => amount_minor)).toEqual([-900, 500])
  expect(order?.net_minor).toBe(built?.order.net_minor)
})

test('returns no batch when there are no orders', async () => {
  const db = await database()
  expect(await readAll(db)).toEqual([])
})
