import { joinProblems, type Problem } from '@tradehall/jsonapi'
import type { Ctx } from '../../../http/operation.ts'
import { missing } from '../../../http/ownership.ts'
import { unprocessable } from '../../../http/problems.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { type SetOutcome, setStock } from '../ledger/set-stock.ts'
import type { StockChange } from '../ledger/stock-change.ts'
import { findAnywhere, listOwnLocationIds } from '../reading/states.ts'
import { readChanges, type WantedState } from './state-rules.ts'

/** Sets what is available or on hand of several variants: of all, or of none. */
export async function writeStates(ctx: Ctx, brandId: BrandId, states: readonly WantedState[]): Promise<void> {
  const { changes, mistakes } = readChanges(states, new Set(await listOwnLocationIds(ctx.db, brandId)))
  if (mistakes.length > 0) {
    throw joinProblems(mistakes.map(({ detail, pointer }) => unprocessable(detail, { pointer })))
  }
  const outcome = await setStock(ctx, brandId, changes)
  if (!outcome.applied) throw joinProblems(await explainMissing(ctx, changes, outcome))
}

async function explainMissing(
  { db }: Ctx,
  changes: readonly StockChange[],
  outcome: Extract<SetOutcome, { applied: false }>,
): Promise<Problem[]> {
  const elsewhere = new Set(await findAnywhere(db, outcome.missing))
  return outcome.missing.map((id) => {
    const row = changes.findIndex((change) => change.variantId === id)
    return missing('product variant', id, { exists: elsewhere.has(id), pointer: `data.${row}.id` })
  })
}
