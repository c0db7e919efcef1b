/** Concurrent orders of the same variants. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { codesOf } from '../../../../test/answers.ts'
import { addTestProducts } from '../../../../test/catalog.ts'
import { type Answer, market } from '../../../../test/market.ts'
import { addRetailer } from '../../../../test/order-requests.ts'
import { expectSoundLedger, readLevels } from '../../../../test/stock.ts'
import { until } from '../../../../test/time.ts'

// Without a rate limit and with a long timeout, the tests do not depend on the speed of the machine.
const options = { cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' }, answerWithinMs: 100_000 }
const shop = await market(options)
const { databaseUrl, credentials } = shop
// Another process on the same database.
const other = await market({ ...options, databaseUrl, credentials })
const { db } = shop.platform
const { brandId, retailer } = credentials

afterEach(() => expectSoundLedger(db))

async function addVariant(onHand: number): Promise<string> {
  const [product] = await addTestProducts(shop.platform, brandId, [{ variants: [{ stock: { onHand } }] }])
  return product?.variants[0]?.id ?? ''
}

const order = (variants: readonly string[], attributes: object = {}, id?: string, by = shop) =>
  by.send('POST', '/api/operator/v1/orders', {
    as: 'operator',
    body: {
      data: {
        type: 'orders',
        ...(id && { id }),
        attributes: {
          brandId,
          retailerId: retailer.retailerId,
          lines: variants.map((productVariantId) => ({ productVariantId, quantity: 1 })),
          ...attributes,
        },
      },
    },
  })

const countOf = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

/** Keeps the stock of a variant locked while `work` runs. */
async function whileLocked<T>(variant: string, work: () => Promise<T>): Promise<T> {
  return await db.begin(async (tx) => {
    await tx`select from stock.levels where brand_id = ${brandId} and variant_id = ${variant} for update`
    return await work()
  })
}

const waiters = async () => {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row?.count ?? 0
}

test('orders that wait for one variant leave connections to other orders, and share commits', async () => {
  const [hot, cold] = [await addVariant(30), await addVariant(1)]
  const sent: Promise<Answer>[] = []
  await whileLocked(hot, async () => {
    for (let i = 0; i < 40; i++) sent.push(order([hot]))
    await until(async () => (await waiters()) > 0)
    // This order was sent last and is stored, so the others wait by now, with only one connection.
    expect((await order([cold])).status).toBe(201)
    expect(await waiters()).toBe(1)
  })
  const answers = await Promise.all(sent)
  expect([countOf(answers, 201), countOf(answers, 409)]).toEqual([30, 10])
  const refused = answers.filter(({ status }) => status === 409)
  expect(new Set(refused.flatMap(codesOf))).toEqual(new Set(['INSUFFICIENT_STOCK']))
  expect(refused[0]?.body.errors[0].meta).toEqual({ available: 0 })
  const [stored] = await db<{ commits: number }[]>`
    select count(distinct xmin::text)::int as commits from ordering.orders
    where brand_id = ${brandId} and ${hot}::uuid = any(variant_ids)`
  // Those that are read after the lock was released are stored in groups of their own.
  expect(stored?.commits).toBeLessThan(20)
})

test('each of many orders of one variant at two processes gets its true result', async () => {
  const [hot, second] = [await addVariant(35), await addVariant(500)]
  const ids = Array.from({ length: 60 }, () => randomUUID())
  const answers = await Promise.all(
    ids.map((id, i) => order(i % 3 ? [hot] : [second, hot], {}, id, i % 2 ? shop : other)),
  )
  expect([countOf(answers, 201), countOf(answers, 409)]).toEqual([35, 25])
  expect(await readLevels(db, [hot])).toMatchObject([{ available: 0, reserved: 35 }])
  // An order that was reported as stored is found, and a repeated request changes nothing.
  const again = await Promise.all(ids.slice(0, 20).map((id) => order([hot], {}, id)))
  expect(again.map(({ status }) => status)).toEqual(
    answers.slice(0, 20).map(({ status }) => (status === 201 ? 200 : 409)),
  )
})

test('an order that fails for its own reason does not fail the orders of its group', async () => {
  const [hot, extra] = [await addVariant(50), await addVariant(50)]
  const id = randomUUID()
  await order([extra], {}, id)
  await db`alter table ordering.orders add constraint on_purpose check (shipping_address ->> 'city' <> 'Nowhere')`
  const shippingAddress = { street: 'Quai 2', city: 'Nowhere', postalCode: '59000', countryCode: 'FR' }
  const newcomer = await addRetailer(shop)
  const twice = randomUUID()
  const sent: Promise<Answer>[] = []
  await whileLocked(hot, async () => {
    sent.push(order([hot]))
    await until(async () => (await waiters()) > 0)
    sent.push(
      order([hot], { shippingAddress }),
      order([hot], { retailerId: newcomer }),
      order([hot, extra], { retailerId: newcomer }, twice),
      order([extra, hot], {}, twice),
    )
    // Meanwhile the orders above are read, priced and queued behind the first.
    for (let i = 0; i < 20; i++) await order([extra], {}, id)
  })
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  await db`alter table ordering.orders drop constraint on_purpose`
  expect([statuses.slice(0, 3), statuses.slice(3).sort()]).toEqual([
    [201, 500, 201],
    [200, 201],
  ])
  const customers = await db`
    select from ordering.customers join ordering.orders on orders.id = first_order_id
    where customers.brand_id = ${brandId} and customers.retailer_id = ${newcomer}`
  expect(customers).toHaveLength(1)
  expect(await readLevels(db, [hot])).toMatchObject([{ available: 47, reserved: 3 }])
})
