/** Renders the shipment document that is stored on the order. */
import { instantOffset } from '@tradehall/jsonapi'
import type { Config } from '../../../config.ts'
import type { LatestQuote, Shipment, ShipmentParcel, ShipmentTracking } from '../../ordering/index.ts'
import { withoutShipment } from '../../ordering/index.ts'
import { MARKETPLACE } from '../carrier-list.ts'
import type { Parcel, TrackingStatus } from '../carriers/carrier.ts'
import { chargeTypeOf, flowOf } from '../quotes/flows.ts'
import type { NewQuote } from '../quotes/queries.ts'
import { formatSizes, showSize } from '../sizes.ts'
import type { ParcelRow, Pickup, ShipmentRow } from './queries.ts'

/** The document while no quote is confirmed. `quote` is the cheapest one. */
export function quotedDocument(
  config: Pick<Config, 'labelQuotes'>,
  {
    parcels,
    quote,
    kept,
  }: {
    parcels: readonly Parcel[]
    quote: NewQuote | undefined
    /** The members that do not depend on quotes. */
    kept: Shipment
  },
): Shipment {
  const flow = quote && flowOf(config, quote.carrier_code, false)
  return {
    ...kept,
    latestQuote: quote && flow ? showQuote(quote, flow) : null,
    sizes: formatSizes(parcels),
  }
}

/** The document after a quote was confirmed. */
export function confirmedDocument(
  shipment: ShipmentRow,
  parcels: readonly ParcelRow[],
  quote: NewQuote,
  order: { shipment?: Shipment | null },
): Shipment {
  const isReady = shipment.status === 'ready'
  return {
    ...withoutShipment(order.shipment),
    id: shipment.id,
    provider: shipment.provider,
    tracking:
      shipment.flow === 'own' && (shipment.tracking_number || shipment.tracking_link)
        ? { number: shipment.tracking_number ?? '', link: shipment.tracking_link ?? '' }
        : null,
    latestQuote: showQuote(quote, shipment.flow),
    parcels: parcels.map((parcel) => showParcel(shipment, parcel, isReady)),
    transaction: isReady
      ? { pickup: shipment.pickup && showPickup(shipment.pickup), tracking: showShipment(shipment, parcels) }
      : null,
  }
}

function showQuote(quote: NewQuote, flow: ShipmentRow['flow']): LatestQuote {
  const money = { amount: quote.cost_minor, currency: quote.currency }
  const isOwnShipment = flow === 'own' && quote.carrier_code === MARKETPLACE
  return {
    id: quote.id,
    provider: isOwnShipment ? 'custom' : quote.carrier_code,
    rateProvider: quote.carrier_code,
    rateAmount: money,
    shippingCostsOverview:
      quote.cost_minor === 0 ? null : { ...money, type: chargeTypeOf(quote.carrier_code) },
  }
}

function showParcel(shipment: ShipmentRow, parcel: ParcelRow, isReady: boolean): ShipmentParcel {
  const size = showSize({
    lengthCm: parcel.length_cm,
    widthCm: parcel.width_cm,
    heightCm: parcel.height_cm,
    weightG: parcel.weight_g,
  })
  if (!isReady || parcel.tracking_number === null) return size
  return {
    ...size,
    trackedPackage: {
      labelPath: parcel.label_id && labelPath(shipment.order_id, parcel.label_id),
      eta: at(parcel.eta ?? shipment.eta),
      trackingNumber: parcel.tracking_number,
      ...linkOf(shipment, parcel),
      currentStatus: showStatus(parcel),
    },
  }
}

/** If the carrier has no tracking page, shipments with labels of the marketplace get one on this server. */
const linkOf = (shipment: ShipmentRow, { tracking_link }: Pick<ParcelRow, 'tracking_link'>) => ({
  trackingLink: tracking_link,
  ...(tracking_link === null && shipment.flow === 'labels' && { trackingPath: trackingPath(shipment) }),
})

/** Includes the brand because every statement on a tenant table has to name it. */
export const trackingPath = ({ brand_id, id }: Pick<ShipmentRow, 'brand_id' | 'id'>) =>
  `/tracking/${brand_id}/${id}`

export const labelsPath = (orderId: string) => `/api/v1/orders/${orderId}/shipping-labels/pdf`

export const labelPath = (orderId: string, labelId: string) =>
  `/api/v1/orders/${orderId}/shipping-labels/${labelId}/pdf`

function showPickup({ pickupOn, readyTime, closeTime, reference, address }: Pickup) {
  return {
    pickupDate: at(new Date(`${pickupOn}T00:00:00Z`)) as string,
    readyTime,
    closeTime,
    externalReferenceId: reference,
    pickupAddress: address ?? null,
  }
}

function showShipment(shipment: ShipmentRow, parcels: readonly ParcelRow[]): ShipmentTracking {
  return {
    eta: at(shipment.eta),
    trackingNumber: shipment.tracking_number,
    ...linkOf(shipment, shipment),
    currentStatus: showStatus(shipmentStatusOf(parcels)),
  }
}

type ParcelTracking = Pick<ParcelRow, 'status' | 'status_details' | 'status_at' | 'location'>

const showStatus = ({ status, status_details, status_at, location }: ParcelTracking) => ({
  status,
  statusDetails: status_details,
  updatedAt: at(status_at),
  location: location ?? { city: null, state: null, zip: null, country: null },
})

/** A problem of one parcel is one of the shipment; otherwise the parcel with the least progress decides. */
const BY_PRECEDENCE: readonly TrackingStatus[] = [
  'FAILURE',
  'RETURNED',
  'TRANSIT',
  'PRE_TRANSIT',
  'UNKNOWN',
  'DELIVERED',
]

/** The status of a shipment, with the details of the parcel that was scanned last among those with this status. */
export function shipmentStatusOf(parcels: readonly ParcelTracking[]): ParcelTracking {
  const statuses = new Set(parcels.map(({ status }) => status))
  // If only some parcels are delivered, the shipment is in transit.
  const first = BY_PRECEDENCE.find((one) => statuses.has(one)) ?? 'UNKNOWN'
  const status = first !== 'DELIVERED' && statuses.has('DELIVERED') && !isProblem(first) ? 'TRANSIT' : first
  const [latest] = parcels
    .filter((parcel) => parcel.status === status)
    .sort((one, other) => (other.status_at?.getTime() ?? 0) - (one.status_at?.getTime() ?? 0))
  return latest ?? { status, status_details: null, status_at: null, location: null }
}

const isProblem = (status: TrackingStatus) => status === 'FAILURE' || status === 'RETURNED'

const at = (moment: Date | null): string | null =>
  moment === null ? null : (instantOffset.encode?.(moment) as string)
