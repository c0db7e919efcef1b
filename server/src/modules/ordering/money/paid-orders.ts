/** Reads the orders that a brand was paid for, for payouts. */
import { limitTo, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { OrderingOrdersRow } from '../../../platform/rows.ts'

/** With the ids of the history entry of the payment and of its event. */
export type PaidOrder = Pick<
  OrderingOrdersRow,
  'id' | 'reference' | 'retailer_id' | 'currency' | 'net_minor'
> & { paid_at: Date; payment_id: string; payment_event_id: string }

export async function countPaidOrders(db: Queryable, brandId: BrandId): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) as count
    from ordering.orders
    where brand_id = ${brandId} and brand_paid_at is not null`
  return row?.count ?? 0
}

/** One page, newest payment first. Uses orders_paid_idx. No move leaves `brand_paid`, so an order has one payment. */
export async function listPaidOrders(
  db: Queryable,
  brandId: BrandId,
  { offset, limit }: { offset: number; limit: number },
): Promise<PaidOrder[]> {
  return await db<PaidOrder[]>`
    select paid.*, payment.id as payment_id, payment.event_id as payment_event_id
    from (
      select id, reference, retailer_id, currency, net_minor, brand_paid_at as paid_at
      from ordering.orders
      where brand_id = ${brandId} and brand_paid_at is not null
      order by brand_paid_at desc, id desc
      ${limitTo(db, limit)} offset ${offset}
    ) as paid
    join ordering.moves as payment
      on payment.brand_id = ${brandId} and payment.order_id = paid.id and payment.command = 'pay-brand'
    order by paid.paid_at desc, paid.id desc`
}
