/** What follows when the order no longer has the shipment that was confirmed for it: the carrier is told, labels go. */
import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { enqueue, job } from '../../../platform/jobs.ts'
import type { Consumer } from '../../../platform/outbox.ts'
import type { Work } from '../../../platform/work.ts'
import { lockOrder } from '../../ordering/index.ts'
import { carriersOf } from '../carrier-list.ts'
import { CarrierRefused } from '../carriers/carrier.ts'
import { dropLabels } from './label-store.ts'
import { findShipment, listStale, type ShipmentRow, updateShipment } from './queries.ts'

const CARRIER_MS = 30_000

/** In the transaction that finds out that nobody needs the shipment any more. */
export async function abandonShipment(
  work: Pick<Work, 'db' | 'clock'>,
  shipment: ShipmentRow,
  { status = 'void', failure = null }: { status?: 'void' | 'failed'; failure?: string | null } = {},
): Promise<void> {
  const { brand_id: brandId, id: shipmentId } = shipment
  await updateShipment(work.db, shipment, { status, failure, updated_at: work.clock.now() })
  await enqueue(work, cancelShipmentJob, [{ brandId, shipmentId }])
}

/** In the relay's transaction. The order itself was put back by the move; its labels answer 410 since then. */
export const takeBackShipments: Consumer = async (tx, { clock }, events) => {
  const work = { db: tx, clock }
  for (const { brandId, subjectId: orderId } of events) {
    if (brandId === null) continue
    const order = await lockOrder(tx, brandId, orderId)
    const stale = await listStale(tx, { brandId, orderId }, order.shipment?.id ?? null)
    for (const shipment of stale) await abandonShipment(work, shipment)
  }
}

export const cancelShipmentJob = job('cancel-shipment', {
  payload: Type.Object({ brandId: uuid(), shipmentId: uuid() }),
  run: (platform, payload) => cancelShipment(platform, payload),
})

/** Gives up labels and pickup with the carrier. */
async function cancelShipment(
  { db, config, log }: Platform,
  { brandId, shipmentId }: { brandId: BrandId; shipmentId: string },
): Promise<void> {
  const shipment = await findShipment(db, brandId, shipmentId)
  if (!shipment) return
  await dropLabels(db, config, shipment)
  const reference = shipment.carrier_reference
  const carrier = carriersOf(config).get(shipment.carrier_code)
  if (reference === null || !carrier) return
  try {
    const call = { signal: AbortSignal.timeout(CARRIER_MS) }
    await carrier.cancel({ reference, idempotencyKey: `cancel/${shipmentId}` }, call)
  } catch (error) {
    // It will not change its mind; what it knows of the shipment is its own affair.
    if (!(error instanceof CarrierRefused)) throw error
    log.warn({ shipment_id: shipmentId, reason: error.message }, 'a carrier refused to cancel a shipment')
  }
}
