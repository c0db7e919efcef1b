/** Ids of the benchmark data, and how cases iterate over them. */
import type { OrderFacts } from './orders.ts'

/** The demo brand and some of its rows. */
export interface Facts extends OrderFacts {
  brandId: string
  variantIds: readonly string[]
  /** Variants with more stock than a benchmark can order. */
  orderableIds: readonly string[]
  skus: readonly string[]
  /** Of pictures of the demo catalog, as lists show them. */
  picturePaths: readonly string[]
}

export const at = <T>(list: readonly T[], turn: number): T => list[turn % list.length] as T

/** A different number in each cycle, so that every write changes a value. */
export const quantityOf = (turn: number) => 100 + (turn % 9973)
export const twice = <T>(list: readonly T[]): T[] => list.flatMap((item) => [item, item])

const BULK = 50

export function batches(variantIds: readonly string[]): string[][] {
  const count = Math.floor(variantIds.length / BULK)
  return Array.from({ length: count }, (_, i) => variantIds.slice(i * BULK, (i + 1) * BULK))
}

const LINES = 4

/** Adjacent entries share no variant, so that concurrent orders rarely wait for each other. */
export const linesOf = ({ orderableIds }: Facts, turn: number) =>
  Array.from({ length: LINES }, (_, line) => ({
    productVariantId: at(orderableIds, turn * LINES + line),
    quantity: 1 + line,
  }))
