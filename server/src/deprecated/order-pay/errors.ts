import { type Problem, problem } from '@tradehall/jsonapi'
import { insufficientStock, pointTo, unprocessable } from '../../domain/problems.ts'
import type { VariantId } from '../../platform/ids.ts'
import { movesOf, type OrderPayCommand, type OrderPayStatus } from './orders/move-table.ts'

const actionFailed = problem(
  'ORDER_PAY_ACTION_FAILED',
  409,
  'Conflict',
  'The status of the order does not allow it; `meta` has it.',
)
const notEditable = problem(
  'ORDER_PAY_NOT_EDITABLE',
  409,
  'Conflict',
  'The order can be changed only while it is created.',
)

export function wrongStatus(
  command: OrderPayCommand,
  { id, status }: { id: string; status: OrderPayStatus },
): Problem {
  const possibleIn = movesOf(command).map(({ from }) => from)
  return actionFailed(
    `The order ${id} is in ${status}, and ${command} is possible in ${possibleIn.join(' and ')} only.`,
    { meta: { status, possibleIn } },
  )
}

export const notReachable = (
  { id, status }: { id: string; status: OrderPayStatus },
  to: OrderPayStatus,
): Problem =>
  actionFailed(`The order ${id} is in ${status}, from where nothing leads to ${to}.`, { meta: { status } })

export const notDraft = ({ id, status }: { id: string; status: OrderPayStatus }): Problem =>
  notEditable(`The order ${id} is in ${status}, and can be changed in created only.`, {
    meta: { status, possibleIn: ['created'] },
  })

export const itemOutOfStock = (variantId: VariantId, wanted: number, available: number): Problem =>
  insufficientStock(
    `Too little stock of the variant ${variantId}: asked for ${wanted}, available ${Math.max(available, 0)}.`,
    { meta: { productVariantUuid: variantId, available: Math.max(available, 0) } },
  )

export const unknownCustomer = (id: string, at: string | undefined): Problem =>
  unprocessable(`There is no customer ${id}.`, pointTo(at))

export const otherCustomer = (expected: string, at: string | undefined): Problem =>
  unprocessable(`The customer of an order stays the same: expected ${expected}.`, pointTo(at))

export const notForSale = (variantId: VariantId, at: string | undefined): Problem =>
  unprocessable(
    `You sell no variant ${variantId}: it is unknown, archived, or its product is inactive.`,
    pointTo(at),
  )

export const conflictingDiscounts = (at: string | undefined): Problem =>
  unprocessable('A line is discounted by a rate or by an amount, not by both.', pointTo(at))

export const conflictingDiscountRates = (at: string | undefined): Problem =>
  unprocessable('The line names two different discount rates; leave one of them out.', pointTo(at))

export const discountTooLarge = (lineMinor: number, at: string | undefined): Problem =>
  unprocessable(`Expected at most ${lineMinor}, what the line costs before its discount.`, pointTo(at))

export const lineAmountTooLarge = (maxMinor: number, at: string | undefined): Problem =>
  unprocessable(
    `A line may amount to ${maxMinor} minor units of either currency at most; order fewer.`,
    pointTo(at),
  )

export const duplicateItemType = (type: string, at: string | undefined): Problem =>
  unprocessable(`There is more than one custom item ${type}; add the amounts up.`, pointTo(at))

export const conflictingShippingFees = (at: string | undefined): Problem =>
  unprocessable(
    'Expected the amount of the custom item shippingFees, or nothing: this member is deprecated.',
    pointTo(at),
  )

export const notFulfilled = (at: string | undefined): Problem =>
  unprocessable('Expected custom: your goods lie in no warehouse.', pointTo(at))

export const unknownPhoneCountry = (at: string | undefined): Problem =>
  unprocessable(
    'Expected a phone number of a country, in the form of E.164 such as +34600000000.',
    pointTo(at),
  )

export const noExchangeRate = (currency: string, at: string | undefined): Problem =>
  unprocessable(`There is no currency rate for ${currency}.`, pointTo(at))
