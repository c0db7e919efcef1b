import type { BrandOrder } from '../../modules/ordering/life/locked-order.ts'
import { oneOf, type Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import { newestFirst, type Walk } from '../../platform/keyset.ts'
import type { FindOwned, LoadOwned } from '../../platform/owned.ts'
import type { ExternalOrdersItemsRow, ExternalOrdersOrdersRow } from '../../platform/rows.ts'
import type { Work } from '../../platform/work.ts'
import type { Recipient, Wanted } from './body.ts'
import type { ExternalStatus } from './move-table.ts'

export interface ExternalOrderRow extends Omit<ExternalOrdersOrdersRow, 'item_ids'> {
  status: ExternalStatus
  shipping_address: Recipient
  item_ids: string[]
}
export type ExternalItemRow = ExternalOrdersItemsRow

export const loadExternalOrders: LoadOwned<ExternalOrderRow> = async (db, brandId, ids) => {
  return await db<ExternalOrderRow[]>`
    select ${columns(db)} from external_orders.orders where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

export const findExternalOrder: FindOwned<ExternalOrderRow> = async (db, brandId, id) => {
  const [found] = await loadExternalOrders(db, brandId, [id])
  return found
}

/** Of all brands, for the operator; rides on orders_newest_of_all_idx. */
export async function listOfAllBrands(
  db: Queryable,
  { status, brandId }: { status?: ExternalStatus | undefined; brandId?: BrandId | undefined },
  walk: Walk,
): Promise<ExternalOrderRow[]> {
  return await db<ExternalOrderRow[]>`
    select ${columns(db)}
    from external_orders.orders
    where true
      ${brandId === undefined ? db`` : db`and brand_id = ${brandId}`}
      ${status === undefined ? db`` : db`and status = ${status}`}
      ${newestFirst(db, walk, (cursor) => db`select created_at, id from external_orders.orders where id = ${cursor}`)}`
}

export const loadExternalItems: LoadOwned<ExternalItemRow> = async (db, brandId, ids) => {
  return await db<ExternalItemRow[]>`
    select brand_id, id, order_id, variant_id, batches, units
    from external_orders.items
    where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

export const lockExternalOrder: FindOwned<ExternalOrderRow> = async (tx, brandId, id) => {
  const [found] = await tx<ExternalOrderRow[]>`
    select ${columns(tx)} from external_orders.orders where brand_id = ${brandId} and id = ${id} for update`
  return found
}

/** Whose one is, for those who know no brand and for the answer to a miss; rides on orders_id_idx. */
export async function ownerOfExternalOrder(db: Queryable, id: string): Promise<BrandId | undefined> {
  const [found] = await db<{ brand_id: BrandId }[]>`
    select brand_id from external_orders.orders where id = ${id}`
  return found?.brand_id
}

export async function insertExternalOrder(
  tx: Queryable,
  order: ExternalOrderRow,
  items: readonly ExternalItemRow[],
): Promise<void> {
  await tx`
    with new_order as (insert into external_orders.orders ${tx(order as never)})
    insert into external_orders.items ${tx(items as never)}`
}

export async function saveStatus(
  tx: Queryable,
  { brand_id, id }: ExternalOrderRow,
  changed: Partial<ExternalOrderRow>,
): Promise<void> {
  await tx`
    update external_orders.orders set ${tx(changed as never)} where brand_id = ${brand_id} and id = ${id}`
}

/** Until when the brand expects it to leave. */
export async function saveLatest(
  { db, clock }: Work,
  { brandId, orderId }: BrandOrder,
  latestOn: string,
): Promise<void> {
  await db`
    update external_orders.orders
    set updated_latest_on = ${latestOn}, updated_at = ${clock.now()}
    where brand_id = ${brandId} and id = ${orderId}`
}

export async function insertIntent(
  tx: Queryable,
  { brandId, id, wanted, at }: { brandId: BrandId; id: string; wanted: Wanted; at: Date },
): Promise<void> {
  await tx`
    insert into external_orders.intents (brand_id, id, body, created_at)
    values (${brandId}, ${id}, ${tx.json(wanted as never)}, ${at})`
}

/** Whose an intent is, of any brand; rides on intents_id_idx. */
export async function ownerOfIntent(db: Queryable, id: string): Promise<BrandId | undefined> {
  const [found] = await db<{ brand_id: BrandId }[]>`
    select brand_id from external_orders.intents where id = ${id}`
  return found?.brand_id
}

/** It is carried out now; whoever comes second finds nothing. */
export const takeIntent: FindOwned<Wanted> = async (tx, brandId, id) => {
  const [taken] = await tx<{ body: Wanted }[]>`
    delete from external_orders.intents where brand_id = ${brandId} and id = ${id} returning body`
  return taken?.body
}

const columns = (db: Queryable) => db`
  brand_id, id, status, custom_reference, shipping_address, item_ids, invoice_id, shipment_id, updated_latest_on,
  created_at, updated_at`
