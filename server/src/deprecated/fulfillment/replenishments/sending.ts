/** Telling the warehouse of goods: from then on the ledger has them as incoming. */
import { moveInWarehouse } from '../../../modules/stock/ledger/reservations.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { recordEvents } from '../../../platform/outbox.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { replenishmentMoved } from '../events.ts'
import { lockItems } from '../warehouse/allocations.ts'
import { findLocation } from '../warehouse/enrolments.ts'
import { loadAnnounced, lockReplenishment, type Status, updateReplenishment } from './queries.ts'

/** What is on its way already stays as it is. */
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
    invariant(outcome.applied, 'the warehouse counts what brands declared')
    await tellMove(work, locked, 'sent')
  })
}

/** As people write it, and the ledger. */
export const referenceOf = ({ reference }: { reference: number }): string => `R_${reference}`

/** Whoever works on it next hears of it. */
export async function tellMove(
  work: Work,
  { brand_id: brandId, id }: { brand_id: BrandId; id: string },
  status: Status,
): Promise<void> {
  await recordEvents(work, [{ type: replenishmentMoved, brandId, subjectId: id, payload: { status } }])
}
