import { afterAll, describe, expect, test } from 'vitest'
import { entry, runOperation } from '../../../test/integrations.ts'
import { market, type Who } from '../../../test/market.ts'
import { moveOrderTo, placeOrder } from '../../../test/orders.ts'
import { labelledOrder } from '../../../test/shipping.ts'
import { START } from '../../../test/time.ts'
import { subscribe } from '../../../test/webhooks.ts'
import { DEMO } from '../identity/index.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const PATH = '/api/v1/brand-overview'

interface Item {
  id: string
  name: string
  about: string | null
  since: string
  dueOn: string | null
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary members of the response.
  order: any
}
interface Group {
  kind: string
  count: number
  first: Item[]
}

const read = async (as: Who = 'brand', query = '') => {
  const { status, body, text } = await shop.send('GET', `${PATH}${query}`, { as })
  expect(status, text).toBe(200)
  return body.data.attributes
}
const groupOf = async (kind: string, as: Who = 'brand'): Promise<Group> => {
  const { pending } = await read(as)
  return pending.find((group: Group) => group.kind === kind)
}
const countOf = async (kind: string, as?: Who) => (await groupOf(kind, as)).count

describe('pending work', () => {
  test('of the demo brand is listed, longest waiting first', async () => {
    const { pending } = await read()
    const [{ to_accept, to_ship, refused, labels } = {}] = await db`
      select count(*) filter (where status = 'ankor_confirmed') as to_accept,
        count(*) filter (where status = 'brand_confirmed') as to_ship,
        count(*) filter (where status = 'reception_refused') as refused,
        count(*) filter (where status = 'shipping_labels_generated') as labels
      from ordering.orders where brand_id = ${DEMO.brandId}`
    const counts = Object.fromEntries(pending.map(({ kind, count }: Group) => [kind, count]))
    expect(counts).toEqual({
      'orders-to-accept': to_accept,
      'orders-to-ship': to_ship,
      'refused-receptions': refused,
      'labels-to-print': labels,
      'pickups-to-schedule': labels,
      'failed-imports': 0,
      'failing-webhooks': 0,
      'disabled-webhooks': 0,
      'unreadable-webhooks': 0,
      'ending-calls': 0,
    })
    const oldest = pending.map(({ first }: Group) => first.map(({ since }) => since).sort()[0] ?? 'none')
    expect(oldest).toEqual(oldest.toSorted())
    for (const { count, first } of pending) expect(first).toHaveLength(Math.min(count, 5))
  })

  test('includes an order until it is accepted, and then until it is shipped, with its due day', async () => {
    const before = await read()
    const order = await placeOrder(shop)
    const toAccept = await groupOf('orders-to-accept')
    expect(toAccept.count).toBe(before.pending.find((one: Group) => one.kind === toAccept.kind).count + 1)
    expect(toAccept.first.map(({ since }) => since)).toEqual(
      toAccept.first.map(({ since }) => since).toSorted(),
    )

    await db`update ordering.orders set expected_latest_on = '2026-01-15' where id = ${order.id}`
    await shop.advance(3600)
    const accepted = await moveOrderTo(shop, order, 'brand_confirmed')
    expect(await countOf('orders-to-accept')).toBe(toAccept.count - 1)
    const toShip = await groupOf('orders-to-ship')
    expect(toShip.first[0]).toEqual({
      id: order.id,
      name: String(order.reference),
      about: 'Harbour Lane Stores',
      since: shop.platform.clock.now().toISOString(),
      dueOn: '2026-01-15',
      order: expect.objectContaining({ currency: 'EUR', amount: order.net_minor, shortItems: [] }),
    })
    const days = toShip.first.map(({ dueOn }) => dueOn)
    expect(days).toEqual(days.toSorted())
    await moveOrderTo(shop, accepted, 'shipped')
    expect(await countOf('orders-to-ship')).toBe(toShip.count - 1)
  })

  test('includes a refused reception until it is settled', async () => {
    const before = await countOf('refused-receptions')
    const order = await moveOrderTo(shop, await placeOrder(shop), 'reception_refused')
    expect(await countOf('refused-receptions')).toBe(before + 1)
    await moveOrderTo(shop, order, 'received')
    expect(await countOf('refused-receptions')).toBe(before)
  })

  test('includes labels until they are printed, and parcels until a pickup is scheduled', async () => {
    const counts = async () => [await countOf('labels-to-print'), await countOf('pickups-to-schedule')]
    const [labels = 0, pickups = 0] = await counts()
    const { order } = await labelledOrder(shop)
    expect(await counts()).toEqual([labels + 1, pickups + 1])
    const body = { orders: [order.id], as: 'printed' }
    expect((await shop.send('POST', '/api/v1/shipping-labels/mark', { body })).status).toBe(200)
    expect(await counts()).toEqual([labels, pickups + 1])
    await db`update shipping.shipments set pickup = '{}' where order_id = ${order.id}`
    expect(await counts()).toEqual([labels, pickups])
  })

  test('includes a failed import until one succeeds, or its results expire', async () => {
    const bad = [entry('bad', { description: 'short' })]
    const { id } = await runOperation(shop, bad)
    expect(await groupOf('failed-imports')).toMatchObject({ count: 1, first: [{ id, name: 'import' }] })
    await shop.advance(1)
    await runOperation(shop, [entry('bad')])
    expect(await countOf('failed-imports')).toBe(0)
    await shop.advance(1)
    await runOperation(shop, [entry('good'), ...bad])
    expect(await countOf('failed-imports')).toBe(1)
    await shop.advance(30 * 86_400)
    expect(await countOf('failed-imports')).toBe(0)
    await shop.setTime(START.toISOString())
  })

  test('includes a receiver while it fails and while it is disabled', async () => {
    const { id } = await subscribe(shop, { url: 'https://erp.test/hooks', events: ['order.shipped'] })
    expect(await countOf('failing-webhooks')).toBe(0)
    await db`update webhooks.subscriptions set failing_since = ${START}, failures = 1 where id = ${id}`
    expect(await groupOf('failing-webhooks')).toMatchObject({
      count: 1,
      first: [{ id, name: 'https://erp.test/hooks', since: START.toISOString() }],
    })
    await db`update webhooks.subscriptions set disabled_at = ${START}, disabled_reason = 'Gone.' where id = ${id}`
    expect(await countOf('failing-webhooks')).toBe(0)
    expect(await groupOf('disabled-webhooks')).toMatchObject({ count: 1, first: [{ id, about: 'Gone.' }] })
  })

  test('about orders has what the list of orders tells of them, and the first of their goods', async () => {
    for (const kind of ['orders-to-accept', 'orders-to-ship']) {
      const { first } = await groupOf(kind)
      expect(first.length).toBeGreaterThan(2)
      const { body } = await shop.send('GET', '/api/v1/orders?withDetails=true&page[limit]=100')
      for (const { id, order } of first) {
        const { attributes } = body.data.find((one: { id: string }) => one.id === id)
        const { itemsCount, piecesCount, shortItems } = body.meta.details[id]
        expect(order).toMatchObject({
          amount: attributes.brandNetAmount,
          currency: attributes.brandCurrency,
          city: attributes.billingCity,
          itemsCount,
          piecesCount,
          shortItems,
        })
        expect(order.goods).toHaveLength(Math.min(2, itemsCount))
        for (const { name, imageUrl } of order.goods) {
          expect(name).toMatch(/./)
          expect(imageUrl).toMatch(/^https?:/)
        }
      }
    }
    const short = (await groupOf('orders-to-accept')).first.filter(({ order }) => order.shortItems.length > 0)
    expect(short.length).toBeGreaterThan(0)
    for (const { order } of (await groupOf('refused-receptions')).first) expect(order).toBeNull()
  })

  test('has the sums of all orders, by currency and by day', async () => {
    const { work } = await read()
    const sums = async (...statuses: string[]) =>
      await db`
        select currency, count(*)::integer as "ordersCount", sum(net_minor)::integer as amount
        from ordering.orders where brand_id = ${DEMO.brandId} and status = any(${statuses}::text[])
        group by currency order by currency`
    expect(work.toAccept).toEqual(await sums('ankor_confirmed'))
    expect(work.unpaid).toEqual(await sums('shipped', 'received', 'invoiced'))
    expect(work.unpaid[0].ordersCount).toBeGreaterThan(5)
    const days = await db`
      select coalesce(updated_latest_on, expected_latest_on)::text as day, count(*)::integer as "ordersCount"
      from ordering.orders where brand_id = ${DEMO.brandId} and status = 'brand_confirmed'
      group by day order by day`
    expect(work.toShip).toEqual(days)
    expect(days.length).toBeGreaterThan(2)
  })

  test('is only that of the brand', async () => {
    const before = await read('otherBrand')
    await placeOrder(shop)
    expect(await read('otherBrand')).toEqual(before)
    expect(before.pending.find(({ kind }: Group) => kind === 'orders-to-accept').count).toBe(1)
  })
})

describe('trends', () => {
  const today = async (query = '') => {
    const { trends } = await read('otherBrand', query)
    const [sales] = trends.sales
    return { from: trends.from, to: trends.to, sales, day: sales?.days.at(-1) }
  }
  const place = () => placeOrder(shop, { brandId: DEMO.otherBrandId })

  test('cover thirty days, with days without orders', async () => {
    const { from, to, sales } = await today()
    expect([from, to]).toEqual(['2026-02-01', '2026-03-02'])
    expect(sales.days).toHaveLength(30)
    expect(sales.days[0]).toEqual({ day: '2026-02-01', ordersCount: 0, amount: 0 })
    const orders = await db`
      select to_char(submitted_at, 'YYYY-MM-DD') as day, net_minor from ordering.orders
      where brand_id = ${DEMO.otherBrandId} and submitted_at >= '2026-02-01' order by submitted_at`
    const sold = sales.days.filter(({ ordersCount }: { ordersCount: number }) => ordersCount > 0)
    expect(sold).toEqual(orders.map(({ day, net_minor }) => ({ day, ordersCount: 1, amount: net_minor })))
    expect(sales).toMatchObject({
      currency: 'GBP',
      ordersCount: orders.length,
      amount: orders.reduce((sum, { net_minor }) => sum + net_minor, 0),
    })
  })

  test('count an order on its day in the time zone, by its net amount, unless it was rejected', async () => {
    const { day: before, sales } = await today()
    const order = await place()
    const { day: after } = await today()
    expect(after).toEqual({
      day: '2026-03-02',
      ordersCount: before.ordersCount + 1,
      amount: before.amount + order.net_minor,
    })
    // At 9:00 in UTC it is 22:00 of the day before on Midway.
    expect(await today('?timeZone=Pacific/Midway')).toMatchObject({
      to: '2026-03-01',
      day: after && { ordersCount: 1 },
    })
    await shop.setTime('2026-03-02T23:30:00Z')
    expect(await today()).toMatchObject({ to: '2026-03-02', day: { ordersCount: 1 } })
    expect(await today('?timeZone=Asia/Tokyo')).toMatchObject({ to: '2026-03-03', day: { ordersCount: 0 } })
    await moveOrderTo(shop, order, 'rejected')
    const rejected = await today()
    expect(rejected.sales.ordersCount).toBe(sales.ordersCount)
    await shop.setTime(START.toISOString())
  })

  test('cover the days before the time of the clock', async () => {
    await shop.setTime('2026-05-01T00:00:00Z')
    const { trends } = await read('otherBrand')
    expect([trends.from, trends.to]).toEqual(['2026-04-02', '2026-05-01'])
    expect(trends).toMatchObject({
      sales: [],
      runningOut: [],
      acceptance: { ordersCount: 0, medianSeconds: null },
    })
    await shop.setTime(START.toISOString())
  })

  test('never add amounts of two currencies', async () => {
    const order = await place()
    await db`update ordering.orders set currency = 'SEK' where id = ${order.id}`
    const { trends } = await read('otherBrand')
    expect(trends.sales.map(({ currency }: { currency: string }) => currency)).toEqual(['GBP', 'SEK'])
    expect(trends.sales[1]).toMatchObject({
      ordersCount: 1,
      amount: order.net_minor,
      retailers: [{ storeName: 'Harbour Lane Stores', ordersCount: 1, amount: order.net_minor }],
    })
    await db`update ordering.orders set currency = 'GBP' where id = ${order.id}`
  })

  test('compare with as many days before, without rejected and cancelled orders', async () => {
    const [{ before, ordersCount }] = (await read()).trends.sales
    const [expected] = await db`
      select count(*)::integer as "ordersCount", sum(net_minor)::integer as amount from ordering.orders
      where brand_id = ${DEMO.brandId} and submitted_at >= '2026-01-02' and submitted_at < '2026-02-01'
        and status not in ('rejected', 'cancelled')`
    expect(before).toEqual(expected)
    expect(before.ordersCount).toBeGreaterThan(5)
    expect(before.ordersCount).not.toBe(ordersCount)
  })

  test('list the products that sell best, with their pieces and shops', async () => {
    const [{ bestSellers }] = (await read()).trends.sales
    const expected = await db`
      select product_id as "productId", sum(quantity * unit_multiplier)::integer as "piecesCount",
        count(distinct retailer_id)::integer as "retailersCount", sum(amount_minor)::integer as amount
      from ordering.orders
      join ordering.items on items.brand_id = orders.brand_id and order_id = orders.id
      join catalog.variants on variants.brand_id = orders.brand_id and variants.id = variant_id
      where orders.brand_id = ${DEMO.brandId} and submitted_at >= '2026-02-01' and orders.currency = 'EUR'
        and status not in ('rejected', 'cancelled')
      group by product_id order by sum(amount_minor) desc, product_id limit 5`
    expect(bestSellers).toEqual(
      expected.map((row) => ({
        ...row,
        productName: expect.stringMatching(/./),
        imageUrl: expect.stringMatching(/^https?:/),
      })),
    )
  })

  test('list retailers by the amount of their orders', async () => {
    const { trends } = await read()
    const [{ retailers, amount }] = trends.sales
    const amounts: number[] = retailers.map((one: { amount: number }) => one.amount)
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
    expect(amounts.length).toBeLessThanOrEqual(10)
    expect(amounts.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(amount)
  })

  test('have the time from submission to acceptance', async () => {
    await db`update ordering.orders set submitted_at = submitted_at - interval '1 year' where brand_id = ${DEMO.otherBrandId}`
    for (const hours of [1, 2, 30]) {
      const order = await place()
      await shop.advance(hours * 3600)
      await moveOrderTo(shop, order, 'brand_confirmed')
      await shop.setTime(START.toISOString())
    }
    await place()
    const { trends } = await read('otherBrand')
    const times = { ordersCount: 3, medianSeconds: 2 * 3600, slowSeconds: Math.round((2 + 0.8 * 28) * 3600) }
    expect(trends.acceptance).toMatchObject(times)
    expect(trends.acceptance.weeks).toHaveLength(4)
    expect(trends.acceptance.weeks[3]).toEqual({ from: '2026-02-24', ...times })
    expect(trends.acceptance.weeks[0]).toMatchObject({
      from: '2026-02-03',
      ordersCount: 0,
      medianSeconds: null,
    })
  })

  test('list the stock that ends first, without variants that are always in stock, archived or not sold', async () => {
    await db`update ordering.orders set submitted_at = submitted_at - interval '1 year' where brand_id = ${DEMO.otherBrandId}`
    const variants = [{ sku: 'SLOW', stock: { onHand: 100 } }]
    await placeOrder(shop, {
      brandId: DEMO.otherBrandId,
      products: [
        { variants },
        { variants: [{ sku: 'FAST', stock: { onHand: 56 } }] },
        { variants: [{ sku: 'ALWAYS', stock: { isAlwaysInStock: true } }] },
        { variants: [{ sku: 'GONE', stock: { onHand: 9 } }] },
      ],
      quantities: [14, 42, 500, 9],
    })
    const { trends } = await read('otherBrand')
    const shown = trends.runningOut.map((one: Record<string, unknown>) => [
      one.sku,
      one.availableQuantity,
      one.soldQuantity,
      one.daysLeft,
    ])
    expect(shown).toEqual([
      ['GONE', 0, 9, 0],
      ['FAST', 14, 42, 9],
      ['SLOW', 86, 14, 172],
    ])
    const { productVariantId } = trends.runningOut[0]
    await db`update catalog.variants set archived_at = now() where id = ${productVariantId}`
    const later = await read('otherBrand')
    expect(later.trends.runningOut.map(({ sku }: { sku: string }) => sku)).toEqual(['FAST', 'SLOW'])
  })
})

describe('systems', () => {
  const HOUR_MS = 3_600_000
  const hour = (ago: number) => new Date(Math.floor(START.getTime() / HOUR_MS) * HOUR_MS - ago * HOUR_MS)

  test('have the calls and deliveries of the last 24 hours, by the hour and by application', async () => {
    await shop.setTime(START.toISOString())
    const [app] = await db`
      select id, name from identity.applications where brand_id = ${DEMO.brandId} and id = ${DEMO.applicationId}`
    await db`delete from identity.application_calls`
    const { id } = await subscribe(shop, { url: 'https://shop.test/hooks', events: ['order.shipped'] })
    await db`delete from webhooks.receiver_hours where brand_id = ${DEMO.brandId}`
    await db`
      insert into identity.application_calls (application_id, hour, calls, refused, failed, last_called_at)
      values (${DEMO.applicationId}, ${hour(0)}, 5, 1, 0, ${START}),
        (${DEMO.applicationId}, ${hour(23)}, 7, 0, 2, ${hour(23)}),
        (${DEMO.applicationId}, ${hour(24)}, 1000, 1000, 0, ${hour(24)})`
    for (const [ago, bucket, delivered, failed] of [
      [0, 3, 4, 0],
      [0, 9, 1, 2],
      [24, 3, 900, 900],
    ] as const)
      await db`
        insert into webhooks.receiver_hours (brand_id, hour, subscription_id, bucket, delivered, failed)
        values (${DEMO.brandId}, ${hour(ago)}, ${id}, ${bucket}, ${delivered}, ${failed})`

    const { systems } = await read()
    expect(systems).toMatchObject({
      applicationsCount: 1,
      callsCount: 12,
      refusedCount: 1,
      failedCount: 2,
      deliveredCount: 5,
      undeliveredCount: 2,
    })
    expect(systems.applications).toEqual([
      {
        applicationId: DEMO.applicationId,
        name: app?.name,
        lastCalledAt: START.toISOString(),
        callsCount: 12,
        refusedCount: 1,
        failedCount: 2,
      },
    ])
    expect(systems.hours).toHaveLength(24)
    expect(systems.hours[0]).toMatchObject({
      startsAt: hour(23).toISOString(),
      callsCount: 7,
      failedCount: 2,
    })
    expect(systems.hours[23]).toEqual({
      startsAt: hour(0).toISOString(),
      callsCount: 5,
      refusedCount: 1,
      failedCount: 0,
      deliveredCount: 5,
      undeliveredCount: 2,
    })
    expect((await read('otherBrand')).systems).toMatchObject({
      callsCount: 0,
      deliveredCount: 0,
      applications: [],
    })
  })
})

test.each(['Middle-earth/Bree', '', 'Europe'])('the time zone %j is refused', async (zone) => {
  const { status, body } = await shop.send('GET', `${PATH}?timeZone=${zone}`)
  expect([status, body.errors[0].source.parameter]).toEqual([400, 'timeZone'])
})

test.each<Who>(['retailer', 'operator'])('it is not for a %s', async (as) => {
  expect((await shop.send('GET', PATH, { as })).status).toBe(403)
})
