import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import type { PdfDocument } from '../../../platform/pdf/fonts.ts'
import { drawFitting, type Paragraph } from './fitting.ts'

const BOX = { x: 10, y: 20, width: 100, height: 60 }
const SIZES = { max: 12, min: 6 }

/** The lines that would be drawn, and their widths. */
function drawn(paragraphs: Paragraph[]) {
  const doc = new PDFDocument({ margin: 0 }) as PdfDocument & { _fontSize: number }
  const lines: { text: string; size: number; width: number; y: number }[] = []
  doc.text = ((text: string, _x: number, y: number) => {
    lines.push({ text, size: doc._fontSize, width: doc.widthOfString(text), y })
    return doc
  }) as typeof doc.text
  drawFitting(doc, paragraphs, BOX, SIZES)
  return lines
}

test('a short text is as large as it may be', () => {
  expect(drawn([{ text: 'Gent', maxLines: 1 }])).toMatchObject([{ text: 'Gent', size: 12 }])
})

test('a longer text is wrapped between words, and then gets smaller', () => {
  const lines = drawn([{ text: 'one two three four five six seven', maxLines: 1 }])
  expect(lines.map(({ text }) => text).join(' ')).toBe('one two three four five six seven')
  expect(lines.length).toBeGreaterThan(1)
  const more = drawn([{ text: 'one two three four five six seven eight nine ten '.repeat(2), maxLines: 1 }])
  expect(more[0]?.size).toBeLessThan(12)
  expect(
    more
      .map(({ text }) => text)
      .join(' ')
      .split(' '),
  ).toHaveLength(20)
})

test('a word longer than a line is wrapped within the word', () => {
  const lines = drawn([{ text: 'x'.repeat(60), maxLines: 9 }])
  expect(lines.map(({ text }) => text).join('')).toBe('x'.repeat(60))
})

test('a text that does not fit in the smallest size is truncated to its maximum of lines, and other texts are not', () => {
  const lines = drawn([
    { text: 'endless '.repeat(200), maxLines: 2 },
    { text: 'Gent', maxLines: 1 },
  ])
  expect(lines).toHaveLength(3)
  expect(lines[0]?.text).not.toContain('…')
  expect(lines[1]?.text).toMatch(/^endless.*…$/)
  expect(lines[2]).toMatchObject({ text: 'Gent', size: 6 })
})

test.each(['word '.repeat(300), 'Ω'.repeat(300), '好'.repeat(300), 'W'])('nothing leaves the box', (text) => {
  for (const { width, y } of drawn([{ text, isBold: true, maxLines: 20 }])) {
    expect(width).toBeLessThanOrEqual(BOX.width)
    expect(y).toBeLessThanOrEqual(BOX.y + BOX.height)
  }
})

test('an empty text takes no line', () => {
  expect(
    drawn([
      { text: ' \n', maxLines: 1 },
      { text: 'b', maxLines: 1 },
    ]),
  ).toHaveLength(1)
})
