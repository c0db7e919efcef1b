/**
 * Bundles: variants that are made of other variants in a warehouse. They have no levels and no postings there; both are
 * those of their parts. At the brand's own location a bundle is counted like any variant.
 */
import { type Fragment, oneOf, type Queryable } from '../../../platform/database.ts'
import { singleExtensionPoint } from '../../../platform/extension-points.ts'
import type { BrandId, LocationId, VariantId } from '../../../platform/ids.ts'
import { WAREHOUSE_COLUMNS, type WarehouseStatus } from '../ledger/warehouse-levels.ts'
import type { StateRow } from './rows.ts'

/** The extension point for a later module that defines bundles. */
export interface BundleProvider {
  /** A query for the parts of all bundles of a brand: the variants `bundle_id` and `variant_id`, and the `quantity` of the part in one bundle. */
  parts: (db: Queryable, brandId: BrandId) => Fragment
}

export const bundleProvider = singleExtensionPoint<BundleProvider>('stock.bundles')

/** The parts of the variant `level`, as JSON; none if it is no bundle. An expression. */
export const partsOfLevel = (db: Queryable, brandId: BrandId): Fragment => {
  const provider = bundleProvider.extension
  return provider
    ? db`array(
      select json_build_object('variantId', part.variant_id, 'quantity', part.quantity)
      from (${provider.parts(db, brandId)}) as part
      where part.bundle_id = level.variant_id
      order by part.variant_id
    )`
    : db`array[]::json[]`
}

/** Restricts a list of levels to bundles or to other variants. */
export function ofProductType(
  db: Queryable,
  brandId: BrandId,
  productType: 'single' | 'bundle' | undefined,
): Fragment {
  const provider = bundleProvider.extension
  if (productType === undefined) return db``
  if (!provider) return productType === 'single' ? db`` : db`and false`
  const bundles = db`array(select bundle_id from (${provider.parts(db, brandId)}) as part)`
  return productType === 'bundle'
    ? db`and level.variant_id = any(${bundles})`
    : db`and level.variant_id <> all(${bundles})`
}

/** A condition for bundles with a part that has a level at one of these locations. `ids` is a query. */
export function hasPartAt(db: Queryable, brandId: BrandId, ids: Fragment): Fragment {
  const provider = bundleProvider.extension
  if (!provider) return db`false`
  return db`level.variant_id = any(array(
    select bundle_id
    from (${provider.parts(db, brandId)}) as part
    join stock.warehouse_levels as there on there.brand_id = ${brandId} and there.variant_id = part.variant_id
    where there.location_id = any(array(${ids}))
  ))`
}

/** Adds the parts of the bundles among these variants, because the movements of a bundle are those of its parts. */
export async function withParts<F extends { productVariantIds?: readonly string[] | undefined }>(
  db: Queryable,
  brandId: BrandId,
  filter: F,
): Promise<F> {
  const provider = bundleProvider.extension
  const { productVariantIds: ids } = filter
  if (!provider || !ids) return filter
  const parts = await db<{ variant_id: string }[]>`
    select variant_id from (${provider.parts(db, brandId)}) as part where bundle_id = ${oneOf(db, ids)}`
  return { ...filter, productVariantIds: [...new Set([...ids, ...parts.map((part) => part.variant_id)])] }
}

type InWarehouse = StateRow['in_warehouses'][number]
type Amounts = Record<WarehouseStatus | 'onHand', number>

const STATUSES = [...(Object.keys(WAREHOUSE_COLUMNS) as WarehouseStatus[]), 'onHand'] as const

/** What a bundle has in each warehouse that has any of its parts: in each status as many as the parts make whole ones. */
export function bundlesInWarehouses(
  { parts, unit_multiplier: unitMultiplier }: Pick<StateRow, 'parts' | 'unit_multiplier'>,
  states: ReadonlyMap<VariantId, Pick<StateRow, 'in_warehouses'>>,
): InWarehouse[] {
  const at = (variantId: VariantId, locationId: LocationId) =>
    states.get(variantId)?.in_warehouses.find((place) => place.locationId === locationId)
  const places = parts.flatMap(({ variantId }) => states.get(variantId)?.in_warehouses ?? [])
  const locationIds = [...new Set(places.map(({ locationId }) => locationId))].sort()
  return locationIds.map((locationId) => {
    const amounts = parts.map(({ variantId, quantity }) => ({ quantity, there: at(variantId, locationId) }))
    const whole = (status: keyof Amounts) =>
      Math.min(
        ...amounts.map(({ quantity, there }) => Math.floor((there ? amountOf(there, status) : 0) / quantity)),
      )
    const counted = Object.fromEntries(STATUSES.map((status) => [status, whole(status)])) as Amounts
    return { locationId, unitMultiplier, lots: [], ...counted }
  })
}

/** `onHand` is all that is there: everything but what is still expected. */
const amountOf = (place: InWarehouse, status: keyof Amounts): number =>
  status === 'onHand'
    ? place.available + place.reserved + place.damaged + place.qualityControl + place.blocked
    : place[status]
