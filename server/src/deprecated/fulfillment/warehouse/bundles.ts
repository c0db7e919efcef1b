/** Bundles: variants that consist of several items. */
import { missing } from '../../../domain/ownership.ts'
import { pointTo, unprocessable } from '../../../domain/problems.ts'
import { foreignVariants } from '../../../modules/catalog/index.ts'
import type { BundleProvider } from '../../../modules/stock/reading/bundles.ts'
import { oneOf, onNodeOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { archivedVariant, duplicateItem } from '../errors.ts'
import { requireEnrolment } from './enrolments.ts'
import { existingItems } from './items.ts'
import { lockVariants, setFulfillableIds } from './variants.ts'

export interface BundleRow {
  id: string
  variant_id: VariantId
  items: { fulfillmentItemId: string; quantity: number }[]
}

/** Creates the bundle of a variant, or replaces its items. */
export async function defineBundle(
  work: Work,
  brandId: BrandId,
  { variantId, items }: { variantId: VariantId; items: BundleRow['items'] },
  at?: string,
): Promise<BundleRow> {
  return await inTransaction(work, async (work) => {
    const { db: tx, clock, ids } = work
    await requireEnrolment(tx, brandId)
    const [variant] = await lockVariants(tx, brandId, [variantId])
    const atVariant = pointTo(at, 'productVariantId')
    if (!variant) {
      const exists = (await foreignVariants(tx, brandId, [variantId])).has(variantId)
      throw missing('product variant', variantId, { exists, ...atVariant })
    }
    if (variant.archived_at) throw archivedVariant(atVariant.pointer, variantId)
    await validateItems(tx, brandId, items, (i) => pointTo(at, `items.${i}.fulfillmentItemId`).pointer)
    const [made] = await tx<{ id: string; is_bundle: boolean }[]>`
      insert into fulfillment.fulfillables (brand_id, id, variant_id, is_bundle, created_at)
      values (${brandId}, ${ids.next()}, ${variantId}, true, ${clock.now()})
      on conflict on constraint fulfillables_variant_key do update set variant_id = excluded.variant_id
      returning id, is_bundle`
    const { id, is_bundle } = made as { id: string; is_bundle: boolean }
    if (!is_bundle) throw unprocessable(`The product variant ${variantId} is an item of its own.`, atVariant)
    await tx`delete from fulfillment.parts where brand_id = ${brandId} and fulfillable_id = ${id}`
    await onNodeOf(
      brandId,
      tx`
      insert into fulfillment.parts (brand_id, fulfillable_id, item_id, quantity)
      select ${brandId}, ${id}, item_id, quantity
      from unnest(
        ${items.map(({ fulfillmentItemId }) => fulfillmentItemId)}::uuid[],
        ${items.map(({ quantity }) => quantity)}::int[]
      ) as part (item_id, quantity)`,
    )
    await setFulfillableIds(work, brandId, [{ variantId, fulfillableId: id }])
    return { id, variant_id: variantId, items }
  })
}

/** Rejects duplicate items and items of other brands. Returns the variant of each item. */
export async function validateItems(
  db: Queryable,
  brandId: BrandId,
  items: readonly { fulfillmentItemId: string }[],
  at: (index: number) => string | undefined,
): Promise<Map<string, VariantId>> {
  const ids = items.map(({ fulfillmentItemId }) => fulfillmentItemId)
  const twice = ids.findIndex((id, i) => ids.indexOf(id) < i)
  if (twice >= 0) throw duplicateItem(at(twice), ids[twice] as string)
  const own = await db<{ id: string; variant_id: VariantId }[]>`
    select id, variant_id from fulfillment.items where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
  const variants = new Map(own.map((item) => [item.id, item.variant_id]))
  const lost = ids.findIndex((id) => !variants.has(id))
  if (lost >= 0) {
    const id = ids[lost] as string
    throw missing('fulfillment item', id, {
      exists: (await existingItems(db, [id])).has(id),
      ...pointTo(at(lost)),
    })
  }
  return variants
}

export async function listBundles(
  db: Queryable,
  brandId: BrandId,
  page: { offset: number; limit: number },
): Promise<{ rows: BundleRow[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    db<BundleRow[]>`
      select id, variant_id, array(
        select json_build_object('fulfillmentItemId', item_id, 'quantity', quantity)
        from fulfillment.parts
        where parts.brand_id = ${brandId} and fulfillable_id = fulfillables.id
        order by item_id
      ) as items
      from fulfillment.fulfillables
      where brand_id = ${brandId} and is_bundle
      order by created_at desc, id desc
      limit ${page.limit} offset ${page.offset}`,
    db<[{ total: number }]>`
      select count(*) as total from fulfillment.fulfillables where brand_id = ${brandId} and is_bundle`,
  ])
  return { rows, total: counted.total }
}

/** Provides the parts of bundles to the stock API. Uses fulfillables_variant_key. */
export const warehouseBundleProvider: BundleProvider = {
  parts: (db, brandId) => db`
    select fulfillables.variant_id as bundle_id, items.variant_id, parts.quantity
    from fulfillment.fulfillables
    join fulfillment.parts on parts.brand_id = ${brandId} and parts.fulfillable_id = fulfillables.id
    join fulfillment.items on items.brand_id = ${brandId} and items.id = parts.item_id
    where fulfillables.brand_id = ${brandId} and is_bundle`,
}
