/**
 * Variants of the catalog that are stored in warehouses. The statements use tables of the catalog: they are here and not in
 * the catalog, so that they are deleted together with the group.
 */
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import type { LoadOwned } from '../../../platform/queries/owned.ts'
import type { Work } from '../../../platform/work.ts'

export interface LockedVariant {
  id: VariantId
  name: string
  sku: string
  original_wholesale_price_minor: number
  unit_multiplier: number
  archived_at: Date | null
}

/** Locks the products of these variants and returns the variants; every change of a variant requires that lock. */
export const lockVariants: LoadOwned<LockedVariant, VariantId> = async (tx, brandId, ids) => {
  await tx`
    select from catalog.products
    where brand_id = ${brandId} and id = any(array(
      select product_id from catalog.variants where brand_id = ${brandId} and id = ${oneOf(tx, ids)}
    ))
    order by id
    for no key update`
  return await tx<LockedVariant[]>`
    select variants.id, variants.name, sku, variants.original_wholesale_price_minor, unit_multiplier,
      coalesce(variants.archived_at, products.archived_at) as archived_at
    from catalog.variants
    join catalog.products on products.brand_id = variants.brand_id and products.id = product_id
    where variants.brand_id = ${brandId} and variants.id = ${oneOf(tx, ids)}`
}

/** Sets the ids that warehouses use for variants, which the caller must have locked. */
export async function setFulfillableIds(
  { db: tx, clock }: Work,
  brandId: BrandId,
  names: readonly { variantId: VariantId; fulfillableId: string }[],
): Promise<void> {
  await tx`
    update catalog.variants
    set fulfillable_id = named.fulfillable_id, updated_at = ${clock.now()}
    from unnest(
      ${names.map(({ variantId }) => variantId)}::uuid[],
      ${names.map(({ fulfillableId }) => fulfillableId)}::uuid[]
    ) as named (id, fulfillable_id)
    where variants.brand_id = ${brandId} and variants.id = named.id
      and variants.fulfillable_id is distinct from named.fulfillable_id`
}

/** The ids of the archived variants among these, including variants of archived products. */
export async function archivedVariants(
  db: Queryable,
  brandId: BrandId,
  ids: readonly VariantId[],
): Promise<Set<VariantId>> {
  const rows = await db<{ id: VariantId }[]>`
    select variants.id
    from catalog.variants
    join catalog.products on products.brand_id = variants.brand_id and products.id = product_id
    where variants.brand_id = ${brandId} and variants.id = ${oneOf(db, ids)}
      and (variants.archived_at is not null or products.archived_at is not null)`
  return new Set(rows.map(({ id }) => id))
}
