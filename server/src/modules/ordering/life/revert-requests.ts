/**
 * Requests of brands to take back their acceptance or rejection, which the specification leaves to the marketplace. The
 * marketplace grants one with its own moves (`revert-acceptance`, `refuse-rejection`) or declines it; any move ends it.
 */
import { type Static, Type } from 'typebox'
import { orNull } from '../../../domain/fields.ts'
import type { Work } from '../../../platform/work.ts'
import { noRevertRequest, revertNotPossible } from '../errors.ts'
import type { Status } from '../order/move-table.ts'
import type { BrandOrder, LockedOrder, OrderRow } from '../order/order-row.ts'
import { ask, decline, type RequestKind, type Saying } from './requests.ts'

const REVERTIBLE: readonly Status[] = ['brand_confirmed', 'rejected']
const column = 'revert_request_reason'

const kind: RequestKind = {
  asks: 'request-revert',
  declines: 'decline-revert',
  column,
  refuseAsking: (order) => refuseRevertRequest(order),
  refuseDeclining: (order) => refuseRevertDecline(order),
}

/** Idempotent for the same reason; another reason replaces the first. */
export const requestRevert = (work: Work, order: BrandOrder, saying: Saying): Promise<OrderRow> =>
  ask(work, order, kind, saying)

export function refuseRevertRequest(order: Pick<LockedOrder, 'id' | 'status'>): void {
  if (!REVERTIBLE.includes(order.status)) throw revertNotPossible(order, REVERTIBLE)
}

/** The decision of the brand stands, and the brand may ask again. */
export const declineRevert = (work: Work, order: BrandOrder, saying: Saying): Promise<OrderRow> =>
  decline(work, order, kind, saying)

export function refuseRevertDecline(
  order: Pick<LockedOrder, 'id' | 'status' | 'revert_request_reason'>,
): void {
  if (!REVERTIBLE.includes(order.status) || order[column] === null) throw noRevertRequest(order, REVERTIBLE)
}

const schema = Type.Object(
  {
    state: Type.Enum(['open', 'declined'], {
      description: 'Whether it waits for the marketplace, or was declined.',
    }),
    reason: Type.String({
      examples: ['Accepted by mistake.'],
      description: 'What you said while it is open; what the marketplace said if it is declined.',
    }),
    requestedAt: orNull(
      Type.String({
        format: 'date-time',
        examples: ['2026-03-02T07:50:00.000Z'],
        description: 'Since when it is open; null if it is declined.',
      }),
    ),
  },
  { title: 'RevertRequest', description: 'That you have asked to take your decision back.' },
)

export const revertRequestSchema = orNull(schema, {
  description:
    'With `withDetails`: what became of your request since your decision; null if you asked for nothing.',
})

export function revertRequestOf(
  order: Pick<OrderRow, 'status' | 'revert_request_reason' | 'request_decline_reason' | 'requested_at'>,
): Static<typeof schema> | null {
  if (!REVERTIBLE.includes(order.status)) return null
  const { revert_request_reason: asked, request_decline_reason: declined, requested_at } = order
  if (asked !== null) {
    return { state: 'open', reason: asked, requestedAt: requested_at?.toISOString() ?? null }
  }
  return declined === null ? null : { state: 'declined', reason: declined, requestedAt: null }
}
