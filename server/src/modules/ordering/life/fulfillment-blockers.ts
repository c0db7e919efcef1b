/** The reasons why the warehouse cannot ship an order, with the codes of the specification. */
import { joinProblems, type Problem, problem } from '@tradehall/jsonapi'

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
  /** Ids of fulfillables; for a variant without a fulfillable, the id of the variant. */
  undeclaredItems: readonly string[]
  unavailableItems: readonly string[]
}

export const blocker = (code: BlockerCode, items: Partial<Omit<Blocker, 'code'>> = {}): Blocker => ({
  code,
  undeclaredItems: [],
  unavailableItems: [],
  ...items,
})

/** One error for each blocker. Most operations respond with 422, the feasibility check with 400. */
export const blocked = (
  blockers: readonly Blocker[],
  { status = 422, ...at }: { status?: 400 | 422; pointer?: string } = {},
): Problem =>
  joinProblems(
    blockers.map(({ code, ...meta }) => problem(null, status, TITLES[code])(code, { ...at, meta })),
  )
