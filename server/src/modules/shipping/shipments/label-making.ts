/**
 * Creates the labels of a confirmed shipment. The carrier is called and labels are rendered before anything is locked; then
 * one transaction writes labels, parcels and the move of the order. After a crash the next attempt uses the same idempotency
 * key and gets the same tracking numbers.
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
import type { LabelRow } from './label-queries.ts'
import { saveLabel, writeLabelFile } from './label-store.ts'
import { confirmedDocument, quotedDocument } from './overview.ts'
import {
  beginAttempt,
  findShipment,
  type ParcelRow,
  parcelsOf,
  type ShipmentRow,
  saveLabelled,
  updateShipment,
} from './queries.ts'
import { abandonShipment } from './take-backs.ts'

/** With the backoff of the queue, which grows to two hours, the last attempt is more than three hours after the first. */
export const MAX_ATTEMPTS = 10
/** Enough for a carrier to create twenty labels. */
const CARRIER_TIMEOUT_MS = 30_000

const BY_MARKETPLACE = { party: 'marketplace', applicationId: null } as const

/** Idempotent: does nothing if the labels exist or the shipment was abandoned. */
export async function makeLabels(
  platform: Platform,
  { brandId, shipmentId }: { brandId: BrandId; shipmentId: string },
): Promise<void> {
  const shipment = await beginAttempt(platform.db, brandId, shipmentId)
  if (!shipment) return
  if (shipment.attempts > MAX_ATTEMPTS) {
    await giveUp(platform, shipment, { failure: 'The labels could not be made.' })
    return
  }
  try {
    await commitLabels(platform, shipment, await createLabels(platform, shipment))
  } catch (error) {
    const isRefused = error instanceof CarrierRefused
    if (!isRefused && shipment.attempts < MAX_ATTEMPTS) throw error
    platform.log.error(
      { shipment_id: shipmentId, causes: causeChain(error) },
      'labels of a shipment could not be created; the order is reset',
    )
    const failure = isRefused ? error.message : 'The labels could not be made.'
    await giveUp(platform, shipment, { failure, isRefused })
  }
}

interface CreatedLabels {
  made: LabelledShipment
  carrier: Carrier
  quote: QuoteRow
  labels: RenderedLabel[]
}

async function createLabels(
  { db, clock, config, tracing }: Platform,
  shipment: ShipmentRow,
): Promise<CreatedLabels> {
  const [parcels, quote, recipientPhone] = await Promise.all([
    parcelsOf(db, shipment.brand_id, shipment.id),
    findQuote(db, shipment.brand_id, shipment.quote_id),
    readRecipientPhone(db, shipment),
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
    { signal: AbortSignal.timeout(CARRIER_TIMEOUT_MS), tracing },
  )
  // Stored immediately, so that the shipment can be cancelled even if a later step fails.
  await updateShipment(db, shipment, { carrier_reference: made.reference, updated_at: clock.now() })
  const labels: CreatedLabels['labels'] = []
  for (const parcel of parcels) {
    const label = await renderParcelLabel(shipment, parcel, {
      carrier,
      made,
      recipientPhone,
      at: clock.now(),
    })
    await writeLabelFile(config, label.row, label.bytes)
    labels.push(label)
  }
  return { made, carrier, quote, labels }
}

/** The phone number of the retailer, because addresses of orders have none. */
export async function readRecipientPhone(
  db: Queryable,
  { brand_id, order_id }: Pick<ShipmentRow, 'brand_id' | 'order_id'>,
): Promise<string | null> {
  const order = await findOrder(db, brand_id, order_id)
  const retailer = order && (await findRetailer(db, order.retailer_id))
  return retailer?.phone_number_e164 ?? null
}

export interface RenderedLabel {
  row: LabelRow
  bytes: Buffer
}

/** Uses the carrier's label or renders one. The id is derived from the parcel, so that a retry gets the same one. */
export async function renderParcelLabel(
  shipment: ShipmentRow,
  parcel: ParcelRow,
  {
    carrier,
    made,
    recipientPhone,
    at,
  }: { carrier: Carrier; made: LabelledShipment; recipientPhone: string | null; at: Date },
): Promise<RenderedLabel> {
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
  // Loaded on first use: only workers render labels, and the libraries need about 20 MB.
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

/** Writes labels, parcels and the order's move atomically. Abandons the shipment if the order no longer has it. */
async function commitLabels(
  platform: Platform,
  shipment: ShipmentRow,
  created: CreatedLabels,
): Promise<void> {
  await inTransaction(platform, async (work) => {
    const order = await lockOrder(work.db, shipment.brand_id, shipment.order_id)
    if (await areMade(work.db, shipment)) return
    if (!isCurrent(order, shipment)) return await abandonShipment(work, shipment)
    if (!isDeepStrictEqual(wholeAddress(shipment.ship_to), wholeAddress(order.shipping_address as Address))) {
      throw new CarrierRefused(
        shipment.carrier_code,
        'other',
        'The shipping address has changed since the quote was made.',
      )
    }
    const ready = await saveLabels(work, platform, shipment, created)
    const parcels = await parcelsOf(work.db, shipment.brand_id, shipment.id)
    await moveOrder(
      work,
      { brandId: shipment.brand_id, orderId: shipment.order_id },
      {
        command: 'generate-labels',
        by: BY_MARKETPLACE,
        decide: () => ({
          columns: { shipment: confirmedDocument(ready, parcels, created.quote, order) },
          details: { carrierCode: shipment.carrier_code, parcels: parcels.length },
        }),
      },
    )
  })
}

/**
 * Whether another attempt has created the labels meanwhile: a process that was suspended loses its lease, but continues with
 * the data that it has read before. Call this while the order is locked.
 */
async function areMade(tx: Queryable, { brand_id, id }: ShipmentRow): Promise<boolean> {
  const shipment = await findShipment(tx, brand_id, id)
  return shipment?.status === 'ready'
}

const isCurrent = (order: LockedOrder, shipment: ShipmentRow) =>
  order.status === 'brand_confirmed' && order.shipment?.id === shipment.id

async function saveLabels(
  { db: tx, clock }: Work,
  { config }: Platform,
  shipment: ShipmentRow,
  { made, carrier, labels }: CreatedLabels,
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

/** Resets the order so that a quote can be confirmed again, and records the reason in its history. */
async function giveUp(
  platform: Platform,
  shipment: ShipmentRow,
  { failure, isRefused = false }: { failure: string; isRefused?: boolean },
): Promise<void> {
  await inTransaction(platform, async (work) => {
    const { db: tx } = work
    const order = await lockOrder(tx, shipment.brand_id, shipment.order_id)
    if (await areMade(tx, shipment)) return
    if (!isCurrent(order, shipment)) return await abandonShipment(work, shipment, { isRefused })
    await abandonShipment(work, shipment, { status: 'failed', failure, isRefused })
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
        by: BY_MARKETPLACE,
        event: orderEvents.labelsGeneratedReverted,
        details: { reason: failure, attempts: shipment.attempts },
      },
    })
  })
}
