/** Carrying out a row of the move table: the one place that writes the status of an order from outside, with its event. */

import { missing } from '../../domain/ownership.ts'
import type { BrandId } from '../../platform/ids.ts'
import { invariant } from '../../platform/invariant.ts'
import { recordEvents } from '../../platform/outbox.ts'
import { inTransaction, type Work } from '../../platform/work.ts'
import {
  advanceFulfillmentOrder,
  type Carriage,
  newestFulfillmentOrder,
  openFulfillmentOrder,
} from '../fulfillment/index.ts'
import type { Wanted } from './body.ts'
import { externalMoveFailed, externalNotReachable } from './errors.ts'
import { type ExternalCommand, type ExternalStatus, externalMoveOf } from './move-table.ts'
import {
  type ExternalOrderRow,
  findExternalOrder,
  insertExternalOrder,
  lockExternalOrder,
  ownerOfExternalOrder,
  saveStatus,
  takeIntent,
} from './queries.ts'

interface Place {
  brandId: BrandId
  id: string
}

/**
 * Makes the order that was accepted, and has the warehouse ship it. When what was there is gone, the order is cancelled at
 * once: so it can be read what became of it. Whoever comes second finds nothing to do.
 */
export async function createAccepted(work: Work, { brandId, id }: Place): Promise<void> {
  await inTransaction(work, async (work) => {
    const wanted = await takeIntent(work.db, brandId, id)
    if (!wanted) return
    const created = await create(work, { brandId, id }, wanted)
    const outcome = await openFulfillmentOrder(work, brandId, {
      masterOrderId: id,
      origin: 'external',
      recipientType: wanted.recipientType,
      externalReference: wanted.customReference,
      instructions: wanted.instructions,
      shipTo: shipToOf(wanted),
      lines: wanted.lines,
    })
    await applyMove(work, created, 'opened' in outcome ? 'hand-over' : 'cancel')
  })
}

async function create(work: Work, { brandId, id }: Place, wanted: Wanted): Promise<ExternalOrderRow> {
  const { to, event } = externalMoveOf('create')
  const now = work.clock.now()
  const items = wanted.lines.map(({ variantId, batches, units }) => ({
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
    custom_reference: wanted.customReference,
    shipping_address: wanted.recipient,
    item_ids: items.map((item) => item.id),
    invoice_id: wanted.invoiceId,
    shipment_id: null,
    updated_latest_on: null,
    created_at: now,
    updated_at: now,
  }
  await insertExternalOrder(work.db, order, items)
  await recordEvents(work, [{ type: event, brandId, subjectId: id }])
  return order
}

const shipToOf = ({ recipient }: Wanted) => ({
  name: `${recipient.firstName} ${recipient.lastName}`,
  organisationName: recipient.company,
  street: recipient.street,
  city: recipient.city,
  postalCode: recipient.postalCode,
  countryCode: recipient.countryCode,
})

/** For a caller that has locked the order, or has just created it. */
export async function applyMove(
  work: Work,
  order: ExternalOrderRow,
  command: ExternalCommand,
  told: Partial<Pick<ExternalOrderRow, 'shipment_id'>> = {},
): Promise<ExternalOrderRow> {
  const { from, to, event } = externalMoveOf(command)
  if (!from.includes(order.status)) throw externalMoveFailed(order, command, from)
  const changed = { ...told, status: to, updated_at: work.clock.now() }
  await saveStatus(work.db, order, changed)
  await recordEvents(work, [{ type: event, brandId: order.brand_id, subjectId: order.id }])
  return { ...order, ...changed }
}

/** It has arrived where it goes. */
export async function noteArrival(work: Work, place: Place): Promise<ExternalOrderRow> {
  return await inTransaction(work, async (work) => applyMove(work, await lock(work, place), 'arrive'))
}

/** Brings it to a status in the name of the warehouse and the carrier. */
export async function advanceExternalOrder(
  work: Work,
  place: Place,
  { to, carriage }: { to: ExternalStatus; carriage: Carriage },
): Promise<ExternalOrderRow> {
  return await inTransaction(work, async (work) => {
    const order = await lock(work, place)
    if (!canReach(order.status, to)) throw externalNotReachable(order, to)
    if (order.status === 'awaiting_fulfillment') {
      const found = await newestFulfillmentOrder(work.db, place.brandId, place.id)
      invariant(found, 'what waits has a fulfillment order')
      const end = to === 'cancelled' ? 'cancelled' : 'shipped'
      await advanceFulfillmentOrder(work, { brandId: place.brandId, id: found.id }, { to: end, carriage })
    }
    if (to === 'arrived') await noteArrival(work, place)
    const moved = await findExternalOrder(work.db, place.brandId, place.id)
    invariant(moved, 'a locked order is still there')
    return moved
  })
}

const REACHABLE: Readonly<Partial<Record<ExternalStatus, readonly ExternalStatus[]>>> = {
  awaiting_fulfillment: ['shipped', 'arrived', 'cancelled'],
  shipped: ['arrived'],
}
const canReach = (from: ExternalStatus, to: ExternalStatus) => REACHABLE[from]?.includes(to) ?? false

export async function lock({ db: tx }: Work, { brandId, id }: Place): Promise<ExternalOrderRow> {
  const found = await lockExternalOrder(tx, brandId, id)
  if (!found) {
    throw missing('external order', id, { exists: (await ownerOfExternalOrder(tx, id)) !== undefined })
  }
  return found
}
