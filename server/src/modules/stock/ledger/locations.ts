/** Locations of stock: a brand has one of its own, and one in each warehouse that stores its goods. */
import type { BrandId, LocationId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'

/** Returns the id of the brand's own location and creates it on first use. */
export async function openLocation(work: Work, brandId: BrandId): Promise<LocationId> {
  const [known] = await work.db<{ id: LocationId }[]>`
    select id from stock.locations where brand_id = ${brandId} and type = 'brand' and external_id = ${brandId}`
  return known?.id ?? (await insertLocation(work, brandId, { type: 'brand', externalId: brandId }))
}

/** Returns the id of a brand's location in a warehouse and creates it on first use. */
export const openWarehouse = (work: Work, brandId: BrandId, warehouseId: string): Promise<LocationId> =>
  insertLocation(work, brandId, { type: 'warehouse', externalId: warehouseId })

/** If the location exists, also by a concurrent insert, the no-op update makes the statement return its id. */
async function insertLocation(
  { db: tx, clock, ids }: Work,
  brandId: BrandId,
  { type, externalId }: { type: 'brand' | 'warehouse'; externalId: string },
): Promise<LocationId> {
  const [location] = await tx<[{ id: LocationId }]>`
    insert into stock.locations (brand_id, id, type, external_id, created_at)
    values (${brandId}, ${ids.next()}, ${type}, ${externalId}, ${clock.now()})
    on conflict on constraint locations_place_key do update set type = excluded.type
    returning id`
  return location.id
}
