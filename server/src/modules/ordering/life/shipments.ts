/** Writes for the shipping module, which owns shipments: an order stores a copy of its shipment for its own document. */
import type { Address } from '../../../domain/postal-address.ts'
import type { Fragment, Queryable } from '../../../platform/database.ts'
import type { EventType } from '../../../platform/events/outbox.ts'
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Work } from '../../../platform/work.ts'
import type { Status } from '../order/move-table.ts'
import {
  type BrandOrder,
  type Effects,
  type LockedOrder,
  type OrderRow,
  withSelectedIds,
  writtenColumns,
} from '../order/order-row.ts'
import type { Shipment, ShippingMethod } from '../order/shipment.ts'
import { type Mover, writeHistory } from './history-writer.ts'

export interface ShipmentChange {
  shipment: Shipment | null
  columns?: Effects['columns']
  /** Without an entry, the change is not recorded in the history. */
  entry?: { command: string; by: Mover; event?: EventType; details?: object }
}

/** Does not change the status; only moves do. */
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
    returning ${writtenColumns(tx)}`
  invariant(saved, 'a locked order exists')
  return await withSelectedIds(tx, saved)
}

export interface QuotableOrder {
  brand_id: BrandId
  id: OrderId
  status: Status
  currency: string
  shipping_address: Address
  /** The id of the confirmed shipment; null before a quote is confirmed. */
  shipment_id: string | null
  round: number
}

/**
 * Reads what quotes depend on, and the value of an expression of the caller, in one statement. Omits the stored shipment,
 * which new quotes replace.
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
 * The statement beside the one that stores quotes: copies the latest quote to the order. Returns no row if the order no
 * longer waits to be shipped, or if the shipment was cleared after the quotes were requested.
 */
export const updateQuotedShipment = (
  { db, clock }: Work,
  { brand_id, id, round }: Pick<QuotableOrder, 'brand_id' | 'id' | 'round'>,
  shipment: Shipment,
) => db`
  update ordering.orders
  set shipment = ${db.json(shipment as never)}, updated_at = ${clock.now()}
  where brand_id = ${brand_id} and id = ${id} and status = 'brand_confirmed' and shipment->>'id' is null
    and ${roundColumn(db)} = ${round}
  returning id`

/** From each of these statuses, an order can still reach `brand_confirmed`, in which a quote is confirmed. */
const NOT_SHIPPED: readonly Status[] = [
  'ankor_confirmed',
  'rejected',
  'brand_confirmed',
  'shipping_labels_generated',
  'fulfillment_requested',
]

/** The destination countries of the orders of a brand that are not shipped yet. Uses orders_status_idx. */
export async function listOpenDestinations(db: Queryable, brandId: BrandId): Promise<string[]> {
  const found = await db<{ country: string }[]>`
    select distinct shipping_address->>'countryCode' as country
    from ordering.orders
    where brand_id = ${brandId} and status = any(${NOT_SHIPPED as Status[]}::text[])`
  return found.map(({ country }) => country)
}

/** Sets the available shipping methods of unshipped orders of a brand to some countries. Uses orders_status_idx. */
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

/**
 * The current round of quotes of those of the orders that wait to be shipped. Uses orders_pkey. The list of brands lets a
 * distributed database ask their nodes only.
 */
export async function listOpenRounds(
  db: Queryable,
  orders: readonly BrandOrder[],
): Promise<Map<OrderId, number>> {
  const brandIds = [...new Set(orders.map(({ brandId }) => brandId))]
  const open = await db<{ id: OrderId; round: number }[]>`
    select id, ${roundColumn(db)} as round
    from unnest(
      ${orders.map(({ brandId }) => brandId)}::uuid[], ${orders.map(({ orderId }) => orderId)}::uuid[]
    ) as wanted (owner_id, order_id)
    join ordering.orders on brand_id = owner_id and orders.id = order_id
    where brand_id = any(${brandIds}::uuid[]) and status = 'brand_confirmed'`
  return new Map(open.map(({ id, round }) => [id, round]))
}
