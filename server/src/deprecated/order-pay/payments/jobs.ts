import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import type { Platform } from '../../../platform/index.ts'
import { job } from '../../../platform/jobs/jobs.ts'
import { bestEffort } from '../../../platform/resilience/best-effort.ts'
import { listPendingPayments, type PaymentKey } from './queries.ts'
import { settlePayment } from './settlement.ts'

/** Enqueued when an order is confirmed, and when it is cancelled afterwards. */
export const settlePaymentJob = job('settle-order-pay-payment', {
  meaning: 'Asks the payment provider about a payment and records the result.',
  lost: 'Nothing for good: payments are asked about every hour.',
  payload: Type.Object({ brandId: uuid(), paymentId: uuid() }),
  run: (platform, key) => settlePayment(platform, key),
})

/** Polls the provider, which sends no notifications. Once an hour is enough for bank transfers. */
export const watchPaymentsJob = job('watch-order-pay-payments', {
  meaning: 'Asks the payment provider about all payments that are open.',
  payload: Type.Object({}),
  everyMs: 3_600_000,
  run: (platform) => watchPayments(platform),
})

/** Batch size, which bounds memory use. */
const BATCH = 200

async function watchPayments(platform: Platform): Promise<void> {
  let batch: (PaymentKey & { createdAt: Date })[] = []
  do {
    batch = await listPendingPayments(platform.db, batch.at(-1), BATCH)
    for (const { brandId, paymentId } of batch) {
      // A payment that fails is retried an hour later and must not block the others.
      await bestEffort(platform.log, 'polling the status of a payment', () =>
        settlePayment(platform, { brandId, paymentId }),
      )
    }
  } while (batch.length === BATCH)
}
