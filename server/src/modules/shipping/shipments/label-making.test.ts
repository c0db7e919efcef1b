import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import {
  answer,
  carriersWith,
  type LabelService,
  type Seen,
  startCarrierService,
} from '../../../../test/label-service.ts'
import { type Market, market } from '../../../../test/market.ts'
import { confirm, PARCEL, quoteBy, quotesOf } from '../../../../test/quotes.ts'
import { acceptedOrder, expectSoundShipping, orderOf } from '../../../../test/shipping.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { MAX_ATTEMPTS, makeLabels } from './label-making.ts'

const fail = (_request: Seen, response: ServerResponse) => answer(response, 503, {})
const refuse = (_request: Seen, response: ServerResponse) =>
  answer(response, 422, { refusal: 'postal-code', detail: 'Nobody lives there.' })

const make = (_request: Seen, response: ServerResponse) =>
  answer(response, 200, {
    reference: 'REF-1',
    trackingNumber: 'NP-0001',
    serviceName: 'Parcel',
    parcels: [
      { trackingNumber: 'NP-0002', labelPdfBase64: null },
      { trackingNumber: 'NP-0003', labelPdfBase64: null },
    ],
  })

/** Drops the connection, so that the server cannot know whether the labels were created. */
const lose = (_request: Seen, response: ServerResponse) => void response.destroy()

/** The service fails for more requests than are sent while it is down. */
const goDown = ({ next }: LabelService, how = fail) => next.push(...Array.from({ length: 1000 }, () => how))
const comeBack = ({ next }: LabelService) => next.splice(0)

async function confirmed(): Promise<{ shop: Market; service: LabelService; id: string; quoteId: string }> {
  const service = await startCarrierService()
  const shop = await market({ env: { TRADEHALL_RATE_LIMIT: 'off', ...carriersWith(service) } })
  const { id } = await acceptedOrder(shop)
  const quote = await quoteBy(shop, id, 'marketplace', [PARCEL, PARCEL])
  expect((await confirm(shop, quote.quoteUuid)).status).toBe(200)
  return { shop, service, id, quoteId: quote.quoteUuid }
}

const keysOf = ({ seen }: LabelService) =>
  seen.filter(({ path }) => path === '/labels/shipments').map(({ headers }) => headers['idempotency-key'])
const cancellationsOf = ({ seen }: LabelService) =>
  seen.filter(({ path }) => path === '/labels/cancellations').map(({ body }) => body)
const takeAcceptanceBack = async (shop: Market, id: string) => {
  const url = `/api/operator/v1/orders/${id}/-actions/revert-acceptance`
  expect((await shop.send('POST', url, { as: 'operator' })).status).toBe(200)
}

test('a request to a carrier that is down for an hour is retried with the same key, and then the labels are created', async () => {
  const { shop, service, id } = await confirmed()
  goDown(service)
  await shop.runJobs()
  for (let minutes = 0; minutes < 60; minutes += 10) {
    await shop.advance(600)
    await shop.runJobs()
    expect((await orderOf(shop, id)).status).toBe('brand_confirmed')
  }
  // The other carriers still quote.
  const other = await acceptedOrder(shop)
  expect((await quotesOf(shop, other.id)).map(({ carrierCode }) => carrierCode)).toEqual(
    expect.arrayContaining(['dpd', 'ups']),
  )
  comeBack(service)
  await shop.advance(3600)
  await shop.runJobs()
  const { status, shippingOverview } = await orderOf(shop, id)
  expect(status).toBe('shipping_labels_generated')
  expect(shippingOverview.parcels).toHaveLength(2)
  expect(new Set(keysOf(service)).size).toBe(1)
  await expectSoundShipping(shop)
})

test('labels that finally fail are in the history, their refund is removed, and the quote can be confirmed again', async () => {
  const { shop, service, id, quoteId } = await confirmed()
  const before = (await orderOf(shop, id)).brandNetAmount
  goDown(service)
  await shop.runJobs()
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
    await shop.advance(6 * 3600)
    await shop.runJobs()
  }
  const failed = await orderOf(shop, id)
  expect(failed).toMatchObject({
    status: 'brand_confirmed',
    shippingMethod: null,
    shippingOverview: { provider: null, transaction: null, latestQuote: { id: quoteId }, parcels: [{}, {}] },
  })
  expect(failed.brandNetAmount).toBeLessThan(before)
  const { body } = await shop.send('GET', `/api/v1/orders/${id}/history`)
  expect(body.data[0].attributes).toMatchObject({
    command: 'fail-labels',
    movedBy: 'marketplace',
    eventType: 'order.shipping_labels_generated_reverted',
    details: { reason: expect.any(String), attempts: MAX_ATTEMPTS },
  })
  await expectSoundShipping(shop)
  comeBack(service)
  expect((await confirm(shop, quoteId)).status).toBe(200)
  await shop.runJobs()
  expect((await orderOf(shop, id)).status).toBe('shipping_labels_generated')
  await expectSoundShipping(shop)
})

test('a request that the carrier refuses is not retried', async () => {
  const { shop, service, id } = await confirmed()
  service.next.push(refuse)
  await shop.runJobs()
  const { body } = await shop.send('GET', `/api/v1/orders/${id}/history`)
  expect(body.data[0].attributes).toMatchObject({
    command: 'fail-labels',
    details: { reason: 'Nobody lives there.', attempts: 1 },
  })
  expect(keysOf(service)).toHaveLength(1)
  expect(cancellationsOf(service)).toEqual([])
})

describe('labels whose responses were all lost are cancelled by the idempotency key of their request', () => {
  test('when they are given up', async () => {
    const { shop, service, id, quoteId } = await confirmed()
    goDown(service, lose)
    await shop.runJobs()
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      await shop.advance(6 * 3600)
      await shop.runJobs()
    }
    const [shipmentKey] = keysOf(service)
    comeBack(service)
    service.seen.length = 0
    await shop.advance(6 * 3600)
    await shop.runJobs()
    expect(cancellationsOf(service)).toEqual([{ shipmentKey }])
    // The next confirmation creates another shipment.
    expect((await confirm(shop, quoteId)).status).toBe(200)
    await shop.runJobs()
    expect((await orderOf(shop, id)).status).toBe('shipping_labels_generated')
    expect(keysOf(service)).not.toContain(shipmentKey)
    await expectSoundShipping(shop)
  })

  test('when the acceptance is reverted before the next attempt', async () => {
    const { shop, service, id } = await confirmed()
    goDown(service, lose)
    await shop.runJobs()
    comeBack(service)
    await takeAcceptanceBack(shop, id)
    await shop.runJobs()
    const [shipmentKey] = keysOf(service)
    expect(cancellationsOf(service)).toEqual([{ shipmentKey }])
  })

  test('but not when they were never requested', async () => {
    const service = await startCarrierService()
    const shop = await market({ env: { TRADEHALL_RATE_LIMIT: 'off', ...carriersWith(service) } })
    await shop.send('POST', '/api/testing/carrier-conduct', { body: { labelDelaySeconds: 60 } })
    const { id } = await acceptedOrder(shop)
    const quote = await quoteBy(shop, id, 'marketplace', [PARCEL])
    await confirm(shop, quote.quoteUuid)
    await shop.runJobs()
    await takeAcceptanceBack(shop, id)
    await shop.advance(60)
    await shop.runJobs()
    expect([keysOf(service), cancellationsOf(service)]).toEqual([[], []])
    await expectSoundShipping(shop)
  })
})

test('labels for an address that has changed meanwhile are not used', async () => {
  const { shop, service, id } = await confirmed()
  const shipping = { street: 'Kaai 14', city: 'Gent', postalCode: '9000', countryCode: 'BE' }
  await shop.send('POST', `/api/testing/orders/${id}/-actions/update-address`, { body: { shipping } })
  await shop.runJobs()
  const { body } = await shop.send('GET', `/api/v1/orders/${id}/history`)
  expect(body.data[0].attributes.details.reason).toContain('address')
  // The labels that the carrier has created are cancelled.
  expect(cancellationsOf(service)).toEqual([{ reference: expect.any(String) }])
  await expectSoundShipping(shop)
})

test('labels of an order whose acceptance was reverted are cancelled', async () => {
  const { shop, service, id } = await confirmed()
  const locked = new Promise<void>((resolve) => {
    service.next.push(async (request, response) => {
      // While the carrier creates the labels, the marketplace reverts the acceptance.
      await takeAcceptanceBack(shop, id)
      make(request, response)
      resolve()
    })
  })
  await shop.runJobs()
  await locked
  expect(await orderOf(shop, id)).toMatchObject({
    status: 'ankor_confirmed',
    shippingMethod: null,
    shippingOverview: { latestQuote: null, parcels: [], transaction: null },
  })
  expect(cancellationsOf(service)).toContainEqual({ reference: 'REF-1' })
  await expectSoundShipping(shop)
})

test.each([
  ['gets labels as well', make],
  ['is refused by the carrier', refuse],
])(
  'an order keeps its labels when an attempt that was overtaken by another one %s',
  async (_how, answerLate) => {
    const { shop, service, id } = await confirmed()
    const [shipment] = await shop.platform.db<{ brandId: BrandId; shipmentId: string }[]>`
    select brand_id as "brandId", id as "shipmentId" from shipping.shipments where order_id = ${id}`
    if (!shipment) throw new Error('a confirmed quote has made a shipment')
    // The second attempt creates the labels while the first one still waits for the carrier.
    service.next.push(async (request, response) => {
      await makeLabels(shop.platform, shipment)
      answerLate(request, response)
    }, make)
    await makeLabels(shop.platform, shipment)
    expect(keysOf(service)).toHaveLength(2)
    await shop.runJobs()
    expect((await orderOf(shop, id)).status).toBe('shipping_labels_generated')
    expect(cancellationsOf(service)).toEqual([])
    await expectSoundShipping(shop)
  },
)
