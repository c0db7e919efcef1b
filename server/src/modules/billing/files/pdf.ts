/** Writes a statement as PDF: a heading, and a table with totals that continues over pages. Drawn one batch at a time. */
import PDFDocument from 'pdfkit'
import { FAINT, INK, putCell, putRule, putText } from '../../../platform/pdf/cells.ts'
import type { PdfDocument } from '../../../platform/pdf/fonts.ts'
import { decimalText } from './amounts.ts'
import type { CellValue, SheetWriter, StatementColumn, StatementInfo, StatementRow } from './sheet.ts'

const MARGIN = 36
const TITLE_SIZE = 16
const TEXT_SIZE = 8
const ROW_HEIGHT = 14
/** Column titles may wrap to two lines. */
const HEADER_HEIGHT = 26
const PADDING = 3
const SHADE = '#f0f0f0'

interface ColumnLayout {
  column: StatementColumn
  /** The index of its values in a row. */
  index: number
  x: number
  width: number
  align: 'left' | 'right'
}

export const writePdf: SheetWriter = async function* ({ columns, rows }, info) {
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: MARGIN,
    autoFirstPage: false,
    // The cache is unbounded: it retains every word that was ever drawn.
    fontLayoutCache: false,
    lang: 'en',
    info: { Title: info.title, Author: info.brandName, CreationDate: info.madeAt },
  })
  const page = pageWriter(doc, columns, info)
  page.begin()
  for await (const batch of rows) {
    for (const row of batch) page.draw(row)
    for (let done = doc.read(); done !== null; done = doc.read()) yield done
  }
  doc.end()
  yield* doc
}

function pageWriter(doc: PdfDocument, columns: readonly StatementColumn[], info: StatementInfo) {
  let number = 0
  let y = 0
  let layout: ColumnLayout[] = []

  function begin(): void {
    number += 1
    doc.addPage()
    layout = layOut(columns, doc.page.width - 2 * MARGIN)
    y = MARGIN
    if (number === 1) y = drawHeading(doc, info)
    drawFooter(doc, info, number)
    drawHeader(doc, layout, y)
    y += HEADER_HEIGHT
  }
  function draw(row: StatementRow): void {
    if (y + ROW_HEIGHT > doc.page.height - MARGIN - ROW_HEIGHT) begin()
    drawRow(doc, layout, row, y)
    y += ROW_HEIGHT
  }
  return { begin, draw }
}

function layOut(columns: readonly StatementColumn[], room: number): ColumnLayout[] {
  const printed = columns.flatMap((column, index) => (column.isPrinted ? [{ column, index }] : []))
  const all = printed.reduce((sum, { column }) => sum + column.width, 0)
  let x = MARGIN
  return printed.map(({ column, index }) => {
    const width = (room * column.width) / all
    const columnLayout: ColumnLayout = {
      column,
      index,
      x,
      width,
      align: isNumeric(column) ? 'right' : 'left',
    }
    x += width
    return columnLayout
  })
}

const isNumeric = ({ kind }: StatementColumn) => kind === 'number' || kind === 'amount'

function drawHeading(doc: PdfDocument, { title, brandName, period, madeAt }: StatementInfo): number {
  putText(doc, title, MARGIN, MARGIN, { size: TITLE_SIZE, isBold: true })
  putText(doc, brandName, MARGIN, MARGIN + 24, { size: 10 })
  const made = `Orders submitted from ${period.from} to ${period.to} (UTC). Made on ${day(madeAt)}.`
  putText(doc, made, MARGIN, MARGIN + 40, { color: FAINT })
  return MARGIN + 60
}

function drawFooter(doc: PdfDocument, { title, brandName, period }: StatementInfo, number: number): void {
  const y = doc.page.height - MARGIN
  putText(doc, `${brandName} · ${title} · ${period.from} to ${period.to}`, MARGIN, y, { color: FAINT })
  const page = `Page ${number}`
  const width = doc.widthOfString(page)
  putText(doc, page, doc.page.width - MARGIN - width, y, { color: FAINT })
}

function drawHeader(doc: PdfDocument, layout: readonly ColumnLayout[], y: number): void {
  doc.rect(MARGIN, y, doc.page.width - 2 * MARGIN, HEADER_HEIGHT).fill(SHADE)
  for (const { column, x, width, align } of layout) {
    doc.font('Helvetica-Bold').fontSize(TEXT_SIZE).fillColor(INK)
    const room = { width: width - 2 * PADDING, height: HEADER_HEIGHT - PADDING, align }
    doc.text(column.title, x + PADDING, y + PADDING + 1, room)
  }
}

function drawRow(doc: PdfDocument, layout: readonly ColumnLayout[], row: StatementRow, y: number): void {
  for (const { column, index, x, width, align } of layout) {
    const text = textOf(column, row, row.values[index] ?? null)
    const cell = { x: x + PADDING, width: width - 2 * PADDING, align }
    putCell(doc, text, cell, y + PADDING, { isBold: row.isTotal })
  }
  putRule(doc, MARGIN, doc.page.width - MARGIN, y + ROW_HEIGHT)
}

function textOf({ kind }: StatementColumn, { currency }: StatementRow, value: CellValue): string {
  if (value === null) return ''
  if (value instanceof Date) return day(value)
  return kind === 'amount' ? decimalText(value as number, currency) : String(value)
}

const day = (moment: Date) => moment.toISOString().slice(0, 10)
