/** Sends confirmed replenishments to the warehouse, which makes them incoming in the ledger. */
import { moveInWarehouse } from '../../../modules/stock/ledger/reservations.ts'
import { recordEvents } from '../../../platform/events/outbox.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { replenishmentMoved } from '../events.ts'
import { lockItems } from '../warehouse/allocations.ts'
import { findLocation } from '../warehouse/enrolments.ts'
import { loadAnnounced, lockReplenishment, type ReplenishmentStatus, updateReplenishment } from './queries.ts'

/** Idempotent: a replenishment that is not confirmed, or already sent, remains unchanged. */
export async function sendReplenishment(work: Work, brandId: BrandId, id: string): Promise<void> {
  await inTransaction(work, async (work) => {
    const { db: tx, clock } = work
    const locked = await lockReplenishment(tx, brandId, id)
    if (locked?.status !== 'confirmed') return
    await updateReplenishment(tx, locked, { status: 'sent', sent_at: clock.now() })
    const announced = await loadAnnounced(tx, locked)
    await lockItems(
      tx,
      brandId,
      announced.map(({ item_id }) => item_id),
    )
    const at = await findLocation(tx, brandId)
    invariant(at, 'a brand that announces goods has a location')
    const lines = announced.map(({ variant_id, quantity }) => ({ variantId: variant_id, quantity }))
    const outcome = await moveInWarehouse(work, brandId, lines, {
      at,
      from: 'void',
      to: 'incoming',
      type: 'replenishment',
      relatedId: referenceOf(locked),
      cause: `replenishment/${id}/sent`,
      metadata: { transition: 'sent' },
    })
    invariant(outcome.applied, 'declared items have levels in the ledger')
    await recordReplenishmentMove(work, locked, 'sent')
  })
}

/** The reference as displayed to users and stored in the ledger. */
export const referenceOf = ({ reference }: { reference: number }): string => `R_${reference}`

/** Records the event that schedules the next step. */
export async function recordReplenishmentMove(
  work: Work,
  { brand_id: brandId, id }: { brand_id: BrandId; id: string },
  status: ReplenishmentStatus,
): Promise<void> {
  await recordEvents(work, [{ type: replenishmentMoved, brandId, subjectId: id, payload: { status } }])
}
