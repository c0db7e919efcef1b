/**
 * Draws lines of text in any script in PDF files. Characters with a glyph in the embedded font are shaped and put in
 * visual order; others are transliterated, so that no empty box is printed.
 */
import anyAscii from 'any-ascii'
import createBidi from 'bidi-js'
import { isWestern, type PdfDocument, type ProbeFont, probeFont } from './fonts.ts'

/** Converts text to one line of drawable characters. Invisible characters are removed. */
export function printable(text: string, isBold: boolean): string {
  const line = text
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}\p{Cs}\p{Co}\p{Cn}\u200C]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    .trim()
  if (isWestern(line)) return line
  const font = probeFont(isBold)
  return transliterated(line, font)
    .split(/ +/)
    .map((word) => (isDrawable(word, font) ? word : ascii(word)))
    .join(' ')
    .trim()
}

/** Runs of characters without a glyph are transliterated together, because a character may depend on its neighbours. */
function transliterated(line: string, font: ProbeFont): string {
  let [text, missing] = ['', '']
  for (const character of line) {
    if (font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) {
      text += ascii(missing) + character
      missing = ''
    } else missing += character
  }
  return text + ascii(missing)
}

/** A visible character without a transliteration becomes a question mark. */
function ascii(text: string): string {
  return text.replaceAll(/(\P{M})\p{M}*/gu, (cluster) => anyAscii(cluster) || '?').replaceAll(/[^ -~]+/g, '')
}

/** Shaping may need glyphs of characters that are not in the text, and throws for a few invalid sequences. */
function isDrawable(word: string, font: ProbeFont): boolean {
  try {
    return font.layout(word).glyphs.every(({ id }) => id !== 0)
  } catch {
    return false
  }
}

/** The width of a printable line in the current font. */
export const widthOf = (doc: PdfDocument, line: string): number =>
  visualPieces(line).reduce((width, piece) => width + doc.widthOfString(piece), 0)

/** Draws a printable line from its left end, with its baseline at `y`. */
export function drawText(doc: PdfDocument, line: string, x: number, y: number): void {
  let left = x
  for (const piece of visualPieces(line)) {
    if (piece !== ' ') doc.text(piece, left, y, { lineBreak: false, baseline: 'alphabetic' })
    left += doc.widthOfString(piece)
  }
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
// The type declarations expect a default export, but Node imports the function itself.
const bidi = (createBidi as unknown as typeof createBidi.default)()

interface Run {
  text: string
  level: number
}

/** The pieces in visual order, left to right. Each word is a piece, because the shaper determines direction per word. */
function visualPieces(line: string): string[] {
  if (!RIGHT_TO_LEFT.test(line)) return [line]
  const { levels } = bidi.getEmbeddingLevels(line)
  const mirrored = bidi.getMirroredCharactersMap(line, levels)
  const runs: Run[] = []
  for (let i = 0; i < line.length; i++) {
    const level = levels[i] ?? 0
    const last = runs.at(-1)
    const character = mirrored.get(i) ?? line.charAt(i)
    if (last && last.level === level) last.text += character
    else runs.push({ text: character, level })
  }
  return inVisualOrder(runs).flatMap(({ text, level }) => {
    const words = text.split(/( )/).filter((word) => word !== '')
    const isRightToLeft = level % 2 === 1
    return (isRightToLeft ? words.reverse() : words).map((word) => directed(word, isRightToLeft))
  })
}

/** Rule L2 of the bidirectional algorithm: from the highest level down to the lowest odd one, sequences are reversed. */
function inVisualOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    let start = 0
    while (start < ordered.length) {
      if ((ordered[start]?.level ?? 0) < level) {
        start += 1
        continue
      }
      let end = start
      while ((ordered[end]?.level ?? -1) >= level) end += 1
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  }
  return ordered
}

/** Corrects the direction of the shaper, which follows the script and is wrong for digits and punctuation. */
function directed(word: string, isRightToLeft: boolean): string {
  if (isWestern(word)) return isRightToLeft ? reversed(word) : word
  return (probeFont(false).layout(word).direction === 'rtl') === isRightToLeft ? word : reversed(word)
}

const reversed = (word: string) => [...word].reverse().join('')
