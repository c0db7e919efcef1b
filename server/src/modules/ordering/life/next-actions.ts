/**
 * What a brand may do with an order now. The guard of each operation decides whether its action is possible, so that there is
 * no second set of rules. Later modules add the actions that they offer.
 */
import { Problem } from '@tradehall/jsonapi'
import { type Static, Type } from 'typebox'
import type { Actor } from '../../../domain/actor.ts'
import { orNull } from '../../../domain/fields.ts'
import { READ_ONLY, READ_ONLY_CODE } from '../../../http/sessions/checks.ts'
import { extensionPoint } from '../../../platform/extension-points.ts'
import type { Platform } from '../../../platform/index.ts'
import { rejectFailed, transitionFailed } from '../errors.ts'
import { type Command, isBeyond, type Status } from '../order/move-table.ts'
import type { OrderRow } from '../order/order-row.ts'
import { refuseOtherStatus } from './moves.ts'
import { refuseRevertRequest } from './revert-requests.ts'

export const nextActionSchema = Type.Object(
  {
    action: Type.String({ examples: ['accept'], description: 'Name of the action.' }),
    method: Type.Enum(['POST', 'PATCH'], { description: 'Method of its operation.' }),
    path: Type.String({
      examples: ['/api/v1/orders/5f2b8c1e-8f0a-4f57-9d38-0a5c1f4f9b3e/-actions/transition'],
      description: 'Path of its operation.',
    }),
    transition: orNull(
      Type.String({
        examples: ['brand-validates'],
        description: '`data.type` of the body, where the operation is a transition; null otherwise.',
      }),
    ),
    possible: Type.Boolean({ description: 'Whether the state of the order, and the session, allow it now.' }),
    reason: orNull(Type.String({ description: 'Why it is not possible; null if it is.' })),
    code: orNull(
      Type.String({
        examples: ['ORDER_ACTION_TRANSITION_FAILED'],
        description: 'The code of the error that its operation would answer with; null if it is possible.',
      }),
    ),
    meta: orNull(
      Type.Object(
        {},
        { additionalProperties: true, description: 'The figures of that error, where it has some.' },
      ),
    ),
    isOver: Type.Boolean({
      description:
        'Whether its time is past: the order has gone on, and it becomes possible again only if something is taken back.',
    }),
  },
  { title: 'NextAction', description: 'Something that is done with orders.' },
)

export const nextActionsSchema = Type.Array(nextActionSchema, {
  description:
    'With `withDetails`: what you do with orders, and whether it is possible now. Deprecated actions are left out.',
})

export type NextAction = Static<typeof nextActionSchema>
type Operation = Pick<NextAction, 'action' | 'method' | 'path'> & { transition?: string }
type ActionWork = Pick<Platform, 'db' | 'clock' | 'config'>

/** The actions that a module offers on an order, with the guards that their operations have. */
export type ActionSource = (work: ActionWork, order: OrderRow) => Promise<readonly NextAction[]>

export const actionSources = extensionPoint<ActionSource>('ordering.actions')

/** Judges an action by its guard, which throws the problem that the operation would respond with. */
export function judge({ transition, ...operation }: Operation, guard: () => void): NextAction {
  const judged = { ...operation, transition: transition ?? null }
  try {
    guard()
    return { ...judged, possible: true, reason: null, code: null, meta: null, isOver: false }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code = null, meta = null } = error.errors[0] ?? {}
    return { ...judged, possible: false, reason: error.message, code, meta, isOver: isOver(meta) }
  }
}

/** Told by the figures of the problem. Where these have no statuses, something else is missing, which may come. */
function isOver(meta: object | null): boolean {
  const { status, possibleIn } = (meta ?? {}) as { status?: Status; possibleIn?: Status | readonly Status[] }
  return status !== undefined && possibleIn !== undefined && isBeyond(status, [possibleIn].flat())
}

const TRANSITIONS: readonly (readonly [action: string, command: Command])[] = [
  ['accept', 'brand-validates'],
  ['reject', 'brand-rejects'],
  ['reset-labels', 'brand-resets-shipping-labels-generation'],
  ['settle-refusal', 'brand-settles-refusal'],
]

/** No action is possible in a read-only support session. */
export async function nextActionsOf(
  work: ActionWork & { actor: Pick<Actor, 'session'> },
  order: OrderRow,
): Promise<NextAction[]> {
  const others = await Promise.all(actionSources.extensions.map((source) => source(work, order)))
  const actions = [...ownActions(order), ...others.flat()]
  if (work.actor.session?.support?.access !== 'read-only') return actions
  return actions.map(({ reason, code, ...action }) => ({
    ...action,
    possible: false,
    reason: reason ?? READ_ONLY,
    code: code ?? READ_ONLY_CODE,
  }))
}

const ownActions = (order: OrderRow): NextAction[] => [
  ...TRANSITIONS.map(([action, command]) =>
    judge(
      {
        action,
        method: 'POST',
        path: `/api/v1/orders/${order.id}/-actions/transition`,
        transition: command,
      },
      () => refuseOtherStatus(command, order, command === 'brand-rejects' ? rejectFailed : transitionFailed),
    ),
  ),
  judge(
    { action: 'request-revert', method: 'POST', path: `/api/v1/orders/${order.id}/-actions/request-revert` },
    () => refuseRevertRequest(order),
  ),
  {
    // The date is informative, so the operation has no guard and is always possible, although it is of no use in the end.
    ...judge(
      { action: 'change-shipping-date', method: 'PATCH', path: `/api/v1/master-orders/${order.id}` },
      () => {},
    ),
    isOver: isBeyond(order.status, BEFORE_SHIPPING),
  },
]

const BEFORE_SHIPPING: readonly Status[] = [
  'ankor_confirmed',
  'brand_confirmed',
  'shipping_labels_generated',
  'fulfillment_requested',
]
