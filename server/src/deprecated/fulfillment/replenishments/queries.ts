/** The statements on replenishments, their items and receipts. */
import { type Fragment, limitTo, onNodeOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import type { Walk } from '../../../platform/queries/keyset.ts'
import type { FindOwned } from '../../../platform/queries/owned.ts'
import type { FulfillmentReplenishmentsRow } from '../../../platform/rows.ts'
import { brandOfCursor, ofBrand } from '../../shared-queries.ts'

export const REPLENISHMENT_STATUSES = ['created', 'confirmed', 'sent', 'delivered', 'received'] as const
export type ReplenishmentStatus = (typeof REPLENISHMENT_STATUSES)[number]

export interface ReplenishmentItem {
  fulfillmentItemId: string
  quantity: number
  status: string
}

export type ReplenishmentRow = Omit<FulfillmentReplenishmentsRow, 'status'> & {
  status: ReplenishmentStatus
  fulfillment_brand_id: string
  items: ReplenishmentItem[]
  receipts: { receiptId: string; receivedAt: string; items: ReceivedItem[] }[]
}

interface ReceivedItem {
  fulfillmentItemId: string
  quantity: number
  status: string
  lotNumber: string
  expiryDate: string | null
}

export const findReplenishment: FindOwned<ReplenishmentRow> = async (db, brandId, id) => {
  const [row] = await db<ReplenishmentRow[]>`
    ${selectReplenishments(db, brandId)} where replenishments.brand_id = ${brandId} and id = ${id}`
  return row
}

/** Uses replenishments_id_idx. */
export async function findReplenishmentOfAnyBrand(
  db: Queryable,
  id: string,
): Promise<ReplenishmentRow | undefined> {
  const [row] = await db<ReplenishmentRow[]>`${selectReplenishments(db)} where id = ${id}`
  return row
}

/** Returns one page and the total. Drafts count as the newest. Uses replenishments_submitted_idx. */
export async function listReplenishments(
  db: Queryable,
  brandId: BrandId,
  { descending, page }: { descending: boolean; page: { offset: number; limit: number } },
): Promise<{ rows: ReplenishmentRow[]; total: number }> {
  const order = descending
    ? db`confirmed_at desc nulls first, id desc`
    : db`confirmed_at asc nulls last, id asc`
  const [rows, [counted]] = await Promise.all([
    db<ReplenishmentRow[]>`
      ${selectReplenishments(db, brandId)}
      where replenishments.brand_id = ${brandId}
      order by ${order}
      limit ${page.limit} offset ${page.offset}`,
    db<{ total: number }[]>`
      select count(*) as total from fulfillment.replenishments where brand_id = ${brandId}`,
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** Lists the replenishments of all brands, newest first, for the operator. */
export async function listReplenishmentsOfAllBrands(
  db: Queryable,
  { brandId, status }: { brandId?: BrandId | undefined; status?: string | undefined },
  { cursor, backwards, limit }: Walk,
): Promise<ReplenishmentRow[]> {
  const begins = await brandOfCursor(db, db`from fulfillment.replenishments`, { brandId }, { cursor })
  return await db<ReplenishmentRow[]>`
    ${selectReplenishments(db, brandId)}
    where true
      ${brandId === undefined ? db`` : db`and replenishments.brand_id = ${brandId}`}
      ${status === undefined ? db`` : db`and status = ${status}`}
      ${
        cursor === undefined
          ? db``
          : db`and (created_at, id) ${backwards ? db`>` : db`<`} (
        select created_at, id from fulfillment.replenishments
        where id = ${cursor} ${ofBrand(db, begins)}
      )`
      }
    order by ${backwards ? db`created_at, id` : db`created_at desc, id desc`}
    ${limitTo(db, limit)}`
}

export type LockedReplenishment = Pick<
  FulfillmentReplenishmentsRow,
  'brand_id' | 'id' | 'reference' | 'sent_at' | 'delivered_at'
> & { status: ReplenishmentStatus }

export const lockReplenishment: FindOwned<LockedReplenishment> = async (tx, brandId, id) => {
  const [row] = await tx<LockedReplenishment[]>`
    select brand_id, id, reference, status, sent_at, delivered_at
    from fulfillment.replenishments
    where brand_id = ${brandId} and id = ${id}
    for update`
  return row
}

export async function insertReplenishment(
  tx: Queryable,
  row: Omit<FulfillmentReplenishmentsRow, 'reference'>,
): Promise<void> {
  await tx`insert into fulfillment.replenishments ${tx(row as never)}`
}

export async function updateReplenishment(
  tx: Queryable,
  { brand_id, id }: { brand_id: BrandId; id: string },
  changes: Partial<FulfillmentReplenishmentsRow>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await tx`
    update fulfillment.replenishments set ${tx(changes as never)} where brand_id = ${brand_id} and id = ${id}`
}

export async function deleteReplenishment(
  tx: Queryable,
  { brand_id, id }: { brand_id: BrandId; id: string },
): Promise<void> {
  await tx`delete from fulfillment.replenishments where brand_id = ${brand_id} and id = ${id}`
}

/** Replaces the items of a replenishment. */
export async function setItems(
  tx: Queryable,
  { brand_id, id }: { brand_id: BrandId; id: string },
  items: readonly ReplenishmentItem[],
): Promise<void> {
  await tx`delete from fulfillment.replenishment_items where brand_id = ${brand_id} and replenishment_id = ${id}`
  await onNodeOf(
    brand_id,
    tx`
    insert into fulfillment.replenishment_items
      (brand_id, replenishment_id, item_id, position, quantity, status)
    select ${brand_id}, ${id}, item_id, position, quantity, status
    from unnest(
      ${items.map(({ fulfillmentItemId }) => fulfillmentItemId)}::uuid[],
      ${items.map(({ quantity }) => quantity)}::bigint[],
      ${items.map(({ status }) => status)}::text[]
    ) with ordinality as item (item_id, quantity, status, position)`,
  )
}

export interface AnnouncedItem {
  item_id: string
  variant_id: VariantId
  quantity: number
  /** The batches of earlier receipts. */
  received: number
  status: string
  expiry_tracked: boolean
  shelf_life_days: number | null
}

export async function loadAnnounced(
  tx: Queryable,
  { brand_id, id }: { brand_id: BrandId; id: string },
): Promise<AnnouncedItem[]> {
  return await tx<AnnouncedItem[]>`
    select item_id, variant_id, wanted.quantity, wanted.status, expiry_tracked, shelf_life_days, (
      select coalesce(sum(receipt_items.quantity), 0)::bigint
      from fulfillment.receipts
      join fulfillment.receipt_items
        on receipt_items.brand_id = receipts.brand_id and receipt_id = receipts.id
      join fulfillment.lots on lots.brand_id = receipts.brand_id and lots.id = lot_id
      where receipts.brand_id = ${brand_id} and replenishment_id = ${id} and lots.item_id = wanted.item_id
    ) as received
    from fulfillment.replenishment_items as wanted
    join fulfillment.items on items.brand_id = wanted.brand_id and items.id = item_id
    where wanted.brand_id = ${brand_id} and replenishment_id = ${id}
    order by position`
}

/** `brandId` is that of all replenishments, undefined for those of several brands. */
function selectReplenishments(db: Queryable, brandId?: BrandId): Fragment {
  const brand = brandId === undefined ? db`replenishments.brand_id` : db`${brandId}`
  return db`
  select replenishments.brand_id, id, reference, legacy_brand_id, replenishments.warehouse_id, carrier_name,
    shipment_type, status, created_at, confirmed_at, sent_at, delivered_at, received_at, fulfillment_brand_id,
    array(
      select json_build_object('fulfillmentItemId', item_id, 'quantity', quantity, 'status', wanted.status)
      from fulfillment.replenishment_items as wanted
      where wanted.brand_id = ${brand} and replenishment_id = replenishments.id
      order by position
    ) as items,
    array(
      select json_build_object('receiptId', receipts.id, 'receivedAt', receipts.received_at, 'items', coalesce(
        json_agg(json_build_object(
          'fulfillmentItemId', item_id, 'quantity', quantity, 'status', receipt_items.status,
          'lotNumber', lot_number, 'expiryDate', expires_at
        ) order by position) filter (where lots.id is not null), '[]'
      ))
      from fulfillment.receipts
      left join fulfillment.receipt_items
        on receipt_items.brand_id = receipts.brand_id and receipt_id = receipts.id
      left join fulfillment.lots on lots.brand_id = receipt_items.brand_id and lots.id = lot_id
      where receipts.brand_id = ${brand} and replenishment_id = replenishments.id
      group by receipts.brand_id, receipts.id
      order by received_at, receipts.id
    ) as receipts
  from fulfillment.replenishments
  join fulfillment.enrolments on enrolments.brand_id = replenishments.brand_id`
}
