import type { Queryable } from '../../platform/database.ts'
import { analyzeStock } from '../stock/index.ts'

/**
 * To count costs as much as to load a thousand products. What was counted is scaled up to the size that a table has, so
 * that plans stay right long after.
 */
const MOST_GROWTH = 100

/**
 * Counts the catalog and its stock anew when the database believes that there is far less than came in. It plans by what
 * it has counted: with the figures of an empty table, each check of a foreign key read all rows of a brand, and a load of
 * 5 000 products a second fell to 560.
 */
export async function analyzeAfterLoad(db: Queryable, loadedProducts: number): Promise<void> {
  const [known] = await db<{ rows: number }[]>`
    select reltuples::bigint as rows from pg_class where oid = 'catalog.products'::regclass`
  if ((known?.rows ?? 0) * MOST_GROWTH >= loadedProducts) return
  await db`analyze catalog.products, catalog.variants`
  await analyzeStock(db)
}
