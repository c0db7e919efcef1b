import { Type } from 'typebox'
import { uuid } from '../../../http/fields.ts'
import { job } from '../../../platform/jobs.ts'
import { MAX_ATTEMPTS, makeLabels } from './label-making.ts'

export const makeLabelsJob = job('make-shipping-labels', {
  payload: Type.Object({ brandId: uuid(), shipmentId: uuid() }),
  // The last attempt tells the brand; one more is for a worker that was killed while it did.
  maxAttempts: MAX_ATTEMPTS + 1,
  run: (platform, payload) => makeLabels(platform, payload),
})
