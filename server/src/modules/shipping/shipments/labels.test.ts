import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getDocumentProxy } from 'unpdf'
import { afterAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/folders.ts'
import { type Market, market, type Who } from '../../../../test/market.ts'
import { transition } from '../../../../test/order-requests.ts'
import { confirm, PARCEL, quoteBy } from '../../../../test/quotes.ts'
import { acceptedOrder, labelledOrder, orderOf } from '../../../../test/shipping.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const RESET = {
  type: 'brand-resets-shipping-labels-generation',
  attributes: { resetType: 'BRAND_NEED_MORE_LABELS_TO_SHIP' },
}

async function linkOf(shop: Market, orderId: string): Promise<URL> {
  const { shippingOverview } = await orderOf(shop, orderId)
  return new URL(shippingOverview.parcels[0].trackedPackage.labelUrl)
}

const open = (
  shop: Market,
  { pathname, search }: { pathname: string; search?: string },
  as: Who | null = null,
) => shop.send('GET', pathname + (search ?? ''), { as, headers: { accept: 'text/html' } })

describe('a label', () => {
  test('is a PDF for the brand that has a token, and for a browser that has the link', async () => {
    const { order } = await labelledOrder(shop, [PARCEL, PARCEL])
    const link = await linkOf(shop, order.id)
    for (const answer of [
      await open(shop, { pathname: link.pathname }, 'brand'),
      await open(shop, link, 'brand'),
      await open(shop, link),
    ]) {
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toBe('application/pdf')
      expect(answer.headers['content-disposition']).toContain(`label-${order.reference}-1-of-2.pdf`)
      expect(answer.text.startsWith('%PDF-')).toBe(true)
    }
    const { shippingOverview } = await orderOf(shop, order.id)
    const links = shippingOverview.parcels.map(
      (parcel: { trackedPackage: { labelUrl: string } }) => parcel.trackedPackage.labelUrl,
    )
    expect(new Set(links).size).toBe(2)
  })

  test('returns 401 without a token, 403 to other accounts and 404 for an unknown label', async () => {
    const { order } = await labelledOrder(shop)
    const { pathname } = await linkOf(shop, order.id)
    expect((await open(shop, { pathname })).status).toBe(401)
    expect((await open(shop, { pathname }, 'otherBrand')).status).toBe(403)
    expect((await open(shop, { pathname }, 'retailer')).status).toBe(403)
    const unknown = pathname.replace(/[^/]+(?=\/pdf)/, randomUUID())
    expect((await open(shop, { pathname: unknown }, 'brand')).status).toBe(404)
    const other = await labelledOrder(shop)
    const elsewhere = pathname.replace(order.id, other.order.id)
    expect((await open(shop, { pathname: elsewhere }, 'brand')).status).toBe(404)
  })

  test('has a link that is valid for this label only', async () => {
    const one = await linkOf(shop, (await labelledOrder(shop)).order.id)
    const other = await linkOf(shop, (await labelledOrder(shop)).order.id)
    expect((await open(shop, { pathname: other.pathname, search: one.search })).status).toBe(403)
    const later = one.search.replace(/expires=(\d+)/, (_all, at) => `expires=${Number(at) + 3600}`)
    expect((await open(shop, { pathname: one.pathname, search: later })).status).toBe(403)
    expect(
      (await open(shop, { pathname: one.pathname, search: `${one.search.slice(0, -1)}0a` })).status,
    ).toBe(403)
    expect((await open(shop, { pathname: one.pathname, search: '?signature=' })).status).toBe(403)
  })

  test('has a link that expires after a day of the clock, and then a new one', async () => {
    const shop = await market()
    const { order } = await labelledOrder(shop)
    const link = await linkOf(shop, order.id)
    await shop.advance(24 * 3600 - 60)
    expect((await open(shop, link)).status).toBe(200)
    await shop.advance(3600 + 60)
    const expired = await open(shop, link)
    expect([expired.status, expired.body.errors[0].detail]).toEqual([410, expect.stringContaining('expired')])
    // A token is still accepted.
    expect((await open(shop, link, 'brand')).status).toBe(200)
    expect((await open(shop, await linkOf(shop, order.id))).status).toBe(200)
  })

  test('is void from the reset on, before any background job runs', async () => {
    const { order } = await labelledOrder(shop)
    const link = await linkOf(shop, order.id)
    expect((await transition(shop, order.id, RESET)).status).toBe(200)
    expect((await open(shop, link)).status).toBe(410)
    expect((await open(shop, { pathname: link.pathname }, 'brand')).status).toBe(410)
    await shop.runJobs()
    expect((await open(shop, link)).status).toBe(410)
    const [row] = await shop.platform.db`select bytes from shipping.labels where order_id = ${order.id}`
    expect(row).toEqual({ bytes: null })
  })
})

test.each([
  ['the size of a label by default', undefined, [283, 425]],
  ['the size of a label', { labelFormat: 'default' }, [283, 425]],
  ['A4 as full_page', { labelFormat: 'full_page' }, [595, 842]],
])('a page has %s', async (_what, body, size) => {
  const { id } = await acceptedOrder(shop)
  await confirm(shop, (await quoteBy(shop, id, 'marketplace')).quoteUuid, body)
  await shop.runJobs()
  const { pathname, search } = await linkOf(shop, id)
  const { rawPayload } = await shop.http.app.inject({ url: pathname + search })
  const page = await (await getDocumentProxy(new Uint8Array(rawPayload))).getPage(1)
  expect(page.view.slice(2).map(Math.round)).toEqual(size)
})

test('an order may have twenty parcels, each with a label of its own', async () => {
  const { order } = await labelledOrder(
    shop,
    Array.from({ length: 20 }, () => PARCEL),
  )
  const { status, shippingOverview } = await orderOf(shop, order.id)
  expect(status).toBe('shipping_labels_generated')
  const links = shippingOverview.parcels.map(
    ({ trackedPackage }: { trackedPackage: { labelUrl: string } }) => trackedPackage.labelUrl,
  )
  expect(new Set(links).size).toBe(20)
})

test('labels can be stored in a folder, from which void ones are removed', async () => {
  const folder = temporaryFolder('labels')
  const shop = await market({ env: { TRADEHALL_LABELS_DIR: folder } })
  const { order } = await labelledOrder(shop, [PARCEL, PARCEL])
  const [rows] = await shop.platform
    .db`select count(bytes) as inside from shipping.labels where order_id = ${order.id}`
  expect(rows).toEqual({ inside: 0 })
  const files = () => readdirSync(join(folder, order.brand_id))
  expect(files()).toHaveLength(2)
  const answer = await open(shop, await linkOf(shop, order.id))
  expect([answer.status, answer.text.startsWith('%PDF-')]).toEqual([200, true])
  await transition(shop, order.id, RESET)
  await shop.runJobs()
  expect(files()).toEqual([])
})

test('a signed link is not written into the request log', async () => {
  const { order } = await labelledOrder(shop)
  await open(shop, await linkOf(shop, order.id), 'brand')
  const { body } = await shop.send('GET', '/api/testing/requests?page[limit]=5')
  const logged = body.data.map(({ attributes }: { attributes: { url: string } }) => attributes.url).join()
  expect(logged).toContain('/pdf')
  expect(logged).not.toMatch(/signature=[\da-f]{8}/)
})
