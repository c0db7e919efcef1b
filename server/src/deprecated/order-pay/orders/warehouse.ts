/**
 * Orders that the warehouse ships. Confirming the order reserves batches of the warehouse; shipping is requested when
 * the order is paid and prepared. A transaction that moves both locks the order first, then its fulfillment order.
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
import type { OrderPayMove } from './move-table.ts'
import { type OrderPayOrder, updateOrder } from './queries.ts'

export const isFulfilled = ({ shipping_method }: Pick<OrderPayOrder, 'shipping_method'>) =>
  shipping_method === 'fulfillment'

/** Applies the stock effect of a move to the fulfillment order. `tracking` is that of the shipment, if it was reported. */
export async function moveInWarehouse(
  work: Work,
  order: OrderPayOrder,
  effect: NonNullable<OrderPayMove['stock']>,
  tracking?: { number: string; link: string | null },
): Promise<void> {
  if (effect === 'reserve') return await open(work, order)
  const found = await lockOf(work, order)
  if (effect === 'release') await advanceLockedFulfillmentOrder(work, found, 'cancelled')
  else {
    // The fulfillment order may already have been shipped in this transaction.
    await advanceLockedFulfillmentOrder(work, found, 'shipped', {
      carrierName: null,
      trackingNumber: tracking?.number ?? null,
      trackingLink: tracking?.link ?? null,
    })
  }
}

/** Reserves all lines or none; if it cannot, the error lists every blocker. */
async function open(work: Work, order: OrderPayOrder): Promise<void> {
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
  // A concurrent order reserved the last batch between the check and the lock.
  if ('unavailable' in outcome) {
    const unavailableItems = outcome.unavailable.map(({ fulfillableId }) => fulfillableId)
    throw blocked([blocker('unavailable_items', { unavailableItems })])
  }
}

function instructionsOf(order: OrderPayOrder) {
  const { delivery_schedule, packing_instruction, delivery_appointment } = order
  if (!delivery_schedule && !packing_instruction && !delivery_appointment) return null
  return {
    deliverySchedule: delivery_schedule,
    packingInstruction: packing_instruction,
    deliveryAppointment: delivery_appointment,
  }
}

/** Requests the shipment from the warehouse, which may pick the order from then on. */
export async function requestWarehouseShipment(work: Work, order: OrderPayOrder): Promise<void> {
  const { brand_id: brandId, id, status } = await lockOf(work, order)
  if (status === 'internal') await commandFulfillmentOrder(work, { brandId, id }, { command: 'request' })
}

/** After the warehouse cancelled the shipment the brand ships the order itself: reserves the brand's own available stock. */
export async function returnToBrand(work: Work, order: OrderPayOrder): Promise<void> {
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
  invariant(outcome.applied, 'variants that were for sale have stock levels')
}

async function lockOf(work: Work, { brand_id, id }: OrderPayOrder): Promise<FulfillmentOrderRow> {
  const found = await lockNewestFulfillmentOrder(work.db, brand_id, id)
  invariant(found, 'an order that the warehouse ships has a fulfillment order')
  return found
}
