/** A printed sheet: a heading, and a table that continues over pages. */
import PDFDocument from 'pdfkit'
import { type Cell, FAINT, INK, putCell, putRule, putText } from '../../../platform/pdf/cells.ts'
import type { PdfDocument } from '../../../platform/pdf/fonts.ts'

interface SheetColumn {
  title: string
  /** Its share of the width. */
  share: number
  align?: 'right'
}

export interface SheetRow {
  cells: readonly string[]
  /** The address of one, which is shown before the cells. */
  picture?: string | null
  /** In small type below the cells, over their whole width. */
  notes?: readonly string[]
  isBold?: boolean
}

export interface Sheet {
  title: string
  author: string
  madeAt: Date
  /** Lines below the title. */
  heading: readonly string[]
  columns: readonly SheetColumn[]
  rows: readonly SheetRow[]
  /** An empty box before each row, to tick off. */
  hasBoxes: boolean
}

const MARGIN = 42
const TEXT = 10
const SMALL = 8
const LINE = 14
const PADDING = 4
const BOX = 9
const GAP = 8
const PALE = '#efefef'
/** The side of a square. */
const PICTURE = 30

/** By address; not all of a sheet need be there. */
type Pictures = ReadonlyMap<string, Buffer>

export async function renderSheet(sheet: Sheet, pictures: Pictures): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    autoFirstPage: false,
    lang: 'en',
    info: { Title: sheet.title, Author: sheet.author, CreationDate: sheet.madeAt },
  })
  draw(doc, sheet, pictures)
  doc.end()
  const pieces: Uint8Array[] = []
  for await (const piece of doc) pieces.push(piece)
  return Buffer.concat(pieces)
}

function draw(doc: PdfDocument, sheet: Sheet, pictures: Pictures): void {
  // A sheet on which nothing has a picture needs no room for them.
  const room = pictures.size > 0 ? PICTURE : 0
  const print = (row: SheetRow, at: number) => drawPicture(doc, sheet, { row, y: at, room, pictures })
  let page = 0
  let y = 0
  let cells: Cell[] = []
  function begin(): void {
    doc.addPage()
    page += 1
    cells = layOut(sheet, doc.page.width, room)
    y = page === 1 ? drawHeading(doc, sheet) : MARGIN
    drawFooter(doc, sheet, page)
    y = drawTitles(doc, sheet, cells, y)
  }
  begin()
  for (const row of sheet.rows) {
    const height = heightOf(row, room)
    if (y + height > doc.page.height - MARGIN - LINE) begin()
    print(row, y)
    drawRow(doc, sheet, cells, row, y)
    y += height
    putRule(doc, MARGIN, doc.page.width - MARGIN, y)
  }
}

const heightOf = ({ notes = [], isBold }: SheetRow, room: number) =>
  Math.max(LINE + notes.length * (SMALL + 3), isBold ? 0 : room) + 2 * PADDING

const boxRoom = ({ hasBoxes }: Pick<Sheet, 'hasBoxes'>) => (hasBoxes ? BOX + GAP : 0)

function layOut({ columns, hasBoxes }: Sheet, pageWidth: number, pictureRoom: number): Cell[] {
  let x = MARGIN + boxRoom({ hasBoxes }) + (pictureRoom > 0 ? pictureRoom + GAP : 0)
  const room = pageWidth - MARGIN - x
  const all = columns.reduce((sum, { share }) => sum + share, 0)
  return columns.map(({ share, align }) => {
    const width = (room * share) / all
    const cell = { x, width: width - GAP, ...(align && { align }) }
    x += width
    return cell
  })
}

function drawHeading(doc: PdfDocument, { title, heading }: Sheet): number {
  putText(doc, title, MARGIN, MARGIN, { size: 18, isBold: true })
  let y = MARGIN + 30
  for (const line of heading) {
    putCell(doc, line, { x: MARGIN, width: doc.page.width - 2 * MARGIN }, y, { size: TEXT })
    y += LINE
  }
  return y + LINE
}

function drawFooter(doc: PdfDocument, { title, author }: Sheet, page: number): void {
  const y = doc.page.height - MARGIN
  const cell = { x: MARGIN, width: doc.page.width - 2 * MARGIN }
  putCell(doc, `${author} · ${title}`, { ...cell, width: cell.width - 60 }, y, { color: FAINT })
  putCell(doc, `Page ${page}`, { ...cell, align: 'right' }, y, { color: FAINT })
}

function drawTitles(doc: PdfDocument, { columns }: Sheet, cells: readonly Cell[], y: number): number {
  for (const [i, { title }] of columns.entries()) {
    putCell(doc, title, cells[i] as Cell, y, { size: SMALL, color: FAINT })
  }
  putRule(doc, MARGIN, doc.page.width - MARGIN, y + LINE)
  return y + LINE
}

function drawRow(
  doc: PdfDocument,
  { hasBoxes }: Sheet,
  cells: readonly Cell[],
  row: SheetRow,
  y: number,
): void {
  const top = y + PADDING
  if (hasBoxes && !row.isBold) {
    doc
      .rect(MARGIN, top + 1, BOX, BOX)
      .lineWidth(0.75)
      .stroke(INK)
  }
  for (const [i, text] of row.cells.entries()) {
    putCell(doc, text, cells[i] as Cell, top, { size: TEXT, isBold: row.isBold ?? false })
  }
  const left = cells[0]?.x ?? MARGIN
  for (const [i, note] of (row.notes ?? []).entries()) {
    const cell = { x: left, width: doc.page.width - MARGIN - left }
    putCell(doc, note, cell, top + LINE + i * (SMALL + 3), { size: SMALL, color: FAINT })
  }
}

interface PrintedPicture {
  row: SheetRow
  y: number
  room: number
  pictures: Pictures
}

/** A pale square stands for a picture that is not there. */
function drawPicture(doc: PdfDocument, sheet: Sheet, { row, y, room, pictures }: PrintedPicture): void {
  if (room === 0 || row.isBold) return
  const [left, top] = [MARGIN + boxRoom(sheet), y + PADDING]
  const picture = pictures.get(row.picture ?? '')
  if (!picture) doc.rect(left, top, room, room).fill(PALE)
  else doc.image(picture, left, top, { fit: [room, room], align: 'center', valign: 'center' })
}
