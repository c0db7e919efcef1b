/** Writes a statement as an XLSX workbook: the type and number format of each cell. */
import { type Cell, type CellStyle, writeWorkbook } from '../../../platform/files/workbook.ts'
import { decimalText, fractionDigits } from './amounts.ts'
import type { CellValue, SheetWriter, StatementColumn, StatementRow, StatementSheet } from './sheet.ts'

const PLAIN: CellStyle = {}
const BOLD: CellStyle = { isBold: true }
const INSTANT_FORMAT = 'yyyy-mm-dd hh:mm:ss'
const INSTANT: CellStyle = { format: INSTANT_FORMAT }
/** No currency has more fraction digits. */
const MAX_DIGITS = 4
/** By fraction digits: the format of an amount, plain and bold. */
const AMOUNTS = Array.from({ length: MAX_DIGITS + 1 }, (_, digits): [CellStyle, CellStyle] => {
  const format = `#,##0${digits ? `.${'0'.repeat(digits)}` : ''}`
  return [{ format }, { format, isBold: true }]
})

export const writeXlsx: SheetWriter = (sheet, { title, madeAt }) =>
  writeWorkbook({
    title,
    madeAt,
    styles: [PLAIN, BOLD, INSTANT, ...AMOUNTS.flat()],
    titleStyle: BOLD,
    columns: sheet.columns.map((column) => ({ title: column.title, width: widthOf(column) })),
    rows: () => cellsOf(sheet),
    hasComments: false,
    whenTooLong: 'choose a shorter period',
  })

async function* cellsOf({ columns, rows }: StatementSheet): AsyncGenerator<(Cell | null)[][]> {
  for await (const batch of rows) {
    yield batch.map((row) => columns.map((column, i) => cellOf(column, row, row.values[i] ?? null)))
  }
}

/** An instant that is wider than its column is displayed as a row of hashes. */
const widthOf = ({ kind, width }: StatementColumn) =>
  kind === 'instant' ? Math.max(width, INSTANT_FORMAT.length + 1) : width

function cellOf(
  { kind }: StatementColumn,
  { currency, isTotal }: StatementRow,
  value: CellValue,
): Cell | null {
  const style = isTotal ? BOLD : PLAIN
  if (value === null) return null
  if (value instanceof Date) return { number: daysSince1900(value), style: INSTANT }
  if (typeof value === 'string') return { text: value, style }
  if (kind !== 'amount') return { number: value, style }
  const [amount, total] = AMOUNTS[fractionDigits(currency)] ?? [PLAIN, BOLD]
  return { number: decimalText(value, currency), style: isTotal ? total : amount }
}

/** XLSX stores instants as days since 1900, counting a 29 February 1900 that did not exist; 1 January 1970 is day 25569. */
const daysSince1900 = (moment: Date) => moment.getTime() / 86_400_000 + 25_569
