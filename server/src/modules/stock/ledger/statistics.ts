import type { Queryable } from '../../../platform/database.ts'

/** Updates the planner statistics after a bulk insert; autovacuum would do so only later. */
export async function analyzeStock(db: Queryable): Promise<void> {
  await db`analyze stock.levels, stock.transactions, stock.postings`
}
