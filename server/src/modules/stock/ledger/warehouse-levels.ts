/** The levels of variants in warehouses. */
import { onNodeOf } from '../../../platform/database.ts'
import type { BrandId, LocationId, VariantId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'

/** The column of each status, by its name in the API. */
export const WAREHOUSE_COLUMNS = {
  available: 'available',
  reserved: 'reserved',
  damaged: 'damaged',
  qualityControl: 'quality_control',
  blocked: 'blocked',
  incoming: 'incoming',
} as const

export type WarehouseStatus = keyof typeof WAREHOUSE_COLUMNS

/** Creates levels for variants; an existing level keeps its quantities and gets the new batch size. */
export async function openWarehouseLevels(
  { db: tx, clock }: Work,
  brandId: BrandId,
  locationId: LocationId,
  variants: readonly { variantId: VariantId; unitMultiplier: number }[],
): Promise<void> {
  await onNodeOf(
    brandId,
    tx`
    insert into stock.warehouse_levels (brand_id, variant_id, location_id, unit_multiplier, updated_at)
    select ${brandId}, variant_id, ${locationId}, unit_multiplier, ${clock.now()}
    from unnest(
      ${variants.map(({ variantId }) => variantId)}::uuid[],
      ${variants.map(({ unitMultiplier }) => unitMultiplier)}::int[]
    ) as variant (variant_id, unit_multiplier)
    order by variant_id
    on conflict (brand_id, variant_id, location_id) do update
    set unit_multiplier = excluded.unit_multiplier, updated_at = greatest(warehouse_levels.updated_at, excluded.updated_at)
    where warehouse_levels.unit_multiplier <> excluded.unit_multiplier`,
  )
}
