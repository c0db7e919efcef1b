/** The sheet of a report: the columns of an import file, what failed as it was sent, and what is wrong at its cell. */
import type { Queryable } from '../../../platform/database.ts'
import {
  type Cell,
  type CellStyle,
  MAX_TEXT,
  type Workbook,
  type WorkbookRow,
} from '../../../platform/files/workbook.ts'
import { cellOf } from '../sheets/cell-of.ts'
import { COLUMNS, type Column } from '../sheets/columns.ts'
import { rowsOf, type SheetRow } from '../sheets/rows-of.ts'
import { type Failed, failuresOf, needsComments, type OperationKey } from './failures.ts'

const PLAIN: CellStyle = {}
const TITLE: CellStyle = { isBold: true }
/** Texts stay texts when they are edited: a number of thirteen digits would be shown with an exponent. */
const TEXT: CellStyle = { format: '@' }
const WRONG: CellStyle = { fill: 'FF9999' }
const WRONG_TEXT: CellStyle = { ...TEXT, ...WRONG }

export async function reportWorkbook(
  db: Queryable,
  operation: OperationKey,
  madeAt: Date,
): Promise<Workbook> {
  return {
    title: 'Failed products',
    madeAt,
    styles: [PLAIN, TITLE, TEXT, WRONG, WRONG_TEXT],
    titleStyle: TITLE,
    columns: COLUMNS.map(({ header, width }) => ({
      title: header,
      width: Math.max(width, header.length + 2),
    })),
    rows: () => rowsOfFailures(db, operation),
    hasComments: await needsComments(db, operation, MAX_TEXT),
    whenTooLong: 'read the results of the operation instead',
  }
}

/** A product may have a thousand rows, so the failures of one batch may make several of these. */
const ROWS_AT_ONCE = 500

async function* rowsOfFailures(db: Queryable, operation: OperationKey): AsyncGenerator<WorkbookRow[]> {
  for await (const batch of failuresOf(db, operation)) {
    let rows: WorkbookRow[] = []
    for (const failed of batch) {
      rows.push(...rowsOfFailure(failed))
      if (rows.length < ROWS_AT_ONCE) continue
      yield rows
      rows = []
    }
    yield rows
  }
}

export function rowsOfFailure({ external_product_id, failure_reason, issues, sent }: Failed): WorkbookRow[] {
  const rows = rowsOf(sent ?? { id: external_product_id })
  const messages = new Map<string, string[]>()
  if (failure_reason === 'validation_error') {
    for (const { field = 'attributes', message } of issues) {
      const { row, column } = cellOf(field)
      const place = placeOf(Math.min(row, rows.length - 1), column)
      messages.set(place, [...(messages.get(place) ?? []), message])
    }
  }
  return rows.map((row, i) =>
    COLUMNS.map((column, j) => toCell(column, row[j] ?? null, messages.get(placeOf(i, j)) ?? [])),
  )
}

const placeOf = (row: number, column: number) => `${row} ${column}`

function toCell(column: Column, value: SheetRow[number], wrongs: readonly string[]): Cell | null {
  const isCut = typeof value === 'string' && value.length > MAX_TEXT
  const told = isCut
    ? [...wrongs, `Cut: a cell holds ${MAX_TEXT} characters, and ${value.length} were sent.`]
    : wrongs
  if (value === null && told.length === 0) return null
  const isText = column.kind !== 'amount' && column.kind !== 'number'
  const [fine, wrong] = isText ? [TEXT, WRONG_TEXT] : [PLAIN, WRONG]
  const content = typeof value === 'number' ? { number: value } : { text: value ?? '' }
  return told.length === 0
    ? { ...content, style: fine }
    : { ...content, style: wrong, comment: told.join('\n') }
}
