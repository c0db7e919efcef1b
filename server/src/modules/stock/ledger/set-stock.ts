/** Setting the stock of variants to absolute values. */
import { retried } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Work } from '../../../platform/work.ts'
import { hasCause, type Level, type LevelRow, type Movement, toLevel } from './ledger.ts'
import type { StockChange } from './set-stock-query.ts'
import { applyChanges, type LevelProjection, levelProjection, type SetStockRow } from './set-stock-query.ts'

export type SetStockOutcome<Projected = unknown> =
  | { applied: true; levels: (Level & { isOrderable: boolean })[]; projected: Projected[] }
  | { applied: false; missing: string[]; conflicts: { variantId: VariantId; onHand: number | null }[] }

export interface SetOptions {
  movement?: Movement
  /** Returns columns of another module in `projected` instead of levels, from the same statement. */
  projection?: LevelProjection
}

type ReturnedLevel = SetStockRow & LevelRow & { is_orderable: boolean }

/**
 * Sets the stock of variants to absolute values, of all or of none. A call names each variant once. Results have the order
 * of the changes.
 */
export async function setStock<Projected>(
  work: Work,
  brandId: BrandId,
  changes: readonly StockChange[],
  { movement = { type: 'snapshot' }, projection }: SetOptions = {},
): Promise<SetStockOutcome<Projected>> {
  const { db } = work
  const ids = changes.map((change) => change.variantId)
  invariant(new Set(ids).size === ids.length, 'a call sets each variant once')
  const rows = await retried(db, () =>
    applyChanges<ReturnedLevel>(work, brandId, changes, movement, projection ?? levelProjection),
  )
  const { found, missing } = inOrderOf(ids, rows)
  const conflicts = found.filter((row) => row.is_conflict).map(toConflict)
  const isRefused = missing.length > 0 || conflicts.length > 0
  // In a retried call, the conflict is with its own first attempt.
  if (isRefused && !(movement.cause && (await hasCause(db, brandId, movement.cause)))) {
    return { applied: false, missing, conflicts }
  }
  if (projection) return { applied: true, levels: [], projected: found as unknown[] as Projected[] }
  const levels = found.map((row) => ({ ...toLevel(row), isOrderable: row.is_orderable }))
  return { applied: true, levels, projected: [] }
}

function inOrderOf<Row extends SetStockRow>(ids: readonly VariantId[], rows: readonly Row[]) {
  const byId = new Map<VariantId, Row>()
  for (const row of rows) byId.set(row.id, row)
  const found: Row[] = []
  const missing: VariantId[] = []
  for (const id of ids) {
    const row = byId.get(id)
    if (row) found.push(row)
    else missing.push(id)
  }
  return { found, missing }
}

const toConflict = (row: SetStockRow) => ({ variantId: row.id, onHand: row.on_hand })
