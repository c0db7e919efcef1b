import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import { bestEffort } from '../../../platform/best-effort.ts'
import type { Platform } from '../../../platform/index.ts'
import { job } from '../../../platform/jobs.ts'
import { listPendingPayments, type PlaceOfPayment } from './queries.ts'
import { settlePayment } from './settlement.ts'

/** When an order was confirmed, and when it was cancelled after that. */
export const settlePaymentJob = job('settle-order-pay-payment', {
  payload: Type.Object({ brandId: uuid(), paymentId: uuid() }),
  run: (platform, place) => settlePayment(platform, place),
})

/** The provider calls nobody, so whoever waits for it has to ask. Money that comes by transfer is in no hurry. */
export const watchPaymentsJob = job('watch-order-pay-payments', {
  payload: Type.Object({}),
  everyMs: 3_600_000,
  run: (platform) => watchPayments(platform),
})

/** Bounds what is kept in memory. */
const BATCH = 200

async function watchPayments(platform: Platform): Promise<void> {
  let batch: (PlaceOfPayment & { createdAt: Date })[] = []
  do {
    batch = await listPendingPayments(platform.db, batch.at(-1), BATCH)
    for (const { brandId, paymentId } of batch) {
      // One that fails is asked about again in an hour, and must not keep the others waiting.
      await bestEffort(platform.log, 'asking about a payment', () =>
        settlePayment(platform, { brandId, paymentId }),
      )
    }
  } while (batch.length === BATCH)
}
