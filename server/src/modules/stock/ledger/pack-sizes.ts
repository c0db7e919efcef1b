import type { BrandId, VariantId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'

/** How many pieces one of what is counted has from now on. Quantities stay, and so do the postings of before. */
export async function setPackSizes(
  { db, clock }: Work,
  brandId: BrandId,
  sizes: readonly { variantId: VariantId; unitMultiplier: number }[],
): Promise<void> {
  if (sizes.length === 0) return
  await db`
    update stock.levels
    set unit_multiplier = size.unit_multiplier, updated_at = ${clock.now()}
    from unnest(
      ${sizes.map(({ variantId }) => variantId)}::uuid[],
      ${sizes.map(({ unitMultiplier }) => unitMultiplier)}::int[]
    ) as size (variant_id, unit_multiplier)
    where levels.brand_id = ${brandId} and levels.variant_id = size.variant_id
      and levels.unit_multiplier <> size.unit_multiplier`
}
