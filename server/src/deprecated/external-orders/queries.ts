import type { BrandOrder } from '../../modules/ordering/order/order-row.ts'
import { oneOf, onNodeOf, type Queryable } from '../../platform/database.ts'
import type { BrandId } from '../../platform/ids.ts'
import type { FindOwned, ListAll, LoadOwned } from '../../platform/queries/owned.ts'
import type { ExternalOrdersItemsRow, ExternalOrdersOrdersRow } from '../../platform/rows.ts'
import type { Work } from '../../platform/work.ts'
import { type BrandAndStatus, findOwner, listNewest } from '../shared-queries.ts'
import type { ExternalOrderIntent, Recipient } from './body.ts'
import type { ExternalStatus } from './move-table.ts'

export interface ExternalOrderRow extends Omit<ExternalOrdersOrdersRow, 'item_ids' | 'changed_at'> {
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

/** Orders of all brands, for the operator; uses orders_newest_of_all_idx. */
export const listExternalOrders: ListAll<ExternalOrderRow, BrandAndStatus<ExternalStatus>> = (db, ...page) =>
  listNewest(db, { columns: columns(db), from: db`from external_orders.orders` }, ...page)

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

/** Uses orders_id_idx. */
export const ownerOfExternalOrder = (db: Queryable, id: string) =>
  findOwner(db, db`from external_orders.orders`, id)

export async function insertExternalOrder(
  tx: Queryable,
  order: ExternalOrderRow,
  items: readonly ExternalItemRow[],
): Promise<void> {
  await onNodeOf(
    order.brand_id,
    tx`
    with new_order as (insert into external_orders.orders ${tx(order as never)})
    insert into external_orders.items ${tx(items as never)}`,
  )
}

export async function saveExternalStatus(
  tx: Queryable,
  { brand_id, id }: ExternalOrderRow,
  changed: Partial<ExternalOrderRow>,
): Promise<void> {
  await tx`
    update external_orders.orders set ${tx(changed as never)} where brand_id = ${brand_id} and id = ${id}`
}

/** Saves the latest expected shipping date. */
export async function saveLatestShippingDate(
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
  { brandId, id, intent, at }: { brandId: BrandId; id: string; intent: ExternalOrderIntent; at: Date },
): Promise<void> {
  await tx`
    insert into external_orders.intents (brand_id, id, body, created_at)
    values (${brandId}, ${id}, ${tx.json(intent as never)}, ${at})`
}

/** Uses intents_id_idx. */
export const ownerOfIntent = (db: Queryable, id: string) =>
  findOwner(db, db`from external_orders.intents`, id)

/** Claims an intent by deleting it; a concurrent claim returns undefined. */
export const claimIntent: FindOwned<ExternalOrderIntent> = async (tx, brandId, id) => {
  const [claimed] = await tx<{ body: ExternalOrderIntent }[]>`
    delete from external_orders.intents where brand_id = ${brandId} and id = ${id} returning body`
  return claimed?.body
}

const columns = (db: Queryable) => db`
  brand_id, id, status, custom_reference, shipping_address, item_ids, invoice_id, shipment_id, updated_latest_on,
  created_at, updated_at`
