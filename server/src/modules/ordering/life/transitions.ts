/** What a brand does to its orders. The status is checked before the body, so that a second try is always a conflict. */

import { unprocessable } from '../../../domain/problems.ts'
import type { Work } from '../../../platform/work.ts'
import { acceptFailed, rejectFailed } from '../errors.ts'
import { changeItems } from '../money/item-changes.ts'
import type { OrderRow } from '../reading/orders.ts'
import { handOverToWarehouse, requestFulfillment } from './fulfillment-requests.ts'
import type { Mover } from './history-writer.ts'
import type { BrandOrder } from './locked-order.ts'
import { moveOrder } from './moves.ts'
import {
  readFulfillmentRequest,
  readRejection,
  readRejectOrder,
  readReset,
  readSettlement,
  readValidation,
  saysTypeOnly,
  type Transition,
} from './transition-bodies.ts'

/** Checks the body when the order is locked. */
export type TransitionVerb = (work: Work, order: BrandOrder, by: Mover, body: unknown) => Promise<OrderRow>

export const transitions: Record<Transition, TransitionVerb> = {
  'brand-validates': (ctx, order, by, body) =>
    moveOrder(ctx, order, {
      command: 'brand-validates',
      by,
      ...(!saysTypeOnly(body) && {
        decide: (work, locked) => changeItems(work, locked, readValidation(body)),
      }),
    }),

  'brand-rejects': (ctx, order, by, body) => reject(ctx, order, by, () => readRejection(body)),

  'brand-resets-shipping-labels-generation': (ctx, order, by, body) =>
    moveOrder(ctx, order, {
      command: 'brand-resets-shipping-labels-generation',
      by,
      decide() {
        const { resetType, reason, at } = readReset(body)
        if (resetType === 'OTHER' && reason === undefined) throw reasonNeeded('resetType', `${at}.reason`)
        return { details: { resetType, reason } }
      },
    }),

  'brand-settles-refusal': (ctx, order, by, body) =>
    moveOrder(ctx, order, {
      command: 'brand-settles-refusal',
      by,
      decide: () => ({ details: readSettlement(body) }),
    }),

  'brand-requests-fulfillment': (ctx, order, by, body) =>
    requestFulfillment(ctx, order, by, (work, locked) => {
      readFulfillmentRequest(body)
      return handOverToWarehouse(work, locked)
    }),
}

/** The older form of `brand-validates`, without changes. */
export async function acceptOrder(ctx: Work, order: BrandOrder, by: Mover): Promise<OrderRow> {
  return await moveOrder(ctx, order, { command: 'brand-validates', by, conflict: acceptFailed })
}

/** The older form of `brand-rejects`, where the type may be left out. */
export async function rejectOrder(ctx: Work, order: BrandOrder, by: Mover, body: unknown): Promise<OrderRow> {
  return await reject(ctx, order, by, () => readRejectOrder(body))
}

async function reject(
  ctx: Work,
  order: BrandOrder,
  by: Mover,
  read: () => { rejectType: string; rejectReason?: string | undefined; at: string },
): Promise<OrderRow> {
  return await moveOrder(ctx, order, {
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

const reasonNeeded = (member: string, pointer: string) =>
  unprocessable(`With ${member} OTHER the reason must be told in words.`, { pointer })
