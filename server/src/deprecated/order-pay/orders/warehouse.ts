/**
 * Orders that the warehouse ships. Its batches are set aside with the confirmation, and it is asked when the order is paid
 * and prepared. Whoever moves both locks the order first, then its fulfillment order.
 */
import { wholeAddress } from '../../../domain/postal-address.ts'
import { blocked, blocker } from '../../../modules/ordering/life/fulfillment-blockers.ts'
import { reserve } from '../../../modules/stock/index.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Work } from '../../../platform/work.ts'
import {
  advanceLockedFulfillmentOrder,
  checkFulfillability,
  commandFulfillmentOrder,
  type FulfillmentOrderRow,
  lockNewestFulfillmentOrder,
  openFulfillmentOrder,
} from '../../fulfillment/index.ts'
import type { Move } from './move-table.ts'
import { type OrderRow, updateOrder } from './queries.ts'

export const isFulfilled = ({ shipping_method }: Pick<OrderRow, 'shipping_method'>) =>
  shipping_method === 'fulfillment'

/** What a move does to the stock of such an order; `tracking` is that of a shipment, where it was told. */
export async function moveInWarehouse(
  work: Work,
  order: OrderRow,
  effect: NonNullable<Move['stock']>,
  tracking?: { number: string; link: string | null },
): Promise<void> {
  if (effect === 'reserve') return await open(work, order)
  const found = await lockOf(work, order)
  if (effect === 'release') await advanceLockedFulfillmentOrder(work, found, 'cancelled')
  else {
    // It may have left before, in the same transaction.
    await advanceLockedFulfillmentOrder(work, found, 'shipped', {
      carrierName: null,
      trackingNumber: tracking?.number ?? null,
      trackingLink: tracking?.link ?? null,
    })
  }
}

/** Reserves all lines or none; if it cannot, the error lists every blocker. */
async function open(work: Work, order: OrderRow): Promise<void> {
  const { brand_id: brandId, shipping_address, contact_person: contact } = order
  const variants = order.items.map(({ variant_id, quantity, minimum_remaining_shelf_life }) => ({
    variantId: variant_id,
    batches: quantity,
    minimumRemainingShelfLife: minimum_remaining_shelf_life ?? undefined,
  }))
  const { countryCode: country } = shipping_address
  const { blockers, lines } = await checkFulfillability(work, brandId, { country, variants })
  if (blockers.length > 0) throw blocked(blockers)
  const outcome = await openFulfillmentOrder(work, brandId, {
    masterOrderId: order.id,
    origin: 'order-pay',
    recipientType: 'business',
    externalReference: order.custom_reference,
    instructions: instructionsOf(order),
    shipTo: wholeAddress(shipping_address, {
      name: `${contact.firstName} ${contact.lastName}`,
      organisationName: contact.company,
    }),
    lines,
    isHeld: true,
  })
  // Somebody took the last batch between the check and the lock.
  if ('unavailable' in outcome) {
    const unavailableItems = outcome.unavailable.map(({ fulfillableId }) => fulfillableId)
    throw blocked([blocker('unavailable_items', { unavailableItems })])
  }
}

function instructionsOf(order: OrderRow) {
  const { delivery_schedule, packing_instruction, delivery_appointment } = order
  if (!delivery_schedule && !packing_instruction && !delivery_appointment) return null
  return {
    deliverySchedule: delivery_schedule,
    packingInstruction: packing_instruction,
    deliveryAppointment: delivery_appointment,
  }
}

/** From now on it may be picked. */
export async function askWarehouse(work: Work, order: OrderRow): Promise<void> {
  const { brand_id: brandId, id, status } = await lockOf(work, order)
  if (status === 'internal') await commandFulfillmentOrder(work, { brandId, id }, { command: 'request' })
}

/** The warehouse does not ship it after all: then the brand does, and what is there is set aside for it. */
export async function takeBack(work: Work, order: OrderRow): Promise<void> {
  const number = order.move_count + 1
  const changed = { shipping_method: 'custom', move_count: number, updated_at: work.clock.now() }
  await updateOrder(work.db, order, changed)
  const lines = order.items.map(({ variant_id, quantity }) => ({ variantId: variant_id, quantity }))
  const outcome = await reserve(work, order.brand_id, lines, {
    relatedId: order.id,
    cause: `order-pay/${order.id}/${number}`,
    metadata: { transition: order.status, orderPayOrderUuid: order.id },
    mayOversell: true,
  })
  invariant(outcome.applied, 'variants that were for sale have levels')
}

async function lockOf(work: Work, { brand_id, id }: OrderRow): Promise<FulfillmentOrderRow> {
  const found = await lockNewestFulfillmentOrder(work.db, brand_id, id)
  invariant(found, 'what the warehouse ships has a fulfillment order')
  return found
}
