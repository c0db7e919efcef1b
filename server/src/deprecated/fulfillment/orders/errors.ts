import { joinProblems, type Problem, problem } from '@tradehall/jsonapi'
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

/** Why the warehouse cannot ship something, by the code of it. */
const TITLES = {
  not_a_fulfillment_brand: 'The brand has no goods in a warehouse',
  unavailable_items: 'The warehouse has not enough of some items',
  already_being_fulfilled: 'The warehouse has the order already',
  not_available_for_international_orders: 'The warehouse does not ship to that country',
  missing_hs_code_for_international_order: 'An item that crosses a customs border has no classification code',
  stock_is_being_transferred: 'The goods are on their way to another warehouse',
} as const

export type BlockerCode = keyof typeof TITLES

export interface Blocker {
  code: BlockerCode
  /** Ids of fulfillables; of variants that have none, their own. */
  undeclaredItems: readonly string[]
  unavailableItems: readonly string[]
}

export const blocker = (code: BlockerCode, items: Partial<Omit<Blocker, 'code'>> = {}): Blocker => ({
  code,
  undeclaredItems: [],
  unavailableItems: [],
  ...items,
})

export const blockerProblem = (
  { code, ...meta }: Blocker,
  { status = 422, ...at }: { status?: 400 | 422; pointer?: string } = {},
): Problem => problem(null, status, TITLES[code])(code, { ...at, meta })

/** One error for each. The status is that of the door: a question is answered with another one than a command. */
export const blocked = (blockers: readonly Blocker[], status: 400 | 422 = 422): Problem =>
  joinProblems(blockers.map((one) => blockerProblem(one, { status })))
