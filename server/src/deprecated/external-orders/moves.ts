/** Executes rows of the move table, with their events. No other code writes the status of an external order. */

import { missing } from '../../domain/ownership.ts'
import { recordEvents } from '../../platform/events/outbox.ts'
import type { BrandId } from '../../platform/ids.ts'
import { invariant } from '../../platform/invariant.ts'
import { inTransaction, type Work } from '../../platform/work.ts'
import {
  advanceFulfillmentOrder,
  type Carriage,
  newestFulfillmentOrder,
  openFulfillmentOrder,
} from '../fulfillment/index.ts'
import type { ExternalOrderIntent } from './body.ts'
import { externalMoveProblems } from './errors.ts'
import { type ExternalCommand, type ExternalStatus, externalMoveOf } from './move-table.ts'
import {
  claimIntent,
  type ExternalOrderRow,
  findExternalOrder,
  insertExternalOrder,
  lockExternalOrder,
  ownerOfExternalOrder,
  saveExternalStatus,
} from './queries.ts'

interface ExternalOrderKey {
  brandId: BrandId
  id: string
}

/**
 * Creates an accepted order and its fulfillment order. If the stock was reserved by others in the meantime, the order
 * is created and cancelled at once, so that the outcome of the request stays readable. Idempotent: the intent is
 * claimed once.
 */
export async function createAcceptedOrder(work: Work, { brandId, id }: ExternalOrderKey): Promise<void> {
  await inTransaction(work, async (work) => {
    const intent = await claimIntent(work.db, brandId, id)
    if (!intent) return
    const created = await create(work, { brandId, id }, intent)
    const outcome = await openFulfillmentOrder(work, brandId, {
      masterOrderId: id,
      origin: 'external',
      recipientType: intent.recipientType,
      externalReference: intent.customReference,
      instructions: intent.instructions,
      shipTo: shipToOf(intent),
      lines: intent.lines,
    })
    await applyExternalMove(work, created, 'opened' in outcome ? 'hand-over' : 'cancel')
  })
}

async function create(
  work: Work,
  { brandId, id }: ExternalOrderKey,
  intent: ExternalOrderIntent,
): Promise<ExternalOrderRow> {
  const { to, event } = externalMoveOf('create')
  const now = work.clock.now()
  const items = intent.lines.map(({ variantId, batches, units }) => ({
    brand_id: brandId,
    id: work.ids.next(),
    order_id: id,
    variant_id: variantId,
    batches,
    units,
  }))
  const order: ExternalOrderRow = {
    brand_id: brandId,
    id,
    status: to,
    custom_reference: intent.customReference,
    shipping_address: intent.recipient,
    item_ids: items.map((item) => item.id),
    invoice_id: intent.invoiceId,
    shipment_id: null,
    updated_latest_on: null,
    created_at: now,
    updated_at: now,
  }
  await insertExternalOrder(work.db, order, items)
  await recordEvents(work, [{ type: event, brandId, subjectId: id }])
  return order
}

const shipToOf = ({ recipient }: ExternalOrderIntent) => ({
  name: `${recipient.firstName} ${recipient.lastName}`,
  organisationName: recipient.company,
  street: recipient.street,
  city: recipient.city,
  postalCode: recipient.postalCode,
  countryCode: recipient.countryCode,
})

/** The caller must have locked or just created the order. */
export async function applyExternalMove(
  work: Work,
  order: ExternalOrderRow,
  command: ExternalCommand,
  changes: Partial<Pick<ExternalOrderRow, 'shipment_id'>> = {},
): Promise<ExternalOrderRow> {
  const { from, to, event } = externalMoveOf(command)
  if (!from.includes(order.status)) throw externalMoveProblems.notPossible(order, command, from)
  const changed = { ...changes, status: to, updated_at: work.clock.now() }
  await saveExternalStatus(work.db, order, changed)
  await recordEvents(work, [{ type: event, brandId: order.brand_id, subjectId: order.id }])
  return { ...order, ...changed }
}

/** Records that the parcel has arrived. */
export async function recordArrival(work: Work, key: ExternalOrderKey): Promise<ExternalOrderRow> {
  return await inTransaction(work, async (work) =>
    applyExternalMove(work, await lockOrThrow(work, key), 'arrive'),
  )
}

/** Moves an order to a status on behalf of the warehouse and the carrier. */
export async function advanceExternalOrder(
  work: Work,
  key: ExternalOrderKey,
  { to, carriage }: { to: ExternalStatus; carriage: Carriage },
): Promise<ExternalOrderRow> {
  return await inTransaction(work, async (work) => {
    const order = await lockOrThrow(work, key)
    if (!canReach(order.status, to)) throw externalMoveProblems.notReachable(order, to)
    if (order.status === 'awaiting_fulfillment') {
      const found = await newestFulfillmentOrder(work.db, key.brandId, key.id)
      invariant(found, 'an order that awaits fulfillment has a fulfillment order')
      const end = to === 'cancelled' ? 'cancelled' : 'shipped'
      await advanceFulfillmentOrder(work, { brandId: key.brandId, id: found.id }, { to: end, carriage })
    }
    if (to === 'arrived') await recordArrival(work, key)
    const moved = await findExternalOrder(work.db, key.brandId, key.id)
    invariant(moved, 'a locked order still exists')
    return moved
  })
}

const REACHABLE: Readonly<Partial<Record<ExternalStatus, readonly ExternalStatus[]>>> = {
  awaiting_fulfillment: ['shipped', 'arrived', 'cancelled'],
  shipped: ['arrived'],
}
const canReach = (from: ExternalStatus, to: ExternalStatus) => REACHABLE[from]?.includes(to) ?? false

export async function lockOrThrow(
  { db: tx }: Work,
  { brandId, id }: ExternalOrderKey,
): Promise<ExternalOrderRow> {
  const found = await lockExternalOrder(tx, brandId, id)
  if (!found) {
    throw missing('external order', id, { exists: (await ownerOfExternalOrder(tx, id)) !== undefined })
  }
  return found
}
