/** Variants that lie in warehouses, as those who run warehouses declare them. */
import { oneOf, type Queryable } from '../../platform/database.ts'
import type { BrandId, VariantId } from '../../platform/ids.ts'
import type { Work } from '../../platform/work.ts'

export interface TakenVariant {
  id: VariantId
  name: string
  sku: string
  original_wholesale_price_minor: number
  unit_multiplier: number
  archived_at: Date | null
}

/** The variants of these ids as they are while nobody else changes them: whoever does has their products locked. */
export async function takeVariants(
  tx: Queryable,
  brandId: BrandId,
  ids: readonly VariantId[],
): Promise<TakenVariant[]> {
  await tx`
    select from catalog.products
    where brand_id = ${brandId} and id = any(array(
      select product_id from catalog.variants where brand_id = ${brandId} and id = ${oneOf(tx, ids)}
    ))
    order by id
    for no key update`
  return await tx<TakenVariant[]>`
    select variants.id, variants.name, sku, variants.original_wholesale_price_minor, unit_multiplier,
      coalesce(variants.archived_at, products.archived_at) as archived_at
    from catalog.variants
    join catalog.products on products.brand_id = variants.brand_id and products.id = product_id
    where variants.brand_id = ${brandId} and variants.id = ${oneOf(tx, ids)}`
}

/** Writes what warehouses call variants that the caller has taken. */
export async function nameFulfillables(
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

/** Which of these variants were taken out of the catalog, alone or with their product. */
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
