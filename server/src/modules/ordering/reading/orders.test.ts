/** The list of orders. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { idsOf } from '../../../../test/answers.ts'
import { market } from '../../../../test/market.ts'
import { addRetailer, type Linkage, ORDER_INCLUDES, type Wire } from '../../../../test/order-requests.ts'
import { moveOrderTo, placeOrder } from '../../../../test/orders.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId, otherBrand } = shop.credentials
const ORDERS = '/api/v1/orders'

const frequent = await addRetailer(shop, { firstName: 'Lea', lastName: 'Brandt' })
const rare = await addRetailer(shop)
/** Seventeen orders of one retailer, every third accepted and one shipped; two of another; one of each with the other brand. */
for (let i = 0; i < 17; i++) {
  const order = await placeOrder(shop, { retailerId: frequent })
  if (i % 3 === 0) await moveOrderTo(shop, order, i === 9 ? 'shipped' : 'brand_confirmed')
}
await moveOrderTo(shop, await placeOrder(shop, { retailerId: rare }), 'brand_confirmed')
const newest = await placeOrder(shop, { retailerId: rare })
const foreign = await placeOrder(shop, { retailerId: frequent, brandId: otherBrand.brandId })

const list = (query: string) => shop.send('GET', `${ORDERS}?${query}`)
const parametersOf = ({ body }: { body: { errors: { source: { parameter: string } }[] } }) =>
  body.errors.map(({ source }) => source.parameter)

async function storedIds(where: { status?: string; retailer?: string } = {}): Promise<string[]> {
  const rows = await db<{ id: string; status: string; retailer_id: string }[]>`
    select id, status, retailer_id from ordering.orders
    where brand_id = ${brandId} order by created_at desc, id desc`
  const kept = rows.filter(
    (row) =>
      (where.status === undefined || row.status === where.status) &&
      (where.retailer === undefined || row.retailer_id === where.retailer),
  )
  return kept.map(({ id }) => id)
}

const integer = expect.toSatisfy(Number.isSafeInteger, 'a whole number')
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)

describe('a row', () => {
  test('has the attributes of the specification in their order, null if unset, and no overview', async () => {
    const { status, headers, body } = await list(`filter[retailer]=${frequent}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/vnd.api+json')
    expect(body.jsonapi).toEqual({ version: '1.0' })
    const waiting = body.data.find((row: Wire) => row.attributes.status === 'ankor_confirmed')
    const expected = {
      masterOrderId: waiting.id,
      status: 'ankor_confirmed',
      reference: integer,
      brandCurrency: 'EUR',
      brandNetAmount: 5400,
      brandTotalAmount: 5000,
      brandTotalAmountVat: 1000,
      brandTotalAmountWithVat: 6000,
      brandRejectReason: null,
      retailerRejectReason: null,
      retailerCancellationRequestReason: null,
      billingName: 'Lea Brandt',
      billingOrganisationName: 'Corner Shelf',
      billingStreet: 'Lindenallee 4',
      billingPostalCode: '10115',
      billingCity: 'Berlin',
      billingCountryCode: 'DE',
      submittedAt: instant,
      shippedAt: null,
      brandPaidAt: null,
      createdAt: instant,
      updatedAt: instant,
      shippingMethod: null,
    }
    expect(waiting.attributes).toEqual(expected)
    for (const row of body.data) {
      expect(row.type).toBe('order')
      expect(Object.keys(row.attributes)).toEqual(Object.keys(expected))
    }
  })

  test('links its retailer, billing items and items by default', async () => {
    const { body } = await list('page[limit]=1')
    const items = await db<{ id: string }[]>`
      select id from ordering.items where order_id = ${newest.id} order by position`
    const fees = await db<{ id: string }[]>`
      select id from ordering.billing_items where order_id = ${newest.id} order by position`
    expect(items).toHaveLength(2)
    expect(fees).toHaveLength(1)
    expect(body.data[0].id).toBe(newest.id)
    expect(body.data[0].relationships).toEqual({
      retailer: { data: { type: 'retailer', id: rare } },
      billingItems: { data: fees.map(({ id }) => ({ type: 'billing-items', id })) },
      orderItems: { data: items.map(({ id }) => ({ type: 'order-items', id })) },
    })
    expect(body).not.toHaveProperty('included')
  })

  test('has references that count up', async () => {
    const { body } = await list(`filter[retailer]=${frequent}`)
    const references = body.data.map((row: Wire) => row.attributes.reference)
    expect(references).toEqual(references.toSorted((a: number, b: number) => b - a))
    expect(new Set(references).size).toBe(references.length)
    expect(Math.min(...references)).toBeGreaterThanOrEqual(1_000_000)
  })
})

describe('filters', () => {
  test.each([
    ['', {}],
    ['filter[status]=ankor_confirmed', { status: 'ankor_confirmed' }],
    ['filter[status]=brand_confirmed', { status: 'brand_confirmed' }],
    ['filter[status]=shipped', { status: 'shipped' }],
    [`filter[retailer]=${frequent}`, { retailer: frequent }],
    [`filter[retailer]=${rare.toUpperCase()}`, { retailer: rare }],
    [
      `filter[status]=brand_confirmed&filter[retailer]=${rare}`,
      { status: 'brand_confirmed', retailer: rare },
    ],
    [`filter[retailer]=${frequent}&filter[status]=shipped`, { status: 'shipped', retailer: frequent }],
    [
      `filter%5Bretailer%5D=${rare}&filter%5Bstatus%5D=brand_confirmed`,
      { status: 'brand_confirmed', retailer: rare },
    ],
  ])('%s keeps only the matching orders, newest first', async (query, where) => {
    const wanted = await storedIds(where)
    expect(wanted.length).toBeGreaterThan(0)
    expect(idsOf(await list(`${query}&page[limit]=50`))).toEqual(wanted.slice(0, 50))
  })

  test('that match no order return an empty page', async () => {
    for (const query of [
      `filter[retailer]=${randomUUID()}`,
      `filter[status]=shipped&filter[retailer]=${rare}`,
    ]) {
      const { status, body } = await list(query)
      expect(status).toBe(200)
      expect(body.data).toEqual([])
      expect(body.meta.page).toEqual({ from: null, to: null, hasMore: false, perPage: 15 })
      expect(Object.keys(body.links)).toEqual(['first'])
    }
  })

  test.each([
    ['filter[status]=confirmed', ['filter[status]']],
    ['filter[status]=ANKOR_CONFIRMED', ['filter[status]']],
    ['filter[status]=', ['filter[status]']],
    ['filter[status]=shipped,lost', ['filter[status]']],
    ['filter[retailer]=17', ['filter[retailer]']],
    ['filter[retailer]=', ['filter[retailer]']],
    ['filter[retailer]=x&filter[status]=y', ['filter[retailer]', 'filter[status]']],
    ['filter[reference]=1000000', ['filter[reference]']],
    ['filter=shipped', ['filter']],
    ['sort=status', ['sort']],
    ['include=retailer.orders', ['include']],
    ['include=product', ['include']],
  ])('?%s is refused', async (query, parameters) => {
    const answer = await list(query)
    expect(answer.status).toBe(400)
    expect(parametersOf(answer).toSorted()).toEqual(parameters)
  })
})

describe('pages', () => {
  test('have fifteen orders by default, with the ids of the first and the last', async () => {
    const answer = await list(`filter[retailer]=${frequent}`)
    const wanted = await storedIds({ retailer: frequent })
    expect(wanted).toHaveLength(17)
    expect(idsOf(answer)).toEqual(wanted.slice(0, 15))
    expect(answer.body.meta.page).toEqual({ from: wanted[0], to: wanted[14], hasMore: true, perPage: 15 })
    expect(Object.keys(answer.body.links)).toEqual(['first', 'next'])
  })

  test('lead through the list and back by their links, which keep the filter and the include', async () => {
    const wanted = await storedIds({ retailer: frequent })
    const inPages = [wanted.slice(0, 6), wanted.slice(6, 12), wanted.slice(12)]
    const follow = async (link: string) => {
      const { pathname, search } = new URL(link)
      expect(search).toContain(`filter%5Bretailer%5D=${frequent}`)
      expect(search).toContain('include=retailer')
      expect(search).toContain('page%5Blimit%5D=6')
      return await shop.send('GET', pathname + search)
    }
    let page = await list(`filter[retailer]=${frequent}&include=retailer&page[limit]=6`)
    const forth = [idsOf(page)]
    while (page.body.links.next) {
      page = await follow(page.body.links.next)
      forth.push(idsOf(page))
      expect(page.body.included.map(({ id }: Linkage) => id)).toEqual([frequent])
    }
    expect(forth).toEqual(inPages)
    expect(page.body.meta.page.hasMore).toBe(false)
    const back = [idsOf(page)]
    while (page.body.links.prev) {
      page = await follow(page.body.links.prev)
      back.push(idsOf(page))
    }
    expect(back).toEqual(inPages.toReversed())
    expect(idsOf(await follow(page.body.links.first))).toEqual(inPages[0])
  })

  test('have cursors, raw or percent-encoded', async () => {
    const wanted = await storedIds({ retailer: frequent })
    const rest = `filter[retailer]=${frequent}&page[limit]=3`
    expect(idsOf(await list(`${rest}&page[after]=${wanted[4]}`))).toEqual(wanted.slice(5, 8))
    expect(idsOf(await list(`${rest}&page%5Bafter%5D=${wanted[4]}`))).toEqual(wanted.slice(5, 8))
    expect(idsOf(await list(`${rest}&page[before]=${wanted[4]}`))).toEqual(wanted.slice(1, 4))
    expect(idsOf(await list(`${rest}&page[before]=${wanted[1]}`))).toEqual(wanted.slice(0, 1))
    expect(idsOf(await list(`${rest}&page[after]=${wanted[16]}`))).toEqual([])
  })

  test.each([1, 100])('may have %i orders', async (limit) => {
    const { status, body } = await list(`page[limit]=${limit}`)
    expect(status).toBe(200)
    expect(body.meta.page.perPage).toBe(limit)
  })

  test.each(['0', '101', '-1', '1.5', 'all', ''])('of "%s" orders are refused', async (limit) => {
    const answer = await list(`page[limit]=${limit}`)
    expect(answer.status).toBe(400)
    expect(parametersOf(answer)).toEqual(['page[limit]'])
  })

  test.each(['page[after]', 'page[before]'])('%s must name an order of the brand', async (parameter) => {
    for (const cursor of [randomUUID(), foreign.id, 'first']) {
      const answer = await list(`${parameter}=${cursor}`)
      expect(answer.status).toBe(400)
      expect(parametersOf(answer)).toEqual([parameter])
    }
  })

  test('accept one cursor only', async () => {
    const answer = await list(`page[after]=${newest.id}&page[before]=${newest.id}`)
    expect(answer.status).toBe(400)
  })
})

test("another brand's orders never appear, whatever the query", async () => {
  const theirs = await shop.send('GET', `${ORDERS}?page[limit]=50`, { as: 'otherBrand' })
  expect(idsOf(theirs)).toContain(foreign.id)
  expect(idsOf(theirs)).not.toContain(newest.id)
  for (const query of ['', `filter[retailer]=${frequent}`, 'filter[status]=ankor_confirmed']) {
    let page = await list(`${query}&page[limit]=50`)
    const seen = idsOf(page)
    while (page.body.links.next) {
      const { pathname, search } = new URL(page.body.links.next)
      page = await shop.send('GET', pathname + search)
      seen.push(...idsOf(page))
    }
    expect(seen).toContain(
      query.includes(frequent) ? (await storedIds({ retailer: frequent }))[0] : newest.id,
    )
    expect(seen).not.toContain(foreign.id)
  }
})

test('a list includes the linked resources, each once, in list form', async () => {
  const { body } = await list(`filter[retailer]=${frequent}&include=${ORDER_INCLUDES.join()}`)
  const keys = body.included.map((one: Linkage) => `${one.type}/${one.id}`)
  expect(new Set(keys).size).toBe(keys.length)
  const linked = body.data.flatMap((row: Wire) =>
    Object.values(row.relationships).flatMap(({ data }) => data ?? []),
  )
  expect(new Set(keys)).toEqual(new Set(linked.map((one: Linkage) => `${one.type}/${one.id}`)))
  for (const row of body.data) {
    expect(row.attributes).not.toHaveProperty('shippingOverview')
    expect(row.relationships['orderItems-productVariant'].data).toHaveLength(2)
  }
})

describe('sparse fieldsets', () => {
  test('keep only the named fields, of orders and of included resources', async () => {
    const { status, body } = await list(
      `filter[retailer]=${rare}&include=orderItems&fields[order]=status,orderItems&fields%5Border-items%5D=quantity`,
    )
    expect(status).toBe(200)
    for (const row of body.data) {
      expect(Object.keys(row.attributes)).toEqual(['status'])
      expect(Object.keys(row.relationships)).toEqual(['orderItems'])
    }
    expect(body.included).toHaveLength(4)
    for (const one of body.included) {
      expect(one.attributes).toEqual({ quantity: expect.toBeOneOf([2, 3]) })
      expect(one).not.toHaveProperty('relationships')
    }
  })

  test('must name existing fields', async () => {
    const answer = await list('fields[order]=state')
    expect(answer.status).toBe(400)
    expect(parametersOf(answer)).toEqual(['fields[order]'])
  })
})
