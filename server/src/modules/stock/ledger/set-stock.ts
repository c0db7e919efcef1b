import { retried } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Work } from '../../../platform/work.ts'
import { hasCause } from './causes.ts'
import { type Level, type Movement, toLevel } from './ledger.ts'
import { applyChanges, type SetRow } from './set-stock-query.ts'
import type { StockChange } from './stock-change.ts'

export type SetOutcome =
  | { applied: true; levels: (Level & { isOrderable: boolean })[] }
  | { applied: false; missing: string[]; conflicts: { variantId: VariantId; onHand: number | null }[] }

/** Sets the stock of variants to absolute values: of all, or of none. A call names each variant once. */
export async function setStock(
  work: Work,
  brandId: BrandId,
  changes: readonly StockChange[],
  movement: Movement = { type: 'snapshot' },
): Promise<SetOutcome> {
  const { db } = work
  const ids = changes.map((change) => change.variantId)
  invariant(new Set(ids).size === ids.length, 'a call sets each variant once')
  const rows = await retried(db, () => applyChanges(work, brandId, changes, movement))
  const byId = new Map(rows.map((row) => [row.variant_id, row]))
  const missing = ids.filter((id) => !byId.has(id))
  const found = ids.flatMap((id) => byId.get(id) ?? [])
  const conflicts = found.filter((row) => row.is_conflict).map(toConflict)
  const isRefused = missing.length > 0 || conflicts.length > 0
  // A repeated call finds its own result where it expected something else.
  if (isRefused && !(movement.cause && (await hasCause(db, brandId, movement.cause)))) {
    return { applied: false, missing, conflicts }
  }
  return { applied: true, levels: found.map((row) => ({ ...toLevel(row), isOrderable: row.is_orderable })) }
}

const toConflict = (row: SetRow) => ({
  variantId: row.variant_id,
  onHand: row.is_always_in_stock ? null : row.available + row.reserved,
})
