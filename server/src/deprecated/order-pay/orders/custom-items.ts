import { joinProblems } from '@tradehall/jsonapi'
import { conflictingShippingFees, duplicateItemType } from '../errors.ts'
import type { RequestedOrder } from './bodies.ts'
import type { CustomItem } from './queries.ts'

const FEES = 'shippingFees'

/**
 * The custom items of the request, or else the stored ones. The deprecated `amounts.shippingFeesAmount` is equivalent
 * to the custom item of that type; 0 means none.
 */
export function customItemsOf(
  { customItems, amounts }: Pick<RequestedOrder, 'customItems' | 'amounts'>,
  stored: readonly CustomItem[],
  pointer: string | undefined,
): CustomItem[] {
  const twice = (customItems ?? []).flatMap(({ type }, i, all) =>
    all.findIndex((other) => other.type === type) < i
      ? [duplicateItemType(type, pointer && `${pointer}.customItems.${i}.type`)]
      : [],
  )
  if (twice.length > 0) throw joinProblems(twice)
  const items = customItems?.map(({ type, amount }) => ({ type, amount_minor: amount })) ?? [...stored]
  const fee = amounts?.shippingFeesAmount
  if (fee === undefined) return items
  const feeItem = customItems?.find(({ type }) => type === FEES)
  if (feeItem && feeItem.amount !== fee)
    throw conflictingShippingFees(pointer && `${pointer}.amounts.shippingFeesAmount`)
  if (feeItem) return items
  const others = items.filter(({ type }) => type !== FEES)
  return fee > 0 ? [...others, { type: FEES, amount_minor: fee }] : others
}
