import { joinProblems } from '@tradehall/jsonapi'
import { twoShippingFees, typeTwice } from '../errors.ts'
import type { GivenOrder } from './bodies.ts'
import type { CustomItemRow } from './queries.ts'

const FEES = 'shippingFees'

/**
 * What is charged beside the goods: what is told, or else what was there. The deprecated `amounts.shippingFeesAmount`
 * says the same as the custom item of that type; 0 is none.
 */
export function customItemsOf(
  { customItems, amounts }: Pick<GivenOrder, 'customItems' | 'amounts'>,
  stored: readonly CustomItemRow[],
  place: string | undefined,
): CustomItemRow[] {
  const twice = (customItems ?? []).flatMap(({ type }, i, all) =>
    all.findIndex((other) => other.type === type) < i
      ? [typeTwice(type, place && `${place}.customItems.${i}.type`)]
      : [],
  )
  if (twice.length > 0) throw joinProblems(twice)
  const items = customItems?.map(({ type, amount }) => ({ type, amount_minor: amount })) ?? [...stored]
  const fee = amounts?.shippingFeesAmount
  if (fee === undefined) return items
  const told = customItems?.find(({ type }) => type === FEES)
  if (told && told.amount !== fee) throw twoShippingFees(place && `${place}.amounts.shippingFeesAmount`)
  if (told) return items
  const others = items.filter(({ type }) => type !== FEES)
  return fee > 0 ? [...others, { type: FEES, amount_minor: fee }] : others
}
