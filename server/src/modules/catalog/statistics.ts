/** Planner statistics of the catalog after a bulk load. */
import type { Queryable } from '../../platform/database.ts'
import { analyzeStock } from '../stock/index.ts'

/**
 * `analyze` costs as much as loading a thousand products. PostgreSQL scales the statistics up to the current size of a table,
 * so plans stay good long after.
 */
const MAX_GROWTH = 100

/**
 * Updates the statistics of the catalog and its stock if they are far below the number of loaded products. With the
 * statistics of an empty table, each foreign key check read all rows of a brand, and a load of 5 000 products a second fell
 * to 560.
 */
export async function analyzeAfterLoad(db: Queryable, loadedProducts: number): Promise<void> {
  const [known] = await db<{ rows: number }[]>`
    select reltuples::bigint as rows from pg_class where oid = 'catalog.products'::regclass`
  if ((known?.rows ?? 0) * MAX_GROWTH >= loadedProducts) return
  await db`analyze catalog.products, catalog.variants`
  await analyzeStock(db)
}
