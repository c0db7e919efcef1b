import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { testSeed } from '../../../test/chance.ts'
import { readGlyphs, readPdf } from '../../../test/files.ts'
import { chooseFont } from './fonts.ts'
import { drawText, printable, widthOf } from './text.ts'

async function drawn(texts: readonly string[]): Promise<Buffer> {
  const doc = new PDFDocument({ margin: 0 })
  texts.forEach((text, i) => {
    const isBold = i % 2 === 1
    const line = printable(text, isBold)
    chooseFont(doc, line, isBold)
    doc.fontSize(10)
    expect(Number.isFinite(widthOf(doc, line))).toBe(true)
    drawText(doc, line, 20, 20 + i * 14)
  })
  doc.end()
  const pieces: Uint8Array[] = []
  for await (const piece of doc) pieces.push(piece)
  return Buffer.concat(pieces)
}

const SAMPLES = {
  Arabic: 'متجر الميناء، شارع الملك فهد 12 (قرب السوق)',
  Persian: 'فروشگاه گیلان ۱۲۳',
  Urdu: 'لاہور کی دکان',
  Hebrew: 'חנות הנמל, רחוב 12 (ליד השוק)',
  Chinese: '北京市朝阳区建国路 88 号',
  Japanese: '東京都渋谷区 さくら カフェ',
  Korean: '서울특별시 강남구',
  Thai: 'กรุงเทพมหานคร',
  Hindi: 'नई दिल्ली, राजपथ',
  Tamil: 'சென்னை',
  Bengali: 'ঢাকা',
  Amharic: 'አዲስ አበባ',
  Khmer: 'ភ្នំពេញ',
  Lao: 'ວຽງຈັນ',
  Burmese: 'ရန်ကုန်',
  Tibetan: 'ལྷ་ས',
  Georgian: 'თბილისი',
  Armenian: 'Երևան',
  Syriac: 'ܐܬܘܪ',
  'N’Ko': 'ߒߞߏ',
  Adlam: '𞤀𞤁𞤂',
  Vietnamese: 'Nguyễn Thị Mười',
  'combining marks': 'e\u0301 x\u0323\u0302 \u0301 Z\u0351\u036b\u0343a\u0328\u0310lgo',
  emoji: '😀 👩‍🚀 🇧🇪 ✂️ 🫠',
  'mixed directions': 'Shop متجر 12 חנות end',
  'private use': '\ue000\u{f0000} x',
  'lone surrogate': 'a\ud800b',
}

test.each(Object.entries(SAMPLES))('%s is printed without a box', async (_script, text) => {
  const pdf = await drawn([text, text])
  expect(await readGlyphs(pdf)).not.toContain(0)
  expect((await readPdf(pdf)).join('').trim()).not.toBe('')
})

test('nothing that people can write is printed as a box', { timeout: 60_000 }, async () => {
  const any = fc.string({
    unit: fc.oneof(
      fc.constantFrom(' '),
      fc.integer({ min: 1, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
    ),
    maxLength: 30,
  })
  const bmp = fc.string({ unit: 'binary', maxLength: 30 })
  const graphemes = fc.string({ unit: 'grapheme', maxLength: 30 })
  const sample = fc.constantFrom(...Object.values(SAMPLES).join('')).map(String)
  const mixed = fc.string({ unit: sample, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(any, bmp, graphemes, mixed), { minLength: 20, maxLength: 20 }),
      async (texts) => {
        expect(await readGlyphs(await drawn(texts))).not.toContain(0)
      },
    ),
    { seed: testSeed(), numRuns: 25 },
  )
})

test('characters without a glyph in the font are transliterated to Latin letters', () => {
  expect(printable('北京', false)).toBe('BeiJing')
  expect(printable('Café 東京 3', true)).toBe('Café DongJing 3')
  expect(printable('Ελλάδα', false)).toBe('Ελλάδα')
  expect(printable('\u{10fffd}', false)).toBe('')
})

test('words of a right-to-left script are drawn from right to left, and numbers in them from left to right', async () => {
  const doc = new PDFDocument({ margin: 0 })
  const pieces: { text: string; x: number }[] = []
  doc.text = ((text: string, x: number) => {
    pieces.push({ text, x })
    return doc
  }) as typeof doc.text
  const line = printable('שלום (רחוב 12) abc', false)
  chooseFont(doc, line, false)
  drawText(doc, line, 0, 0)
  const inOrder = pieces.toSorted((a, b) => a.x - b.x).map(({ text }) => text)
  // Brackets are mirrored; the shaper reverses the letters of each word.
  expect(inOrder).toEqual(['abc', '(', '12', ')רחוב', 'שלום'])
  expect(widthOf(doc, line)).toBeGreaterThan(Math.max(...pieces.map(({ x }) => x)))
})
