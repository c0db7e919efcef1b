/** The document of a shipment that is stored on an order: written by the shipping module, rendered with the order. */
import type { Address } from '../../../domain/postal-address.ts'
import { extensionPoint } from '../../../platform/extension-points.ts'
import type { LoadOwned } from '../../../platform/queries/owned.ts'

export type ShippingMethod = 'custom' | 'marketplace'

/** Instants are stored in the format of the API. */
export interface Shipment {
  /** Absent if all methods are available. */
  availableShippingMethods?: readonly ShippingMethod[]
  /** How often the shipment was cleared; absent before the first time. Quotes of earlier rounds are void. */
  round?: number
  /** The id of the confirmed shipment; null before a quote is confirmed. */
  id: string | null
  /** The id of the shipment in another module that ships the order, such as the warehouse. */
  outsideId?: string
  /** The contents of that shipment. */
  outsideItems?: readonly ShippedItem[]
  provider: string | null
  tracking: { number: string; link: string } | null
  latestQuote: LatestQuote | null
  parcels: readonly ShipmentParcel[]
  /** Replaces `parcels` while they have no data but sizes; in the format of `writeSizes`. */
  sizes?: string
  transaction: { pickup: ShipmentPickup | null; tracking: ShipmentTracking } | null
}

/** Part of the contents of a shipment. */
export interface ShippedItem {
  productVariantId: string
  batchQuantity: number
  unitQuantity: number
  lotNumber: string | null
  expiryDate: string | null
}

/** A shipment that another module has sent. */
export interface ExternalShipment {
  id: string
  provider: string
  tracking: Shipment['tracking']
  items: readonly ShippedItem[]
  hasArrived: boolean
}

export interface LatestQuote {
  id: string
  provider: string
  rateProvider: string
  rateAmount: { amount: number; currency: string }
  shippingCostsOverview: { amount: number; currency: string; type: 'fee' | 'refund' } | null
}

/** Whole centimetres and grams. */
export interface ParcelSize {
  length: number
  width: number
  height: number
  weight: number
}

export interface ShipmentParcel extends ParcelSize {
  /** `labelPath` is the path of the label on this server; links are signed when it is rendered. */
  trackedPackage?: (ShipmentTracking & { trackingNumber: string; labelPath: string | null }) | null
}

/**
 * Serializes sizes as "40x30x20x5200 40x30x25x6000". Each quote request rewrites the shipment, and twenty parcels as JSON
 * objects would be most of its bytes.
 */
export const writeSizes = (parcels: readonly ParcelSize[]): string =>
  parcels.map(({ length, width, height, weight }) => `${length}x${width}x${height}x${weight}`).join(' ')

export const readSizes = (text: string): ParcelSize[] =>
  text.split(' ').map((size) => {
    const [length = 0, width = 0, height = 0, weight = 0] = size.split('x').map(Number)
    return { length, width, height, weight }
  })

interface ShipmentPickup {
  pickupDate: string
  readyTime: string
  closeTime: string
  externalReferenceId: string
  /** Absent in documents of older versions, and null for pickups that they have booked. */
  pickupAddress?: (Address & { contactName: string; phoneNumber: string }) | null
}

export interface ShipmentTracking {
  eta: string | null
  trackingNumber: string | null
  trackingLink: string | null
  /** The path of the tracking page of this server, for carriers without one. */
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

/** An empty shipment that retains the available shipping methods and the round. */
export const withoutShipment = (shipment: Shipment | null | undefined): Shipment => ({
  ...NO_SHIPMENT,
  ...(shipment?.availableShippingMethods && {
    availableShippingMethods: shipment.availableShippingMethods,
  }),
  ...(shipment?.round && { round: shipment.round }),
})

/** The resource of a shipment, which a master order may include. */
export interface ShipmentRow {
  id: string
  shipped_at: Date | null
  tracking_number: string | null
  tracking_link: string | null
  provider: string
}

/** Each extension loads the shipments of its own module by id. */
export const shipmentLoaders = extensionPoint<LoadOwned<ShipmentRow>>('ordering.shipments')
