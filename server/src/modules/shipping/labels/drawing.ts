/** Draws a label from its upper left corner: carrier, sender, recipient, parcel and barcodes. */
import type { Address } from '../../../domain/postal-address.ts'
import { chooseFont, type PdfDocument } from '../../../platform/pdf/fonts.ts'
import { type Box, drawCode128, drawQr } from './codes.ts'
import { drawFitting, type Paragraph, type Sizes } from './fitting.ts'
import type { Label } from './label.ts'

const MM = 72 / 25.4
export const LABEL_SIZE = { width: 100 * MM, height: 150 * MM }

/** The margin, because label printers cannot print up to the edge. */
const EDGE = 3 * MM
const PADDING = 6
const THICK = 1.4
const THIN = 0.6

const RIGHT = LABEL_SIZE.width - EDGE
const INNER = RIGHT - EDGE
/** The lower edges of the sections, measured from the top. */
const HEADER_END = EDGE + 38
const SENDER_END = HEADER_END + 50
const RECIPIENT_END = SENDER_END + 118
const FACTS_END = RECIPIENT_END + 34
const QR_END = FACTS_END + 82
const BOTTOM = LABEL_SIZE.height - EDGE

export function drawLabel(doc: PdfDocument, label: Label): void {
  drawHeader(doc, label)
  const { sender, recipient, recipientPhone } = label
  const from = addressLines(sender, 1)
  drawAddress(doc, 'FROM', from, section(HEADER_END, SENDER_END), { max: 8.5, min: 5 })
  const to = [...addressLines(recipient, 3), { text: phoneLine(recipientPhone), maxLines: 1 }]
  drawAddress(doc, 'TO', to, section(SENDER_END, RECIPIENT_END), { max: 15, min: 6 })
  drawFacts(doc, label)
  drawTracking(doc, label)
  drawBars(doc, label)
  for (const y of [SENDER_END, RECIPIENT_END, FACTS_END, QR_END]) drawLine(doc, EDGE, y, RIGHT, y, THICK)
  doc
    .rect(EDGE, EDGE, INNER, BOTTOM - EDGE)
    .lineWidth(THICK)
    .stroke('black')
}

const section = (from: number, to: number): Box => ({ x: EDGE, y: from, width: INNER, height: to - from })

const inside = ({ x, y, width, height }: Box): Box => ({
  x: x + PADDING,
  y: y + PADDING,
  width: width - 2 * PADDING,
  height: height - 2 * PADDING,
})

/** Removes the carrier's name from the start of the service name, because both are printed next to each other. */
export function serviceWithout(carrierName: string, serviceName: string): string {
  const [carrier, service] = [carrierName.trim(), serviceName.trim()]
  if (!service.toLowerCase().startsWith(carrier.toLowerCase())) return service
  const rest = service.slice(carrier.length)
  // Only whole words are removed: "Northpost" is not a prefix word of "Northposter".
  if (/^[\p{L}\p{N}]/u.test(rest)) return service
  const bare = rest.replace(/^[^\p{L}\p{N}]+/u, '')
  return bare.charAt(0).toUpperCase() + bare.slice(1)
}

/** White on black, for legibility from a distance. */
function drawHeader(doc: PdfDocument, { carrierName, serviceName }: Label): void {
  const box = section(EDGE, HEADER_END)
  doc.rect(box.x, box.y, box.width, box.height).fill('black')
  doc.fillColor('white')
  const { x, y, width, height } = inside(box)
  const half = width / 2 - PADDING
  drawFitting(
    doc,
    [{ text: carrierName, isBold: true, maxLines: 2 }],
    { x, y, width: half, height },
    { max: 21, min: 7 },
  )
  const service = serviceWithout(carrierName, serviceName)
  if (service !== '') {
    const lines = [
      { text: 'SERVICE', maxLines: 1 },
      { text: service, isBold: true, maxLines: 2 },
    ]
    drawFitting(doc, lines, { x: x + width - half, y, width: half, height }, { max: 11, min: 5 })
  }
  doc.fillColor('black')
}

function drawAddress(
  doc: PdfDocument,
  title: string,
  lines: readonly Paragraph[],
  box: Box,
  sizes: Sizes,
): void {
  const { x, y, width, height } = inside(box)
  drawCaption(doc, title, x, y)
  const indent = 30
  drawFitting(doc, lines, { x: x + indent, y, width: width - indent, height }, sizes)
}

/** The lines of an address in postal order. `cutTo` limits the lines of each part if they do not all fit. */
function addressLines(address: Address, cutTo: number): Paragraph[] {
  const { organisationName, name, street, postalCode, city, countryCode } = address
  return [
    { text: organisationName ?? '', isBold: true, maxLines: cutTo },
    { text: name ?? '', isBold: !organisationName, maxLines: cutTo },
    { text: street, maxLines: cutTo },
    { text: `${postalCode} ${city}`, isBold: true, maxLines: cutTo },
    { text: countryName(countryCode).toUpperCase(), isBold: true, maxLines: 1 },
  ]
}

const phoneLine = (phone: string | null) => (phone === null ? '' : `Tel. ${phone}`)

/** The country name in English, which sorting centres of all countries can read. */
const countries = new Intl.DisplayNames('en', { type: 'region' })
const countryName = (code: string) => countries.of(code) ?? code

function drawFacts(doc: PdfDocument, { parcel, weightG, orderReference, madeAt }: Label): void {
  const facts = [
    ['PARCEL', `${parcel.number} of ${parcel.count}`, 0.22],
    ['WEIGHT', `${kilograms(weightG)} kg`, 0.24],
    ['ORDER', orderReference, 0.3],
    ['DATE', madeAt.toISOString().slice(0, 10), 0.24],
  ] as const
  let x = EDGE
  for (const [title, value, share] of facts) {
    const box = { x, y: RECIPIENT_END, width: INNER * share, height: FACTS_END - RECIPIENT_END }
    drawCaption(doc, title, box.x + PADDING, box.y + PADDING)
    const room = { x: box.x + PADDING, y: box.y + 14, width: box.width - 2 * PADDING, height: 16 }
    drawFitting(doc, [{ text: value, isBold: true, maxLines: 2 }], room, { max: 11, min: 5 })
    if (x > EDGE) drawLine(doc, x, RECIPIENT_END, x, FACTS_END, THIN)
    x += box.width
  }
}

/** Kilograms with two decimals, or three if needed. */
function kilograms(weightG: number): string {
  const kg = (weightG / 1000).toFixed(3)
  return kg.endsWith('0') ? kg.slice(0, -1) : kg
}

function drawTracking(doc: PdfDocument, { trackingNumber }: Label): void {
  const height = QR_END - FACTS_END
  drawQr(doc, trackingNumber, { x: EDGE, y: FACTS_END, width: height })
  const { x, y, width } = inside({ x: EDGE + height, y: FACTS_END, width: INNER - height, height })
  drawCaption(doc, 'TRACKING NUMBER', x, y)
  const number = [{ text: inGroups(trackingNumber), isBold: true, maxLines: 3 }]
  drawFitting(doc, number, { x, y: y + 12, width, height: height - 2 * PADDING - 12 }, { max: 15, min: 7 })
}

/** Groups of four are easier to read aloud. */
const inGroups = (number: string) => number.match(/.{1,4}/g)?.join(' ') ?? ''

function drawBars(doc: PdfDocument, { trackingNumber }: Label): void {
  const text = 14
  const { x, y, width, height } = inside(section(QR_END, BOTTOM))
  drawCode128(doc, trackingNumber, { x: EDGE, y: y + 2, width: INNER, height: height - text })
  const size = 9
  chooseFont(doc, trackingNumber, false)
  doc.fontSize(size).fillColor('black')
  const middle = x + (width - doc.widthOfString(trackingNumber)) / 2
  doc.text(trackingNumber, middle, y + height - 1, { lineBreak: false, baseline: 'alphabetic' })
}

function drawCaption(doc: PdfDocument, text: string, x: number, y: number): void {
  chooseFont(doc, text, false)
  doc
    .fontSize(6)
    .fillColor('black')
    .text(text, x, y + 5, { lineBreak: false, baseline: 'alphabetic' })
}

function drawLine(doc: PdfDocument, x1: number, y1: number, x2: number, y2: number, width: number): void {
  doc.moveTo(x1, y1).lineTo(x2, y2).lineWidth(width).stroke('black')
}
