/** Draws single lines in PDF files: at a place, cut to a width, aligned in a column. */
import { chooseFont, type PdfDocument } from './fonts.ts'
import { drawText, printable, widthOf } from './text.ts'

/** The part of the font size that is above the baseline. */
const ASCENT = 0.8

export const INK = '#1a1a1a'
export const FAINT = '#6b6b6b'
const RULE = '#d4d4d4'

interface TextStyle {
  size?: number
  color?: string
  isBold?: boolean
}

const DEFAULT_SIZE = 8

/** `y` is the top of the line. */
export function putText(doc: PdfDocument, text: string, x: number, y: number, style: TextStyle = {}): void {
  const { size = DEFAULT_SIZE, color = INK, isBold = false } = style
  const line = printable(text, isBold)
  chooseFont(doc, line, isBold)
  // Aligned by baseline, because the fonts have different heights.
  doc.fontSize(size).fillColor(color)
  drawText(doc, line, x, y + size * ASCENT)
}

export interface Cell {
  x: number
  width: number
  align?: 'left' | 'right'
}

/** Truncates text that is wider than its cell. */
export function putCell(
  doc: PdfDocument,
  text: string,
  { x, width, align = 'left' }: Cell,
  y: number,
  style: TextStyle = {},
): void {
  const { size = DEFAULT_SIZE, isBold = false } = style
  const line = printable(text, isBold)
  chooseFont(doc, line, isBold)
  doc.fontSize(size)
  const fitting = fit(doc, line, width)
  putText(doc, fitting.text, align === 'right' ? x + width - fitting.width : x, y, style)
}

function fit(doc: PdfDocument, text: string, room: number): { text: string; width: number } {
  const width = widthOf(doc, text)
  if (width <= room) return { text, width }
  const characters = [...text]
  const fitting = Math.max(0, Math.floor((characters.length * room) / width) - 1)
  const shorter = characters.slice(0, fitting)
  return fit(doc, `${shorter.join('').trimEnd()}…`, room)
}

/** A horizontal hairline. */
export const putRule = (doc: PdfDocument, from: number, to: number, y: number): void => {
  doc.moveTo(from, y).lineTo(to, y).lineWidth(0.5).stroke(RULE)
}
