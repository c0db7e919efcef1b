import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { pointersOf } from '../../../test/answers.ts'
import { CARRIER_ENV, parcelScan, reportScan } from '../../../test/carrier-events.ts'
import { market } from '../../../test/market.ts'
import { labelledOrder, orderOf } from '../../../test/shipping.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off', ...CARRIER_ENV } })
const { order } = await labelledOrder(shop)
const { shippingOverview } = await orderOf(shop, order.id)
const number = shippingOverview.parcels[0].trackedPackage.trackingNumber
const now = () => Math.floor(Date.now() / 1000)

describe('a call of a carrier', () => {
  test('with a wrong signature, or without one, is refused and changes nothing', async () => {
    const event = parcelScan(number, 'TRANSIT')
    for (const signing of [
      { secret: 'another-secret-of-a-carrier' },
      { signature: undefined },
      { signature: 'zz' },
      { signature: 'ab'.repeat(32) },
    ]) {
      expect((await reportScan(shop, event, signing)).status).toBe(403)
    }
    expect((await orderOf(shop, order.id)).status).toBe('shipping_labels_generated')
  })

  test('that is too old, or from the future, is refused, by real time', async () => {
    const event = parcelScan(number, 'PRE_TRANSIT')
    await shop.advance(86_400)
    expect((await reportScan(shop, event, { at: now() - 301 })).status).toBe(403)
    expect((await reportScan(shop, event, { at: now() + 330 })).status).toBe(403)
    expect((await reportScan(shop, event, { at: now() - 240 })).status).toBe(200)
  })

  test('has a signature that covers its body', async () => {
    const at = now()
    const payload = JSON.stringify(parcelScan(number, 'PRE_TRANSIT'))
    const { createHmac } = await import('node:crypto')
    const signature = createHmac('sha256', 'a-secret-of-a-carrier').update(`${at}.${payload}`).digest('hex')
    const send = (payload: string) =>
      shop.send('POST', '/api/carriers/v1/marketplace/tracking', {
        as: null,
        payload,
        headers: { 'carrier-timestamp': String(at), 'carrier-signature': signature },
      })
    expect((await send(payload.replace('PRE_TRANSIT', 'DELIVERED'))).status).toBe(403)
    expect((await send(payload)).body).toEqual({ outcome: 'applied' })
    // A replayed request changes nothing.
    expect((await send(payload)).body).toEqual({ outcome: 'known' })
  })

  test('must be from a known carrier with a secret', async () => {
    const event = parcelScan(number, 'TRANSIT')
    expect((await reportScan(shop, event, { carrier: 'oxcart' })).status).toBe(404)
    expect((await reportScan(shop, event, { carrier: 'Ox%20Cart' })).status).toBe(404)
    const untold = await reportScan(shop, event, { carrier: 'ups' })
    expect([untold.status, untold.body.errors[0].detail]).toEqual([
      403,
      expect.stringContaining('TRADEHALL_CARRIER_SECRETS'),
    ])
    // A carrier cannot report on the numbers of another carrier.
    expect((await reportScan(shop, event, { carrier: 'dpd' })).status).toBe(404)
    expect((await reportScan(shop, parcelScan(randomUUID(), 'TRANSIT'))).status).toBe(404)
  })

  test('must have a valid body', async () => {
    const bad = await reportScan(shop, { ...parcelScan(number, 'LOST'), occurredAt: 'yesterday', more: 1 })
    expect([bad.status, pointersOf(bad).sort()]).toEqual([422, ['more', 'occurredAt', 'status']])
  })
})
