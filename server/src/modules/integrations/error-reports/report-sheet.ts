/**
 * Renders the sheet of an error report: the columns of an import file, the failed entries as they were sent, and each issue
 * as a comment at its cell.
 */

import { COLUMNS, type Column, cellOf, rowsOf, type SheetRow } from '@tradehall/product-files'
import type { Queryable } from '../../../platform/database.ts'
import {
  type Cell,
  type CellStyle,
  MAX_TEXT,
  type Workbook,
  type WorkbookRow,
} from '../../../platform/files/workbook.ts'
import { type FailedResult, failuresOf, needsComments, type ReportedOperation } from './failures.ts'

const PLAIN: CellStyle = {}
const TITLE: CellStyle = { isBold: true }
/** The text format keeps a spreadsheet program from turning a number of thirteen digits into one with an exponent. */
const TEXT: CellStyle = { format: '@' }
const WRONG: CellStyle = { fill: 'FF9999' }
const WRONG_TEXT: CellStyle = { ...TEXT, ...WRONG }

export async function reportWorkbook(
  db: Queryable,
  operation: ReportedOperation,
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

/** A product may have a thousand rows, so one batch of failures may be yielded in several groups of rows. */
const ROWS_AT_ONCE = 500

async function* rowsOfFailures(db: Queryable, operation: ReportedOperation): AsyncGenerator<WorkbookRow[]> {
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

function rowsOfFailure({ external_product_id, failure_reason, issues, sent }: FailedResult): WorkbookRow[] {
  const rows = rowsOf(sent ?? { id: external_product_id })
  const messages = new Map<string, string[]>()
  if (failure_reason === 'validation_error') {
    for (const { field = 'attributes', message } of issues) {
      const { row, column } = cellOf(field)
      const cell = cellKey(Math.min(row, rows.length - 1), column)
      messages.set(cell, [...(messages.get(cell) ?? []), message])
    }
  }
  return rows.map((row, i) =>
    COLUMNS.map((column, j) => toCell(column, row[j] ?? null, messages.get(cellKey(i, j)) ?? [])),
  )
}

const cellKey = (row: number, column: number) => `${row} ${column}`

function toCell(column: Column, value: SheetRow[number], issues: readonly string[]): Cell | null {
  const isCut = typeof value === 'string' && value.length > MAX_TEXT
  const comments = isCut
    ? [...issues, `Cut: a cell holds ${MAX_TEXT} characters, and ${value.length} were sent.`]
    : issues
  if (value === null && comments.length === 0) return null
  const isText = column.kind !== 'amount' && column.kind !== 'number'
  const [fine, wrong] = isText ? [TEXT, WRONG_TEXT] : [PLAIN, WRONG]
  const content = typeof value === 'number' ? { number: value } : { text: value ?? '' }
  return comments.length === 0
    ? { ...content, style: fine }
    : { ...content, style: wrong, comment: comments.join('\n') }
}
