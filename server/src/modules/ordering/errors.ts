/** The problems of orders. */
import { type Problem, type ProblemKind, problem } from '@tradehall/jsonapi'
import { insufficientStock, pointTo, unprocessable } from '../../domain/problems.ts'
import type { VariantId } from '../../platform/ids.ts'
import { type AddressKind, EDITABLE_IN } from './life/address-rules.ts'
import { type Command, type Move, moveOf, type Status } from './order/move-table.ts'

/** The problem of a command that the status does not allow; its code depends on the endpoint. */
export const transitionFailed = problem(
  'ORDER_ACTION_TRANSITION_FAILED',
  409,
  'Conflict',
  'The status of the order does not allow it; `meta` has it, and where it is possible.',
)
export const acceptFailed = problem(
  'ORDER_ACTION_ACCEPT_FAILED',
  409,
  'Conflict',
  'The status of the order does not allow to accept it.',
)
export const rejectFailed = problem(
  'ORDER_ACTION_REJECT_FAILED',
  409,
  'Conflict',
  'The status of the order does not allow to reject it.',
)

export function wrongStatus(
  kind: ProblemKind,
  command: Command,
  { id, status }: { id: string; status: string },
) {
  const { from } = moveOf(command) as Move & { from: Status }
  return kind(`The order ${id} is in ${status}, and ${command} is possible in ${from} only.`, {
    meta: { status, possibleIn: from },
  })
}

export const notReachable = ({ id, status }: { id: string; status: Status }, to: Status): Problem =>
  transitionFailed(
    `The order ${id} is in ${status}, from where nobody but the brand could move it to ${to}.`,
    {
      meta: { status },
    },
  )

const requestCancellationFailed = problem(
  'ORDER_ACTION_REQUEST_CANCELLATION_FAILED',
  409,
  'Conflict',
  'The status of the order does not allow to ask for its cancellation.',
)

export const cancellationNotPossible = ({ id, status }: { id: string; status: Status }): Problem =>
  requestCancellationFailed(
    `The order ${id} is in ${status}, and a cancellation can be asked for in ankor_confirmed only.`,
    { meta: { status, possibleIn: 'ankor_confirmed' } },
  )

export const noCancellationRequest = ({ id, status }: { id: string; status: Status }): Problem =>
  transitionFailed(`The order ${id} is in ${status}, and no request to cancel it is open.`, {
    meta: { status, reason: 'no-cancellation-request', possibleIn: 'ankor_confirmed' },
  })

const requestRevertFailed = problem(
  'ORDER_ACTION_REQUEST_REVERT_FAILED',
  409,
  'Conflict',
  'The status of the order does not allow to ask the decision back.',
)

export const revertNotPossible = (
  { id, status }: { id: string; status: Status },
  possibleIn: readonly Status[],
): Problem =>
  requestRevertFailed(
    `The order ${id} is in ${status}, and what was decided can be asked back in ${possibleIn.join(' and ')} only.`,
    { meta: { status, possibleIn } },
  )

export const noRevertRequest = (
  { id, status }: { id: string; status: Status },
  possibleIn: readonly Status[],
): Problem =>
  transitionFailed(`The order ${id} is in ${status}, and no request to revert it is open.`, {
    meta: { status, reason: 'no-revert-request', possibleIn },
  })

const addressNotEditableProblem = problem(
  'ORDER_ADDRESS_FIXED',
  409,
  'Conflict',
  'The address of the order can no longer change in its status.',
)

export const addressNotEditable = (
  kind: AddressKind,
  { id, status }: { id: string; status: Status },
): Problem =>
  addressNotEditableProblem(
    `The order ${id} is in ${status}, where its ${kind} address can no longer change.`,
    {
      meta: { status, possibleIn: EDITABLE_IN[kind] },
    },
  )

export const lineOutOfStock = (at: string | undefined, wanted: number, available: number): Problem =>
  insufficientStock(`Too little stock: asked for ${wanted}, available ${Math.max(available, 0)}.`, {
    ...pointTo(at),
    meta: { available: Math.max(available, 0) },
  })

export const notForSale = (at: string | undefined, variantId: VariantId): Problem =>
  unprocessable(`The brand sells no variant ${variantId}.`, pointTo(at))

export const duplicateLine = (at: string | undefined, variantId: VariantId): Problem =>
  unprocessable(`The variant ${variantId} is named twice; add the quantities up.`, pointTo(at))

export const lineAmountTooLarge = (at: string | undefined, maxMinor: number): Problem =>
  unprocessable(`A line may amount to ${maxMinor} minor units at most; order fewer.`, pointTo(at))

export const countryExcluded = (at: string | undefined, country: string): Problem =>
  unprocessable(`The brand does not ship to ${country}.`, pointTo(at))

const allItemsRemoved = problem(
  'ORDER_ITEMS_ALL_REMOVED',
  422,
  'Unprocessable Content',
  'An accepted order keeps at least one item.',
)

export const noItemsLeft = (at: string): Problem =>
  allItemsRemoved('An accepted order keeps at least one item; to refuse all of them, reject the order.', {
    pointer: at,
  })

const quantityTooHigh = problem(
  'QUANTITY_TOO_HIGH',
  422,
  'Unprocessable Content',
  'A quantity can only be lowered; `meta.maximum` is the present one.',
)

/** Less than was ordered if an acceptance with fewer was taken back. */
export const moreThanThere = (at: string, wanted: number, maximum: number): Problem =>
  quantityTooHigh(
    `The quantity can only be lowered: ${wanted} is more than ${maximum}, the present quantity.`,
    { pointer: at, meta: { maximum } },
  )

const reasonRequired = problem(
  'REASON_REQUIRED',
  422,
  'Unprocessable Content',
  'With the type OTHER the reason must be told in words.',
)

export const reasonNeeded = (member: string, pointer: string): Problem =>
  reasonRequired(`With ${member} OTHER the reason must be told in words.`, { pointer })
