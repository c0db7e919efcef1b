/** Booking of pickups for parcels with labels of the marketplace. */
import { missing } from '../../../domain/ownership.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { inTransaction } from '../../../platform/work.ts'
import { findOrder, lockOrder, type OrderRow, ownersOfOrder, saveShipment } from '../../ordering/index.ts'
import { deniesPickup } from '../carrier-conduct/conduct.ts'
import { carriersOf } from '../carrier-list.ts'
import { dayOf } from '../carriers/calendar.ts'
import {
  type CallOptions,
  type Carrier,
  CarrierRefused,
  CarrierUnavailable,
  type PickupAddress,
  type PickupAnswer,
} from '../carriers/carrier.ts'
import { carrierUnavailable, noLabels, past, pickupDenied, weekend } from '../errors.ts'
import { readDocument } from './documents.ts'
import { measuresOf } from './label-making.ts'
import {
  findShipment,
  type ParcelRow,
  type Pickup,
  parcelsOf,
  type ShipmentRow,
  updateShipment,
} from './queries.ts'

/** The time windows that brands can choose. */
export const PICKUP_WINDOWS = {
  '9-15': { readyTime: '09:00:00', closeTime: '15:00:00' },
  '11-17': { readyTime: '11:00:00', closeTime: '17:00:00' },
} as const

export interface PickupBooking {
  /** Written YYYY-MM-DD. */
  pickupOn: string
  /** As the brand wrote it. */
  pickupDate: string
  pickupTime: keyof typeof PICKUP_WINDOWS
  address: PickupAddress
}

/** The client waits for the response. */
const CARRIER_TIMEOUT_MS = 5000

/** Books a pickup and replaces an earlier one. `at` is the pointer to the date in the request. */
export async function schedulePickup(
  platform: Platform,
  { brandId, orderId }: { brandId: BrandId; orderId: OrderId },
  booking: PickupBooking,
  at: string,
): Promise<OrderRow> {
  const { db, clock } = platform
  const order = await findOrder(db, brandId, orderId)
  if (!order) throw missing('order', orderId, { exists: (await ownersOfOrder(db, orderId)) !== undefined })
  const shipment = await findShipment(db, brandId, refusePickup(order))
  if (!shipment) throw noLabels(order)
  refuseDay(booking, clock.now(), at)
  const parcels = await parcelsOf(db, brandId, shipment.id)
  if (await deniesPickup(db, platform, brandId)) throw pickupDenied('The carrier cannot come then.', [], at)
  const call = { signal: AbortSignal.timeout(CARRIER_TIMEOUT_MS), tracing: platform.tracing }
  for (let known = shipment; ; ) {
    const bookingId = platform.ids.next()
    const question = { shipment, parcels, booking, idempotencyKey: bookingId }
    const answer = await bookPickup(platform, question, call, at)
    if (!answer.isBooked) throw pickupDenied(answer.reason, answer.alternatives, at)
    const pickup = {
      pickupOn: booking.pickupOn,
      ...PICKUP_WINDOWS[booking.pickupTime],
      address: booking.address,
      reference: answer.reference,
      bookedAt: clock.now().toISOString(),
      bookingId,
    }
    const saved = await savePickup(platform, order, known, pickup)
    if ('order' in saved) return saved.order
    // Another request has booked meanwhile. The carrier keeps the last booking, which may be either one, so this one is resent.
    known = saved.overtakenBy
  }
}

/** Stores the pickup, unless another one was stored since `known` was read. */
async function savePickup(
  platform: Platform,
  order: OrderRow,
  known: ShipmentRow,
  pickup: Pickup,
): Promise<{ order: OrderRow } | { overtakenBy: ShipmentRow }> {
  return await inTransaction(platform, async (work) => {
    const locked = await lockOrder(work.db, order.brand_id, order.id)
    const shipment = await findShipment(work.db, order.brand_id, known.id)
    // The labels may have been reset while the carrier was called; the reset cancels the pickup as well.
    if (locked.status !== order.status || locked.shipment?.id !== known.id || !shipment)
      throw noLabels(locked)
    if (shipment.pickup?.bookingId !== known.pickup?.bookingId) return { overtakenBy: shipment }
    await updateShipment(work.db, shipment, { pickup, updated_at: work.clock.now() })
    return { order: await saveShipment(work, locked, { shipment: await readDocument(work.db, locked) }) }
  })
}

/** Fails unless the order has labels of the marketplace. Returns the id of its shipment. */
export function refusePickup(order: OrderRow): string {
  if (order.status !== 'shipping_labels_generated' || !order.shipment?.id) throw noLabels(order)
  return order.shipment.id
}

function refuseDay({ pickupOn, pickupDate }: PickupBooking, now: Date, at: string): void {
  const day = new Date(`${pickupOn}T00:00:00Z`).getUTCDay()
  if (day === 0 || day === 6) throw weekend(pickupDate, at)
  const today = dayOf(now)
  if (pickupOn < today) throw past(pickupDate, today.split('-').reverse().join('-'), at)
}

interface PickupQuestion {
  shipment: ShipmentRow
  parcels: readonly ParcelRow[]
  booking: PickupBooking
  /** New for each booking: a carrier ignores a request with a known key, even if its address was corrected. */
  idempotencyKey: string
}

async function bookPickup(
  { config, clock }: Platform,
  { shipment, parcels, booking: { pickupOn, pickupTime, address }, idempotencyKey }: PickupQuestion,
  call: CallOptions,
  at: string,
): Promise<PickupAnswer> {
  const carrier = carriersOf(config).get(shipment.carrier_code)
  if (!carrier) throw pickupDenied(`There is no carrier ${shipment.carrier_code} any more.`, [], at)
  try {
    return await carrier.schedulePickup(
      {
        reference: shipment.carrier_reference ?? '',
        pickupOn,
        window: PICKUP_WINDOWS[pickupTime],
        address,
        parcels: parcels.map(measuresOf),
        askedAt: clock.now(),
        idempotencyKey,
      },
      call,
    )
  } catch (error) {
    throw problemOf(error, carrier, at)
  }
}

function problemOf(error: unknown, { name }: Carrier, at: string): unknown {
  if (error instanceof CarrierRefused) return pickupDenied(error.message, [], at)
  return error instanceof CarrierUnavailable ? carrierUnavailable(name) : error
}
