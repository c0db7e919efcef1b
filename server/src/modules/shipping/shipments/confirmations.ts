/** Confirmation of a quote: the order is shipped immediately, or labels are created by a background job. */
import { isDeepStrictEqual } from 'node:util'
import { missing } from '../../../domain/ownership.ts'
import { type Address, wholeAddress } from '../../../domain/postal-address.ts'
import { recordEvents } from '../../../platform/events/outbox.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import {
  billShipping,
  type LockedOrder,
  lockOrder,
  type Mover,
  moveOrder,
  type OrderRow,
  roundOf,
  saveShipment,
} from '../../ordering/index.ts'
import { carriersOf, MARKETPLACE } from '../carrier-list.ts'
import { addressChanged, labelsUnderWay, notConfirmed, quoteVoid, stateUpdateFailed } from '../errors.ts'
import type { LabelFormat } from '../labels/label.ts'
import { chargeTypeOf, flowOf } from '../quotes/flows.ts'
import { findQuoteWithRequest, type QuoteRow, quoteExists, type RequestRow } from '../quotes/queries.ts'
import { labelsOrdered } from './jobs.ts'
import { newParcels, newShipment } from './new-shipment.ts'
import { confirmedDocument } from './overview.ts'
import { insertShipment, type ShipmentRow } from './queries.ts'
import { refuseIncompleteTracking, resolveTracking, type TrackingDetails } from './tracking-details.ts'

export interface Confirmation {
  labelFormat: LabelFormat
  tracking?: TrackingDetails | undefined
}

type ShippingWork = Work & Pick<Platform, 'config'>

export async function confirmQuote(
  platform: ShippingWork,
  { brandId, quoteId }: { brandId: BrandId; quoteId: string },
  confirmation: Confirmation,
  by: Mover,
): Promise<QuoteRow> {
  const { db } = platform
  const offer = await findQuoteWithRequest(db, brandId, quoteId)
  if (!offer) throw missing('shipping quote', quoteId, { exists: await quoteExists(db, quoteId) })
  if (confirmation.tracking) refuseIncompleteTracking(confirmation.tracking)
  const { quote } = offer
  const flow = flowOf(platform.config, quote.carrier_code, confirmation.tracking !== undefined)
  await (flow === 'own' ? shipByBrand : orderLabels)(platform, offer, confirmation, by)
  return quote
}

/** Both are immutable, so they are read before the order is locked. */
interface QuoteWithRequest {
  quote: QuoteRow
  request: RequestRow
}

/** The brand ships itself: the order becomes `shipped`. */
async function shipByBrand(
  platform: ShippingWork,
  offer: QuoteWithRequest,
  { labelFormat, tracking = {} }: Confirmation,
  by: Mover,
): Promise<void> {
  const { quote } = offer
  const orderKey = { brandId: quote.brand_id, orderId: quote.order_id }
  const tracked = resolveTracking(carriersOf(platform.config), quote.carrier_code, tracking)
  await moveOrder(platform, orderKey, {
    command: 'confirm-carrier-quote',
    by,
    conflict: stateUpdateFailed,
    async decide(work, order) {
      const { columns, details } = await saveConfirmed(work, order, offer, {
        flow: 'own',
        status: 'ready',
        carrier_code: tracked.provider,
        provider: tracked.provider === MARKETPLACE ? 'other' : tracked.provider,
        label_format: labelFormat,
        tracking_number: tracked.number,
        tracking_link: tracked.link,
        shipped_at: work.clock.now(),
      })
      return { columns, details }
    },
  })
}

/** The status of the order does not change until the labels are created. */
async function orderLabels(
  platform: ShippingWork,
  offer: QuoteWithRequest,
  { labelFormat }: Confirmation,
  by: Mover,
): Promise<void> {
  const { quote } = offer
  await inTransaction(platform, async (work) => {
    const order = await lockOrder(work.db, quote.brand_id, quote.order_id)
    refuseConfirmation(order)
    const { shipment, columns, details } = await saveConfirmed(work, order, offer, {
      flow: 'labels',
      status: 'pending',
      carrier_code: quote.carrier_code,
      provider: quote.carrier_code,
      label_format: labelFormat,
    })
    await saveShipment(work, order, {
      shipment: columns.shipment,
      columns: { ...columns, shipping_method: 'marketplace' },
      entry: { command: 'confirm-label-quote', by, details },
    })
    // The relay enqueues the jobs of many events at once, because transactions that enqueue jobs serialize on commit.
    const subject = { brandId: quote.brand_id, subjectId: shipment.id }
    await recordEvents(work, [{ type: labelsOrdered, ...subject }])
  })
}

export function refuseConfirmation(order: Pick<LockedOrder, 'id' | 'status'>): void {
  if (order.status !== 'brand_confirmed') throw notConfirmed(order)
}

/** Fails unless the quote belongs to the current round of the order and to its current address. */
export function confirmable(
  order: Pick<OrderRow, 'id' | 'shipment'> & { shipping_address?: unknown },
  { request }: QuoteWithRequest,
): RequestRow {
  if (order.shipment?.id) throw labelsUnderWay(order.id)
  if (request.round !== roundOf(order.shipment ?? null)) throw quoteVoid(order.id)
  const address = wholeAddress(order.shipping_address as Address)
  if (!isDeepStrictEqual(wholeAddress(request.ship_to), address)) throw addressChanged(order.id)
  return request
}

/** The columns of a new shipment that depend on who ships. */
type ShipperColumns = Pick<ShipmentRow, 'flow' | 'status' | 'carrier_code' | 'provider' | 'label_format'> &
  Partial<Pick<ShipmentRow, 'tracking_number' | 'tracking_link' | 'shipped_at'>>

async function saveConfirmed(
  work: Work,
  order: LockedOrder,
  offer: QuoteWithRequest,
  shipper: ShipperColumns,
) {
  const { quote } = offer
  const request = confirmable(order, offer)
  const creation = { id: work.ids.next(), at: work.clock.now() }
  const shipment: ShipmentRow = { ...newShipment(order, quote, request, creation), ...shipper }
  const parcels = newParcels(shipment, request.parcels)
  const charge = { type: chargeTypeOf(quote.carrier_code), amountMinor: quote.cost_minor }
  await insertShipment(work.db, shipment, parcels)
  const billed = await billShipping(work, order, charge)
  return {
    shipment,
    columns: { ...billed, shipment: confirmedDocument(shipment, parcels, quote, order) },
    details: {
      quoteId: quote.id,
      carrierCode: quote.carrier_code,
      [charge.type]: { amount: quote.cost_minor, currency: quote.currency },
    },
  }
}
