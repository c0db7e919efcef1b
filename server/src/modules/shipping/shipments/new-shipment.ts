/** Initial rows of a shipment and its parcels. */
import type { LockedOrder } from '../../ordering/index.ts'
import type { Parcel } from '../carriers/carrier.ts'
import type { NewQuote, NewRequest } from '../quotes/queries.ts'
import type { ParcelRow, ShipmentRow } from './queries.ts'

/** The columns that are the same for every flow. */
export function newShipment(
  order: Pick<LockedOrder, 'brand_id' | 'id' | 'reference'>,
  quote: NewQuote,
  request: Pick<NewRequest, 'ship_from' | 'ship_to'>,
  { id, at }: { id: string; at: Date },
) {
  return {
    brand_id: order.brand_id,
    id,
    order_id: order.id,
    quote_id: quote.id,
    ship_from: request.ship_from,
    ship_to: request.ship_to,
    order_reference: String(order.reference),
    attempts: 0,
    failure: null,
    carrier_reference: null,
    tracking_number: null,
    tracking_link: null,
    eta: quote.transit && new Date(`${quote.transit.deliveryOn}T23:59:59Z`),
    pickup: null,
    shipped_at: null,
    printed_at: null,
    created_at: at,
    updated_at: at,
  }
}

/** Parcels before their first scan. */
export function newParcels(shipment: ShipmentRow, parcels: readonly Parcel[]): ParcelRow[] {
  return parcels.map((parcel, i) => ({
    brand_id: shipment.brand_id,
    shipment_id: shipment.id,
    number: i + 1,
    length_cm: parcel.lengthCm,
    width_cm: parcel.widthCm,
    height_cm: parcel.heightCm,
    weight_g: parcel.weightG,
    carrier_code: shipment.carrier_code,
    tracking_number: null,
    tracking_link: null,
    label_id: null,
    status: 'UNKNOWN',
    status_details: null,
    status_at: null,
    location: null,
    eta: null,
  }))
}
