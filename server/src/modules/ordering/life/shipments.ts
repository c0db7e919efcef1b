/** What the shipping module writes on orders. It decides; an order keeps what is shown of it. */
import type { Address } from '../../../domain/postal-address.ts'
import type { Fragment, Queryable } from '../../../platform/database.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { EventType } from '../../../platform/outbox.ts'
import type { Work } from '../../../platform/work.ts'
import { type OrderRow, singleColumns } from '../reading/orders.ts'
import type { Shipment, ShippingMethod } from '../reading/shipment.ts'
import { type Mover, writeHistory } from './history-writer.ts'
import type { Effects, LockedOrder } from './locked-order.ts'
import type { Status } from './move-table.ts'

export interface ShipmentChange {
  shipment: Shipment | null
  columns?: Effects['columns']
  /** What the history keeps of it; nothing when absent. */
  entry?: { command: string; by: Mover; event?: EventType; details?: object }
}

/** The status stays: what changes it is a move. */
export async function saveShipment(
  work: Work,
  order: LockedOrder,
  { shipment, columns = {}, entry }: ShipmentChange,
): Promise<OrderRow> {
  const changed = { ...columns, shipment }
  if (entry) {
    const { status } = order
    return await writeHistory(work, order, {
      columns: changed,
      entry: { from: status, to: status, ...entry },
    })
  }
  const { db: tx, clock } = work
  const [saved] = await tx<OrderRow[]>`
    update ordering.orders
    set ${tx({ ...changed, updated_at: clock.now() } as never)}
    where brand_id = ${order.brand_id} and id = ${order.id}
    returning ${singleColumns(tx)}`
  invariant(saved, 'a locked order is still there')
  return saved
}

export interface QuotableOrder {
  brand_id: BrandId
  id: OrderId
  status: Status
  currency: string
  shipping_address: Address
  /** What was confirmed; null until then. */
  shipment_id: string | null
  round: number
}

/**
 * What quotes are made of, and beside it a value that somebody else knows how to read. What the order shows of the last
 * quotes is left where it is: it is about to be replaced.
 */
export async function findQuotable<Beside>(
  db: Queryable,
  brandId: BrandId,
  id: string,
  beside: Fragment,
): Promise<(QuotableOrder & { beside: Beside }) | undefined> {
  const [order] = await db<(QuotableOrder & { beside: Beside })[]>`
    select brand_id, id, status, currency, shipping_address, shipment->>'id' as shipment_id,
      ${roundColumn(db)} as round, ${beside} as beside
    from ordering.orders
    where brand_id = ${brandId} and id = ${id}`
  return order
}

const roundColumn = (db: Queryable) => db`coalesce((shipment->>'round')::integer, 0)`

/**
 * The end of a statement that writes quotes: has the order show them, unless it no longer waits to be shipped, or what
 * they were made for was taken back meanwhile. One row back: it does.
 */
export const showQuoted = (
  { db, clock }: Work,
  { brand_id, id, round }: Pick<QuotableOrder, 'brand_id' | 'id' | 'round'>,
  shipment: Shipment,
) => db`
  update ordering.orders
  set shipment = ${db.json(shipment as never)}, updated_at = ${clock.now()}
  where brand_id = ${brand_id} and id = ${id} and status = 'brand_confirmed' and shipment->>'id' is null
    and ${roundColumn(db)} = ${round}
  returning id`

/** Before an order is shipped, it can come back to where a quote is confirmed. */
const NOT_SHIPPED: readonly Status[] = [
  'ankor_confirmed',
  'rejected',
  'brand_confirmed',
  'shipping_labels_generated',
  'fulfillment_requested',
]

/** The countries that orders of a brand go to which are not shipped yet; rides on orders_status_idx. */
export async function listOpenDestinations(db: Queryable, brandId: BrandId): Promise<string[]> {
  const found = await db<{ country: string }[]>`
    select distinct shipping_address->>'countryCode' as country
    from ordering.orders
    where brand_id = ${brandId} and status = any(${NOT_SHIPPED as Status[]}::text[])`
  return found.map(({ country }) => country)
}

/** Writes how the orders of a brand to some countries can be shipped, unless they are shipped; rides on orders_status_idx. */
export async function setShippingMethods(
  db: Queryable,
  brandId: BrandId,
  countries: readonly string[],
  methods: readonly ShippingMethod[],
): Promise<void> {
  if (countries.length === 0) return
  await db`
    update ordering.orders
    set shipment = coalesce(shipment, '{}') || ${db.json({ availableShippingMethods: methods } as never)}
    where brand_id = ${brandId} and status = any(${NOT_SHIPPED as Status[]}::text[])
      and shipping_address->>'countryCode' = any(${countries as string[]}::text[])
      and coalesce(shipment->'availableShippingMethods', '["custom", "marketplace"]')
        <> ${db.json(methods as never)}`
}

/** Of these orders, those that wait to be shipped, with the round whose quotes can be confirmed. Rides on orders_pkey. */
export async function listOpenRounds(
  db: Queryable,
  orders: readonly { brandId: BrandId; orderId: OrderId }[],
): Promise<Map<OrderId, number>> {
  const open = await db<{ id: OrderId; round: number }[]>`
    select id, ${roundColumn(db)} as round
    from unnest(
      ${orders.map(({ brandId }) => brandId)}::uuid[], ${orders.map(({ orderId }) => orderId)}::uuid[]
    ) as wanted (owner_id, order_id)
    join ordering.orders on brand_id = owner_id and orders.id = order_id
    where status = 'brand_confirmed'`
  return new Map(open.map(({ id, round }) => [id, round]))
}
