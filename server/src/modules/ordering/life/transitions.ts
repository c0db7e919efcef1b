/** The transitions of brands. The status is checked before the body, so that a repeated request is always a conflict. */
import type { Work } from '../../../platform/work.ts'
import { acceptFailed, reasonNeeded, rejectFailed } from '../errors.ts'
import { changeItems } from '../money/item-changes.ts'
import type { BrandOrder, OrderRow } from '../order/order-row.ts'
import { handOverToWarehouse, requestFulfillment } from './fulfillment-requests.ts'
import type { Mover } from './history-writer.ts'
import { moveOrder } from './moves.ts'
import {
  hasTypeOnly,
  readFulfillmentRequest,
  readRejection,
  readRejectOrder,
  readReset,
  readSettlement,
  readValidation,
  type Transition,
} from './transition-bodies.ts'

/** Validates the body once the order is locked and in the right status. */
export type TransitionVerb = (work: Work, order: BrandOrder, by: Mover, body: unknown) => Promise<OrderRow>

export const transitions: Record<Transition, TransitionVerb> = {
  'brand-validates': (work, order, by, body) =>
    moveOrder(work, order, {
      command: 'brand-validates',
      by,
      ...(!hasTypeOnly(body) && {
        decide: (work, locked) => changeItems(work, locked, readValidation(body)),
      }),
    }),

  'brand-rejects': (work, order, by, body) => reject(work, order, by, () => readRejection(body)),

  'brand-resets-shipping-labels-generation': (work, order, by, body) =>
    moveOrder(work, order, {
      command: 'brand-resets-shipping-labels-generation',
      by,
      decide() {
        const { resetType, reason, at } = readReset(body)
        if (resetType === 'OTHER' && reason === undefined) throw reasonNeeded('resetType', `${at}.reason`)
        return { details: { resetType, reason } }
      },
    }),

  'brand-settles-refusal': (work, order, by, body) =>
    moveOrder(work, order, {
      command: 'brand-settles-refusal',
      by,
      decide: () => ({ details: readSettlement(body) }),
    }),

  'brand-requests-fulfillment': (work, order, by, body) =>
    requestFulfillment(work, order, by, (work, locked) => {
      readFulfillmentRequest(body)
      return handOverToWarehouse(work, locked)
    }),
}

/** The deprecated form of `brand-validates`, which cannot lower quantities. */
export async function acceptOrder(work: Work, order: BrandOrder, by: Mover): Promise<OrderRow> {
  return await moveOrder(work, order, { command: 'brand-validates', by, conflict: acceptFailed })
}

/** The deprecated form of `brand-rejects`, where the type is optional. */
export async function rejectOrder(
  work: Work,
  order: BrandOrder,
  by: Mover,
  body: unknown,
): Promise<OrderRow> {
  return await reject(work, order, by, () => readRejectOrder(body))
}

async function reject(
  work: Work,
  order: BrandOrder,
  by: Mover,
  read: () => { rejectType: string; rejectReason?: string | undefined; at: string },
): Promise<OrderRow> {
  return await moveOrder(work, order, {
    command: 'brand-rejects',
    by,
    conflict: rejectFailed,
    decide() {
      const { rejectType, rejectReason, at } = read()
      if (rejectType === 'OTHER' && rejectReason === undefined) {
        throw reasonNeeded('rejectType', `${at}.rejectReason`)
      }
      return { input: { type: rejectType, reason: rejectReason }, details: { rejectType, rejectReason } }
    },
  })
}
