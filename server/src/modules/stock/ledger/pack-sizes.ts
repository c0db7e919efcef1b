import type { BrandId, VariantId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'

/** Changes how many pieces a pack has. Quantities count packs and stay as they are, and so do earlier postings. */
export async function setPackSizes(
  { db, clock }: Work,
  brandId: BrandId,
  sizes: readonly { variantId: VariantId; unitMultiplier: number }[],
): Promise<void> {
  if (sizes.length === 0) return
  await db`
    update stock.levels
    set unit_multiplier = size.unit_multiplier, updated_at = greatest(updated_at, ${clock.now()})
    from unnest(
      ${sizes.map(({ variantId }) => variantId)}::uuid[],
      ${sizes.map(({ unitMultiplier }) => unitMultiplier)}::int[]
    ) as size (variant_id, unit_multiplier)
    where levels.brand_id = ${brandId} and levels.variant_id = size.variant_id
      and levels.unit_multiplier <> size.unit_multiplier`
}
