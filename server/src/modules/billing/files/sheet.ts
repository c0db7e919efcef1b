/** Tables, as the writers of all formats take them. */
import { invariant } from '../../../platform/invariant.ts'

export type Value = string | number | Date | null

export interface Column {
  title: string
  /** `amount`: minor units in the currency of the row, which `currency` names. */
  kind: 'text' | 'number' | 'instant' | 'amount' | 'currency'
  /** In characters. */
  width: number
  /** On paper there is room for few columns. */
  isPrinted: boolean
  /** Whether the rows at the end have its sum. */
  isSummed: boolean
}

export interface Row {
  values: readonly Value[]
  currency: string
  isTotal: boolean
}

export interface Sheet {
  /** The first column holds the word that marks the rows of sums. */
  columns: readonly Column[]
  /** In batches, as they come. */
  rows: AsyncIterable<readonly Row[]>
}

/** What writes a sheet in a format, piece by piece. */
export type Writer = (sheet: Sheet, about: About) => AsyncIterable<Uint8Array>

/** What a reader should know of a sheet. */
export interface About {
  title: string
  brandName: string
  period: { from: string; to: string }
  madeAt: Date
}

/** Passes the rows on and ends with the sums of each currency. */
export async function* withTotals(
  columns: readonly Column[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  const sums = new Map<string, number[]>()
  for await (const rows of batches) {
    for (const row of rows) add(sums, columns, row)
    yield rows
  }
  yield [...sums.keys()].sort().map((currency) => totalRow(columns, currency, sums.get(currency) ?? []))
}

function add(sums: Map<string, number[]>, columns: readonly Column[], { currency, values }: Row): void {
  const sum = sums.get(currency) ?? columns.map(() => 0)
  sums.set(currency, sum)
  columns.forEach(({ isSummed }, i) => {
    if (!isSummed) return
    sum[i] = (sum[i] ?? 0) + ((values[i] ?? 0) as number)
    invariant(Number.isSafeInteger(sum[i]), 'sums are small enough to be kept exactly')
  })
}

function totalRow(columns: readonly Column[], currency: string, sum: readonly number[]): Row {
  const values = columns.map(({ isSummed, kind }, i) => {
    if (isSummed) return sum[i] ?? 0
    if (kind === 'currency') return currency
    return i === 0 ? 'Total' : null
  })
  return { values, currency, isTotal: true }
}
