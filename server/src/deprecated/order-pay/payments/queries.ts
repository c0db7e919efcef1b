import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { FindOwned, LoadOwned } from '../../../platform/queries/owned.ts'
import type { OrderPayPaymentsRow, OrderPayTransactionsRow } from '../../../platform/rows.ts'
import type { PspData } from './provider.ts'

export type PaymentRow = Omit<OrderPayPaymentsRow, 'status'> & {
  status: 'pending' | 'succeeded' | 'cancelled'
}
export type TransactionRow = Omit<OrderPayTransactionsRow, 'psp_data'> & { psp_data: PspData | null }

export async function insertPayment(tx: Queryable, row: PaymentRow): Promise<void> {
  await tx`insert into order_pay.payments ${tx(row as never)}`
}

/** Only a pending payment can end. */
export async function endPayment(
  tx: Queryable,
  { brand_id, id }: Pick<PaymentRow, 'brand_id' | 'id'>,
  { status, at }: { status: 'succeeded' | 'cancelled'; at: Date },
): Promise<boolean> {
  const ended = await tx`
    update order_pay.payments
    set status = ${status}, updated_at = ${at}
    where brand_id = ${brand_id} and id = ${id} and status = 'pending'
    returning 1`
  return ended.length > 0
}

export const findPayment: FindOwned<PaymentRow> = async (db, brandId, id) => {
  const [payment] = await loadPayments(db, brandId, [id])
  return payment
}

export const loadPayments: LoadOwned<PaymentRow> = async (db, brandId, ids) => {
  return await db<PaymentRow[]>`
    select brand_id, id, order_id, customer_id, psp, status, amount_minor, currency, currency_rate, payment_method,
      created_at, updated_at
    from order_pay.payments
    where brand_id = ${brandId} and id = ${oneOf(db, ids)}`
}

export interface PaymentKey {
  brandId: BrandId
  paymentId: string
}

/** Pending payments of all brands after a cursor; uses payments_pending_idx. */
export async function listPendingPayments(
  db: Queryable,
  behind: { createdAt: Date; paymentId: string } | undefined,
  limit: number,
): Promise<(PaymentKey & { createdAt: Date })[]> {
  return await db<(PaymentKey & { createdAt: Date })[]>`
    select brand_id as "brandId", id as "paymentId", created_at as "createdAt"
    from order_pay.payments
    where status = 'pending'
      ${behind ? db`and (created_at, id) > (${behind.createdAt}, ${behind.paymentId})` : db``}
    order by created_at, id
    limit ${limit}`
}

/**
 * Records the state reported by the provider. Responses may be recorded out of order, so a final state is never
 * overwritten.
 */
export async function saveTransaction(tx: Queryable, row: TransactionRow): Promise<void> {
  await tx`
    insert into order_pay.transactions ${tx(row as never)}
    on conflict on constraint transactions_type_key do update set
      status = excluded.status, psp_data = excluded.psp_data, updated_at = excluded.updated_at
    where transactions.status = 'pending' and excluded.status <> 'pending'`
}

/** Oldest first; a refund follows its payment. */
export const loadTransactionsOfPayments: LoadOwned<TransactionRow> = async (db, brandId, paymentIds) => {
  return await db<TransactionRow[]>`
    select brand_id, id, payment_id, type, status, psp_id, amount_minor, currency, psp_data, created_at, updated_at
    from order_pay.transactions
    where brand_id = ${brandId} and payment_id = ${oneOf(db, paymentIds)}
    order by created_at, type, id`
}
