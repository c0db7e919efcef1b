import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { CARRIER_ENV, parcelScan, reportScan } from '../../../../test/carrier-events.ts'
import { market } from '../../../../test/market.ts'
import { transition } from '../../../../test/order-requests.ts'
import { confirm, PARCEL, quoteBy } from '../../../../test/quotes.ts'
import { acceptedOrder, labelledOrder, orderOf } from '../../../../test/shipping.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off', ...CARRIER_ENV } })

const open = (link: string) => {
  const { pathname, search } = new URL(link)
  return shop.send('GET', pathname + search, { as: null, headers: { accept: 'text/html' } })
}
const tracked = async (id: string) => (await orderOf(shop, id)).shippingOverview.transaction.tracking
const asRetailer = async (id: string) =>
  (await shop.send('GET', `/api/retailer/v1/orders/${id}`, { as: 'retailer' })).body.data.attributes

test('labels of the marketplace lead to a page with status, scans and the expected day', async () => {
  const { order } = await labelledOrder(shop, [PARCEL, PARCEL])
  const { trackingLink, trackingNumber } = await tracked(order.id)
  const before = await open(trackingLink)
  expect(before.status).toBe(200)
  expect(before.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(before.text).toContain('Ready to ship')
  expect(before.text).toContain('Nothing yet. The steps of the delivery')
  const eta = '2026-03-06T17:00:00Z'
  const location = { city: 'Gent <b>', country: 'BE' }
  await reportScan(
    shop,
    parcelScan(trackingNumber, 'TRANSIT', { location, eta, details: 'Given to Ines Okoye.' }),
  )
  const { text } = await open(trackingLink)
  for (const words of [
    'On its way',
    trackingNumber,
    'Gent &lt;b&gt;, BE',
    '4 Mar 2026, 10:00 UTC',
    'Parcel 2 of 2',
  ])
    expect(text).toContain(words)
  expect(text).toMatch(/Friday,? 6 March 2026/)
  // No names, addresses, texts of others or amounts.
  for (const secret of [
    'Harbour Lane',
    'Nadia',
    'Kaai',
    'Ines',
    'Alder',
    'EUR',
    '€',
    String(order.reference),
  ])
    expect(text).not.toContain(secret)
})

test('every parcel has the link, and so has the retailer', async () => {
  const { order } = await labelledOrder(shop)
  const { shippingOverview } = await orderOf(shop, order.id)
  const { trackingLink, trackingNumber } = shippingOverview.transaction.tracking
  expect(shippingOverview.parcels[0].trackedPackage.trackingLink).toBe(trackingLink)
  expect(JSON.stringify(shippingOverview)).not.toContain('trackingPath')
  expect(await asRetailer(order.id)).toMatchObject({ carrier: 'marketplace', trackingNumber, trackingLink })
  expect((await open(trackingLink)).status).toBe(200)
})

test('a retailer sees the carrier that the brand ships with, and none before the confirmation', async () => {
  const { id } = await acceptedOrder(shop)
  const nothing = { carrier: null, trackingNumber: null, trackingLink: null }
  expect(await asRetailer(id)).toMatchObject(nothing)
  const quote = await quoteBy(shop, id, 'dpd')
  expect(await asRetailer(id)).toMatchObject(nothing)
  await confirm(shop, quote.quoteUuid, { tracking: { trackingProvider: 'DPD', trackingNumber: '0150' } })
  expect(await asRetailer(id)).toMatchObject({
    carrier: 'dpd',
    trackingNumber: '0150',
    trackingLink: expect.stringContaining('0150'),
  })
  const list = await shop.send('GET', '/api/retailer/v1/orders', { as: 'retailer' })
  expect(list.body.data[0].attributes).not.toHaveProperty('trackingNumber')
})

test('a page has no scripts and no external resources, and is not cached', async () => {
  const { order } = await labelledOrder(shop)
  const { headers, text } = await open((await tracked(order.id)).trackingLink)
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    ),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  })
  expect(text).not.toMatch(/<script|<img|<link|https?:\/\//)
  expect(text).toContain('<html lang="en">')
})

test('a link that is forged, truncated, or for another shipment is 403', async () => {
  const { order } = await labelledOrder(shop)
  const { trackingLink } = await tracked(order.id)
  const forged = [
    trackingLink.replace(/.$/, (last: string) => (last === '0' ? '1' : '0')),
    trackingLink.replace(/expires=\d+/, 'expires=99999999999'),
    trackingLink.replace(/[?].*/, ''),
    trackingLink.slice(0, -10),
    trackingLink.replace(/tracking\/[^/]+\/[^?]+/, `tracking/${randomUUID()}/${randomUUID()}`),
    trackingLink.replace(/tracking\/[^/]+\/[^?]+/, 'tracking/x/y'),
  ]
  for (const link of forged) {
    const { status, headers, text } = await open(link)
    expect([link, status]).toEqual([link, 403])
    expect(text).toContain('This link is not valid')
    expect(headers).toHaveProperty('cross-origin-opener-policy', 'same-origin')
  }
})

test('a link expires after ninety days, and when the labels are reset', async () => {
  const { order } = await labelledOrder(shop)
  const { trackingLink } = await tracked(order.id)
  await shop.advance(89 * 86_400)
  expect((await open(trackingLink)).status).toBe(200)
  await shop.advance(2 * 86_400)
  const late = await open(trackingLink)
  expect([late.status, late.text.includes('This link has expired')]).toEqual([410, true])
  const fresh = (await tracked(order.id)).trackingLink
  expect((await open(fresh)).status).toBe(200)
  const attributes = { resetType: 'BRAND_NEED_MORE_LABELS_TO_SHIP' }
  await transition(shop, order.id, { type: 'brand-resets-shipping-labels-generation', attributes })
  await shop.runJobs()
  const withdrawn = await open(fresh)
  expect([withdrawn.status, withdrawn.text.includes('was withdrawn')]).toEqual([410, true])
})
