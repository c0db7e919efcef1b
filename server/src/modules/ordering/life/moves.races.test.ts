/** Concurrent requests, each on its own connection. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { codesOf, pointersOf } from '../../../../test/answers.ts'
import { addTestProducts } from '../../../../test/catalog.ts'
import { type Answer, market } from '../../../../test/market.ts'
import { expectSoundOrders } from '../../../../test/order-checks.ts'
import { addRetailer, changeBrand, itemChange, transition } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'
import { expectSoundLedger, readLevels } from '../../../../test/stock.ts'
import { setStock } from '../../stock/index.ts'
import type { OrderRow } from '../order/order-row.ts'

const CONNECTIONS = 24
const shop = await market({
  cleanUp: afterAll,
  env: { TRADEHALL_RATE_LIMIT: 'off', TRADEHALL_DATABASE_POOL: String(CONNECTIONS) },
})
const { platform, credentials } = shop
const { db } = platform
const { brandId } = credentials

beforeAll(async () => {
  // Connections are opened first, so that all requests start at the same time.
  await Promise.all(Array.from({ length: CONNECTIONS }, () => db`select 1`))
  await shop.tokenOf('brand')
  await shop.tokenOf('operator')
})

afterEach(async () => {
  const [{ deadlocks }] = await db<[{ deadlocks: number }]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  expect(deadlocks, 'none had to be tried again').toBe(0)
  await expectSoundLedger(db)
})

const atOnce = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

const reject = { type: 'brand-rejects', attributes: { rejectType: 'PRODUCT_OUT_OF_STOCK' } }
const lower = ({ item_ids }: OrderRow) => ({
  type: 'brand-validates',
  attributes: { orderItems: [itemChange(item_ids[0], 1)] },
})

/** Each decision about a new order, and the error code if another one was first. */
const WAYS: [string, (order: OrderRow) => Promise<Answer>][] = [
  ['ORDER_ACTION_TRANSITION_FAILED', ({ id }) => transition(shop, id, { type: 'brand-validates' })],
  ['ORDER_ACTION_TRANSITION_FAILED', (order) => transition(shop, order.id, lower(order))],
  ['ORDER_ACTION_REJECT_FAILED', ({ id }) => transition(shop, id, reject)],
  ['ORDER_ACTION_ACCEPT_FAILED', ({ id }) => shop.send('POST', `/api/v1/orders/${id}/accept`)],
  [
    'ORDER_ACTION_REJECT_FAILED',
    ({ id }) => shop.send('POST', `/api/v1/orders/${id}/reject`, { body: { order: reject.attributes } }),
  ],
]

test('one of twenty concurrent decisions about an order succeeds, and nineteen return 409', async () => {
  for (let round = 0; round < 5; round++) {
    const order = await placeOrder(shop)
    const answers = await atOnce(20, async (i) => {
      const [code, decide] = WAYS[(i + round) % WAYS.length] as (typeof WAYS)[number]
      return { code, answer: await decide(order) }
    })
    const won = answers.filter(({ answer }) => answer.status === 200)
    const lost = answers.filter(({ answer }) => answer.status === 409)
    expect([won.length, lost.length]).toEqual([1, 19])
    for (const { code, answer } of lost) expect(codesOf(answer)).toEqual([code])
    const [stored] = await db`select status, move_count from ordering.orders where id = ${order.id}`
    expect(stored).toEqual({ status: won[0]?.answer.body.data.attributes.status, move_count: 2 })
    // Two entries and two events: the submission, and the decision that won.
    await expectSoundOrders(db, [order.id])
  }
})

test('an acceptance that comes too late records no event, and one whose event cannot be recorded is rolled back', async () => {
  const accept = (id: string) => transition(shop, id, { type: 'brand-validates' })
  const told = (id: string) => db`select type from platform.outbox where subject_id = ${id} order by position`
  const { id } = await placeOrder(shop)
  const before = await told(id)
  const answers = await atOnce(20, () => accept(id))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
  expect(await told(id)).toEqual([...before, { type: 'order.brand_accepted' }])

  const silent = await placeOrder(shop)
  await db`alter table platform.outbox add constraint silent check (subject_id <> ${db.unsafe(`'${silent.id}'`)}) not valid`
  expect((await accept(silent.id)).status).toBe(500)
  await db`alter table platform.outbox drop constraint silent`
  const [stored] = await db`
    select status, move_count, (select count(*) from ordering.moves where order_id = orders.id) as entries
    from ordering.orders where id = ${silent.id}`
  expect(stored).toEqual({ status: 'ankor_confirmed', move_count: 1, entries: 1 })
  expect((await accept(silent.id)).status).toBe(200)
})

test('one of twenty concurrent decisions about a rejection succeeds, and the stock matches it', async () => {
  const order = await moveOrderTo(shop, await placeOrder(shop), 'rejected')
  const answers = await atOnce(20, (i) => {
    const command = i % 2 ? 'approve-rejection' : 'refuse-rejection'
    return shop.send('POST', `/api/operator/v1/orders/${order.id}/-actions/${command}`, { as: 'operator' })
  })
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  await expectSoundOrders(db, [order.id])
})

test.each([1, 7, 16])(
  'with 8 orders more than %i pieces, concurrent orders sell exactly all pieces',
  async (pieces) => {
    const [scarce = '', scarceToo = '', plenty = ''] = await addVariants([pieces, pieces, 1000])
    const answers = await atOnce(pieces + 8, (i) => {
      const wanted = [scarce, plenty, scarceToo]
      return intake({ variants: i % 2 ? wanted : wanted.reverse() })
    })
    const taken = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status === 409)
    expect([taken.length, refused.length]).toEqual([pieces, 8])
    for (const answer of refused) {
      expect(codesOf(answer)).toEqual(['INSUFFICIENT_STOCK', 'INSUFFICIENT_STOCK'])
      expect(pointersOf(answer)).toEqual([0, 2].map((line) => `data.attributes.lines.${line}.quantity`))
    }
    expect(await readLevels(db, [scarce, scarceToo, plenty])).toMatchObject([
      { available: 0, reserved: pieces },
      { available: 0, reserved: pieces },
      { available: 1000 - pieces, reserved: pieces },
    ])
    await expectSoundOrders(db, taken.map(idOf))
  },
)

test('twenty concurrent intakes with one id create one order', async () => {
  for (let round = 0; round < 5; round++) {
    const [variant = ''] = await addVariants([100])
    const id = randomUUID()
    const answers = await atOnce(20, async (i) => {
      // Staggered, so that some requests read the order while another one commits it.
      for (let turn = 0; turn < i * round; turn++) await db`select 1`
      return await intake({ id, variants: [variant] })
    })
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
    expect(new Set(answers.map(idOf))).toEqual(new Set([id]))
    expect(await readLevels(db, [variant])).toMatchObject([{ available: 99, reserved: 1 }])
    await expectSoundOrders(db, [id])
  }
})

test('concurrent requests with one id for two brands create one order', async () => {
  const brands = [brandId, credentials.otherBrand.brandId]
  const variants = await Promise.all(brands.map((brand) => addVariants([100], brand)))
  const id = randomUUID()
  const answers = await atOnce(20, (i) =>
    intake({ id, brand: brands[i % 2] ?? '', variants: variants[i % 2] ?? [] }),
  )
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length
  expect([count(201), count(200), count(403)]).toEqual([1, 9, 10])
  await expectSoundOrders(db, [id])
})

test('one of several concurrent first orders of a retailer has the fee for a new customer', async () => {
  await changeBrand(shop, { newCustomerFeePercent: 5 })
  const [variant = ''] = await addVariants([100])
  const retailer = await addRetailer(shop)
  const taken = await atOnce(20, () => intake({ retailer, variants: [variant] }))
  const charged = await db`
    select order_id from ordering.billing_items
    where order_id = any(${taken.map(idOf)}::uuid[]) and type = 'brand_new_customer_fees'`
  expect(charged).toHaveLength(1)
})

test('a first order that is refused leaves the fee to the next one', async () => {
  await changeBrand(shop, { newCustomerFeePercent: 5 })
  const [variant = '', soldOut = ''] = await addVariants([100, 0])
  const retailer = await addRetailer(shop)
  const answers = await atOnce(20, (i) =>
    intake({ retailer, variants: i % 2 ? [variant] : [soldOut, variant] }),
  )
  const taken = answers.filter(({ status }) => status === 201)
  expect(taken).toHaveLength(10)
  const charged = await db`
    select order_id from ordering.billing_items
    where order_id = any(${taken.map(idOf)}::uuid[]) and type = 'brand_new_customer_fees'`
  expect(charged).toHaveLength(1)
})

test('concurrent submissions, changes, rejections and stock updates leave the stock of the orders consistent', async () => {
  const variants = await addVariants([60, 60, 60])
  const taken = await atOnce(40, async (i) => {
    const wanted = i % 2 ? variants : variants.toReversed()
    const answer = await intake({ variants: wanted, quantity: 2 })
    if (answer.status !== 201) return []
    const id = idOf(answer)
    const lines = answer.body.data.attributes.lines as { id: string }[]
    if (i % 4 === 0) await transition(shop, id, reject)
    if (i % 4 === 1) {
      const orderItems = lines.slice(1).map((line, nth) => itemChange(line.id, nth))
      await transition(shop, id, { type: 'brand-validates', attributes: { orderItems } })
    }
    if (i % 4 === 2) {
      const changes = wanted.map((variantId) => ({ variantId, to: { onHand: 60 } }))
      await setStock(platform, brandId, changes)
    }
    return [id]
  })
  expect(taken.flat().length).toBeGreaterThan(20)
  await expectSoundOrders(db, taken.flat())
})

async function addVariants(onHand: readonly number[], brand = brandId): Promise<string[]> {
  const newProducts = onHand.map((pieces) => ({ variants: [{ stock: { onHand: pieces } }] }))
  const products = await addTestProducts(platform, brand, newProducts)
  return products.map(({ variants: [variant] }) => variant?.id ?? '')
}

interface Intake {
  id?: string
  brand?: string
  retailer?: string
  variants: readonly string[]
  quantity?: number
}

function intake({ id, brand, retailer, variants, quantity = 1 }: Intake): Promise<Answer> {
  const attributes = {
    brandId: brand ?? brandId,
    retailerId: retailer ?? credentials.retailer.retailerId,
    lines: variants.map((productVariantId) => ({ productVariantId, quantity })),
  }
  return shop.send('POST', '/api/operator/v1/orders', {
    as: 'operator',
    body: { data: { type: 'orders', id, attributes } },
  })
}

const idOf = ({ body }: Answer): string => body.data.id
