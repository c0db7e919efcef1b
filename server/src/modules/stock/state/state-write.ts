/** Writing the stock of several variants in one request. */
import { joinProblems, type Problem } from '@tradehall/jsonapi'
import { missing } from '../../../domain/ownership.ts'
import { unprocessable } from '../../../domain/problems.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import type { Movement } from '../ledger/ledger.ts'
import { type SetStockOutcome, setStock } from '../ledger/set-stock.ts'
import type { StockChange } from '../ledger/set-stock-query.ts'
import { findVariantsOfAnyBrand, listOwnLocationIds } from '../reading/states.ts'
import { type RequestedState, readChanges } from './state-rules.ts'

/** Sets the available or on-hand quantity of all variants, or of none. `at` is the JSON pointer to their list in the request. */
export async function writeStates(
  work: Work,
  brandId: BrandId,
  states: readonly RequestedState[],
  at: string,
  movement: Movement,
): Promise<void> {
  const ownLocationIds = new Set(await listOwnLocationIds(work.db, brandId))
  const { changes, mistakes } = readChanges(states, ownLocationIds, at)
  if (mistakes.length > 0) {
    throw joinProblems(mistakes.map(({ detail, pointer }) => unprocessable(detail, { pointer })))
  }
  const outcome = await setStock(work, brandId, changes, { movement })
  if (!outcome.applied) throw joinProblems(await explainMissing(work.db, changes, outcome, at))
}

async function explainMissing(
  db: Queryable,
  changes: readonly StockChange[],
  outcome: Extract<SetStockOutcome, { applied: false }>,
  at: string,
): Promise<Problem[]> {
  const existing = new Set(await findVariantsOfAnyBrand(db, outcome.missing))
  return outcome.missing.map((id) => {
    const row = changes.findIndex((change) => change.variantId === id)
    return missing('product variant', id, { exists: existing.has(id), pointer: `${at}.${row}.id` })
  })
}
