import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { codesOf } from '../../../../test/answers.ts'
import { readPdf } from '../../../../test/files.ts'
import { carriersWith, startCarrierService } from '../../../../test/label-service.ts'
import { drawPages, readCodes } from '../../../../test/labels.ts'
import { type Market, market, type Who } from '../../../../test/market.ts'
import { confirm, PARCEL, quoteBy } from '../../../../test/quotes.ts'
import { acceptedOrder, labelledOrder, orderOf } from '../../../../test/shipping.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })

async function download(shop: Market, id: string, as: Who = 'brand') {
  const { app } = shop.http
  const answer = await app.inject({
    url: `/api/v1/orders/${id}/shipping-labels/pdf`,
    headers: { authorization: `Bearer ${await shop.tokenOf(as)}`, accept: 'application/pdf' },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, body: answer }
}

async function expectAllParcels(shop: Market, id: string): Promise<void> {
  const { status, headers, bytes } = await download(shop, id)
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  const { shippingOverview } = await orderOf(shop, id)
  const numbers = shippingOverview.parcels.map(
    ({ trackedPackage }: { trackedPackage: { trackingNumber: string } }) => trackedPackage.trackingNumber,
  )
  const pages = await drawPages(bytes, 203.2)
  const codes = await Promise.all(pages.map(readCodes))
  expect(codes.flatMap(({ Code128 }) => Code128)).toEqual(numbers)
  expect((await readPdf(bytes)).length).toBe(numbers.length)
}

test('one file has the labels of all parcels, in their order', async () => {
  const { order } = await labelledOrder(shop, [PARCEL, PARCEL, PARCEL])
  await expectAllParcels(shop, order.id)
  const { headers } = await download(shop, order.id)
  expect(headers['content-disposition']).toContain(`labels-${order.reference}.pdf`)
})

test('it includes labels that a carrier has rendered', async () => {
  const service = await startCarrierService()
  const shop = await market({ env: carriersWith(service) })
  const { order } = await labelledOrder(shop, [PARCEL, PARCEL, PARCEL])
  await expectAllParcels(shop, order.id)
})

test('an order without labels answers 409, another brand’s 403, an unknown one 404', async () => {
  const { id } = await acceptedOrder(shop)
  const none = await shop.send('GET', `/api/v1/orders/${id}/shipping-labels/pdf`)
  expect([none.status, codesOf(none)]).toEqual([409, ['STATE_UPDATE_FAILED']])
  await confirm(shop, (await quoteBy(shop, id, 'dpd')).quoteUuid)
  expect((await download(shop, id)).status).toBe(409)
  const { order } = await labelledOrder(shop)
  expect((await download(shop, order.id, 'otherBrand')).status).toBe(403)
  expect((await download(shop, randomUUID())).status).toBe(404)
})
