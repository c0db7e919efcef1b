/** Renders labels as PDF files. Rendering is stateless and deterministic: the same label has the same bytes. */
import PDFDocument from 'pdfkit'
import { chooseFont, type PdfDocument } from '../../../platform/pdf/fonts.ts'
import { drawLabel, LABEL_SIZE, serviceWithout } from './drawing.ts'
import { drawFitting } from './fitting.ts'
import type { Label, LabelFormat } from './label.ts'

/** A file with one page for one parcel. */
export async function renderLabel(label: Label, format: LabelFormat): Promise<Buffer> {
  const doc = new PDFDocument({
    size: format === 'default' ? [LABEL_SIZE.width, LABEL_SIZE.height] : 'A4',
    margin: 0,
    lang: 'en',
    info: { Title: `Label ${label.trackingNumber}`, Author: label.carrierName, CreationDate: label.madeAt },
  })
  if (format === 'default') drawLabel(doc, label)
  else drawFullPage(doc, label)
  doc.end()
  const pieces: Uint8Array[] = []
  for await (const piece of doc) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The position of the label on the sheet, beyond the unprintable margin of office printers. */
const PLACE = { x: 36, y: 48 }
const MARK = 14
const GAP = 4
const COLUMN = { x: PLACE.x + LABEL_SIZE.width + 36, width: 595.28 - PLACE.x - LABEL_SIZE.width - 72 }

const STEPS = [
  'Print this page in its actual size, without fitting it to the paper.',
  'Cut along the marks, or fold the page behind the label.',
  'Stick the label on the largest side of the parcel, flat, with no edge or tape across the codes.',
  'Remove or cover older labels and codes.',
  'Give the parcel to the carrier. One label is for one parcel: do not copy it.',
]

function drawFullPage(doc: PdfDocument, label: Label): void {
  doc.save().translate(PLACE.x, PLACE.y)
  drawLabel(doc, label)
  drawCutMarks(doc)
  doc.restore()
  const { number, count } = label.parcel
  const at = (y: number, height: number) => ({ ...COLUMN, y, height })
  const title = [{ text: 'Shipping label', isBold: true, maxLines: 1 }]
  drawFitting(doc, title, at(PLACE.y, 24), { max: 18, min: 12 })
  const about = [
    { text: `Order ${label.orderReference}`, maxLines: 2 },
    { text: `Parcel ${number} of ${count}`, maxLines: 1 },
    { text: `${label.carrierName} ${serviceWithout(label.carrierName, label.serviceName)}`, maxLines: 2 },
  ]
  drawFitting(doc, about, at(PLACE.y + 30, 60), { max: 11, min: 6 })
  STEPS.forEach((text, i) => {
    const y = PLACE.y + 104 + i * 44
    chooseFont(doc, String(i + 1), true)
    doc.fontSize(11).text(String(i + 1), COLUMN.x, y + 9, { lineBreak: false, baseline: 'alphabetic' })
    const room = { x: COLUMN.x + 16, y, width: COLUMN.width - 16, height: 42 }
    drawFitting(doc, [{ text, maxLines: 4 }], room, { max: 10, min: 8 })
  })
}

/** Crop marks at the corners, outside of the label. */
function drawCutMarks(doc: PdfDocument): void {
  for (const [x, outX] of [[0, -1] as const, [LABEL_SIZE.width, 1] as const]) {
    for (const [y, outY] of [[0, -1] as const, [LABEL_SIZE.height, 1] as const]) {
      doc.moveTo(x + outX * GAP, y).lineTo(x + outX * (GAP + MARK), y)
      doc.moveTo(x, y + outY * GAP).lineTo(x, y + outY * (GAP + MARK))
    }
  }
  doc.lineWidth(0.5).stroke('black')
}
