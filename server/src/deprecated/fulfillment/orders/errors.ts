import { type Problem, problem } from '@tradehall/jsonapi'
import type { FulfillmentCommand, FulfillmentStatus } from './move-table.ts'

const moveFailed = problem('FULFILLMENT_ORDER_ACTION_FAILED', 409, 'Conflict')

export const fulfillmentMoveFailed = (
  { id, status }: { id: string; status: FulfillmentStatus },
  command: FulfillmentCommand,
  from: readonly (FulfillmentStatus | null)[],
): Problem =>
  moveFailed(
    `The fulfillment order ${id} is in ${status}, and ${command} is possible in ${from.join(', ')} only.`,
    { meta: { status, possibleIn: from } },
  )

export const fulfillmentNotReachable = (
  { id, status }: { id: string; status: FulfillmentStatus },
  to: FulfillmentStatus,
): Problem =>
  moveFailed(`The fulfillment order ${id} is in ${status}, from where it cannot come to ${to}.`, {
    meta: { status },
  })
