/**
 * Making the labels of a confirmed shipment. The carrier is asked and the pages are drawn before anything is locked; then
 * one transaction writes labels, parcels and the move of the order, or nothing. Whoever is killed in between leaves
 * nothing behind: the next attempt asks with the same key and gets the same numbers.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Address, wholeAddress } from '../../../domain/postal-address.ts'
import { causeChain } from '../../../platform/cause-chain.ts'
import type { Queryable } from '../../../platform/database.ts'
import { type BrandId, namedId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { findRetailer } from '../../identity/index.ts'
import {
  billShipping,
  findOrder,
  type LockedOrder,
  lockOrder,
  moveOrder,
  orderEvents,
  saveShipment,
  withoutShipment,
} from '../../ordering/index.ts'
import { carriersOf } from '../carrier-list.ts'
import { type Carrier, CarrierRefused, type LabelledShipment } from '../carriers/carrier.ts'
import { findQuote, findQuoteWithRequest, type QuoteRow } from '../quotes/queries.ts'
import { keepLabel, saveLabel } from './label-store.ts'
import { confirmedDocument, quotedDocument } from './overview.ts'
import {
  beginAttempt,
  type LabelRow,
  type ParcelRow,
  parcelsOf,
  type ShipmentRow,
  saveLabelled,
  updateShipment,
} from './queries.ts'
import { abandonShipment } from './take-backs.ts'

/** The queue waits up to two hours between them, so that the last comes more than three hours after the first. */
export const MAX_ATTEMPTS = 10
/** As long as a carrier may take for twenty labels. */
const CARRIER_MS = 30_000

const MARKETPLACE_ITSELF = { party: 'marketplace', applicationId: null } as const

/** Does nothing when the labels are there, or no longer wanted, so it may run twice. */
export async function makeLabels(
  platform: Platform,
  { brandId, shipmentId }: { brandId: BrandId; shipmentId: string },
): Promise<void> {
  const shipment = await beginAttempt(platform.db, brandId, shipmentId)
  if (!shipment) return
  if (shipment.attempts > MAX_ATTEMPTS) {
    await giveUp(platform, shipment, 'The labels could not be made.')
    return
  }
  try {
    await commitLabels(platform, shipment, await drawLabels(platform, shipment))
  } catch (error) {
    if (!(error instanceof CarrierRefused) && shipment.attempts < MAX_ATTEMPTS) throw error
    platform.log.error({ shipment_id: shipmentId, causes: causeChain(error) }, 'labels could not be made')
    const reason = error instanceof CarrierRefused ? error.message : 'The labels could not be made.'
    await giveUp(platform, shipment, reason)
  }
}

interface Drawn {
  made: LabelledShipment
  carrier: Carrier
  quote: QuoteRow
  labels: DrawnLabel[]
}

async function drawLabels({ db, clock, config }: Platform, shipment: ShipmentRow): Promise<Drawn> {
  const [parcels, quote, recipientPhone] = await Promise.all([
    parcelsOf(db, shipment.brand_id, shipment.id),
    findQuote(db, shipment.brand_id, shipment.quote_id),
    phoneOfRetailer(db, shipment),
  ])
  invariant(quote, 'a shipment has a quote')
  const carrier = carriersOf(config).get(shipment.carrier_code)
  if (!carrier) {
    throw new CarrierRefused(
      shipment.carrier_code,
      'other',
      `There is no carrier ${shipment.carrier_code} any more.`,
    )
  }
  const made = await carrier.createLabels(
    {
      from: shipment.ship_from,
      to: shipment.ship_to,
      parcels: parcels.map(measuresOf),
      askedAt: shipment.created_at,
      serviceCode: quote.service_code,
      orderReference: shipment.order_reference,
      format: shipment.label_format,
      idempotencyKey: shipment.id,
    },
    { signal: AbortSignal.timeout(CARRIER_MS) },
  )
  // Known from now on, so that it can be cancelled whatever happens next.
  await updateShipment(db, shipment, { carrier_reference: made.reference, updated_at: clock.now() })
  const labels: Drawn['labels'] = []
  for (const parcel of parcels) {
    const label = await drawLabel(shipment, parcel, { carrier, made, recipientPhone, at: clock.now() })
    await keepLabel(config, label.row, label.bytes)
    labels.push(label)
  }
  return { made, carrier, quote, labels }
}

/** Addresses of orders have no phone number: it is that of the retailer. */
export async function phoneOfRetailer(
  db: Queryable,
  { brand_id, order_id }: Pick<ShipmentRow, 'brand_id' | 'order_id'>,
): Promise<string | null> {
  const order = await findOrder(db, brand_id, order_id)
  const retailer = order && (await findRetailer(db, order.retailer_id))
  return retailer?.phone_number_e164 ?? null
}

interface DrawnLabel {
  row: LabelRow
  bytes: Buffer
}

/** The carrier's own page, or one of ours. Its id follows from the parcel, so that it has one however often it is drawn. */
export async function drawLabel(
  shipment: ShipmentRow,
  parcel: ParcelRow,
  {
    carrier,
    made,
    recipientPhone,
    at,
  }: { carrier: Carrier; made: LabelledShipment; recipientPhone: string | null; at: Date },
): Promise<DrawnLabel> {
  const { trackingNumber, label } = made.parcels[parcel.number - 1] ?? { trackingNumber: '', label: null }
  const shown = {
    carrierName: carrier.name,
    serviceName: made.serviceName,
    sender: shipment.ship_from,
    recipient: shipment.ship_to,
    recipientPhone,
    weightG: parcel.weight_g,
    parcel: { number: parcel.number, count: made.parcels.length },
    orderReference: shipment.order_reference,
    trackingNumber,
    madeAt: shipment.created_at,
  }
  // Loaded with the first label: only the worker draws, and what draws takes some 20 MB.
  const { renderLabel } = await import('../labels/render-label.ts')
  const bytes = label ?? (await renderLabel(shown, shipment.label_format))
  const row = {
    brand_id: shipment.brand_id,
    id: namedId(`label/${shipment.id}/${parcel.number}`),
    order_id: shipment.order_id,
    shipment_id: shipment.id,
    parcel_number: parcel.number,
    size: bytes.length,
    created_at: at,
  }
  return { row, bytes }
}

export const measuresOf = ({ length_cm, width_cm, height_cm, weight_g }: ParcelRow) => ({
  lengthCm: length_cm,
  widthCm: width_cm,
  heightCm: height_cm,
  weightG: weight_g,
})

/** Labels, parcels and the order's move: all of it, or the shipment is void because the order has gone another way. */
async function commitLabels(platform: Platform, shipment: ShipmentRow, drawn: Drawn): Promise<void> {
  await inTransaction(platform, async (work) => {
    const order = await lockOrder(work.db, shipment.brand_id, shipment.order_id)
    if (!isWanted(order, shipment)) return await abandonShipment(work, shipment)
    if (!isDeepStrictEqual(wholeAddress(shipment.ship_to), wholeAddress(order.shipping_address as Address))) {
      throw new CarrierRefused(
        shipment.carrier_code,
        'other',
        'The shipping address has changed since the quote was made.',
      )
    }
    const ready = await saveLabels(work, platform, shipment, drawn)
    const parcels = await parcelsOf(work.db, shipment.brand_id, shipment.id)
    await moveOrder(
      work,
      { brandId: shipment.brand_id, orderId: shipment.order_id },
      {
        command: 'generate-labels',
        by: MARKETPLACE_ITSELF,
        decide: () => ({
          columns: { shipment: confirmedDocument(ready, parcels, drawn.quote, order) },
          details: { carrierCode: shipment.carrier_code, parcels: parcels.length },
        }),
      },
    )
  })
}

const isWanted = (order: LockedOrder, shipment: ShipmentRow) =>
  order.status === 'brand_confirmed' && order.shipment?.id === shipment.id

async function saveLabels(
  { db: tx, clock }: Work,
  { config }: Platform,
  shipment: ShipmentRow,
  { made, carrier, labels }: Drawn,
): Promise<ShipmentRow> {
  for (const { row, bytes } of labels) await saveLabel(tx, config, row, bytes)
  const labelled = labels.map(({ row }, i) => {
    const trackingNumber = made.parcels[i]?.trackingNumber ?? ''
    const trackingLink = carrier.trackingLink(trackingNumber)
    return { number: row.parcel_number, trackingNumber, trackingLink, labelId: row.id }
  })
  await saveLabelled(tx, shipment, labelled)
  const changes = {
    status: 'ready',
    carrier_reference: made.reference,
    tracking_number: made.trackingNumber,
    tracking_link: carrier.trackingLink(made.trackingNumber),
    updated_at: clock.now(),
  } as const
  await updateShipment(tx, shipment, changes)
  return { ...shipment, ...changes }
}

/** Puts the order back to where a quote can be confirmed, the same one included, and tells the brand why. */
async function giveUp(platform: Platform, shipment: ShipmentRow, reason: string): Promise<void> {
  await inTransaction(platform, async (work) => {
    const { db: tx } = work
    const order = await lockOrder(tx, shipment.brand_id, shipment.order_id)
    if (!isWanted(order, shipment)) return await abandonShipment(work, shipment)
    await abandonShipment(work, shipment, { status: 'failed', failure: reason })
    const offer = await findQuoteWithRequest(tx, shipment.brand_id, shipment.quote_id)
    invariant(offer, 'a shipment has a quote')
    const { quote, request } = offer
    const kept = withoutShipment(order.shipment)
    const quoted = { parcels: request.parcels, quote, kept }
    await saveShipment(work, order, {
      shipment: quotedDocument(platform.config, quoted),
      columns: { ...(await billShipping(work, order, null)), shipping_method: null },
      entry: {
        command: 'fail-labels',
        by: MARKETPLACE_ITSELF,
        event: orderEvents.labelsGeneratedReverted,
        details: { reason, attempts: shipment.attempts },
      },
    })
  })
}
