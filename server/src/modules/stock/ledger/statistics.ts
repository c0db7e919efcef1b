import type { Queryable } from '../../../platform/database.ts'

/** After many rows came in at once: the database plans by what it has counted, and counts by itself only later. */
export async function analyzeStock(db: Queryable): Promise<void> {
  await db`analyze stock.levels, stock.transactions, stock.postings`
}
