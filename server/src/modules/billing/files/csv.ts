/** Writes a statement as CSV. */
import { decimalText } from './amounts.ts'
import type { CellValue, SheetWriter, StatementColumn, StatementRow } from './sheet.ts'

/** Without it, spreadsheet programs do not decode the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/** CSV injection: a cell with this prefix would be executed as a formula. The last four are full-width forms of the first. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u

/** As in RFC 4180: commas, CRLF, and quotes where a cell requires them. */
export const writeCsv: SheetWriter = async function* ({ columns, rows }) {
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

function cell({ kind }: StatementColumn, { currency }: StatementRow, value: CellValue): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number') return kind === 'amount' ? decimalText(value, currency) : String(value)
  return quote(FORMULA.test(value) ? `'${value}` : value)
}

const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
