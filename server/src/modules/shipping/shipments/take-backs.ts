/** Abandons shipments that their order no longer has: cancels them with the carrier and deletes their labels. */
import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import type { Consumer } from '../../../platform/events/outbox.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { enqueue, job } from '../../../platform/jobs/jobs.ts'
import type { Work } from '../../../platform/work.ts'
import { lockOrder } from '../../ordering/index.ts'
import { carriersOf } from '../carrier-list.ts'
import { CarrierRefused } from '../carriers/carrier.ts'
import { dropLabels } from './label-store.ts'
import { findShipment, listStaleShipments, type ShipmentRow, updateShipment } from './queries.ts'

const CARRIER_TIMEOUT_MS = 30_000

export interface Abandonment {
  status?: 'void' | 'failed'
  failure?: string | null
  /** The last request for labels was refused, so it has created none. */
  isRefused?: boolean
}

/** Runs in the transaction that detects that the shipment is no longer needed. */
export async function abandonShipment(
  work: Pick<Work, 'db' | 'clock'>,
  shipment: ShipmentRow,
  { status = 'void', failure = null, isRefused = false }: Abandonment = {},
): Promise<void> {
  const { brand_id: brandId, id: shipmentId } = shipment
  await updateShipment(work.db, shipment, { status, failure, updated_at: work.clock.now() })
  const mayHaveLabels = shipment.attempts > (isRefused ? 1 : 0)
  await enqueue(work, cancelShipmentJob, [{ brandId, shipmentId, mayHaveLabels }])
}

/** Runs in the relay's transaction. The move has already reset the order, and its labels have been void since then. */
export const takeBackShipments: Consumer = async (tx, { clock }, events) => {
  const work = { db: tx, clock }
  for (const { brandId, subjectId: orderId } of events) {
    if (brandId === null) continue
    const order = await lockOrder(tx, brandId, orderId)
    const stale = await listStaleShipments(tx, { brandId, orderId }, order.shipment?.id ?? null)
    for (const shipment of stale) await abandonShipment(work, shipment)
  }
}

export const cancelShipmentJob = job('cancel-shipment', {
  meaning: 'Cancels the labels and the pickup of a shipment with its carrier.',
  lost: 'The carrier is not told: it may charge for the labels and come for the pickup.',
  payload: Type.Object({
    brandId: uuid(),
    shipmentId: uuid(),
    /** Whether the carrier may have created labels, even without a response. Absent in jobs of older versions. */
    mayHaveLabels: Type.Optional(Type.Boolean()),
  }),
  run: (platform, payload) => cancelShipment(platform, payload),
})

/** Cancels labels and pickup with the carrier. */
async function cancelShipment(
  { db, config, log, tracing }: Platform,
  {
    brandId,
    shipmentId,
    mayHaveLabels = false,
  }: { brandId: BrandId; shipmentId: string; mayHaveLabels?: boolean },
): Promise<void> {
  const shipment = await findShipment(db, brandId, shipmentId)
  if (!shipment) return
  await dropLabels(db, config, shipment)
  const carrier = carriersOf(config).get(shipment.carrier_code)
  const request = cancellationOf(shipment, mayHaveLabels)
  if (!request || !carrier) return
  try {
    await carrier.cancel(request, { signal: AbortSignal.timeout(CARRIER_TIMEOUT_MS), tracing })
  } catch (error) {
    // A refusal is permanent, so a retry would not help.
    if (!(error instanceof CarrierRefused)) throw error
    log.warn({ shipment_id: shipmentId, reason: error.message }, 'carrier refused to cancel a shipment')
  }
}

/** The keys differ, because a late response may return the reference after a cancellation without it. */
function cancellationOf({ id, carrier_reference: reference }: ShipmentRow, mayHaveLabels: boolean) {
  if (reference !== null) return { reference, idempotencyKey: `cancel/${id}` }
  return mayHaveLabels ? { shipmentKey: id, idempotencyKey: `cancel-by-key/${id}` } : undefined
}
