import type { HasOwned } from '../../../platform/queries/owned.ts'

/** Whether a brand's ledger has a transaction of this cause; uses transactions_cause_key. */
export const hasCause: HasOwned = async (db, brandId, cause) => {
  const found = await db`select 1 from stock.transactions where brand_id = ${brandId} and cause = ${cause}`
  return found.length > 0
}
