import { retried } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Work } from '../../../platform/work.ts'
import { hasCause } from './causes.ts'
import { type Level, type LevelRow, type Movement, toLevel } from './ledger.ts'
import { applyChanges, type SetRow, type Show, showLevel } from './set-stock-query.ts'
import type { StockChange } from './stock-change.ts'

export type SetOutcome<Shown = unknown> =
  | { applied: true; levels: (Level & { isOrderable: boolean })[]; shown: Shown[] }
  | { applied: false; missing: string[]; conflicts: { variantId: VariantId; onHand: number | null }[] }

export interface SetOptions {
  movement?: Movement
  /** Answered in `shown` instead of levels: what another module tells of the variants, from the same statement. */
  show?: Show
}

type ShownLevel = SetRow & LevelRow & { is_orderable: boolean }

/**
 * Sets the stock of variants to absolute values: of all, or of none. A call names each variant once. Answers are in the
 * order of the changes.
 */
export async function setStock<Shown>(
  work: Work,
  brandId: BrandId,
  changes: readonly StockChange[],
  { movement = { type: 'snapshot' }, show }: SetOptions = {},
): Promise<SetOutcome<Shown>> {
  const { db } = work
  const ids = changes.map((change) => change.variantId)
  invariant(new Set(ids).size === ids.length, 'a call sets each variant once')
  const rows = await retried(db, () =>
    applyChanges<ShownLevel>(work, brandId, changes, movement, show ?? showLevel),
  )
  const { found, missing } = inOrderOf(ids, rows)
  const conflicts = found.filter((row) => row.is_conflict).map(toConflict)
  const isRefused = missing.length > 0 || conflicts.length > 0
  // A repeated call finds its own result where it expected something else.
  if (isRefused && !(movement.cause && (await hasCause(db, brandId, movement.cause)))) {
    return { applied: false, missing, conflicts }
  }
  if (show) return { applied: true, levels: [], shown: found as unknown[] as Shown[] }
  const levels = found.map((row) => ({ ...toLevel(row), isOrderable: row.is_orderable }))
  return { applied: true, levels, shown: [] }
}

function inOrderOf<Row extends SetRow>(ids: readonly VariantId[], rows: readonly Row[]) {
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

const toConflict = (row: SetRow) => ({ variantId: row.id, onHand: row.on_hand })
