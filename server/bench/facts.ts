/** What cases know of the data, and how they walk through it. */
import type { OrderFacts } from './orders.ts'

/** The demo brand and some of its rows. */
export interface Facts extends OrderFacts {
  brandId: string
  variantIds: readonly string[]
  /** With more on hand than a bench can order. */
  orderableIds: readonly string[]
  skus: readonly string[]
}

export const at = <T>(list: readonly T[], turn: number): T => list[turn % list.length] as T

/** Another number each time around, so that every write moves something. */
export const quantityOf = (turn: number) => 100 + (turn % 9973)
export const twice = <T>(list: readonly T[]): T[] => list.flatMap((item) => [item, item])

const BULK = 50

export function batches(variantIds: readonly string[]): string[][] {
  const count = Math.floor(variantIds.length / BULK)
  return Array.from({ length: count }, (_, i) => variantIds.slice(i * BULK, (i + 1) * BULK))
}

const LINES = 4

/** Neighbours on the list share no variant, so that orders at the same time wait for each other no more than by chance. */
export const linesOf = ({ orderableIds }: Facts, turn: number) =>
  Array.from({ length: LINES }, (_, line) => ({
    productVariantId: at(orderableIds, turn * LINES + line),
    quantity: 1 + line,
  }))
