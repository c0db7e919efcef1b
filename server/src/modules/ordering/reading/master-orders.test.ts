/** Master orders, and the latest day on which a brand expects to ship. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { idsOf, pointersOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { readOrder, snapshotOfOrder, type Wire } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { brandId, otherBrand } = shop.credentials
const MASTER_ORDERS = '/api/v1/master-orders'
const INCLUDES = ['internalOrder', 'externalOrder', 'shipment']
const combinations = Array.from({ length: 2 ** INCLUDES.length }, (_, bits) =>
  INCLUDES.filter((_, i) => bits & (1 << i)),
)

const placed = [await placeOrder(shop)]
for (let i = 0; i < 4; i++) placed.unshift(await placeOrder(shop))
const [newest] = placed
const foreign = await placeOrder(shop, { brandId: otherBrand.brandId })

const list = (query: string) => shop.send('GET', `${MASTER_ORDERS}?${query}`)
const read = (id: string, include = '') => shop.send('GET', `${MASTER_ORDERS}/${id}?include=${include}`)

/** The expected relationships for an include; the internal order always has linkage. */
const relationshipsOf = (id: string, include: readonly string[]) => ({
  internalOrder: { data: { type: 'internal-orders', id } },
  ...(include.includes('externalOrder') && { externalOrder: { data: null } }),
  ...(include.includes('shipment') && { shipment: { data: null } }),
})

describe('a master order', () => {
  test.each(combinations.map((include) => [include]))('with include %j', async (include) => {
    const { id } = await placeOrder(shop)
    const { status, body } = await read(id, include.join())
    expect(status).toBe(200)
    expect(body.data).toEqual({
      type: 'master-orders',
      id,
      relationships: relationshipsOf(id, include),
    })
    if (!include.includes('internalOrder')) {
      expect(body.included ?? []).toEqual([])
      return
    }
    // Equals the resource of the single order, except for its type.
    const single = (await readOrder(shop, id)).body.data
    expect(body.included).toEqual([{ ...single, type: 'internal-orders' }])
    expect(single.attributes).toHaveProperty('shippingOverview')
  })

  test('has the id of its order, in every status', async () => {
    const { id } = await moveOrderTo(shop, await placeOrder(shop), 'brand_paid')
    const { body } = await read(id, 'internalOrder')
    expect(body.included[0].attributes).toMatchObject({ status: 'brand_paid', masterOrderId: id })
  })

  test('returns 403 for a master order of another brand and 404 for an unknown one', async () => {
    expect((await read(foreign.id, 'internalOrder')).status).toBe(403)
    expect((await read(randomUUID())).status).toBe(404)
    expect((await read('17')).status).toBe(404)
  })

  test.each(['internalOrder.orders', 'order', 'internalorder', 'orderItems'])(
    'refuses include=%s',
    async (include) => {
      const { status, body } = await read(newest?.id ?? '', include)
      expect(status).toBe(400)
      expect(body.errors[0].source).toEqual({ parameter: 'include' })
    },
  )
})

describe('the list', () => {
  test.each(combinations.map((include) => [include]))('with include %j', async (include) => {
    const { status, body } = await list(`page[limit]=3&include=${include}`)
    expect(status).toBe(200)
    expect(body.data).toHaveLength(3)
    for (const { type, id, relationships } of body.data) {
      expect(type).toBe('master-orders')
      expect(relationships).toEqual(relationshipsOf(id, include))
    }
    const included: Wire[] = body.included ?? []
    expect(included.map(({ id }) => id)).toEqual(include.includes('internalOrder') ? idsOf({ body }) : [])
    for (const { type, attributes, relationships } of included) {
      expect(type).toBe('internal-orders')
      expect(attributes.shippingOverview).toMatchObject({
        availableShippingMethods: ['custom', 'marketplace'],
      })
      expect(Object.keys(relationships)).toEqual(['retailer', 'billingItems', 'orderItems'])
    }
  })

  test('is newest first, in pages both ways, and never has orders of another brand', async () => {
    const rows = await shop.platform.db<{ id: string }[]>`
      select id from ordering.orders where brand_id = ${brandId} order by created_at desc, id desc`
    const stored = rows.map(({ id }) => id)
    expect(stored).not.toContain(foreign.id)
    const walked: string[] = []
    const own: string[] = []
    let last = ''
    let next: string | undefined = `${MASTER_ORDERS}?page[limit]=4`
    while (next) {
      const answer = await shop.send('GET', next)
      expect(answer.body.meta.page).toMatchObject({ from: idsOf(answer)[0], perPage: 4 })
      walked.push(...idsOf(answer))
      // The list may contain external orders of other modules.
      const internal = answer.body.data.filter((one: Wire) => one.relationships.internalOrder)
      own.push(...internal.map(({ id }: Wire) => id))
      last = idsOf(answer)[0] ?? ''
      const link = answer.body.links.next && new URL(answer.body.links.next)
      next = link && link.pathname + link.search
    }
    expect(own).toEqual(stored)
    expect(new Set(walked).size).toBe(walked.length)
    const at = walked.indexOf(last)
    expect(idsOf(await list(`page[limit]=4&page[before]=${last}`))).toEqual(walked.slice(at - 4, at))
    expect(idsOf(await list('')).length).toBe(Math.min(15, walked.length))
  })

  test.each([
    ['page[limit]=101', 'page[limit]'],
    ['page[limit]=0', 'page[limit]'],
    [`page[after]=${randomUUID()}`, 'page[after]'],
    [`page[before]=${foreign.id}`, 'page[before]'],
    ['filter[status]=shipped', 'filter[status]'],
  ])('refuses ?%s', async (query, parameter) => {
    const { status, body } = await list(query)
    expect(status).toBe(400)
    expect(body.errors[0].source).toEqual({ parameter })
  })
})

describe('the expected day', () => {
  const patch = (id: string, data: object, query = '') =>
    shop.send('PATCH', `${MASTER_ORDERS}/${id}${query}`, { body: { data } })
  const setDay = (id: string, day: unknown) =>
    patch(id, { type: 'internal-order', attributes: { expected_maximum_shipping_date: day } })
  const datesOf = async (id: string) =>
    (await readOrder(shop, id)).body.data.attributes.shippingOverview.expectedShippingDates
  const POINTER = 'data.attributes.expected_maximum_shipping_date'

  async function expectRefused(
    id: string,
    answer: Promise<Awaited<ReturnType<typeof patch>>>,
    pointer: string,
  ) {
    const { status, body } = await answer
    expect(status).toBe(422)
    expect(pointersOf({ body } as never)).toEqual([pointer])
    expect((await snapshotOfOrder(shop, id)).orders[0]?.updated_latest_on).toBeNull()
  }

  test('is shown with the order as the last second of the day, and changes nothing else', async () => {
    const { id } = await placeOrder(shop)
    const before = await snapshotOfOrder(shop, id)
    const dates = await datesOf(id)
    await shop.advance(60)
    const { status, body } = await patch(
      id,
      { type: 'internal-order', id, attributes: { expected_maximum_shipping_date: '2026-12-24' } },
      '?include=internalOrder',
    )
    expect(status).toBe(200)
    expect(body).toEqual((await read(id, 'internalOrder')).body)
    const expected = { ...dates, updatedMaximum: '2026-12-24T23:59:59+00:00' }
    expect(body.included[0].attributes.shippingOverview.expectedShippingDates).toEqual(expected)
    expect(await datesOf(id)).toEqual(expected)
    const { orders, ...rest } = await snapshotOfOrder(shop, id)
    const { orders: oldOrders, ...oldRest } = before
    expect(rest).toEqual(oldRest)
    expect(orders).toEqual([
      {
        ...oldOrders[0],
        updated_latest_on: '2026-12-24',
        updated_at: orders[0]?.updated_at,
      },
    ])
    expect(orders[0]?.updated_at - oldOrders[0]?.updated_at).toBeGreaterThanOrEqual(60_000)
  })

  test('is today or later, by the clock', async () => {
    const { id } = await placeOrder(shop)
    for (const [now, day, status] of [
      ['2026-03-02T09:00:00Z', '2026-03-01', 422],
      ['2026-03-02T09:00:00Z', '2026-03-02', 200],
      ['2026-03-02T23:58:00Z', '2026-03-02', 200],
      ['2026-03-03T00:00:00Z', '2026-03-02', 422],
      ['2026-03-03T00:00:00Z', '2026-03-03', 200],
      ['2026-03-03T00:00:00Z', '2028-02-29', 200],
      ['2026-03-03T00:00:00Z', '2026-03-04', 200],
    ] as const) {
      await shop.setTime(now)
      const answer = await setDay(id, day)
      expect(answer.status, `${day} at ${now}`).toBe(status)
      if (status === 422) expect(pointersOf(answer)).toEqual([POINTER])
      else expect((await datesOf(id)).updatedMaximum).toBe(`${day}T23:59:59+00:00`)
    }
    await shop.setTime('2026-03-02T09:00:00Z')
  })

  test('in the past is refused with an error that names today', async () => {
    const { id } = await placeOrder(shop)
    const { body } = await setDay(id, '2026-03-01')
    expect(body.errors[0].detail).toBe('The date must be today, 2026-03-02, or later; it is 2026-03-01.')
    expect((await datesOf(id)).updatedMaximum).toBeNull()
  })

  test.each([
    '2026-02-30',
    '2027-02-29',
    '24-12-2026',
    '2026-12-24T00:00:00Z',
    '2026-12',
    'tomorrow',
    '',
    7,
    true,
  ])('is a day: %j is refused', async (day) => {
    const { id } = await placeOrder(shop)
    await expectRefused(id, setDay(id, day), POINTER)
  })

  test('may be left out, and then stays', async () => {
    const { id } = await placeOrder(shop)
    await setDay(id, '2026-12-24')
    const nothing = { expected_maximum_shipping_date: null }
    for (const data of [{}, { type: 'internal-order' }, { attributes: {} }, { attributes: nothing }]) {
      const before = await snapshotOfOrder(shop, id)
      expect((await patch(id, data)).status).toBe(200)
      expect(await snapshotOfOrder(shop, id)).toEqual(before)
    }
    expect((await patch(foreign.id, { type: 'internal-order' })).status).toBe(403)
    expect((await patch(randomUUID(), { type: 'internal-order' })).status).toBe(404)
  })

  test('is set on the order of the path, which is an internal one', async () => {
    const { id } = await placeOrder(shop)
    const attributes = { expected_maximum_shipping_date: '2026-12-24' }
    const other = { type: 'internal-order', id: newest?.id, attributes }
    await expectRefused(id, patch(id, other), 'data.id')
    await expectRefused(id, patch(id, { type: 'internal-order', id: 'x', attributes }), 'data.id')
    for (const type of ['external-order', 'external-orders', 'order-items'])
      await expectRefused(id, patch(id, { type, attributes }), 'data.type')
    await expectRefused(id, shop.send('PATCH', `${MASTER_ORDERS}/${id}`, { body: {} }), 'data')
    expect((await patch(id, { type: 'internal-order', id: id.toUpperCase(), attributes })).status).toBe(200)
  })

  test("of another brand's order is forbidden, of an unknown one not found", async () => {
    const before = await snapshotOfOrder(shop, foreign.id)
    expect((await setDay(foreign.id, '2026-12-24')).status).toBe(403)
    expect((await setDay(randomUUID(), '2026-12-24')).status).toBe(404)
    expect(await snapshotOfOrder(shop, foreign.id)).toEqual(before)
  })
})
