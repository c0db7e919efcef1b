import { decimalText } from './amounts.ts'
import type { Column, Row, Value, Writer } from './sheet.ts'

/** Spreadsheet programs take a file for UTF-8 only when it begins with this. */
const BYTE_ORDER_MARK = '\uFEFF'
/** A cell with such a beginning would be run as a formula; the last four are wide forms of the first. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u

/** RFC 4180: commas, CRLF, quotes where they are needed. */
export const writeCsv: Writer = async function* ({ columns, rows }) {
  const titles = columns.map(({ title }) => quote(title))
  yield Buffer.from(BYTE_ORDER_MARK + line(titles))
  for await (const batch of rows) {
    const text = batch.map((row) =>
      line(columns.map((column, i) => cell(column, row, row.values[i] ?? null))),
    )
    yield Buffer.from(text.join(''))
  }
}

const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`

function cell({ kind }: Column, { currency }: Row, value: Value): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number') return kind === 'amount' ? decimalText(value, currency) : String(value)
  return quote(FORMULA.test(value) ? `'${value}` : value)
}

const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
