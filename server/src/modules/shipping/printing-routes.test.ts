import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { expectRefusedAt, idsOf, pointersOf } from '../../../test/answers.ts'
import { drawPages, readCodes } from '../../../test/labels.ts'
import { type Market, market, type Who } from '../../../test/market.ts'
import { transition } from '../../../test/order-requests.ts'
import { confirm, PARCEL, quoteBy } from '../../../test/quotes.ts'
import { acceptedOrder, labelledOrder, orderOf } from '../../../test/shipping.ts'
import { commandWithParcels } from './index.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const CARRIER = { party: 'carrier', applicationId: null } as const
const LIST = '/api/v1/shipping-labels'

const list = (query = '', as: Who = 'brand') => shop.send('GET', `${LIST}?page[limit]=100${query}`, { as })
const mark = (orders: readonly string[], as: 'printed' | 'unprinted' = 'printed', who: Who = 'brand') =>
  shop.send('POST', `${LIST}/mark`, { body: { orders, as }, as: who })
const ordersIn = ({ body }: { body: { data: { attributes: { orderId: string } }[] } }) =>
  body.data.map(({ attributes }) => attributes.orderId)
const labelled = async (count: number) =>
  await Promise.all(Array.from({ length: count }, async () => (await labelledOrder(shop)).order.id))

async function download(orders: readonly string[], as: Who = 'brand', from: Market = shop) {
  const answer = await from.http.app.inject({
    url: `${LIST}/pdf?filter[order]=${orders.join()}`,
    headers: { authorization: `Bearer ${await from.tokenOf(as)}`, accept: 'application/pdf' },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, answer }
}

async function trackingNumbers(orderId: string): Promise<string[]> {
  const { shippingOverview } = await orderOf(shop, orderId)
  return shippingOverview.parcels.map(
    ({ trackedPackage }: { trackedPackage: { trackingNumber: string } }) => trackedPackage.trackingNumber,
  )
}

describe('the list of labels', () => {
  test('has one entry for each order with labels, newest first, until the first scan', async () => {
    const { order } = await labelledOrder(shop, [PARCEL, PARCEL])
    const accepted = await acceptedOrder(shop)
    const before = await list()
    expect(before.body.data[0].attributes).toMatchObject({
      orderId: order.id,
      orderReference: order.reference,
      carrierCode: 'marketplace',
      parcels: 2,
      labelFormat: 'default',
      shipTo: { city: order.shipping_address?.city },
      printedAt: null,
    })
    expect(ordersIn(before)).not.toContain(accepted.id)
    const place = { brandId: order.brand_id, orderId: order.id }
    await commandWithParcels(shop.platform, place, { command: 'scan-parcel', by: CARRIER })
    expect(ordersIn(await list())).not.toContain(order.id)
  })

  test('omits labels that were reset', async () => {
    const { order } = await labelledOrder(shop)
    const attributes = { resetType: 'BRAND_NEED_MORE_LABELS_TO_SHIP' }
    await transition(shop, order.id, { type: 'brand-resets-shipping-labels-generation', attributes })
    await shop.runJobs()
    expect(ordersIn(await list())).not.toContain(order.id)
  })

  test('omits shipments in the flow `own`', async () => {
    const { id } = await acceptedOrder(shop)
    await confirm(shop, (await quoteBy(shop, id, 'dpd')).quoteUuid)
    expect(ordersIn(await list())).not.toContain(id)
  })

  test('is filtered by order and by whether labels are printed, and counts those that are not', async () => {
    const [one, other] = (await labelled(2)) as [string, string]
    const { unprinted } = (await list()).body.meta
    await mark([one])
    expect(ordersIn(await list(`&filter[order]=${one},${other}&filter[printed]=true`))).toEqual([one])
    expect(ordersIn(await list(`&filter[order]=${one},${other}&filter[printed]=false`))).toEqual([other])
    expect((await list()).body.meta.unprinted).toBe(unprinted - 1)
  })

  test('has pages, and belongs to the brand', async () => {
    await labelled(2)
    const all = idsOf(await list())
    const first = await shop.send('GET', `${LIST}?page[limit]=1`)
    const next = await shop.send('GET', `${LIST}?page[limit]=1&page[after]=${all[0]}`)
    expect([...idsOf(first), ...idsOf(next)]).toEqual(all.slice(0, 2))
    const others = idsOf(await list('', 'otherBrand'))
    expect(others.filter((id) => all.includes(id))).toEqual([])
  })
})

describe('one file', () => {
  test('has the labels of all orders, in the order of the ids and of the parcels', async () => {
    const made = [
      await labelledOrder(shop, [PARCEL, PARCEL]),
      await labelledOrder(shop),
      await labelledOrder(shop),
    ]
    const ids = made.map(({ order }) => order.id)
    const chosen = [ids[2], ids[0], ids[1]] as string[]
    const { status, headers, bytes } = await download(chosen)
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    const codes = await Promise.all((await drawPages(bytes, 203.2)).map(readCodes))
    const expected = (await Promise.all(chosen.map(trackingNumbers))).flat()
    expect(expected).toHaveLength(4)
    expect(codes.flatMap(({ Code128 }) => Code128)).toEqual(expected)
  })

  test('can be framed by pages of this server, and by no others', async () => {
    const ids = await labelled(1)
    const { headers } = await download(ids)
    expect(headers['content-disposition']).toBe('inline; filename="labels-of-1-orders.pdf"')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
    // A browser that has the file cached updates its headers with those of this response.
    const again = await shop.send('GET', `${LIST}/pdf?filter[order]=${ids.join()}`, {
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect(again.status).toBe(304)
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy'])
  })

  test('is refused if orders have no labels, with an error for each of these', async () => {
    const [id] = await labelled(1)
    const without = [await acceptedOrder(shop), await acceptedOrder(shop)]
    const { status, answer } = await download([without[0]?.id ?? '', id ?? '', without[1]?.id ?? ''])
    expect(status).toBe(422)
    expect(answer.json().errors).toMatchObject(
      without.map(({ reference, id: orderId }) => ({
        detail: `The order ${reference} is in brand_confirmed and has no labels.`,
        source: { parameter: 'filter[order]' },
        meta: { orderId, status: 'brand_confirmed' },
      })),
    )
  })

  test('is refused with 403 for orders of other brands, 404 for unknown ones, 422 for too many and for none', async () => {
    const [id] = (await labelled(1)) as [string]
    expect((await download([id], 'otherBrand')).status).toBe(403)
    expect((await download([id, randomUUID()])).status).toBe(404)
    expect((await download(Array.from({ length: 101 }, () => id))).status).toBe(422)
    expect((await download([])).status).toBe(422)
  })

  test('has the labels of a hundred orders at most, each once', async () => {
    const ids = await labelled(2)
    const { bytes } = await download([...ids, ...ids])
    expect(await drawPages(bytes, 72)).toHaveLength(2)
  })
})

describe('a mark', () => {
  test('has the time when labels were printed, until it is removed', async () => {
    const ids = await labelled(2)
    const marked = await mark(ids)
    expect([marked.status, ordersIn(marked)]).toEqual([200, ids])
    const now = shop.platform.clock.now().toISOString().slice(0, 19)
    for (const { attributes } of marked.body.data) expect(attributes.printedAt).toContain(now)
    const undone = await mark(ids.slice(0, 1), 'unprinted')
    expect(undone.body.data).toMatchObject([{ attributes: { orderId: ids[0], printedAt: null } }])
    expect(ordersIn(await list(`&filter[order]=${ids.join()}&filter[printed]=true`))).toEqual([ids[1]])
  })

  test('is set for all orders or for none', async () => {
    const [id] = (await labelled(1)) as [string]
    const without = await acceptedOrder(shop)
    expectRefusedAt(await mark([id, without.id]), 'orders.1')
    const foreign = await mark([id], 'printed', 'otherBrand')
    expect([foreign.status, pointersOf(foreign)]).toEqual([403, ['orders.0']])
    const unknown = await mark([id, randomUUID()])
    expect([unknown.status, pointersOf(unknown)]).toEqual([404, ['orders.1']])
    expect((await mark([])).status).toBe(422)
    expect((await mark([id, id])).status).toBe(422)
    expect(ordersIn(await list(`&filter[order]=${id}&filter[printed]=false`))).toEqual([id])
  })

  test('changes the version that clients poll, as new labels do', async () => {
    const version = async () => {
      const { body } = await shop.send('GET', '/api/v1/activity')
      return body.data.attributes.versions['order-labels']
    }
    const seen = [await version()]
    const ids = await labelled(1)
    seen.push(await version())
    await mark(ids)
    seen.push(await version())
    expect(new Set(seen).size).toBe(3)
  })
})

test('recent parcels are the sizes that were shipped, the latest first', async () => {
  const shop = await market()
  const sizes = async (as: Who = 'brand') =>
    (await shop.send('GET', '/api/v1/recent-parcels', { as })).body.data
  const others = await sizes('otherBrand')
  const small = { length: 25, width: 20, height: 10, kg: 0.8 }
  await shop.advance(3600)
  await labelledOrder(shop, [PARCEL, PARCEL])
  await shop.advance(3600)
  const at = shop.platform.clock.now().toISOString()
  await labelledOrder(shop, [small])
  // Quotes that nobody confirmed do not count.
  await quoteBy(shop, (await acceptedOrder(shop)).id, 'dpd', [{ ...small, kg: 29 }])
  const [latest, second] = await sizes()
  expect(latest).toEqual({ ...small, timesUsed: 1, lastUsedAt: at })
  expect(second).toMatchObject({ ...PARCEL, timesUsed: expect.any(Number) })
  expect(second.timesUsed).toBeGreaterThanOrEqual(2)
  expect((await sizes()).map(({ kg }: { kg: number }) => kg)).not.toContain(29)
  expect(await sizes('otherBrand')).toEqual(others)
})
