/** Reads the orders that a brand was paid for, for payouts. */
import { type Fragment, limitTo, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { FindOwned } from '../../../platform/queries/owned.ts'
import type { OrderingOrdersRow } from '../../../platform/rows.ts'

/** With the ids of the history entry of the payment and of its event. */
export type PaidOrder = Pick<
  OrderingOrdersRow,
  'id' | 'reference' | 'retailer_id' | 'currency' | 'net_minor'
> & { paid_at: Date; payment_id: string; payment_event_id: string }

/** Payments at or after `from` and before `to`. */
export interface PaidWithin {
  from?: Date | undefined
  to?: Date | undefined
}

export async function countPaidOrders(db: Queryable, brandId: BrandId, within: PaidWithin): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) as count
    from ordering.orders
    where brand_id = ${brandId} and ${isPaid(db, within)}`
  return row?.count ?? 0
}

/** One page, newest payment first. Uses orders_paid_idx. No move leaves `brand_paid`, so an order has one payment. */
export async function listPaidOrders(
  db: Queryable,
  brandId: BrandId,
  { offset, limit, ...within }: PaidWithin & { offset: number; limit: number },
): Promise<PaidOrder[]> {
  return await db<PaidOrder[]>`
    select paid.*, payment.id as payment_id, payment.event_id as payment_event_id
    from (
      select id, reference, retailer_id, currency, net_minor, brand_paid_at as paid_at
      from ordering.orders
      where brand_id = ${brandId} and ${isPaid(db, within)}
      order by brand_paid_at desc, id desc
      ${limitTo(db, limit)} offset ${offset}
    ) as paid
    join ordering.moves as payment
      on payment.brand_id = ${brandId} and payment.order_id = paid.id and payment.command = 'pay-brand'
    order by paid.paid_at desc, paid.id desc`
}

/** The order of a payment; uses moves_payment_idx. */
export const findPaidOrder: FindOwned<PaidOrder> = async (db, brandId, paymentId) => {
  const [order] = await db<PaidOrder[]>`
    select orders.id, reference, retailer_id, currency, net_minor, brand_paid_at as paid_at, payment.id as payment_id,
      payment.event_id as payment_event_id
    from ordering.moves as payment
    join ordering.orders on orders.brand_id = payment.brand_id and orders.id = payment.order_id
    where payment.id = ${paymentId} and payment.brand_id = ${brandId} and payment.command = 'pay-brand'`
  return order
}

/** Of any brand; uses moves_payment_idx. */
export async function hasPayment(db: Queryable, paymentId: string): Promise<boolean> {
  const found = await db`select from ordering.moves where id = ${paymentId} and command = 'pay-brand'`
  return found.length > 0
}

const isPaid = (db: Queryable, { from, to }: PaidWithin): Fragment => db`
  brand_paid_at is not null
  ${from ? db`and brand_paid_at >= ${from}` : db``} ${to ? db`and brand_paid_at < ${to}` : db``}`
