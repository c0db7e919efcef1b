/** The items of the warehouse: one per variant, declared by brands. */
import { missing } from '../../../domain/ownership.ts'
import { pointTo, unprocessable } from '../../../domain/problems.ts'
import { foreignVariants } from '../../../modules/catalog/index.ts'
import { openWarehouseLevels } from '../../../modules/stock/ledger/warehouse-levels.ts'
import { oneOf, onNodeOf, type Queryable } from '../../../platform/database.ts'
import { recordEvents } from '../../../platform/events/outbox.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import type { LoadOwned } from '../../../platform/queries/owned.ts'
import type { FulfillmentItemsRow } from '../../../platform/rows.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { archivedVariant, bundleNotAllowed } from '../errors.ts'
import { itemDeclared } from '../events.ts'
import { requireEnrolment } from './enrolments.ts'
import { type LockedVariant, lockVariants, setFulfillableIds } from './variants.ts'

export type ItemRow = FulfillmentItemsRow & {
  /** How many days the stock lasts at the recent sales rate; null if nothing was shipped. */
  expected_stock_for_days?: number | null
}

/** The attributes that a brand may declare. Omitted attributes remain unchanged or get their default. */
export type ItemDeclaration = Partial<
  Omit<
    FulfillmentItemsRow,
    'brand_id' | 'id' | 'reference' | 'variant_id' | 'status' | 'created_at' | 'updated_at'
  >
>

/** JSON pointers to the attributes of the request, for errors. */
export interface DeclarationPointers {
  variantId?: string | undefined
  barcode?: string | undefined
}

const DEFAULTS = {
  category_name: null,
  unit_cost_margin: 0,
  classification_code: null,
  expiry_tracked: false,
  lot_tracked: false,
  shelf_life_days: null,
  is_fragile: false,
  is_organic: false,
  need_repack: false,
  need_relabel: false,
  alcohol_code: null,
  alcohol_percentage: null,
  liquid_litres_per_pack: null,
  icpe_code: null,
  packing_rules: null,
}

/** Declares a variant as an item, or updates its declaration. A new item is reported to the warehouse. */
export async function declareItem(
  work: Work,
  brandId: BrandId,
  variantId: VariantId,
  declared: ItemDeclaration,
  at: DeclarationPointers = {},
): Promise<{ item: ItemRow; created: boolean }> {
  return await inTransaction(work, async (work) => {
    const { db: tx, clock, ids } = work
    const { location_id: locationId } = await requireEnrolment(tx, brandId)
    const [variant] = await lockVariants(tx, brandId, [variantId])
    if (!variant) {
      const exists = (await foreignVariants(tx, brandId, [variantId])).has(variantId)
      throw missing('product variant', variantId, { exists, ...pointTo(at.variantId) })
    }
    if (variant.archived_at) throw archivedVariant(at.variantId, variantId)
    const known = await findItemOf(tx, brandId, variantId)
    if (!known && (await isMadeOfOthers(tx, brandId, variantId)))
      throw bundleNotAllowed(at.variantId, variantId)
    const now = clock.now()
    const item = known
      ? await updateItem(tx, brandId, known.id, { ...declared, updated_at: now })
      : await insertItem(tx, {
          ...newValues(variant, declared, at),
          brand_id: brandId,
          id: ids.next(),
          variant_id: variantId,
          status: 'pending',
          created_at: now,
          updated_at: now,
        })
    if (!known) {
      await makeFulfillable(work, brandId, item)
      await recordEvents(work, [{ type: itemDeclared, brandId, subjectId: item.id }])
    }
    const counted = { variantId, unitMultiplier: item.units_per_batch }
    await openWarehouseLevels(work, brandId, locationId, [counted])
    return { item, created: !known }
  })
}

/** Derives omitted attributes from the variant. The unit cost, required for the insurance, is the price minus the margin. */
function newValues(variant: LockedVariant, declared: ItemDeclaration, at: DeclarationPointers) {
  const { barcode, unit_cost_margin = 0 } = declared
  if (barcode === undefined) {
    throw unprocessable('Expected a barcode, as the variant is not declared yet.', pointTo(at.barcode))
  }
  const cost = Math.round((variant.original_wholesale_price_minor * (100 - unit_cost_margin)) / 100)
  return {
    ...DEFAULTS,
    sku: variant.sku,
    product_name: variant.name,
    units_per_batch: variant.unit_multiplier,
    unit_cost: Math.max(1, cost),
    ...declared,
    barcode,
  }
}

async function findItemOf(
  tx: Queryable,
  brandId: BrandId,
  variantId: VariantId,
): Promise<{ id: string } | undefined> {
  const [item] = await tx<{ id: string }[]>`
    select id from fulfillment.items where brand_id = ${brandId} and variant_id = ${variantId}`
  return item
}

async function isMadeOfOthers(tx: Queryable, brandId: BrandId, variantId: VariantId): Promise<boolean> {
  const found = await tx`
    select 1 from fulfillment.fulfillables where brand_id = ${brandId} and variant_id = ${variantId}`
  return found.length > 0
}

type NewItem = Omit<FulfillmentItemsRow, 'reference'>

async function insertItem(tx: Queryable, row: NewItem): Promise<ItemRow> {
  const [item] = await tx<[ItemRow]>`
    insert into fulfillment.items ${tx(row as never)} returning ${columns(tx)}`
  return item
}

async function updateItem(
  tx: Queryable,
  brandId: BrandId,
  id: string,
  changes: Partial<NewItem>,
): Promise<ItemRow> {
  const [item] = await tx<[ItemRow]>`
    update fulfillment.items set ${tx(changes as never)}
    where brand_id = ${brandId} and id = ${id}
    returning ${columns(tx)}`
  return item
}

/** Creates the fulfillable of a variant that consists of this item only. */
async function makeFulfillable(work: Work, brandId: BrandId, item: ItemRow): Promise<void> {
  const { db: tx, ids } = work
  const id = ids.next()
  await onNodeOf(
    brandId,
    tx`
    with made as (
      insert into fulfillment.fulfillables (brand_id, id, variant_id, is_bundle, created_at)
      values (${brandId}, ${id}, ${item.variant_id}, false, ${item.created_at})
    )
    insert into fulfillment.parts (brand_id, fulfillable_id, item_id, quantity)
    values (${brandId}, ${id}, ${item.id}, 1)`,
  )
  await setFulfillableIds(work, brandId, [{ variantId: item.variant_id, fulfillableId: id }])
}

/** Updates the attributes that the warehouse reports: the status and the packing rules. */
export async function changeItem(
  { db, clock }: Work,
  id: string,
  changes: Partial<Pick<FulfillmentItemsRow, 'status' | 'packing_rules'>>,
): Promise<ItemRow | undefined> {
  const [owner] = await db<{ brand_id: BrandId }[]>`select brand_id from fulfillment.items where id = ${id}`
  return owner && (await updateItem(db, owner.brand_id, id, { ...changes, updated_at: clock.now() }))
}

/** Enough weeks for the current sales rate, so that one busy day does not determine it. */
const PACE_DAYS = 30
const DAY_MS = 86_400_000

interface ItemFilter {
  id?: readonly string[] | undefined
  productVariantIds?: readonly string[] | undefined
  status?: readonly string[] | undefined
}

export interface ItemList {
  filter: ItemFilter
  /** Sorts by how long the stock lasts; newest first if omitted. */
  byStock?: 'ascending' | 'descending' | undefined
  page: { offset: number; limit: number }
  now: Date
}

/** Returns one page and the total. Sorting by stock reads all items of the brand, which are few. */
export async function listItems(
  db: Queryable,
  brandId: BrandId,
  { filter: { id, productVariantIds, status }, byStock, page, now }: ItemList,
): Promise<{ rows: ItemRow[]; total: number }> {
  const which = db`
    brand_id = ${brandId}
      ${id ? db`and id = any(${[...id]}::uuid[])` : db``}
      ${productVariantIds ? db`and variant_id = any(${[...productVariantIds]}::uuid[])` : db``}
      ${status ? db`and status = any(${[...status]}::text[])` : db``}`
  const [rows, [counted]] = await Promise.all([
    db<ItemRow[]>`
      select ${columns(db)}, expected_stock_for_days
      from fulfillment.items
      ${pace(db, brandId, now)}
      where ${which}
      order by ${
        byStock === undefined
          ? db``
          : db`expected_stock_for_days ${byStock === 'ascending' ? db`asc` : db`desc`} nulls last,`
      } created_at desc, id desc
      limit ${page.limit} offset ${page.offset}`,
    db<[{ total: number }]>`select count(*) as total from fulfillment.items where ${which}`,
  ])
  return { rows, total: counted.total }
}

export const loadItems: LoadOwned<ItemRow> = async (db, brandId, ids) => {
  return await db<ItemRow[]>`
    select ${columns(db)} from fulfillment.items where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

export async function readItem(db: Queryable, brandId: BrandId, id: string, now: Date): Promise<ItemRow> {
  const { rows } = await listItems(db, brandId, { filter: { id: [id] }, page: { offset: 0, limit: 1 }, now })
  const [item] = rows
  if (!item) throw missing('fulfillment item', id, { exists: (await existingItems(db, [id])).has(id) })
  return item
}

/** The ids that exist for any brand, to distinguish 403 from 404. Uses items_id_idx. */
export async function existingItems(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`select id from fulfillment.items where id = ${oneOf(db, ids)}`
  return new Set(rows.map(({ id }) => id))
}

/** Divides the available batches by the average number shipped per day. */
const pace = (db: Queryable, brandId: BrandId, now: Date) => db`
  left join lateral (
    select floor(sum(available) * ${PACE_DAYS}::int / nullif(sum(sent), 0))::int as expected_stock_for_days
    from fulfillment.lots
    cross join lateral (
      select coalesce(sum(batches), 0) as sent
      from fulfillment.allocations
      where allocations.brand_id = ${brandId} and lot_id = lots.id
        and shipped_at > ${new Date(now.getTime() - PACE_DAYS * DAY_MS)}
    ) as shipped
    where lots.brand_id = ${brandId} and lots.item_id = items.id
  ) as stock on true`

const columns = (db: Queryable) => db`
  brand_id, id, reference, variant_id, status, barcode, sku, product_name, category_name, units_per_batch, unit_cost,
  unit_cost_margin, classification_code, expiry_tracked, lot_tracked, shelf_life_days, is_fragile, is_organic,
  need_repack, need_relabel, alcohol_code, alcohol_percentage, liquid_litres_per_pack, icpe_code, packing_rules,
  created_at, updated_at`
