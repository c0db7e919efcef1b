/**
 * Synchronizes a payment and its order with the state at the provider. The provider is called before any row is locked;
 * one transaction then records its response. If the worker is killed in between, the payment stays pending and a job
 * calls the provider again with the same idempotency key: nothing is charged twice, and a charge for a cancelled order
 * is refunded.
 */

import { END } from '../../../modules/ended/groups.ts'
import type { Platform } from '../../../platform/index.ts'
import { invariant } from '../../../platform/invariant.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { findCustomer, savePaymentMethod } from '../customers/queries.ts'
import { applyMove, lockOrder } from '../orders/moves.ts'
import { providerOf } from './book-providers.ts'
import type { Charge, ChargeRequest, PaymentProvider } from './provider.ts'
import { findPayment, type PaymentKey, type PaymentRow, saveTransaction } from './queries.ts'

/** Idempotent, and safe to run concurrently. */
export async function settlePayment(
  platform: Platform,
  key: PaymentKey,
  provider: PaymentProvider = providerOf(platform),
): Promise<void> {
  const payment = await findPayment(platform.db, key.brandId, key.paymentId)
  // A reset of the sandbox may have deleted the payment.
  if (!payment || payment.status === 'succeeded') return
  const request = await chargeRequestOf(platform, payment)
  const charge = await callProvider(platform, payment, request, provider)
  const after = await inTransaction(platform, (work) => recordCharge(work, payment, charge))
  // The order was cancelled during the call to the provider: the charge must be refunded.
  const isLeftOpen = charge.status === 'pending' || charge.status === 'succeeded'
  if (after.status === 'cancelled' && isLeftOpen) await settlePayment(platform, key, provider)
}

/** Decides the outcome of a pending payment, for the operator and the sandbox. */
export async function decidePayment(
  platform: Platform,
  key: PaymentKey,
  outcome: 'succeeded' | 'failed',
): Promise<void> {
  const provider = providerOf(platform)
  const payment = await findPayment(platform.db, key.brandId, key.paymentId)
  if (payment?.status !== 'pending') return
  await provider.decide(await chargeRequestOf(platform, payment), outcome)
  await settlePayment(platform, key, provider)
}

async function callProvider(
  { clock }: Platform,
  payment: PaymentRow,
  request: ChargeRequest,
  provider: PaymentProvider,
): Promise<Charge> {
  if (payment.status === 'cancelled') return await provider.cancel(request)
  const charge = (await provider.status(payment.id)) ?? (await provider.start(request))
  // After the end brands cannot cancel the order, which would hold its stock forever: a pending charge is cancelled.
  const isOver = clock.now() >= END
  return charge.status === 'pending' && isOver ? await provider.cancel(request) : charge
}

async function chargeRequestOf({ db }: Platform, payment: PaymentRow): Promise<ChargeRequest> {
  const customer = await findCustomer(db, payment.brand_id, payment.customer_id)
  invariant(customer, 'a payment has a customer')
  return {
    key: payment.id,
    amountMinor: payment.amount_minor,
    currency: payment.currency,
    method: payment.payment_method,
    payer: { name: `${customer.first_name} ${customer.last_name}`, email: customer.email },
  }
}

/**
 * Returns the payment as read under the lock on its order. It may differ from the payment that the provider was called
 * for.
 */
export async function recordCharge(work: Work, asked: PaymentRow, charge: Charge): Promise<PaymentRow> {
  const { db: tx } = work
  const order = await lockOrder(tx, { brandId: asked.brand_id, orderId: asked.order_id })
  const payment = await findPayment(tx, asked.brand_id, asked.id)
  invariant(payment, 'payments are never deleted')
  await saveTransactions(work, payment, charge)
  if (payment.status === 'pending' && charge.status === 'succeeded') {
    await applyMove(work, order, 'confirm-payment')
    const { brand_id, customer_id } = payment
    const kept = {
      ...charge.method,
      brand_id,
      customer_id,
      id: work.ids.next(),
      created_at: work.clock.now(),
    }
    await savePaymentMethod(tx, kept)
  } else if (payment.status === 'pending' && charge.status !== 'pending') {
    const reason = charge.status === 'failed' ? 'The payment was declined.' : 'The payment was called off.'
    await applyMove(work, order, 'fail-payment', { reason })
  }
  return payment
}

async function saveTransactions(work: Work, payment: PaymentRow, charge: Charge): Promise<void> {
  const { db: tx, clock, ids } = work
  const now = clock.now()
  const row = {
    brand_id: payment.brand_id,
    payment_id: payment.id,
    psp_id: charge.pspId,
    amount_minor: payment.amount_minor,
    currency: payment.currency,
    psp_data: charge.pspData,
    created_at: now,
    updated_at: now,
  }
  const isRefunded = charge.status === 'refunded'
  const taken = isRefunded ? 'succeeded' : charge.status
  await saveTransaction(tx, { ...row, id: ids.next(), type: 'payment', status: taken })
  if (!isRefunded) return
  const refund = { psp_id: `${charge.pspId}_refund`, psp_data: null, status: 'succeeded' }
  await saveTransaction(tx, { ...row, ...refund, id: ids.next(), type: 'refund' })
}
