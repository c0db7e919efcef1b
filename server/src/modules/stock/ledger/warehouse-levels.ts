/** Where stock lies in warehouses: their locations, and a balance of each variant there. */
import type { BrandId, LocationId, VariantId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'

/** The columns of the statuses in which pieces can be there, as the API names them. */
export const WAREHOUSE_COLUMNS = {
  available: 'available',
  reserved: 'reserved',
  damaged: 'damaged',
  qualityControl: 'quality_control',
  blocked: 'blocked',
  incoming: 'incoming',
} as const

export type WarehouseStatus = keyof typeof WAREHOUSE_COLUMNS

/** The id of a brand's location in a warehouse, which is made when it is asked for first. */
export async function openWarehouse(
  { db: tx, clock, ids }: Work,
  brandId: BrandId,
  warehouseId: string,
): Promise<LocationId> {
  // Of two that make it at once, the second gets the row of the first.
  const [made] = await tx<[{ id: string }]>`
    insert into stock.locations (brand_id, id, type, external_id, created_at)
    values (${brandId}, ${ids.next()}, 'warehouse', ${warehouseId}, ${clock.now()})
    on conflict on constraint locations_place_key do update set type = excluded.type
    returning id`
  return made.id
}

/** Begins to count variants there; what is counted already keeps its quantities and takes the new size of a batch. */
export async function openWarehouseLevels(
  { db: tx, clock }: Work,
  brandId: BrandId,
  locationId: LocationId,
  variants: readonly { variantId: VariantId; unitMultiplier: number }[],
): Promise<void> {
  await tx`
    insert into stock.warehouse_levels (brand_id, variant_id, location_id, unit_multiplier, updated_at)
    select ${brandId}, variant_id, ${locationId}, unit_multiplier, ${clock.now()}
    from unnest(
      ${variants.map(({ variantId }) => variantId)}::uuid[],
      ${variants.map(({ unitMultiplier }) => unitMultiplier)}::int[]
    ) as variant (variant_id, unit_multiplier)
    order by variant_id
    on conflict on constraint warehouse_levels_pkey do update
    set unit_multiplier = excluded.unit_multiplier, updated_at = excluded.updated_at
    where warehouse_levels.unit_multiplier <> excluded.unit_multiplier`
}
