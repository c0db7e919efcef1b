/** Present and past balances of variants, and the locations of a brand. */
import { type Fragment, limitTo, oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import type { Walk } from '../../../platform/queries/keyset.ts'
import type { HasOwned } from '../../../platform/queries/owned.ts'
import { lotProvider } from '../ledger/lots.ts'
import { WAREHOUSE_COLUMNS } from '../ledger/warehouse-levels.ts'
import { bundlesInWarehouses, hasPartAt, ofProductType, partsOfLevel } from './bundles.ts'
import type { LocationFilter, LocationScope, StateFilter } from './filters.ts'
import type { LocationRow, StateRow } from './rows.ts'

/** A page of balances, newest variant first; uses levels_newest_idx, or levels_pkey if the filter names variants. */
export async function walkStates(
  db: Queryable,
  brandId: BrandId,
  { productVariantIds, stateAt, productType, ...scope }: StateFilter,
  { cursor, backwards, limit }: Walk,
): Promise<StateRow[]> {
  const after = stateAt === undefined ? undefined : new Date((stateAt + 1) * 1000)
  const later = after && db`created_at >= ${after}`
  const rows = await db<StateRow[]>`
    ${selectStates(db, brandId, later, scope)}
      ${ofProductType(db, brandId, productType)}
      ${productVariantIds ? db`and level.variant_id = ${oneOf(db, productVariantIds)}` : db``}
      ${storedAt(db, brandId, scope)}
      ${
        cursor === undefined
          ? db``
          : db`and (level.created_at, level.variant_id) ${backwards ? db`>` : db`<`} (
        select created_at, variant_id from stock.levels where brand_id = ${brandId} and variant_id = ${cursor}
      )`
      }
    order by ${
      backwards ? db`level.created_at, level.variant_id` : db`level.created_at desc, level.variant_id desc`
    }
    ${limitTo(db, limit)}`
  return await withBundles(db, brandId, rows, { later, scope })
}

/** The position of a posting in the ledger. */
export interface LedgerPosition {
  id: string
  created_at: Date
}

/** The balances of variants at present, or before a posting. */
export async function findStates(
  db: Queryable,
  brandId: BrandId,
  variantIds: readonly VariantId[],
  before: LedgerPosition | undefined,
): Promise<StateRow[]> {
  const later = before && db`(created_at, id) >= (${before.created_at}::timestamptz, ${before.id}::uuid)`
  const rows = await db<StateRow[]>`
    ${selectStates(db, brandId, later, {})} and level.variant_id = ${oneOf(db, variantIds)}`
  return await withBundles(db, brandId, rows, { later, scope: {} })
}

/** Computes what bundles have in warehouses. Their parts are read only if there are bundles. */
async function withBundles(
  db: Queryable,
  brandId: BrandId,
  rows: readonly StateRow[],
  { later, scope }: { later: Fragment | undefined; scope: LocationScope },
): Promise<StateRow[]> {
  const partIds = [...new Set(rows.flatMap(({ parts }) => parts.map(({ variantId }) => variantId)))]
  if (partIds.length === 0) return [...rows]
  const parts = await db<StateRow[]>`
    ${selectStates(db, brandId, later, scope)} and level.variant_id = ${oneOf(db, partIds)}`
  const states = new Map(parts.map((part) => [part.id, part]))
  return rows.map((row) =>
    row.parts.length === 0 ? row : { ...row, in_warehouses: bundlesInWarehouses(row, states) },
  )
}

/** A past balance is the present one minus the later postings, which are read from postings_variant_idx. */
function selectStates(db: Queryable, brandId: BrandId, later: Fragment | undefined, scope: LocationScope) {
  const without = (amount: 'available' | 'reserved') =>
    later ? db`level.${db(amount)} - coalesce(later.${db(amount)}, 0)` : db`level.${db(amount)}`
  return db`
    select level.variant_id as id, level.location_id, place.type as location_type,
      ${without('available')} as available, ${without('reserved')} as reserved,
      level.is_always_in_stock, level.unit_multiplier,
      ${isFiltered(scope) ? db`level.location_id = any(array(${locationIdsIn(db, brandId, scope)}))` : db`true`} as includes_own_location,
      array(${inWarehouses(db, brandId, later, scope)}) as in_warehouses,
      ${partsOfLevel(db, brandId)} as parts
    from stock.levels as level
    join stock.locations as place on place.brand_id = level.brand_id and place.id = level.location_id
    ${
      later
        ? db`left join lateral (
      select sum(quantity) filter (where status = 'available') as available,
        sum(quantity) filter (where status = 'reserved') as reserved
      from stock.postings
      where brand_id = ${brandId} and variant_id = level.variant_id and location_id = level.location_id and ${later}
    ) as later on true`
        : db``
    }
    where level.brand_id = ${brandId}`
}

/** The quantities by status of the variant of `level` in each warehouse. Uses warehouse_levels_pkey. */
function inWarehouses(db: Queryable, brandId: BrandId, later: Fragment | undefined, scope: LocationScope) {
  const quantities = Object.entries(WAREHOUSE_COLUMNS).map(([status, column]) => {
    const since = later
      ? db` - coalesce((
        select sum(quantity)
        from stock.postings
        where brand_id = ${brandId} and variant_id = there.variant_id and location_id = there.location_id
          and status = ${status} and ${later}
      ), 0)`
      : db``
    return db`, ${status}::text, there.${db(column)}${since}`
  })
  return db`
    select json_build_object('locationId', location_id, 'unitMultiplier', unit_multiplier,
      'lots', ${lotsAtLocation(db, brandId, later)} ${quantities})
    from stock.warehouse_levels as there
    where brand_id = ${brandId} and variant_id = level.variant_id
      ${isFiltered(scope) ? db`and location_id = any(array(${locationIdsIn(db, brandId, scope)}))` : db``}
    order by location_id`
}

/** The quantities by status of each lot at the location `there`. */
function lotsAtLocation(db: Queryable, brandId: BrandId, later: Fragment | undefined) {
  const provider = lotProvider.extension
  if (!provider) return db`json_build_array()`
  const quantities = LOT_STATUSES.map(([status, column]) => {
    const since = later
      ? db` - coalesce((
        select sum(quantity)
        from stock.postings
        where brand_id = ${brandId} and variant_id = there.variant_id and location_id = there.location_id
          and lot_id = lot.id and status = ${status} and ${later}
      ), 0)`
      : db``
    return db`, ${status}::text, lot.${db(column)}${since}`
  })
  return db`(
    select coalesce(
      json_agg(
        json_build_object('number', number, 'expiresOn', expires_on ${quantities})
        order by expires_on nulls last, number, lot.id
      ),
      '[]'
    )
    from (${provider.lots(db, brandId)}) as lot
    where lot.variant_id = there.variant_id and lot.location_id = there.location_id
  )`
}

const LOT_STATUSES = Object.entries(WAREHOUSE_COLUMNS).filter(([status]) => status !== 'incoming')

const isFiltered = ({ locationTypes, locationIds }: LocationScope) =>
  locationTypes !== undefined || locationIds !== undefined

/** Excludes variants without stock at these locations. */
function storedAt(db: Queryable, brandId: BrandId, scope: LocationScope) {
  if (!isFiltered(scope)) return db``
  const ids = locationIdsIn(db, brandId, scope)
  return db`and exists (${ids}) and (
    level.location_id = any(array(${ids})) or exists (
      select 1 from stock.warehouse_levels as there
      where there.brand_id = ${brandId} and there.variant_id = level.variant_id
        and there.location_id = any(array(${ids}))
    ) or ${hasPartAt(db, brandId, ids)}
  )`
}

/** Restricts a list to some locations. `exists` is evaluated once, so that an empty scope reads no row. */
export function atLocations(db: Queryable, brandId: BrandId, column: Fragment, scope: LocationScope) {
  if (!isFiltered(scope)) return db``
  const ids = locationIdsIn(db, brandId, scope)
  return db`and exists (${ids}) and ${column} = any(array(${ids}))`
}

const locationIdsIn = (db: Queryable, brandId: BrandId, { locationTypes, locationIds }: LocationScope) => db`
  select id
  from stock.locations
  where brand_id = ${brandId}
    ${locationTypes ? db`and type = any(${locationTypes})` : db``}
    ${locationIds ? db`and id = any(${locationIds}::uuid[])` : db``}`

export const hasState: HasOwned = async (db, brandId, variantId) => {
  const found = await db`select 1 from stock.levels where brand_id = ${brandId} and variant_id = ${variantId}`
  return found.length > 0
}

/** The given variants that exist in the ledger of any brand; uses levels_variant_idx. */
export async function findVariantsOfAnyBrand(
  db: Queryable,
  variantIds: readonly VariantId[],
): Promise<string[]> {
  const rows = await db<{ variant_id: string }[]>`
    select variant_id from stock.levels where variant_id = ${oneOf(db, variantIds)}`
  return rows.map((row) => row.variant_id)
}

/** A page of locations, newest first. A brand has so few that sorting them needs no index. */
export async function walkLocations(
  db: Queryable,
  brandId: BrandId,
  { locationTypes, externalId }: LocationFilter,
  { cursor, backwards, limit }: Walk,
): Promise<LocationRow[]> {
  return await db<LocationRow[]>`
    select id, type, external_id
    from stock.locations
    where brand_id = ${brandId}
      ${locationTypes ? db`and type = any(${locationTypes})` : db``}
      ${externalId ? db`and external_id = ${externalId}` : db``}
      ${
        cursor === undefined
          ? db``
          : db`and (created_at, id) ${backwards ? db`>` : db`<`} (
        select created_at, id from stock.locations where brand_id = ${brandId} and id = ${cursor}
      )`
      }
    order by ${backwards ? db`created_at, id` : db`created_at desc, id desc`}
    ${limitTo(db, limit)}`
}

export const hasLocation: HasOwned = async (db, brandId, id) => {
  const found = await db`select 1 from stock.locations where brand_id = ${brandId} and id = ${id}`
  return found.length > 0
}

/** The locations whose stock the brand counts itself. */
export async function listOwnLocationIds(db: Queryable, brandId: BrandId): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from stock.locations where brand_id = ${brandId} and type = 'brand'`
  return rows.map((row) => row.id)
}
