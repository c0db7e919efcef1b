import type { OffsetPage } from '@tradehall/jsonapi'
import type { Address } from '../../../domain/postal-address.ts'
import type { ShipmentRow } from '../../../modules/ordering/reading/shipment.ts'
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { newestFirst, type Walk } from '../../../platform/keyset.ts'
import type { FindOwned, ListOwnedBy, LoadOwned } from '../../../platform/owned.ts'
import type { FulfillmentOrdersRow, FulfillmentStatusUpdatesRow } from '../../../platform/rows.ts'
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

/** Whose order is shipped: one of the marketplace, one from elsewhere, or one of a brand's own customer. */
export type Origin = 'internal' | 'external' | 'order-pay'
export type RecipientType = 'business' | 'consumer'

/** As it was sent. */
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

export async function lockFulfillmentOrder(
  tx: Queryable,
  brandId: BrandId,
  id: string,
): Promise<FulfillmentOrderRow> {
  const [found] = await tx<FulfillmentOrderRow[]>`
    select ${columns(tx)} from fulfillment.orders where brand_id = ${brandId} and id = ${id} for update`
  invariant(found, 'fulfillment orders stay')
  return found
}

/** The newest of a master order, locked; rides on orders_master_order_idx. */
export const lockNewestOf: FindOwned<FulfillmentOrderRow> = async (tx, brandId, masterOrderId) => {
  const [found] = await tx<FulfillmentOrderRow[]>`
    select ${columns(tx)}
    from fulfillment.orders
    where brand_id = ${brandId} and master_order_id = ${masterOrderId}
    order by created_at desc, id desc
    limit 1
    for update`
  return found
}

export const newestFulfillmentOrder: FindOwned<FulfillmentOrderRow> = async (db, brandId, masterOrderId) => {
  const [newest] = await listOfMasterOrder(db, brandId, masterOrderId)
  return newest
}

/** What left the warehouse, as shipments of master orders; with the last of its moves it left. */
export const loadSent: LoadOwned<ShipmentRow> = async (db, brandId, ids) => {
  return await db<ShipmentRow[]>`
    select id, updated_at as shipped_at, tracking_number, tracking_link, coalesce(carrier_name, 'other') as provider
    from fulfillment.orders
    where brand_id = ${brandId} and id = ${oneOf(db, ids)} and status = 'shipped'`
}

/** Whose one is, for those who know no brand and for the answer to a miss; rides on orders_id_idx. */
export async function ownerOfFulfillmentOrder(db: Queryable, id: string): Promise<BrandId | undefined> {
  const [found] = await db<{ brand_id: BrandId }[]>`select brand_id from fulfillment.orders where id = ${id}`
  return found?.brand_id
}

/** Newest first; all of them, as an order has few. */
export const listOfMasterOrder: ListOwnedBy<FulfillmentOrderRow> = async (db, brandId, masterOrderId) => {
  return await db<FulfillmentOrderRow[]>`
    select ${columns(db)}
    from fulfillment.orders
    where brand_id = ${brandId} and master_order_id = ${masterOrderId}
    order by created_at desc, id desc`
}

export interface FulfillmentOrderFilter {
  status?: FulfillmentStatus | undefined
  uuid?: readonly string[] | undefined
}

/** With the number of all that the filter leaves; rides on orders_newest_idx, or orders_status_idx. */
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

/** Of all brands, for the operator; rides on orders_newest_of_all_idx. */
export async function listOfAllBrands(
  db: Queryable,
  { status, brandId }: { status?: FulfillmentStatus | undefined; brandId?: BrandId | undefined },
  walk: Walk,
): Promise<FulfillmentOrderRow[]> {
  return await db<FulfillmentOrderRow[]>`
    select ${columns(db)}
    from fulfillment.orders
    where true
      ${brandId === undefined ? db`` : db`and brand_id = ${brandId}`}
      ${status === undefined ? db`` : db`and status = ${status}`}
      ${newestFirst(db, walk, (cursor) => db`select created_at, id from fulfillment.orders where id = ${cursor}`)}`
}

/** In the order in which they came. */
export const updatesOfOrders: LoadOwned<StatusUpdateRow> = async (db, brandId, orderIds) => {
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
  const [saved] = await tx<FulfillmentOrderRow[]>`
    with new_order as (
      insert into fulfillment.orders ${tx(withJson(tx, order) as never)}
      returning ${columns(tx)}
    ), entry as (
      insert into fulfillment.status_updates ${tx(update as never)}
    )
    select * from new_order`
  invariant(saved, 'an insert returns its row')
  return saved
}

export async function saveMove(
  tx: Queryable,
  { brand_id, id }: FulfillmentOrderRow,
  changed: Partial<FulfillmentOrderRow>,
  update: StatusUpdateRow,
): Promise<FulfillmentOrderRow> {
  const [saved] = await tx<FulfillmentOrderRow[]>`
    with entry as (insert into fulfillment.status_updates ${tx(update as never)})
    update fulfillment.orders
    set ${tx(withJson(tx, changed) as never)}
    where brand_id = ${brand_id} and id = ${id}
    returning ${columns(tx)}`
  invariant(saved, 'a locked fulfillment order is still there')
  return saved
}

/** A list would be taken for an array of the database. */
const withJson = (tx: Queryable, row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Array.isArray(value) ? tx.json(value) : value]),
  )

const columns = (db: Queryable) => db`
  brand_id, id, reference, master_order_id, origin, status, recipient_type, external_reference, instructions, ship_to,
  items, shipped_items, carrier_name, tracking_number, tracking_link, update_count, created_at, updated_at`
