import { joinProblems, type Problem } from '@tradehall/jsonapi'
import { missing } from '../../../domain/ownership.ts'
import { unprocessable } from '../../../domain/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { type SetOutcome, setStock } from '../ledger/set-stock.ts'
import type { StockChange } from '../ledger/stock-change.ts'
import { findAnywhere, listOwnLocationIds } from '../reading/states.ts'
import { readChanges, type WantedState } from './state-rules.ts'

/** Sets what is available or on hand of several variants: of all, or of none. `at` is where the request lists them. */
export async function writeStates(
  work: Work,
  brandId: BrandId,
  states: readonly WantedState[],
  at: string,
): Promise<void> {
  const ownLocationIds = new Set(await listOwnLocationIds(work.db, brandId))
  const { changes, mistakes } = readChanges(states, ownLocationIds, at)
  if (mistakes.length > 0) {
    throw joinProblems(mistakes.map(({ detail, pointer }) => unprocessable(detail, { pointer })))
  }
  const outcome = await setStock(work, brandId, changes)
  if (!outcome.applied) throw joinProblems(await explainMissing(work.db, changes, outcome, at))
}

async function explainMissing(
  db: Queryable,
  changes: readonly StockChange[],
  outcome: Extract<SetOutcome, { applied: false }>,
  at: string,
): Promise<Problem[]> {
  const elsewhere = new Set(await findAnywhere(db, outcome.missing))
  return outcome.missing.map((id) => {
    const row = changes.findIndex((change) => change.variantId === id)
    return missing('product variant', id, { exists: elsewhere.has(id), pointer: `${at}.${row}.id` })
  })
}
