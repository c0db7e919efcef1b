import type { PaidWithin } from '../../../modules/ordering/money/paid-orders.ts'
import { type Fragment, limitTo, onNodeOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import { newestFirst } from '../../../platform/queries/keyset.ts'
import type { FindOwned, ListAll } from '../../../platform/queries/owned.ts'
import type { OrderPayCustomItemsRow, OrderPayItemsRow, OrderPayOrdersRow } from '../../../platform/rows.ts'
import { type BrandAndStatus, brandOfCursor, hasBrandAndStatus, ofBrand } from '../../shared-queries.ts'
import type { CustomerAddress } from '../customers/queries.ts'
import { type OrderAmounts, orderAmounts } from './amounts.ts'
import type { OrderPayStatus } from './move-table.ts'

interface DeliverySchedule {
  timeSlots: { startTime: string; endTime: string }[] | null
  openDays: number[]
}

interface ContactPerson {
  email: string
  firstName: string
  lastName: string
  company: string | null
  phoneNumber: string | null
}

interface OrderColumns {
  status: OrderPayStatus
  shipping_address: CustomerAddress
  contact_person: ContactPerson
  delivery_schedule: DeliverySchedule | null
  packing_instruction: { services: string[]; instruction: string | null } | null
  delivery_appointment: { requested: boolean; instruction: string | null } | null
}

/** The columns of the order, without its items. */
export type OrderHead = Omit<OrderPayOrdersRow, keyof OrderColumns> & OrderColumns
export type OrderPayItem = Omit<OrderPayItemsRow, 'brand_id' | 'order_id' | 'position'>
export type CustomItem = Omit<OrderPayCustomItemsRow, 'brand_id' | 'order_id' | 'position'>

/** The order with its items and the amounts calculated from them. */
export interface OrderPayOrder extends OrderHead {
  items: OrderPayItem[]
  custom_items: CustomItem[]
  amounts: OrderAmounts
}

export interface OrderPayOrderKey {
  brandId: BrandId
  orderId: OrderId
}

type StoredOrder = Omit<OrderPayOrder, 'amounts'>

export const withAmounts = (order: StoredOrder): OrderPayOrder => ({
  ...order,
  amounts: orderAmounts({
    brand: { code: order.brand_currency, rate: order.brand_currency_rate },
    customer: { code: order.customer_currency, rate: order.customer_currency_rate },
    discountRate: order.discount_rate,
    items: order.items.map((item) => ({
      quantity: item.quantity,
      unitPriceMinor: item.unit_price_minor,
      discountRate: item.discount_rate,
      discountMinor: item.discount_minor,
      vatRate: item.vat_rate,
    })),
    customItems: order.custom_items.map(({ type, amount_minor }) => ({ type, amountMinor: amount_minor })),
  }),
})

export const findOrder: FindOwned<OrderPayOrder> = async (db, brandId, id) => {
  const [order] = await select(db, brandId, db`where brand_id = ${brandId} and id = ${id}`)
  return order
}

/** For callers that may read orders of all brands; uses orders_id_idx. */
export async function findOrderOfAnyBrand(db: Queryable, id: string): Promise<OrderPayOrder | undefined> {
  const [order] = await select(db, undefined, db`where id = ${id}`)
  return order
}

/** One page of the orders of all brands, newest first; uses orders_newest_idx. */
export const listOrders: ListAll<OrderPayOrder, BrandAndStatus<OrderPayStatus>> = async (
  db,
  filter,
  walk,
) => {
  const begins = await brandOfCursor(db, db`from order_pay.orders`, filter, walk)
  return await select(
    db,
    filter.brandId,
    db`
      where ${hasBrandAndStatus(db, filter)}
        ${newestFirst(
          db,
          walk,
          (cursor) => db`
            select created_at, id from order_pay.orders where id = ${cursor} ${ofBrand(db, begins)}`,
        )}`,
  )
}

/** Counts orders that were paid out to the brand. This query and the next one use orders_paid_idx. */
export async function countPaidOrders(db: Queryable, brandId: BrandId, within: PaidWithin): Promise<number> {
  const [counted] = await db<[{ count: number }]>`
    select count(*) as count from order_pay.orders where brand_id = ${brandId} and ${isPaid(db, within)}`
  return counted.count
}

/** Sorted by the time of the payout. */
export async function newestPaidOrders(
  db: Queryable,
  brandId: BrandId,
  { limit, ...within }: PaidWithin & { limit: number },
): Promise<OrderPayOrder[]> {
  return await select(
    db,
    brandId,
    db`
      where brand_id = ${brandId} and ${isPaid(db, within)}
      order by updated_at desc, id desc
      ${limitTo(db, limit)}`,
  )
}

/** `brand_paid` is a final status, so the order was last updated when it was paid out. */
const isPaid = (db: Queryable, { from, to }: PaidWithin) => db`
  status = 'brand_paid' ${from ? db`and updated_at >= ${from}` : db``} ${to ? db`and updated_at < ${to}` : db``}`

export async function listPaidOrderIds(db: Queryable, brandId: BrandId): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from order_pay.orders where brand_id = ${brandId} and ${isPaid(db, {})}`
  return rows.map(({ id }) => id)
}

/** Locks the order until the transaction ends. Its items must be read afterwards, by another statement. */
export async function lockOrderRow(tx: Queryable, { brandId, orderId }: OrderPayOrderKey): Promise<void> {
  await tx`select from order_pay.orders where brand_id = ${brandId} and id = ${orderId} for update`
}

export async function insertOrder(tx: Queryable, order: StoredOrder): Promise<void> {
  const { items, custom_items, ...head } = order
  await tx`insert into order_pay.orders ${tx(head as never)}`
  await insertParts(tx, order, { items, custom_items })
}

/** Overwrites the order with all its items. */
export async function rewriteOrder(tx: Queryable, order: StoredOrder): Promise<void> {
  const { items, custom_items, ...head } = order
  const { brand_id, id } = head
  await updateOrder(tx, head, head)
  await tx`delete from order_pay.items where brand_id = ${brand_id} and order_id = ${id}`
  await tx`delete from order_pay.custom_items where brand_id = ${brand_id} and order_id = ${id}`
  await insertParts(tx, order, { items, custom_items })
}

export async function updateOrder(
  tx: Queryable,
  { brand_id, id }: Pick<OrderHead, 'brand_id' | 'id'>,
  columns: Partial<OrderHead>,
): Promise<void> {
  const { brand_id: _, id: __, ...changes } = columns
  await tx`update order_pay.orders set ${tx(changes as never)} where brand_id = ${brand_id} and id = ${id}`
}

async function insertParts(
  tx: Queryable,
  { brand_id, id }: Pick<OrderHead, 'brand_id' | 'id'>,
  { items, custom_items }: Pick<StoredOrder, 'items' | 'custom_items'>,
): Promise<void> {
  const placed = <Row>(rows: readonly Row[]) =>
    JSON.stringify(rows.map((row, position) => ({ ...row, brand_id, order_id: id, position })))
  await onNodeOf(
    brand_id,
    tx`
    with new_items as (
      insert into order_pay.items
      select * from json_populate_recordset(null::order_pay.items, ${placed(items)}::text::json)
    )
    insert into order_pay.custom_items
    select * from json_populate_recordset(null::order_pay.custom_items, ${placed(custom_items)}::text::json)`,
  )
}

/** `brandId` is that of all orders, undefined for orders of several brands. */
async function select(
  db: Queryable,
  brandId: BrandId | undefined,
  ending: Fragment,
): Promise<OrderPayOrder[]> {
  const brand = brandId === undefined ? db`orders.brand_id` : db`${brandId}`
  const orders = await db<StoredOrder[]>`
    select brand_id, id, customer_id, status, move_count, custom_reference, discount_rate, shipping_method,
      brand_currency, brand_currency_rate, customer_currency, customer_currency_rate, shipping_address,
      contact_person, delivery_schedule, packing_instruction, delivery_appointment, payment_id, tracking_number,
      tracking_link, cancel_reason, created_at, updated_at,
      (
        select json_agg(json_build_object(
          'variant_id', variant_id, 'variant_name', variant_name, 'quantity', quantity,
          'unit_multiplier', unit_multiplier, 'unit_price_minor', unit_price_minor,
          'discount_rate', items.discount_rate, 'discount_minor', discount_minor, 'vat_rate', vat_rate,
          'minimum_remaining_shelf_life', minimum_remaining_shelf_life
        ) order by position)
        from order_pay.items
        where items.brand_id = ${brand} and items.order_id = orders.id
      ) as items,
      coalesce((
        select json_agg(json_build_object('type', type, 'amount_minor', amount_minor) order by position)
        from order_pay.custom_items
        where custom_items.brand_id = ${brand} and custom_items.order_id = orders.id
      ), '[]') as custom_items
    from order_pay.orders
    ${ending}`
  return orders.map(withAmounts)
}
