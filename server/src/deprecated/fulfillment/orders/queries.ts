/** The statements on fulfillment orders and their status updates. */

import type { OffsetPage } from '@tradehall/jsonapi'
import type { Address } from '../../../domain/postal-address.ts'
import type { ShipmentRow } from '../../../modules/ordering/order/shipment.ts'
import { oneOf, onNodeOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { FindOwned, ListAll, ListOwnedBy, LoadOwned } from '../../../platform/queries/owned.ts'
import type { FulfillmentOrdersRow, FulfillmentStatusUpdatesRow } from '../../../platform/rows.ts'
import { type BrandAndStatus, findOwner, listNewest } from '../../shared-queries.ts'
import type { FulfillmentStatus } from './move-table.ts'

export interface FulfillmentOrderRow extends FulfillmentOrdersRow {
  status: FulfillmentStatus
  origin: Origin
  recipient_type: RecipientType
  instructions: Instructions | null
  ship_to: Address
  items: OrderedItem[]
  shipped_items: SentItem[]
}

/** The kind of order that is shipped: an order of the marketplace, an external order, or an OrderPay order. */
export type Origin = 'internal' | 'external' | 'order-pay'
export type RecipientType = 'business' | 'consumer'

/** The instructions as the client sent them. */
export interface Instructions {
  deliverySchedule?: object | null
  packingInstruction?: object | null
  deliveryAppointment?: object | null
  pickupAtDock?: boolean
}

export interface OrderedItem {
  fulfillmentItemId: string
  quantity: number
  lotNumber: string | null
  expiryDate: string | null
}

interface SentItem {
  fulfillableId: string
  batchQuantity: number
  unitQuantity: number
  lotNumber: string | null
  expiryDate: string | null
}

export type StatusUpdateRow = FulfillmentStatusUpdatesRow

export const findFulfillmentOrder: FindOwned<FulfillmentOrderRow> = async (db, brandId, id) => {
  const [found] = await db<FulfillmentOrderRow[]>`
    select ${columns(db)} from fulfillment.orders where brand_id = ${brandId} and id = ${id}`
  return found
}

export const lockFulfillmentOrder = async (tx: Queryable, brandId: BrandId, id: string) => {
  const [found] = await tx<FulfillmentOrderRow[]>`
    select ${columns(tx)} from fulfillment.orders where brand_id = ${brandId} and id = ${id} for update`
  invariant(found, 'fulfillment orders are never deleted')
  return found
}

/** Locks the newest fulfillment order of a master order. Uses orders_master_order_idx. */
export const lockNewestFulfillmentOrder: FindOwned<FulfillmentOrderRow> = async (tx, brandId, id) => {
  const [found] = await tx<FulfillmentOrderRow[]>`${selectOfMasterOrder(tx, brandId, id)} limit 1 for update`
  return found
}

export const newestFulfillmentOrder: FindOwned<FulfillmentOrderRow> = async (db, brandId, masterOrderId) => {
  const [newest] = await listFulfillmentOrdersOfMasterOrder(db, brandId, masterOrderId)
  return newest
}

/** Loads shipped fulfillment orders as shipments. `shipped` is a final status, so `updated_at` is the time of shipping. */
export const loadWarehouseShipments: LoadOwned<ShipmentRow> = async (db, brandId, ids) => {
  return await db<ShipmentRow[]>`
    select id, updated_at as shipped_at, tracking_number, tracking_link, coalesce(carrier_name, 'other') as provider
    from fulfillment.orders
    where brand_id = ${brandId} and id = ${oneOf(db, ids)} and status = 'shipped'`
}

/** Uses orders_id_idx. */
export const ownerOfFulfillmentOrder = (db: Queryable, id: string) =>
  findOwner(db, db`from fulfillment.orders`, id)

/** Lists newest first, without pages because a master order has few. */
export const listFulfillmentOrdersOfMasterOrder: ListOwnedBy<FulfillmentOrderRow> = async (
  db,
  brandId,
  id,
) => {
  return await db<FulfillmentOrderRow[]>`${selectOfMasterOrder(db, brandId, id)}`
}

const selectOfMasterOrder = (db: Queryable, brandId: BrandId, masterOrderId: string) => db`
  select ${columns(db)}
  from fulfillment.orders
  where brand_id = ${brandId} and master_order_id = ${masterOrderId}
  order by created_at desc, id desc`

export interface FulfillmentOrderFilter {
  status?: FulfillmentStatus | undefined
  uuid?: readonly string[] | undefined
}

/** Returns one page and the total of the filter. Uses orders_newest_idx or orders_status_idx. */
export async function listFulfillmentOrders(
  db: Queryable,
  brandId: BrandId,
  { status, uuid }: FulfillmentOrderFilter,
  { offset, limit }: OffsetPage,
  { oldestFirst }: { oldestFirst: boolean },
): Promise<{ rows: FulfillmentOrderRow[]; total: number }> {
  const which = db`
    brand_id = ${brandId}
      ${status === undefined ? db`` : db`and status = ${status}`}
      ${uuid === undefined ? db`` : db`and id = ${oneOf(db, uuid)}`}`
  const [rows, [counted]] = await Promise.all([
    db<FulfillmentOrderRow[]>`
      select ${columns(db)}
      from fulfillment.orders
      where ${which}
      order by ${oldestFirst ? db`created_at, id` : db`created_at desc, id desc`}
      limit ${limit} offset ${offset}`,
    db<[{ total: number }]>`select count(*) as total from fulfillment.orders where ${which}`,
  ])
  return { rows, total: counted.total }
}

/** Lists the fulfillment orders of all brands, for the operator. Uses orders_newest_of_all_idx. */
export const listFulfillmentOrdersOfAllBrands: ListAll<
  FulfillmentOrderRow,
  BrandAndStatus<FulfillmentStatus>
> = (db, ...page) => listNewest(db, { columns: columns(db), from: db`from fulfillment.orders` }, ...page)

/** Sorted in the order of their moves. */
export const loadStatusUpdates: LoadOwned<StatusUpdateRow> = async (db, brandId, orderIds) => {
  return await db<StatusUpdateRow[]>`
    select brand_id, id, order_id, number, status, received_at
    from fulfillment.status_updates
    where brand_id = ${brandId} and order_id = ${oneOf(db, orderIds)}
    order by order_id, number`
}

export type NewFulfillmentOrder = Omit<
  FulfillmentOrderRow,
  'reference' | 'carrier_name' | 'tracking_number' | 'tracking_link'
>

export async function insertFulfillmentOrder(
  tx: Queryable,
  order: NewFulfillmentOrder,
  update: StatusUpdateRow,
): Promise<FulfillmentOrderRow> {
  const [[saved]] = await Promise.all([
    tx<FulfillmentOrderRow[]>`
      insert into fulfillment.orders ${tx(withJson(tx, order) as never)} returning ${columns(tx)}`,
    tx`insert into fulfillment.status_updates ${tx(update as never)}`,
  ])
  invariant(saved, 'an insert returns its row')
  return saved
}

export async function saveMove(
  tx: Queryable,
  { brand_id, id }: FulfillmentOrderRow,
  changed: Partial<FulfillmentOrderRow>,
  update: StatusUpdateRow,
): Promise<FulfillmentOrderRow> {
  const [saved] = await onNodeOf(
    brand_id,
    tx<FulfillmentOrderRow[]>`
    with entry as (insert into fulfillment.status_updates ${tx(update as never)})
    update fulfillment.orders
    set ${tx(withJson(tx, changed) as never)}
    where brand_id = ${brand_id} and id = ${id}
    returning ${columns(tx)}`,
  )
  invariant(saved, 'the locked fulfillment order exists')
  return saved
}

/** Marks lists as JSON, because the driver would serialize them as PostgreSQL arrays. */
const withJson = (tx: Queryable, row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Array.isArray(value) ? tx.json(value) : value]),
  )

const columns = (db: Queryable) => db`
  brand_id, id, reference, master_order_id, origin, status, recipient_type, external_reference, instructions, ship_to,
  items, shipped_items, carrier_name, tracking_number, tracking_link, update_count, created_at, updated_at`
