/** Where in its rows an issue of an entry is shown. */
import { COLUMNS, type Column } from './columns.ts'

export interface CellPlace {
  /** Counted from zero among the rows of the entry, and among the columns. */
  row: number
  column: number
}

/** `variants[2].ian` is in the third row. What has no cell of its own is shown at the id. */
export function cellOf(field: string): CellPlace {
  const [, index, rest] = /^variants(?:\[(\d+)\])?(?:\.(.*))?$/.exec(field) ?? []
  const isOfVariant = field.startsWith('variants')
  const path = stepsOf(isOfVariant ? (rest ?? '') : field)
  const of: Column['of'] = isOfVariant ? 'variant' : 'product'
  const column = COLUMNS.findIndex((candidate) => candidate.of === of && agree(candidate.path, path))
  return { row: Number(index ?? 0), column: Math.max(column, 0) }
}

const stepsOf = (field: string) => field.split(/[.[\]]+/).filter((step) => step !== '')

/** One leads to the other: a column within what is wrong, or what is wrong within a column. */
const agree = (a: readonly string[], b: readonly string[]) =>
  a.slice(0, b.length).every((step, i) => step === b[i])
