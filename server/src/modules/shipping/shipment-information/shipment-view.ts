/** The view of an order's shipment, which merges the confirmed shipment with the brand's report. */
import type { Queryable } from '../../../platform/database.ts'
import { type BrandId, namedId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { ExternalShipment, LockedOrder, OrderRow, Shipment, ShippedItem } from '../../ordering/index.ts'
import { carriersOf } from '../carrier-list.ts'
import type { TrackingStatus } from '../carriers/carrier.ts'
import { findQuote } from '../quotes/queries.ts'
import { showQuote } from '../resources.ts'
import { shipmentStatusOf } from '../shipments/overview.ts'
import { findShipment, type ParcelRow, parcelsOf, type ShipmentRow } from '../shipments/queries.ts'
import { trackingLinkOf } from '../shipments/tracking-details.ts'
import {
  type FromAddress,
  findReportedShipment,
  type ReportedParcelRow,
  type ReportedShipmentRow,
} from './queries.ts'

export interface ShipmentView {
  id: string
  order_id: string
  carrier: string
  service_code: string | null
  tracking_number: string | null
  tracking_link: string | null
  status: TrackingStatus
  from_address: FromAddress | null
  quote_id: string | null
  parcels: readonly ParcelView[]
  /** The confirmed shipment; null if there is none. */
  shipment_id: string | null
  reported: ReportedShipmentRow | undefined
}

export interface ParcelView {
  id: string
  number: number
  tracking_number: string | null
  tracking_link: string | null
  status: TrackingStatus
  length_cm: number | null
  width_cm: number | null
  height_cm: number | null
  weight_g: number | null
  sscc: string | null
  shipped_items: readonly ShippedItem[]
}

type Order = Pick<OrderRow | LockedOrder, 'brand_id' | 'id' | 'shipment' | 'status'>

const ARRIVED: ReadonlySet<string> = new Set(['received', 'invoiced', 'brand_paid'])

export async function readShipmentView(
  reading: Pick<Platform, 'config'> & { db: Queryable },
  order: Order,
): Promise<ShipmentView | undefined> {
  const { db, config } = reading
  const shipmentId = order.shipment?.id ?? null
  const [found, confirmed] = await Promise.all([
    findReportedShipment(db, order.brand_id, order.id),
    shipmentId === null ? undefined : readConfirmed(db, order.brand_id, shipmentId),
  ])
  // A report on an abandoned shipment does not apply to a later one.
  const reported = found && [null, shipmentId].includes(found.shipment_id) ? found : undefined
  if (!reported && !confirmed) {
    const sent = outsideShipmentOf(order.shipment)
    return sent && viewOutsideShipment(reading, order.id, { ...sent, hasArrived: ARRIVED.has(order.status) })
  }
  const carrier = reported?.carrier ?? confirmed?.shipment.provider ?? 'other'
  const linkSource = { carriers: carriersOf(config), carrier }
  const number = reported?.tracking_number ?? confirmed?.shipment.tracking_number ?? null
  const quoteId = reported?.quote_id ?? confirmed?.shipment.quote_id ?? null
  const quote = quoteId === null ? undefined : await findQuote(db, order.brand_id, quoteId)
  const parcels = joinParcels(reported?.parcels ?? [], confirmed, linkSource)
  return {
    id: reported?.id ?? shipmentId ?? '',
    order_id: order.id,
    carrier,
    service_code: quote ? showQuote(quote).serviceCode || null : null,
    tracking_number: number,
    tracking_link:
      reported?.tracking_link ??
      confirmed?.shipment.tracking_link ??
      trackingLinkOf(linkSource.carriers, linkSource.carrier, number),
    status: confirmed?.isReady ? shipmentStatusOf(confirmed.parcels).status : (reported?.status ?? 'UNKNOWN'),
    from_address: reported?.from_address ?? (confirmed ? senderOf(confirmed.shipment) : null),
    // A quote that was never confirmed may have been deleted since.
    quote_id: quote ? quoteId : null,
    parcels,
    shipment_id: shipmentId,
    reported,
  }
}

interface ConfirmedShipment {
  shipment: ShipmentRow
  parcels: ParcelRow[]
  /** False while labels are being created; then the parcels have no status yet. */
  isReady: boolean
}

async function readConfirmed(db: Queryable, brandId: BrandId, id: string): Promise<ConfirmedShipment> {
  const [shipment, parcels] = await Promise.all([findShipment(db, brandId, id), parcelsOf(db, brandId, id)])
  invariant(shipment, 'the shipment of an order exists')
  return { shipment, parcels, isReady: shipment.status === 'ready' }
}

function senderOf({ ship_from }: ShipmentRow): FromAddress {
  const { name, organisationName, street, city, postalCode, countryCode } = ship_from
  return { name: name ?? organisationName ?? '', street, city, postalCode, countryCode }
}

interface LinkSource {
  carriers: ReturnType<typeof carriersOf>
  carrier: string
}

function joinParcels(
  reported: readonly ReportedParcelRow[],
  confirmed: ConfirmedShipment | undefined,
  { carriers, carrier }: LinkSource,
): ParcelView[] {
  const reportedByNumber = new Map(reported.map((parcel) => [parcel.number, parcel]))
  const confirmedByNumber = new Map(confirmed?.parcels.map((parcel) => [parcel.number, parcel]))
  const numbers = [...new Set([...reportedByNumber.keys(), ...confirmedByNumber.keys()])].sort(
    (one, other) => one - other,
  )
  return numbers.map((number) => {
    const report = reportedByNumber.get(number)
    const parcel = confirmedByNumber.get(number)
    const trackingNumber = report?.tracking_number ?? parcel?.tracking_number ?? null
    const status = confirmed?.isReady ? parcel?.status : report?.status
    return {
      id: report?.id ?? namedId(`parcel ${confirmed?.shipment.id} ${number}`),
      number,
      tracking_number: trackingNumber,
      tracking_link:
        report?.tracking_link ?? parcel?.tracking_link ?? trackingLinkOf(carriers, carrier, trackingNumber),
      status: status ?? report?.status ?? 'UNKNOWN',
      length_cm: report?.length_cm ?? parcel?.length_cm ?? null,
      width_cm: report?.width_cm ?? parcel?.width_cm ?? null,
      height_cm: report?.height_cm ?? parcel?.height_cm ?? null,
      weight_g: report?.weight_g ?? parcel?.weight_g ?? null,
      sscc: report?.sscc ?? null,
      shipped_items: report?.shipped_items ?? [],
    }
  })
}

/** A shipment of a warehouse, which is stored in the order's document. */
function outsideShipmentOf(
  shipment: Shipment | null | undefined,
): Omit<ExternalShipment, 'hasArrived'> | undefined {
  if (shipment?.outsideId === undefined) return undefined
  const { outsideId: id, outsideItems: items = [], provider, tracking } = shipment
  return { id, provider: provider ?? 'other', tracking, items }
}

/** Represents a shipment of a warehouse as one parcel with all items. */
export function viewOutsideShipment(
  { config }: Pick<Platform, 'config'>,
  orderId: string,
  { id, provider, tracking, items, hasArrived }: ExternalShipment,
): ShipmentView {
  const number = tracking?.number || null
  const shared = {
    tracking_number: number,
    tracking_link: tracking?.link || trackingLinkOf(carriersOf(config), provider, number),
    status: hasArrived ? 'DELIVERED' : 'TRANSIT',
  } as const
  const unknown = { length_cm: null, width_cm: null, height_cm: null, weight_g: null, sscc: null }
  return {
    ...shared,
    id,
    order_id: orderId,
    carrier: provider,
    service_code: null,
    from_address: null,
    quote_id: null,
    parcels: [{ ...shared, ...unknown, id: namedId(`parcel ${id} 1`), number: 1, shipped_items: items }],
    shipment_id: null,
    reported: undefined,
  }
}
