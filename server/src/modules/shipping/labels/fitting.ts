/** Fits text of any length into a box: reduces the font size, wraps lines, and truncates as a last resort. */
import { chooseFont, type PdfDocument } from '../../../platform/pdf/fonts.ts'
import { drawText, printable, widthOf } from '../../../platform/pdf/text.ts'
import type { Box } from './codes.ts'

export interface Paragraph {
  text: string
  isBold?: boolean
  /** The maximum of lines if not everything fits. */
  maxLines: number
}

export interface Sizes {
  max: number
  min: number
}

const LEADING = 1.18
/** The share of the line height above the baseline. */
const ASCENT = 0.82
const STEP = 0.5

interface Line {
  text: string
  paragraph: Paragraph
}

/** Draws paragraphs below each other, in the largest font size at which all of them fit. */
export function drawFitting(
  doc: PdfDocument,
  paragraphs: readonly Paragraph[],
  box: Box,
  sizes: Sizes,
): void {
  const { size, lines } = fit(doc, paragraphs, box, sizes)
  lines.forEach(({ text, paragraph }, i) => {
    setFont(doc, paragraph)
    doc.fontSize(size)
    const baseline = box.y + i * size * LEADING + size * ASCENT
    // Aligns fonts of different heights on one baseline.
    drawText(doc, text, box.x, baseline)
  })
}

function fit(
  doc: PdfDocument,
  paragraphs: readonly Paragraph[],
  { width, height }: Box,
  { max, min }: Sizes,
): { size: number; lines: Line[] } {
  const clean = paragraphs
    .map((paragraph) => ({ ...paragraph, text: printable(paragraph.text, paragraph.isBold ?? false) }))
    .filter(({ text }) => text !== '')
  for (let size = max; size >= min; size -= STEP) {
    const lines = clean.flatMap((paragraph) => wrap(doc, paragraph, { width, size }))
    if (lines.length * size * LEADING <= height) return { size, lines }
  }
  const lines = clean.flatMap((paragraph) => cut(doc, paragraph, { width, size: min }))
  return { size: min, lines: lines.slice(0, Math.floor(height / (min * LEADING))) }
}

/** All lines of a paragraph use the font that their widths were measured with. */
const setFont = (doc: PdfDocument, { text, isBold = false }: Paragraph) => chooseFont(doc, text, isBold)

interface Room {
  width: number
  size: number
}

/** Wraps between words, and within a word that is longer than a line. */
function wrap(doc: PdfDocument, paragraph: Paragraph, { width, size }: Room): Line[] {
  setFont(doc, paragraph)
  doc.fontSize(size)
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(doc, longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = breakWord(doc, word, width)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  if (line !== '') lines.push(line)
  return lines.map((part) => ({ text: part, paragraph }))
}

function breakWord(doc: PdfDocument, word: string, width: number): string[] {
  const pieces: string[] = []
  let rest = lettersOf(word)
  while (rest.length > 0) {
    // Every line has at least one character, even if it is too wide, so that the loop ends.
    const count = Math.max(1, fittingCount(doc, rest, width))
    pieces.push(rest.slice(0, count).join(''))
    rest = rest.slice(count)
  }
  return pieces
}

/** Truncates to the maximum of lines; the last one ends with an ellipsis. */
function cut(doc: PdfDocument, paragraph: Paragraph, room: Room): Line[] {
  const lines = wrap(doc, paragraph, room)
  if (lines.length <= paragraph.maxLines) return lines
  const kept = lines.slice(0, paragraph.maxLines - 1)
  const rest = lettersOf(
    lines
      .slice(paragraph.maxLines - 1)
      .map(({ text }) => text)
      .join(' '),
  )
  const count = fittingCount(doc, rest, room.width, '…')
  return [...kept, { text: `${rest.slice(0, count).join('').trimEnd()}…`, paragraph }]
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Splits into grapheme clusters, so that combining marks stay with their letters. */
const lettersOf = (text: string) => Array.from(graphemes.segment(text), ({ segment }) => segment)

/** Binary search for the number of characters that fit the width together with the ending. */
function fittingCount(doc: PdfDocument, characters: readonly string[], width: number, ending = ''): number {
  let [fits, all] = [0, characters.length]
  while (fits < all) {
    const half = Math.ceil((fits + all) / 2)
    if (widthOf(doc, characters.slice(0, half).join('') + ending) <= width) fits = half
    else all = half - 1
  }
  return fits
}
