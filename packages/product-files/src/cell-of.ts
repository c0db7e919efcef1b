/** Locates the cell of an issue in the rows of its entry. */
import { COLUMNS, type Column } from './columns.ts'

export interface CellPosition {
  /** Zero-based, within the rows of the entry. */
  row: number
  column: number
}

/** `variants[2].ian` is in the third row. A field without a column is located at the id. */
export function cellOf(field: string): CellPosition {
  const [, index, rest] = /^variants(?:\[(\d+)\])?(?:\.(.*))?$/.exec(field) ?? []
  const isOfVariant = field.startsWith('variants')
  const path = stepsOf(isOfVariant ? (rest ?? '') : field)
  const of: Column['of'] = isOfVariant ? 'variant' : 'product'
  const column = COLUMNS.findIndex((candidate) => candidate.of === of && agree(candidate.path, path))
  return { row: Number(index ?? 0), column: Math.max(column, 0) }
}

const stepsOf = (field: string) => field.split(/[.[\]]+/).filter((step) => step !== '')

/** Whether one path is a prefix of the other: the issue may be about a part of the column, or include the column. */
const agree = (a: readonly string[], b: readonly string[]) =>
  a.slice(0, b.length).every((step, i) => step === b[i])
