/** Events that carriers report about parcels, signed as the server requires. */
import { createHmac } from 'node:crypto'
import type { Answer, Market } from './market.ts'

export const CARRIER_SECRET = 'a-secret-of-a-carrier'
/** Settings of a server that receives scans from carriers. */
export const CARRIER_ENV = {
  TRADEHALL_CARRIER_SECRETS: `marketplace=${CARRIER_SECRET},dpd=${CARRIER_SECRET}`,
}

let events = 0

/** A scan of a parcel, as a carrier reports it. */
export const parcelScan = (trackingNumber: string, status: string, more: object = {}) => ({
  eventId: `event-${++events}`,
  trackingNumber,
  status,
  occurredAt: '2026-03-04T10:00:00Z',
  ...more,
})

export interface Signing {
  secret?: string
  /** Unix time in seconds. */
  at?: number
  carrier?: string
  signature?: string | undefined
}

export function reportScan(shop: Market, event: object, signing: Signing = {}): Promise<Answer> {
  const { secret = CARRIER_SECRET, at = Math.floor(Date.now() / 1000), carrier = 'marketplace' } = signing
  const payload = JSON.stringify(event)
  const signature =
    'signature' in signing
      ? signing.signature
      : createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')
  return shop.send('POST', `/api/carriers/v1/${carrier}/tracking`, {
    as: null,
    payload,
    headers: { 'carrier-timestamp': String(at), 'carrier-signature': signature },
  })
}
