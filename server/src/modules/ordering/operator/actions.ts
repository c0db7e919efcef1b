/** What the marketplace may do with an order now, each judged by the guard of its operation. */
import { OPERATOR_API } from '../../../http/operator-api.ts'
import { transitionFailed } from '../errors.ts'
import type { AddressKind } from '../life/address-rules.ts'
import { refuseFixedAddresses } from '../life/addresses.ts'
import { refuseCancellationDecline } from '../life/cancellation-requests.ts'
import { refuseMove } from '../life/moves.ts'
import { judge, type NextAction } from '../life/next-actions.ts'
import { refuseRevertDecline } from '../life/revert-requests.ts'
import type { Command } from '../order/move-table.ts'
import type { OrderRow } from '../order/order-row.ts'

/** All moves of the marketplace except `generate-labels`, which a job makes. */
export const MOVES_OF_OPERATOR = {
  'approve-cancellation': 'Cancel an order as its retailer asks',
  'approve-rejection': 'Cancel an order that the brand has rejected',
  'refuse-rejection': 'Give a rejected order back to the brand, to decide anew',
  'revert-acceptance': 'Take back the acceptance of an order',
  fulfil: 'Note that an order was shipped by the warehouse',
  'take-back-fulfillment': 'Give an order back to the brand that the warehouse was to ship',
  'approve-refusal': 'Cancel an order whose reception was refused',
  'settle-refusal': 'Count an order as received after its reception was refused',
  'issue-invoice': 'Invoice a received order',
  'pay-brand': 'Note that the brand was paid for an order',
} as const satisfies Partial<Record<Command, string>>

/** The columns of an order that the guards read. */
export type JudgedOrder = Pick<
  OrderRow,
  'id' | 'status' | 'retailer_cancellation_request_reason' | 'revert_request_reason'
>

/** The actions that decide what an order waits for: all except changing addresses. */
export function decisionsOf(order: JudgedOrder): NextAction[] {
  const action = (name: string, guard: () => void) =>
    judge(
      { action: name, method: 'POST', path: `${OPERATOR_API}/orders/${order.id}/-actions/${name}` },
      guard,
    )
  return [
    ...Object.keys(MOVES_OF_OPERATOR).map((command) =>
      action(command, () => refuseMove(command as Command, order, transitionFailed)),
    ),
    action('decline-cancellation', () => refuseCancellationDecline(order)),
    action('decline-revert', () => refuseRevertDecline(order)),
  ]
}

export const operatorActionsOf = (order: JudgedOrder): NextAction[] => [
  ...decisionsOf(order),
  ...ADDRESSES.map((kind) =>
    judge(
      {
        action: `change-${kind}-address`,
        method: 'PATCH',
        path: `${OPERATOR_API}/orders/${order.id}`,
      },
      () => refuseFixedAddresses([kind], order),
    ),
  ),
]

const ADDRESSES: readonly AddressKind[] = ['billing', 'shipping']
