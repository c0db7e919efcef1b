import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'

/** Whether a brand's ledger has a transaction of this cause; rides on transactions_cause_key. */
export async function hasCause(db: Queryable, brandId: BrandId, cause: string): Promise<boolean> {
  const found = await db`select 1 from stock.transactions where brand_id = ${brandId} and cause = ${cause}`
  return found.length > 0
}
