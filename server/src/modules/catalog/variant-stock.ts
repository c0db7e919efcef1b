/** Updates the stock of variants, one or in bulk, atomically. */
import { joinProblems, Problem } from '@tradehall/jsonapi'
import type { CurrentVersion } from '../../domain/expected-version.ts'
import { missing } from '../../domain/ownership.ts'
import { pointTo, unprocessable } from '../../domain/problems.ts'
import type { Transaction } from '../../platform/database.ts'
import type { BrandId, VariantId } from '../../platform/ids.ts'
import { invariant } from '../../platform/invariant.ts'
import type { Work } from '../../platform/work.ts'
import { type Movement, type SetStockOutcome, setStock } from '../stock/index.ts'
import { lockVariant } from './product-flags.ts'
import { type StockUpdate, stockConflict, toStockChange } from './stock-update.ts'
import {
  existingVariants,
  findVariant,
  type VariantRow,
  variantProjection,
  variantVersion,
} from './variants.ts'

/** Locks a variant and returns its version, for a write that expects one. Undefined if the brand has no such variant. */
export async function lockVariantVersion(
  tx: Transaction,
  brandId: BrandId,
  id: VariantId,
): Promise<CurrentVersion | undefined> {
  await lockVariant(tx, brandId, id)
  // The version is read by another statement, because the snapshot of the first one is older than its locks.
  const variant = await findVariant(tx, brandId, id)
  if (!variant) return undefined
  return { version: variantVersion(variant), meta: { stockQuantity: variant.stock_quantity } }
}

/** Returns the variants in the order of the updates. */
export async function updateStock(
  work: Work,
  brandId: BrandId,
  updates: readonly StockUpdate[],
  movement: Movement,
): Promise<VariantRow[]> {
  const changes = parseAll(updates, toStockChange)
  const ids = changes.map(({ variantId }) => variantId)
  rejectDuplicates(ids, updates)
  const outcome = await setStock<VariantRow>(work, brandId, changes, {
    movement,
    projection: variantProjection,
  })
  if (!outcome.applied) throw await problemOf(work, outcome, (id) => updates[ids.indexOf(id)])
  for (const { product_id } of outcome.projected) invariant(product_id, 'a stock level belongs to a variant')
  return outcome.projected
}

/** Parses all items and throws the problems of all of them together. */
export function parseAll<T, U>(items: readonly T[], read: (item: T, index: number) => U): U[] {
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

function rejectDuplicates(ids: readonly string[], updates: readonly StockUpdate[]): void {
  if (new Set(ids).size === ids.length) return
  const repeated = updates.flatMap(({ idAt }, i) => {
    const first = ids.indexOf(ids[i]!)
    if (first === i) return []
    const detail = `The variant ${ids[i]} is updated by ${updates[first]?.at} already; send each variant once.`
    return [unprocessable(detail, pointTo(idAt))]
  })
  throw joinProblems(repeated)
}

type Refused = Extract<SetStockOutcome, { applied: false }>

/** If some variants belong to other brands, only these are reported, so that the response has one status. */
async function problemOf(
  { db }: Pick<Work, 'db'>,
  refused: Refused,
  updateOf: (variantId: VariantId) => StockUpdate | undefined,
): Promise<Problem> {
  if (refused.missing.length === 0)
    return joinProblems(
      refused.conflicts.map(({ variantId, onHand }) =>
        stockConflict(onHand, updateOf(variantId)?.at ?? 'data'),
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
