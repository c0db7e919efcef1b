import type { Ctx } from '../../http/operation.ts'
import { transaction } from '../../platform/database.ts'
import { type BrandRow, createBrand, type NewBrand } from '../identity/index.ts'
import { openLocation } from '../stock/index.ts'

/** A brand and the place where its stock lies: one is of no use without the other. */
export async function addBrand(
  ctx: Ctx,
  wanted: NewBrand & { id: string | undefined },
): Promise<{ brand: BrandRow; created: boolean }> {
  return await transaction(ctx.db, async (tx) => {
    const result = await createBrand(tx, ctx, wanted)
    if (result.created) await openLocation(tx, ctx, result.brand.id)
    return result
  })
}
