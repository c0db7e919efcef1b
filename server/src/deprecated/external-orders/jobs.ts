import { Type } from 'typebox'
import { uuid } from '../../domain/fields.ts'
import { job } from '../../platform/jobs/jobs.ts'
import { createAcceptedOrder } from './moves.ts'

export const createExternalOrderJob = job('create-external-order', {
  meaning: 'Creates an external order that was accepted.',
  lost: 'The order is never created, although its sender was told that it was accepted.',
  payload: Type.Object({ brandId: uuid(), id: uuid() }),
  run: (platform, key) => createAcceptedOrder(platform, key),
})
