/** `/tracking/…`: the public tracking page of shipments whose carrier has none. The link is signed, so it needs no token. */
import { Problem } from '@tradehall/jsonapi'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Http } from '../../../http/http.ts'
import { pageHeaders } from '../../../http/pages/headers.ts'
import { checkSignedLink } from '../../../http/pages/signed-links.ts'
import type { Platform } from '../../../platform/index.ts'
import { carriersOf } from '../carrier-list.ts'
import { shipmentStatusOf, trackingPath } from '../shipments/overview.ts'
import { findShipment, parcelsOf } from '../shipments/queries.ts'
import { listScans } from '../shipments/tracking-queries.ts'
import { CONTENT_SECURITY_POLICY, renderRefusal, renderTracking, type TrackedShipment } from './page.ts'

type Ids = { brand: string; shipment: string }

export function trackingPage({ app, platform }: Http): void {
  const path = trackingPath({ brand_id: ':brand', id: ':shipment' })
  // Browsers must not cache the page, because the link alone opens it, and browsers may be shared.
  app.get<{ Params: Ids }>(path, { config: { secret: true } }, async (request, reply) => {
    const { status, html } = await answer(platform, request)
    return send(reply, status, html)
  })
}

async function answer(
  platform: Platform,
  { raw, params }: FastifyRequest<{ Params: Ids }>,
): Promise<{ status: number; html: string }> {
  try {
    checkSignedLink(platform, raw.url ?? '')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.status === 410
      ? {
          status: 410,
          html: renderRefusal('This link has expired', 'Please ask the seller for a new tracking link.'),
        }
      : {
          status: 403,
          html: renderRefusal(
            'This link is not valid',
            'Part of it may be missing. Please open the whole link, or ask the seller for a new one.',
          ),
        }
  }
  const shipment = await readTracked(platform, params)
  if (shipment === undefined)
    return {
      status: 404,
      html: renderRefusal('There is no such shipment', 'Please ask the seller about it.'),
    }
  if (shipment === 'void')
    return {
      status: 410,
      html: renderRefusal(
        'This shipment was withdrawn',
        'The seller has cancelled its labels. Please ask the seller for the new tracking link.',
      ),
    }
  return { status: 200, html: renderTracking(shipment) }
}

async function readTracked(
  { db, config }: Platform,
  { brand, shipment: id }: Ids,
): Promise<TrackedShipment | 'void' | undefined> {
  const [shipment, parcels, scans] = await Promise.all([
    findShipment(db, brand, id),
    parcelsOf(db, brand, id),
    listScans(db, brand, id),
  ])
  if (!shipment) return undefined
  if (shipment.status !== 'ready') return 'void'
  return {
    carrierName: carriersOf(config).get(shipment.carrier_code)?.name ?? shipment.carrier_code,
    trackingNumber: shipment.tracking_number ?? '',
    status: shipmentStatusOf(parcels).status,
    expectedAt: latest(parcels.map(({ eta }) => eta)) ?? shipment.eta,
    parcels: parcels.map(({ number, tracking_number, status }) => ({
      number,
      trackingNumber: tracking_number,
      status,
    })),
    scans,
  }
}

/** The expected date of a shipment is that of its last parcel. */
const latest = (moments: readonly (Date | null)[]): Date | undefined =>
  moments.filter((moment) => moment !== null).sort((one, other) => other.getTime() - one.getTime())[0]

const send = (reply: FastifyReply, status: number, html: string) =>
  reply
    .status(status)
    .headers({ ...pageHeaders(CONTENT_SECURITY_POLICY), 'x-robots-tag': 'noindex, nofollow' })
    .send(html)
