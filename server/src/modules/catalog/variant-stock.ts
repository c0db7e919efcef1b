/** The verb behind the stock of variants: one update or fifty, all of them or none. */

import { joinProblems, Problem } from '@tradehall/jsonapi'
import { missing } from '../../domain/ownership.ts'
import { pointTo, unprocessable } from '../../domain/problems.ts'
import type { Ctx } from '../../http/operation.ts'
import type { BrandId, VariantId } from '../../platform/ids.ts'
import { invariant } from '../../platform/invariant.ts'
import { type SetOutcome, setStock } from '../stock/index.ts'
import { type StockUpdate, stockChanged, toStockChange } from './stock-update.ts'
import { existingVariants, showVariant, type VariantRow } from './variants.ts'

/** Answers with the variants in the order of the updates. */
export async function updateStock(
  ctx: Ctx,
  brandId: BrandId,
  updates: readonly StockUpdate[],
): Promise<VariantRow[]> {
  const changes = collect(updates, toStockChange)
  const ids = changes.map(({ variantId }) => variantId)
  refuseRepeated(ids, updates)
  const outcome = await setStock<VariantRow>(ctx, brandId, changes, { show: showVariant })
  if (!outcome.applied) throw await explain(ctx, outcome, (id) => updates[ids.indexOf(id)])
  for (const { product_id } of outcome.shown) invariant(product_id, 'a stock level belongs to a variant')
  return outcome.shown
}

/** All problems of all items at once. */
export function collect<T, U>(items: readonly T[], read: (item: T, index: number) => U): U[] {
  const problems: Problem[] = []
  const results: U[] = []
  items.forEach((item, i) => {
    try {
      results.push(read(item, i))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      problems.push(error)
    }
  })
  if (problems.length > 0) throw joinProblems(problems)
  return results
}

function refuseRepeated(ids: readonly string[], updates: readonly StockUpdate[]): void {
  if (new Set(ids).size === ids.length) return
  const repeated = updates.flatMap(({ idAt }, i) => {
    const first = ids.indexOf(ids[i]!)
    if (first === i) return []
    const detail = `The variant ${ids[i]} is updated by ${updates[first]?.at} already; send each variant once.`
    return [unprocessable(detail, pointTo(idAt))]
  })
  throw joinProblems(repeated)
}

type Refused = Extract<SetOutcome, { applied: false }>

/** Foreign variants come before unknown ones, so that an answer has one status. */
async function explain(
  { db }: Ctx,
  refused: Refused,
  updateOf: (variantId: VariantId) => StockUpdate | undefined,
): Promise<Problem> {
  if (refused.missing.length === 0)
    return joinProblems(
      refused.conflicts.map(({ variantId, onHand }) =>
        stockChanged(onHand, updateOf(variantId)?.at ?? 'data'),
      ),
    )
  const existing = await existingVariants(db, refused.missing)
  const foreign = refused.missing.filter((id) => existing.has(id))
  const named = foreign.length > 0 ? foreign : refused.missing
  return joinProblems(
    named.map((id) =>
      missing('product variant', id, { exists: existing.has(id), ...pointTo(updateOf(id)?.idAt) }),
    ),
  )
}
