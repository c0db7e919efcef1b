import { retried } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Work } from '../../../platform/work.ts'
import { hasCause } from './causes.ts'
import { type Level, type Movement, toLevel } from './ledger.ts'
import { applyChanges, type Beside, type SetRow } from './set-stock-query.ts'
import type { StockChange } from './stock-change.ts'

export type SetOutcome<Shown = unknown> =
  | { applied: true; levels: (Level & { isOrderable: boolean })[]; shown: Shown[] }
  | { applied: false; missing: string[]; conflicts: { variantId: VariantId; onHand: number | null }[] }

export interface SetOptions {
  movement?: Movement
  /** Answered in `shown`, in the order of the changes: what another module knows of the variants, in the same statement. */
  beside?: Beside
}

/** Sets the stock of variants to absolute values: of all, or of none. A call names each variant once. */
export async function setStock<Shown>(
  work: Work,
  brandId: BrandId,
  changes: readonly StockChange[],
  { movement = { type: 'snapshot' }, beside }: SetOptions = {},
): Promise<SetOutcome<Shown>> {
  const { db } = work
  const ids = changes.map((change) => change.variantId)
  invariant(new Set(ids).size === ids.length, 'a call sets each variant once')
  const rows = await retried(db, () => applyChanges(work, brandId, changes, movement, beside))
  const byId = new Map(rows.map((row) => [row.variant_id, row]))
  const missing = ids.filter((id) => !byId.has(id))
  const found = ids.flatMap((id) => byId.get(id) ?? [])
  const conflicts = found.filter((row) => row.is_conflict).map(toConflict)
  const isRefused = missing.length > 0 || conflicts.length > 0
  // A repeated call finds its own result where it expected something else.
  if (isRefused && !(movement.cause && (await hasCause(db, brandId, movement.cause)))) {
    return { applied: false, missing, conflicts }
  }
  const levels = found.map((row) => ({ ...toLevel(row), isOrderable: row.is_orderable }))
  return { applied: true, levels, shown: beside ? (found as Shown[]) : [] }
}

const toConflict = (row: SetRow) => ({
  variantId: row.variant_id,
  onHand: row.is_always_in_stock ? null : row.available + row.reserved,
})
