/** When a carrier comes for parcels that have labels. */
import { missing } from '../../../domain/ownership.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { inTransaction } from '../../../platform/work.ts'
import { findOrder, lockOrder, type OrderRow, ownersOfOrder, saveShipment } from '../../ordering/index.ts'
import { carriersOf } from '../carrier-list.ts'
import { dayOf } from '../carriers/calendar.ts'
import {
  type Carrier,
  CarrierRefused,
  CarrierUnavailable,
  type PickupAddress,
  type PickupAnswer,
} from '../carriers/carrier.ts'
import { carrierUnavailable, noLabels, past, pickupDenied, weekend } from '../errors.ts'
import { readDocument } from './documents.ts'
import { measuresOf } from './label-making.ts'
import { findShipment, type ParcelRow, parcelsOf, type ShipmentRow, updateShipment } from './queries.ts'

/** What brands choose from, and what it means. */
export const WINDOWS = {
  '9-15': { readyTime: '09:00:00', closeTime: '15:00:00' },
  '11-17': { readyTime: '11:00:00', closeTime: '17:00:00' },
} as const

export interface PickupWish {
  /** Written YYYY-MM-DD. */
  pickupOn: string
  /** As the brand wrote it. */
  pickupDate: string
  pickupTime: keyof typeof WINDOWS
  address: PickupAddress
}

/** As long as somebody waits for an answer. */
const CARRIER_MS = 5000

/** Books a pickup, instead of one that was booked before. `at` is where the date is said. */
export async function schedulePickup(
  platform: Platform,
  { brandId, orderId }: { brandId: BrandId; orderId: OrderId },
  wish: PickupWish,
  at: string,
): Promise<OrderRow> {
  const { db, clock } = platform
  const order = await findOrder(db, brandId, orderId)
  if (!order) throw missing('order', orderId, { exists: (await ownersOfOrder(db, orderId)) !== undefined })
  const shipment = await labelledShipment(platform, order)
  if (!shipment) throw noLabels(order)
  refuseDay(wish, clock.now(), at)
  const parcels = await parcelsOf(db, brandId, shipment.id)
  const answer = await askCarrier(platform, shipment, parcels, wish, at)
  if (!answer.isBooked) throw pickupDenied(answer.reason, answer.alternatives, at)
  const pickup = { pickupOn: wish.pickupOn, ...WINDOWS[wish.pickupTime], reference: answer.reference }
  return await inTransaction(platform, async (work) => {
    const locked = await lockOrder(work.db, brandId, orderId)
    // The labels may have been reset while the carrier was asked; then the carrier is told so by that.
    if (locked.status !== order.status || locked.shipment?.id !== shipment.id) throw noLabels(locked)
    await updateShipment(work.db, shipment, { pickup, updated_at: work.clock.now() })
    return await saveShipment(work, locked, { shipment: await readDocument(work.db, locked) })
  })
}

async function labelledShipment({ db }: Platform, order: OrderRow): Promise<ShipmentRow | undefined> {
  if (order.status !== 'shipping_labels_generated' || !order.shipment?.id) return undefined
  return await findShipment(db, order.brand_id, order.shipment.id)
}

function refuseDay({ pickupOn, pickupDate }: PickupWish, now: Date, at: string): void {
  const day = new Date(`${pickupOn}T00:00:00Z`).getUTCDay()
  if (day === 0 || day === 6) throw weekend(pickupDate, at)
  const today = dayOf(now)
  if (pickupOn < today) throw past(pickupDate, today.split('-').reverse().join('-'), at)
}

async function askCarrier(
  { config, clock }: Platform,
  shipment: ShipmentRow,
  parcels: readonly ParcelRow[],
  { pickupOn, pickupTime, address }: PickupWish,
  at: string,
): Promise<PickupAnswer> {
  const carrier = carriersOf(config).get(shipment.carrier_code)
  if (!carrier) throw pickupDenied(`There is no carrier ${shipment.carrier_code} any more.`, [], at)
  try {
    return await carrier.schedulePickup(
      {
        reference: shipment.carrier_reference ?? '',
        pickupOn,
        window: WINDOWS[pickupTime],
        address,
        parcels: parcels.map(measuresOf),
        askedAt: clock.now(),
        idempotencyKey: `${shipment.id}/${pickupOn}/${pickupTime}`,
      },
      { signal: AbortSignal.timeout(CARRIER_MS) },
    )
  } catch (error) {
    throw problemOf(error, carrier, at)
  }
}

function problemOf(error: unknown, { name }: Carrier, at: string): unknown {
  if (error instanceof CarrierRefused) return pickupDenied(error.message, [], at)
  return error instanceof CarrierUnavailable ? carrierUnavailable(name) : error
}
