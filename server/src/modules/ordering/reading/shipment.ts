/** The shipment of an order, as the shipping module writes it and as the order shows it. */
import type { LoadOwned } from '../../../platform/owned.ts'

export type ShippingMethod = 'custom' | 'marketplace'

/** Instants are written as they are sent. */
export interface Shipment {
  /** How it can be shipped, where that is not every way. */
  availableShippingMethods?: readonly ShippingMethod[]
  /** Counts the take-backs; absent before the first. Quotes of an earlier round are void. */
  round?: number
  /** What was confirmed; null until then. */
  id: string | null
  /** Where another module ships it, the id that it has there. */
  outsideId?: string
  provider: string | null
  tracking: { number: string; link: string } | null
  latestQuote: LatestQuote | null
  parcels: readonly ShownParcel[]
  /** In place of `parcels` while they have nothing but a size, as `writeSizes` writes them. */
  sizes?: string
  transaction: { pickup: ShownPickup | null; tracking: ShownTracking } | null
}

export interface LatestQuote {
  id: string
  provider: string
  rateProvider: string
  rateAmount: { amount: number; currency: string }
  shippingCostsOverview: { amount: number; currency: string; type: 'fee' | 'refund' } | null
}

/** In cm and g, all of them whole. */
export interface ParcelSize {
  length: number
  width: number
  height: number
  weight: number
}

export interface ShownParcel extends ParcelSize {
  /** `labelPath` is where the label is on this server. */
  trackedPackage?: (ShownTracking & { trackingNumber: string; labelPath: string | null }) | null
}

/**
 * "40x30x20x5200 40x30x25x6000": each request for quotes writes the parcels anew, and as objects twenty of them are most
 * of what the database has to read and to keep of it.
 */
export const writeSizes = (parcels: readonly ParcelSize[]): string =>
  parcels.map(({ length, width, height, weight }) => `${length}x${width}x${height}x${weight}`).join(' ')

export const readSizes = (text: string): ParcelSize[] =>
  text.split(' ').map((size) => {
    const [length = 0, width = 0, height = 0, weight = 0] = size.split('x').map(Number)
    return { length, width, height, weight }
  })

export interface ShownPickup {
  pickupDate: string
  readyTime: string
  closeTime: string
  externalReferenceId: string
}

export interface ShownTracking {
  eta: string | null
  trackingNumber: string | null
  trackingLink: string | null
  /** Where this server shows it, when the carrier has no page of its own. */
  trackingPath?: string
  currentStatus: {
    status: string
    statusDetails: string | null
    updatedAt: string | null
    location: { city: string | null; state: string | null; zip: string | null; country: string | null }
  }
}

export const NO_SHIPMENT: Shipment = {
  id: null,
  provider: null,
  tracking: null,
  latestQuote: null,
  parcels: [],
  transaction: null,
}

export const roundOf = (shipment: Shipment | null): number => shipment?.round ?? 0

/** What remains of a shipment when it is replaced: how the order can be shipped does not depend on it. */
export const withoutShipment = (shipment: Shipment | null | undefined): Shipment => ({
  ...NO_SHIPMENT,
  ...(shipment?.availableShippingMethods && {
    availableShippingMethods: shipment.availableShippingMethods,
  }),
  ...(shipment?.round && { round: shipment.round }),
})

/** The shipment of a master order; loaded by the shipping module. */
export interface ShipmentRow {
  id: string
  shipped_at: Date | null
  tracking_number: string | null
  tracking_link: string | null
  provider: string
}

let loadOutside: LoadOwned<ShipmentRow> = async () => []

/** Called when a module that comes after this one, and ships orders too, is loaded. */
export function joinShipments(load: LoadOwned<ShipmentRow>): void {
  loadOutside = load
}

/** Those that other modules than the shipping module carry. */
export const loadOutsideShipments: LoadOwned<ShipmentRow> = (db, brandId, ids) =>
  loadOutside(db, brandId, ids)
