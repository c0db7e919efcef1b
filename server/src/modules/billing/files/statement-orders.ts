/** Orders with the retailer and variant names that a statement contains. */
import type { Database } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { type VariantName, variantNames } from '../../catalog/index.ts'
import { loadRetailers, type RetailerRow } from '../../identity/index.ts'
import type { BilledOrder } from '../../ordering/index.ts'

export interface StatementOrder extends BilledOrder {
  retailer: RetailerRow | undefined
  variants: ReadonlyMap<string, VariantName>
}

export async function withNames(
  db: Database,
  brandId: BrandId,
  orders: readonly BilledOrder[],
): Promise<StatementOrder[]> {
  const variantIds = orders.flatMap(({ items }) => items.map(({ variant_id }) => variant_id))
  const retailerIds = orders.map(({ retailer_id }) => retailer_id)
  const [variants, retailers] = await Promise.all([
    variantNames(db, brandId, [...new Set(variantIds)]),
    loadRetailers(db, [...new Set(retailerIds)]),
  ])
  const byId = new Map(retailers.map((retailer) => [retailer.id, retailer]))
  return orders.map((order) => ({ ...order, retailer: byId.get(order.retailer_id), variants }))
}
