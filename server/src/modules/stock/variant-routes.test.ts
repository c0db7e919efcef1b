import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idsOf } from '../../../test/answers.ts'
import { market } from '../../../test/market.ts'
import { placeOrder } from '../../../test/orders.ts'
import { demoUserId, signedIn } from '../../../test/sessions.ts'
import { openVariants } from '../../../test/stock.ts'
import { setStock } from './ledger/set-stock.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { brandId, otherBrand } = shop.credentials
const OPERATION = randomUUID()
let variant = ''
let orderId = ''
const requestIds: Record<'application' | 'person', unknown> = { application: null, person: null }

const get = (what: string, query = '', id = variant) =>
  shop.send('GET', `/api/v1/product-variants/${id}/stock-${what}?${query}`)
const patch = (quantity: number) => ({
  body: { data: { type: 'product-variants', id: variant, attributes: { stockQuantity: quantity } } },
})
const movements = async (query = '') => (await get('movements', query)).body.data

/** An order, an import, an application and a person change the stock of one variant, ten minutes apart. */
beforeAll(async () => {
  // An order comes with a product of its own, here with ten packs.
  const order = await placeOrder(shop, {
    products: [{ variants: [{ stock: { onHand: 10 } }] }],
    quantities: [4],
  })
  orderId = order.id
  variant = (
    await shop.send('GET', `/api/v1/orders/${orderId}?include=orderItems.productVariant`)
  ).body.included.find(({ type }: { type: string }) => type === 'productVariant').id
  await shop.advance(600)
  const movement = { type: 'snapshot', relatedId: OPERATION } as const
  await setStock(shop.platform, brandId, [{ variantId: variant, to: { onHand: 100 } }], { movement })
  await shop.advance(600)
  const url = `/api/v1/product-variants/${variant}/stock`
  requestIds.application = (await shop.send('PATCH', url, patch(90))).headers['x-request-id']
  await shop.advance(600)
  const page = await signedIn(shop, 'alder-wick-staff')
  requestIds.person = (await page.send('PATCH', url, patch(95))).headers['x-request-id']
})

describe('movements', () => {
  test('have their cause, newest first', async () => {
    const { status, body } = await get('movements', 'withBalances=true&include=order,application')
    expect(status).toBe(200)
    const [byPerson, byApplication, byImport, byOrder, opening] = body.data
    const own = { locationType: 'brand', userId: null, requestId: null, operationId: null }
    expect(byPerson.attributes).toMatchObject({
      ...own,
      cause: 'manual',
      movementType: 'manual',
      available: 5,
      reserved: 0,
      onHand: 5,
      balance: { available: 91, reserved: 4, onHand: 95 },
      userId: demoUserId('alder-wick-staff'),
      requestId: requestIds.person,
    })
    expect(byApplication).toMatchObject({
      attributes: {
        ...own,
        cause: 'manual',
        movementType: 'snapshot',
        onHand: -10,
        balance: { available: 86, reserved: 4, onHand: 90 },
        requestId: requestIds.application,
      },
      relationships: { order: { data: null }, application: { data: { type: 'application' } } },
    })
    expect(byOrder).toMatchObject({
      attributes: {
        ...own,
        cause: 'order',
        movementType: 'order_reserved',
        available: -4,
        reserved: 4,
        onHand: 0,
        balance: { available: 6, reserved: 4, onHand: 10 },
      },
      relationships: { order: { data: { id: orderId } }, application: { data: null } },
    })
    expect(byImport.attributes).toMatchObject({ ...own, cause: 'import', operationId: OPERATION })
    expect(opening.attributes).toMatchObject({ ...own, cause: 'manual', movementType: 'snapshot' })
    expect(body.data).toHaveLength(5)
    expect(body.included.map(({ id }: { id: string }) => id)).toContain(orderId)
  })

  test('have no balance unless it is requested', async () => {
    const [newest] = await movements()
    expect(newest.attributes.balance).toBeNull()
  })

  test('are paged to the end and back, with the same balances as in one page', async () => {
    const all = await get('movements', 'withBalances=true&page[limit]=100')
    const pages: unknown[] = []
    const follow = (link: string) => shop.send('GET', link.slice(link.indexOf('/api/')))
    let page = await get('movements', 'withBalances=true&page[limit]=2')
    while (pages.push(...page.body.data) && page.body.links.next) page = await follow(page.body.links.next)
    expect(pages).toEqual(all.body.data)
    const back = await follow(page.body.links.prev)
    expect(back.body.data).toEqual(
      all.body.data.slice(idsOf(all).indexOf(page.body.data[0].id) - 2).slice(0, 2),
    )
  })

  test('of a range include its start and exclude its end', async () => {
    const [byPerson, byApplication, byImport] = await movements()
    const range = (from: string, to: string) => `filter[createdAt][from]=${from}&filter[createdAt][to]=${to}`
    const found = await get('movements', range(byImport.attributes.createdAt, byPerson.attributes.createdAt))
    expect(idsOf(found)).toEqual([byApplication.id, byImport.id])
    const postings = await shop.send(
      'GET',
      `/api/stock/v1/stock/postings?page[limit]=100&filter[productVariantIds][]=${variant}&${range(byImport.attributes.createdAt, byPerson.attributes.createdAt)}`,
    )
    expect(postings.body.data).toHaveLength(4)
    const transactions = (query: string) =>
      shop.send(
        'GET',
        `/api/stock/v1/stock/transactions?${query}${range(byImport.attributes.createdAt, byPerson.attributes.createdAt)}`,
      )
    expect(idsOf(await transactions(`filter[productVariantIds][]=${variant}&`))).toEqual(idsOf(found))
    expect(idsOf(await transactions(''))).toEqual(idsOf(found))
  })
})

describe('the history', () => {
  test('begins with the balance before the range, and has a point for each movement', async () => {
    const [newest] = await movements()
    const from = new Date(Date.parse(newest.attributes.createdAt) - 1_300_000).toISOString()
    const { body } = await get('history', `from=${from}`)
    expect(body.data).toMatchObject({ type: 'stock-histories', id: variant, attributes: { from } })
    expect(body.data.attributes.locations).toMatchObject([
      {
        locationType: 'brand',
        points: [
          { at: from, available: 6, reserved: 4, onHand: 10 },
          { available: 96, reserved: 4, onHand: 100 },
          { available: 86, reserved: 4, onHand: 90 },
          { at: newest.attributes.createdAt, available: 91, reserved: 4, onHand: 95 },
        ],
      },
    ])
  })

  test('with few steps has the last balance of each step', async () => {
    const [newest] = await movements()
    const from = new Date(Date.parse(newest.attributes.createdAt) - 1_300_000).toISOString()
    const { body } = await get('history', `from=${from}&steps=1`)
    expect(body.data.attributes.locations[0].points.map((point: { onHand: number }) => point.onHand)).toEqual(
      [10, 95],
    )
  })

  test.each(['from=2026-03-03T00:00:00Z&to=2026-03-02T00:00:00Z', 'steps=0', 'steps=401', 'from=yesterday'])(
    'is refused with ?%s',
    async (query) => {
      expect((await get('history', query)).status).toBeGreaterThanOrEqual(400)
    },
  )
})

test('a variant without movements has an empty list, and a foreign or unknown variant is refused', async () => {
  const [still = ''] = await openVariants(shop.platform, [{ isAlwaysInStock: true }], brandId)
  expect((await get('movements', '', still)).body.data).toEqual([])
  expect((await get('history', '', still)).body.data.attributes.locations[0].points).toHaveLength(1)
  const [foreign = ''] = await openVariants(shop.platform, [{ onHand: 1 }], otherBrand.brandId)
  for (const what of ['movements', 'history']) {
    expect((await get(what, '', foreign)).status).toBe(403)
    expect((await get(what, '', randomUUID())).status).toBe(404)
  }
})
