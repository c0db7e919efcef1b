/** The verb behind the stock of variants: one update or fifty, all of them or none. */

import { joinProblems, Problem } from '@tradehall/jsonapi'
import type { Ctx } from '../../http/operation.ts'
import { missing } from '../../http/ownership.ts'
import { pointTo, unprocessable } from '../../http/problems.ts'
import type { BrandId, VariantId } from '../../platform/ids.ts'
import { invariant } from '../../platform/invariant.ts'
import { type SetOutcome, setStock } from '../stock/index.ts'
import { type StockUpdate, stockChanged, toStockChange } from './stock-update.ts'
import { besideStock, existingVariants, type StocklessVariant, type VariantRow } from './variants.ts'

/** Answers with the variants in the order of the updates. */
export async function updateStock(
  ctx: Ctx,
  brandId: BrandId,
  updates: readonly StockUpdate[],
): Promise<VariantRow[]> {
  const changes = collect(updates, toStockChange)
  const ids = changes.map(({ variantId }) => variantId)
  refuseRepeated(ids, updates)
  const outcome = await setStock<StocklessVariant>(ctx, brandId, changes, { beside: besideStock })
  if (!outcome.applied) throw await explain(ctx, outcome, (id) => updates[ids.indexOf(id)])
  return outcome.levels.map((level, i) => {
    const variant = outcome.shown[i]
    invariant(variant?.product_id, 'a stock level belongs to a variant')
    return withLevel(variant, level)
  })
}

/** All problems of all items at once. */
export function collect<T, U>(items: readonly T[], read: (item: T, index: number) => U): U[] {
  const problems: Problem[] = []
  const results = items.flatMap((item, i) => {
    try {
      return [read(item, i)]
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      problems.push(error)
      return []
    }
  })
  if (problems.length > 0) throw joinProblems(problems)
  return results
}

function refuseRepeated(ids: readonly string[], updates: readonly StockUpdate[]): void {
  const repeated = updates.flatMap(({ idAt }, i) => {
    const first = ids.indexOf(ids[i]!)
    if (first === i) return []
    const detail = `The variant ${ids[i]} is updated by ${updates[first]?.at} already; send each variant once.`
    return [unprocessable(detail, pointTo(idAt))]
  })
  if (repeated.length > 0) throw joinProblems(repeated)
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

type SetLevel = Extract<SetOutcome, { applied: true }>['levels'][number]

function withLevel({ changed_at, ...variant }: StocklessVariant, level: SetLevel): VariantRow {
  const { available, reserved, isAlwaysInStock, inventoryPolicy, isOrderable, updatedAt } = level
  return {
    ...variant,
    id: level.variantId,
    is_always_in_stock: isAlwaysInStock,
    inventory_policy: inventoryPolicy,
    available_quantity: isAlwaysInStock ? null : available,
    reserved_quantity: reserved,
    stock_quantity: isAlwaysInStock ? null : available + reserved,
    is_orderable: isOrderable,
    updated_at: changed_at > updatedAt ? changed_at : updatedAt,
  }
}
