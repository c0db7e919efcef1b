/**
 * Lines of text for PDF files, whatever script they are in. What the embedded font has letters for is shaped and put in
 * its reading direction; what it has none for is transliterated, so that no reader sees an empty box.
 */
import anyAscii from 'any-ascii'
import createBidi from 'bidi-js'
import { isWestern, type PdfDocument, type ProbeFont, probeFont } from './pdf-fonts.ts'

/** One line of words in letters that can be drawn. What cannot be seen is left out: it could only push words about. */
export function printable(text: string, isBold: boolean): string {
  const line = text
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}\p{Cs}\p{Co}\p{Cn}\u200C]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    .trim()
  if (isWestern(line)) return line
  const font = probeFont(isBold)
  return spelled(line, font)
    .split(/ +/)
    .map((word) => (isDrawable(word, font) ? word : ascii(word)))
    .join(' ')
    .trim()
}

/** Runs of characters without a glyph are transliterated together, because a character may depend on its neighbours. */
function spelled(line: string, font: ProbeFont): string {
  let [text, missing] = ['', '']
  for (const character of line) {
    if (font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) {
      text += ascii(missing) + character
      missing = ''
    } else missing += character
  }
  return text + ascii(missing)
}

/** A question mark stands for a visible character that nobody has a spelling for. */
function ascii(text: string): string {
  return text.replaceAll(/(\P{M})\p{M}*/gu, (cluster) => anyAscii(cluster) || '?').replaceAll(/[^ -~]+/g, '')
}

/** Shaping can ask for glyphs that the text does not name, and gives up on a few broken sequences. */
function isDrawable(word: string, font: ProbeFont): boolean {
  try {
    return font.layout(word).glyphs.every(({ id }) => id !== 0)
  } catch {
    return false
  }
}

/** How wide a printable line is in the font that is chosen. */
export const widthOf = (doc: PdfDocument, line: string): number =>
  visualPieces(line).reduce((width, piece) => width + doc.widthOfString(piece), 0)

/** Draws a printable line from its left end, with its feet at `y`. */
export function drawText(doc: PdfDocument, line: string, x: number, y: number): void {
  let left = x
  for (const piece of visualPieces(line)) {
    if (piece !== ' ') doc.text(piece, left, y, { lineBreak: false, baseline: 'alphabetic' })
    left += doc.widthOfString(piece)
  }
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
// Its types describe a module with a default export, and Node finds the function itself.
const bidi = (createBidi as unknown as typeof createBidi.default)()

interface Run {
  text: string
  level: number
}

/** What is drawn from left to right. The library that shapes decides about direction word by word, so words stand alone. */
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

/** The shaper takes the direction from the script, which is wrong for digits and for signs between words. */
function directed(word: string, isRightToLeft: boolean): string {
  if (isWestern(word)) return isRightToLeft ? reversed(word) : word
  return (probeFont(false).layout(word).direction === 'rtl') === isRightToLeft ? word : reversed(word)
}

const reversed = (word: string) => [...word].reverse().join('')
