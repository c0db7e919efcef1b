/** The background job that creates labels. */
import { Type } from 'typebox'
import { uuid } from '../../../domain/fields.ts'
import { type Consumer, eventType } from '../../../platform/events/outbox.ts'
import { enqueue, job } from '../../../platform/jobs/jobs.ts'
import { labelDelaysOf } from '../carrier-conduct/conduct.ts'
import { MAX_ATTEMPTS, makeLabels } from './label-making.ts'

export const makeLabelsJob = job('make-shipping-labels', {
  meaning: 'Makes the labels of a shipment.',
  lost: 'The shipment gets no labels, and the brand cannot ship with it.',
  payload: Type.Object({ brandId: uuid(), shipmentId: uuid() }),
  // The last attempt of `makeLabels` reports the failure; one more covers a worker that was killed meanwhile.
  maxAttempts: MAX_ATTEMPTS + 1,
  run: (platform, payload) => makeLabels(platform, payload),
})

/** Internal event, not delivered to webhooks. Its subject is the shipment. */
export const labelsOrdered = eventType('shipping.labels_ordered', {
  meaning: 'The labels of a shipment are to be made.',
})

/** Runs in the relay's transaction. */
export const makeLabelsLater: Consumer = async (tx, platform, events) => {
  const { clock } = platform
  const shipments = events.flatMap(({ brandId, subjectId: shipmentId, requestId }) =>
    brandId === null ? [] : [{ brandId, shipmentId, requestId }],
  )
  const delays = await labelDelaysOf(
    tx,
    platform,
    shipments.map(({ brandId }) => brandId),
  )
  const atOnce = shipments.filter(({ brandId }) => !delays.has(brandId))
  await enqueue({ db: tx, clock }, makeLabelsJob, atOnce)
  for (const [brandId, seconds] of delays) {
    const delayed = shipments.filter((shipment) => shipment.brandId === brandId)
    const runAt = new Date(clock.now().getTime() + seconds * 1000)
    await enqueue({ db: tx, clock }, makeLabelsJob, delayed, { runAt })
  }
}
