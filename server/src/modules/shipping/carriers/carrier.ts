/**
 * What a carrier is to the rest of the server: five questions and a few facts. Adapters stand behind it; rules of the
 * marketplace (who pays, which status follows) are no business of theirs.
 *
 * A question ends in one of three ways: an answer, `CarrierRefused` (the carrier will not do this; asking again gets the
 * same) or `CarrierUnavailable` (it could not be asked; asking again with the same key is safe and may help).
 */
import type { Address } from '../../../domain/postal-address.ts'
import type { LabelFormat } from '../labels/label.ts'
import type { Calendar } from './calendar.ts'

export interface Carrier {
  /** A lower-case slug, as in `carrierCode`. */
  readonly code: string
  readonly name: string
  readonly calendar: Calendar
  /** Whether it goes from the one country to the other at all. Parcels and postal codes may be refused still. */
  serves(route: { from: string; to: string }): boolean
  /** Where people can follow a parcel; null when the carrier has no such page. */
  trackingLink(trackingNumber: string): string | null

  /** At least one service, the cheapest first. */
  quote(request: QuoteRequest, call: Call): Promise<Service[]>
  /** The same without waiting, of a carrier that has everything at hand. Throws what `quote` ends in otherwise. */
  quoteAtOnce?(request: QuoteRequest): Service[]
  /** With the same idempotency key it answers the same numbers and makes nothing twice. */
  createLabels(request: LabelRequest, call: Call): Promise<LabelledShipment>
  /** With the same idempotency key it answers the same and books nothing twice. */
  schedulePickup(request: PickupRequest, call: Call): Promise<PickupAnswer>
  /** Gives up the labels and the pickup of a shipment. To do so again does no harm. */
  cancel(request: CancelRequest, call: Call): Promise<void>
  /** What is known of a parcel, the oldest first; empty before the first scan. */
  track(trackingNumber: string, call: Call): Promise<TrackingEvent[]>
}

/** How long the caller waits. An adapter gives up at once when the signal says so, with `CarrierUnavailable`. */
export interface Call {
  signal: AbortSignal
}

export interface Parcel {
  lengthCm: number
  widthCm: number
  heightCm: number
  weightG: number
}

export interface Consignment {
  from: Address
  to: Address
  /** 1 to 20. */
  parcels: readonly Parcel[]
  /** The clock's now: days are counted from it. */
  askedAt: Date
}

export interface QuoteRequest extends Consignment {
  /** In which the cost is wanted. */
  currency: string
}

export const COLLECTION_METHODS = ['pickup', 'drop-off'] as const
export type CollectionMethod = (typeof COLLECTION_METHODS)[number]

export interface Service {
  /** The carrier's own; empty for the label service of the marketplace. */
  code: string
  name: string
  costMinor: number
  currency: string
  collectionMethods: readonly CollectionMethod[]
  /** Null when the carrier promises none. */
  transit: Transit | null
}

/** Days are written YYYY-MM-DD. */
export interface Transit {
  pickupOn: string
  deliveryOn: string
  businessDays: number
}

export interface LabelRequest extends Consignment {
  serviceCode: string
  /** What is printed and told to the carrier, such as the number of the order. */
  orderReference: string
  format: LabelFormat
  idempotencyKey: string
}

export interface LabelledShipment {
  /** What the carrier calls the shipment; for pickups and cancelling. */
  reference: string
  /** Of the whole shipment. */
  trackingNumber: string
  /** What labels call the service. */
  serviceName: string
  /** In the order of the request. */
  parcels: readonly LabelledParcel[]
}

export interface LabelledParcel {
  trackingNumber: string
  /** The PDF of the carrier's own making; null: the server renders one. */
  label: Buffer | null
}

/** Times are written HH:MM:SS. */
export interface PickupWindow {
  readyTime: string
  closeTime: string
}

export interface PickupRequest {
  /** Of the shipment. */
  reference: string
  /** Written YYYY-MM-DD. */
  pickupOn: string
  window: PickupWindow
  address: PickupAddress
  parcels: readonly Parcel[]
  askedAt: Date
  idempotencyKey: string
}

export interface PickupAddress extends Address {
  contactName: string
  phoneNumber: string
}

/** A denial is an answer, as it says what else to try. */
export type PickupAnswer =
  | { isBooked: true; reference: string }
  | { isBooked: false; reason: string; alternatives: readonly PickupAlternative[] }

export interface PickupAlternative {
  pickupOn: string
  window: PickupWindow
}

export interface CancelRequest {
  reference: string
  idempotencyKey: string
}

export const TRACKING_STATUSES = [
  'UNKNOWN',
  'PRE_TRANSIT',
  'TRANSIT',
  'DELIVERED',
  'RETURNED',
  'FAILURE',
] as const
export type TrackingStatus = (typeof TRACKING_STATUSES)[number]

export interface TrackingEvent {
  status: TrackingStatus
  details: string | null
  occurredAt: Date
  location: TrackingLocation | null
}

export interface TrackingLocation {
  city: string | null
  state: string | null
  zip: string | null
  country: string | null
}

export const REFUSALS = [
  'route',
  'postal-code',
  'parcel-size',
  'parcel-weight',
  'parcel-count',
  'currency',
  'unknown-service',
  'unknown-reference',
  'unknown-tracking-number',
  'other',
] as const
export type Refusal = (typeof REFUSALS)[number]

/** The carrier will not do this. The message is a sentence for the brand. */
export class CarrierRefused extends Error {
  override readonly name = 'CarrierRefused'
  readonly carrier: string
  readonly refusal: Refusal

  constructor(carrier: string, refusal: Refusal, sentence: string) {
    super(sentence)
    this.carrier = carrier
    this.refusal = refusal
  }
}

/** The carrier could not be asked, or what it said could not be understood. Whether it did the work is unknown. */
export class CarrierUnavailable extends Error {
  override readonly name = 'CarrierUnavailable'
  readonly carrier: string

  constructor(carrier: string, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.carrier = carrier
  }
}
