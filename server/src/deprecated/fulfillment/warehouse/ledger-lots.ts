/** Provides the lots of the warehouse to the stock ledger. */
import type { Lot, LotProvider, LotRow } from '../../../modules/stock/ledger/lots.ts'
import { oneOf } from '../../../platform/database.ts'

export const warehouseLotProvider: LotProvider = {
  load: async (db, brandId, ids) =>
    await db<LotRow[]>`
    select id, lot_number as number, (expires_at at time zone 'UTC')::date as expires_on
    from fulfillment.lots
    where brand_id = ${brandId} and id = ${oneOf(db, ids)}`,
  lots: (db, brandId) => db`
    select lots.id, lot_number as number, (expires_at at time zone 'UTC')::date as expires_on, variant_id, location_id,
      available, reserved, damaged, quality_control, blocked
    from fulfillment.lots
    join fulfillment.items on items.brand_id = lots.brand_id and items.id = item_id
    join fulfillment.enrolments on enrolments.brand_id = lots.brand_id
    where lots.brand_id = ${brandId}`,
}

/** The form in which postings reference a lot. */
export const ledgerLot = (lot: { id: string; number: string; expiresAt: Date | null }): Lot => ({
  id: lot.id,
  number: lot.number,
  expiresOn: lot.expiresAt?.toISOString().slice(0, 10) ?? null,
})
