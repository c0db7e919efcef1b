/**
 * The port to carriers, which adapters implement. Rules of the marketplace (who pays, which status follows) do not belong
 * into adapters.
 *
 * A call returns a result or throws: `CarrierRefused` is permanent, `CarrierUnavailable` is temporary, and a retry with the
 * same idempotency key is safe.
 */
import type { Address } from '../../../domain/postal-address.ts'
import type { Tracing } from '../../../platform/tracing/tracing.ts'
import type { LabelFormat } from '../labels/label.ts'
import type { Calendar } from './calendar.ts'

export interface Carrier {
  /** A lower-case slug, as in `carrierCode`. */
  readonly code: string
  readonly name: string
  readonly calendar: Calendar
  /** Whether the carrier serves the route between these countries. It may still refuse parcels and postal codes. */
  serves(route: { from: string; to: string }): boolean
  /** The carrier's public tracking page of a parcel; null if it has none. */
  trackingLink(trackingNumber: string): string | null

  /** At least one service, the cheapest first. */
  quote(request: QuoteRequest, call: CallOptions): Promise<Service[]>
  /** A synchronous `quote`, for carriers that compute prices locally. Throws the same errors. */
  quoteAtOnce?(request: QuoteRequest): Service[]
  /** Idempotent: the same key returns the same tracking numbers. */
  createLabels(request: LabelRequest, call: CallOptions): Promise<LabelledShipment>
  /** Idempotent: the same key returns the same booking. */
  schedulePickup(request: PickupRequest, call: CallOptions): Promise<PickupAnswer>
  /** Cancels the labels and the pickup of a shipment. Idempotent. */
  cancel(request: CancelRequest, call: CallOptions): Promise<void>
  /** The tracking events of a parcel, oldest first; empty before the first scan. */
  track(trackingNumber: string, call: CallOptions): Promise<TrackingEvent[]>
}

/** `signal` carries the caller's timeout. When it is aborted, an adapter throws `CarrierUnavailable` immediately. */
export interface CallOptions {
  signal: AbortSignal
  /** Where spans of the calls are recorded. */
  tracing?: Tracing | undefined
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
  /** The current time of the clock, from which pickup and delivery days are computed. */
  askedAt: Date
}

export interface QuoteRequest extends Consignment {
  /** The currency that prices are requested in. */
  currency: string
}

export const COLLECTION_METHODS = ['pickup', 'drop-off'] as const
export type CollectionMethod = (typeof COLLECTION_METHODS)[number]

export interface Service {
  /** The carrier's code of the service; empty for the label service of the marketplace. */
  code: string
  name: string
  costMinor: number
  currency: string
  collectionMethods: readonly CollectionMethod[]
  /** Null if the carrier promises no delivery date. */
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
  /** Printed on the label and sent to the carrier, such as the number of the order. */
  orderReference: string
  format: LabelFormat
  idempotencyKey: string
}

export interface LabelledShipment {
  /** The carrier's id of the shipment, used for pickups and cancellations. */
  reference: string
  /** The tracking number of the whole shipment. */
  trackingNumber: string
  /** The name of the service on labels. */
  serviceName: string
  /** In the order of the request. */
  parcels: readonly LabelledParcel[]
}

export interface LabelledParcel {
  trackingNumber: string
  /** The PDF that the carrier has rendered; null if the server has to render one. */
  label: Buffer | null
}

/** Times are written HH:MM:SS. */
export interface PickupWindow {
  readyTime: string
  closeTime: string
}

export interface PickupRequest {
  /** The carrier's id of the shipment. */
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

/** A denial is a result and not an error because it proposes alternatives. */
export type PickupAnswer =
  | { isBooked: true; reference: string }
  | { isBooked: false; reason: string; alternatives: readonly PickupAlternative[] }

export interface PickupAlternative {
  pickupOn: string
  window: PickupWindow
}

/** Has the carrier's id of the shipment or, if no response has returned it, the idempotency key of the request for its labels. */
type CancelRequest = ({ reference: string } | { shipmentKey: string }) & { idempotencyKey: string }

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

/** The carrier refuses permanently. The message is shown to the brand. */
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

/** The carrier did not respond, or its response is invalid. Whether it has executed the request is unknown. */
export class CarrierUnavailable extends Error {
  override readonly name = 'CarrierUnavailable'
  readonly carrier: string

  constructor(carrier: string, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.carrier = carrier
  }
}
