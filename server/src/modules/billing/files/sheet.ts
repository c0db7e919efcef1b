/** A statement as a table, independent of the file format it is written in, and its totals. */
import { invariant } from '../../../platform/invariant.ts'

export type CellValue = string | number | Date | null

export interface StatementColumn {
  title: string
  /** `amount`: minor units in the currency of the row; `currency`: the code of that currency. */
  kind: 'text' | 'number' | 'instant' | 'amount' | 'currency'
  /** In characters. */
  width: number
  /** Whether the PDF has this column; a page is wide enough for few. */
  isPrinted: boolean
  /** Whether the total rows contain its sum. */
  isSummed: boolean
}

export interface StatementRow {
  values: readonly CellValue[]
  currency: string
  isTotal: boolean
}

export interface StatementSheet {
  /** In a total row, the first column contains the word `Total`. */
  columns: readonly StatementColumn[]
  /** In batches, as the orders are read. */
  rows: AsyncIterable<readonly StatementRow[]>
}

/** Streams a sheet in one file format. */
export type SheetWriter = (sheet: StatementSheet, info: StatementInfo) => AsyncIterable<Uint8Array>

/** Heading and metadata of a file. */
export interface StatementInfo {
  title: string
  brandName: string
  period: { from: string; to: string }
  madeAt: Date
}

/** Passes the rows through and appends one total row per currency. */
export async function* withTotals(
  columns: readonly StatementColumn[],
  batches: AsyncIterable<readonly StatementRow[]>,
): AsyncGenerator<readonly StatementRow[]> {
  const sums = new Map<string, number[]>()
  for await (const rows of batches) {
    for (const row of rows) add(sums, columns, row)
    yield rows
  }
  yield [...sums.keys()].sort().map((currency) => totalRow(columns, currency, sums.get(currency) ?? []))
}

function add(
  sums: Map<string, number[]>,
  columns: readonly StatementColumn[],
  { currency, values }: StatementRow,
): void {
  const sum = sums.get(currency) ?? columns.map(() => 0)
  sums.set(currency, sum)
  columns.forEach(({ isSummed }, i) => {
    if (!isSummed) return
    sum[i] = (sum[i] ?? 0) + ((values[i] ?? 0) as number)
    invariant(Number.isSafeInteger(sum[i]), 'sums are safe integers')
  })
}

function totalRow(
  columns: readonly StatementColumn[],
  currency: string,
  sum: readonly number[],
): StatementRow {
  const values = columns.map(({ isSummed, kind }, i) => {
    if (isSummed) return sum[i] ?? 0
    if (kind === 'currency') return currency
    return i === 0 ? 'Total' : null
  })
  return { values, currency, isTotal: true }
}
