/**
 * The entries of a file that is one JSON array. The text is cut where an element ends, and each element is parsed alone:
 * however large the file is, one product is held, and a product that cannot be read is told with its line.
 */
import { BadFile } from './bad-file.ts'
import type { Item } from './items.ts'
import { MAX_ENTRY_BYTES, readEntry } from './jsonl.ts'

export async function* jsonArrayItems(texts: AsyncIterable<string>): AsyncGenerator<Item> {
  for await (const { line, text, isLast } of elementsOf(texts)) {
    if (text !== '') yield readEntry(line, text)
    // Only an empty array has nothing before its end.
    else if (!isLast) yield { line, mistake: 'expected a product, but saw nothing between two commas.' }
  }
}

interface Element {
  /** Where it begins. */
  line: number
  text: string
  isLast: boolean
}

async function* elementsOf(texts: AsyncIterable<string>): AsyncGenerator<Element> {
  const cutter = createCutter()
  for await (const text of texts) yield* cutter.cut(text)
  cutter.end()
}

const [TAB, LINE_FEED, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20]
const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d]
const isSpace = (code: number) => code === SPACE || code === LINE_FEED || code === RETURN || code === TAB

/** Knows strings and brackets, and nothing else of JSON. */
function createCutter() {
  let place: 'before' | 'within' | 'after' = 'before'
  let depth = 0
  let inString = false
  let isEscaped = false
  let line = 1
  let element = { line: 0, text: '' }

  /** Answers whether the element ends before this character. */
  function endsAt(code: number): boolean {
    if (inString) {
      if (isEscaped) isEscaped = false
      else if (code === BACKSLASH) isEscaped = true
      else if (code === QUOTE) inString = false
      return false
    }
    if (code === QUOTE) inString = true
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1
    else if (depth > 0 && (code === CLOSE_BRACE || code === CLOSE_BRACKET)) depth -= 1
    else return depth === 0 && (code === COMMA || code === CLOSE_BRACKET)
    return false
  }

  function* cut(text: string): Generator<Element> {
    let from = 0
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code === LINE_FEED) line += 1
      if (!inString && isSpace(code)) continue
      if (place === 'within') {
        if (element.line === 0) element.line = line
        if (!endsAt(code)) continue
        const isLast = code === CLOSE_BRACKET
        yield { line: element.line, text: (element.text + text.slice(from, i)).trim(), isLast }
        element = { line: 0, text: '' }
        if (isLast) place = 'after'
      } else if (place === 'before' && code === OPEN_BRACKET) place = 'within'
      else if (place === 'before')
        throw new BadFile('expected an array of products, which begins with [.', line)
      else throw new BadFile('there is something behind the array.', line)
      from = i + 1
    }
    if (place !== 'within') return
    element.text += text.slice(from)
    if (element.text.length > MAX_ENTRY_BYTES) {
      throw new BadFile(`a product may have ${MAX_ENTRY_BYTES} bytes.`, element.line || line)
    }
  }

  return {
    cut,
    end(): void {
      if (place === 'before') throw new BadFile('expected an array of products, but there is nothing.', line)
      if (place === 'within') throw new BadFile('the array is not closed: the file is not complete.', line)
    },
  }
}
