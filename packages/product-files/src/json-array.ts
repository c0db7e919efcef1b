/**
 * Parses a file that is one JSON array. The text is split at the ends of elements, and each element is parsed by itself, so
 * that one product is in memory whatever the size of the file, and an unreadable product is reported with its line.
 */
import { BadFile } from './bad-file.ts'
import type { FileItem } from './file-item.ts'
import { MAX_ENTRY_BYTES, readEntry } from './jsonl.ts'

export async function* jsonArrayItems(texts: AsyncIterable<string>): AsyncGenerator<FileItem> {
  for await (const { line, text, isLast } of elementsOf(texts)) {
    if (text !== '') yield readEntry(line, text)
    // The text before the closing bracket is empty in an empty array.
    else if (!isLast)
      yield {
        line,
        code: 'PRODUCT_UNREADABLE',
        mistake: 'expected a product, but saw nothing between two commas.',
      }
  }
}

interface Element {
  /** The line of its first character. */
  line: number
  text: string
  isLast: boolean
}

async function* elementsOf(texts: AsyncIterable<string>): AsyncGenerator<Element> {
  const splitter = createSplitter()
  for await (const text of texts) yield* splitter.split(text)
  splitter.end()
}

const [TAB, LINE_FEED, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20]
const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d]
const isSpace = (code: number) => code === SPACE || code === LINE_FEED || code === RETURN || code === TAB

/** Recognises only strings and brackets; everything else of JSON is left to the parser of the element. */
function createSplitter() {
  let position: 'before' | 'within' | 'after' = 'before'
  let depth = 0
  let inString = false
  let isEscaped = false
  let line = 1
  let element = { line: 0, text: '' }

  /** Returns whether the element ends before this character. */
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

  function* split(text: string): Generator<Element> {
    let from = 0
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code === LINE_FEED) line += 1
      if (!inString && isSpace(code)) continue
      if (position === 'within') {
        if (element.line === 0) element.line = line
        if (!endsAt(code)) continue
        const isLast = code === CLOSE_BRACKET
        yield { line: element.line, text: (element.text + text.slice(from, i)).trim(), isLast }
        element = { line: 0, text: '' }
        if (isLast) position = 'after'
      } else if (position === 'before' && code === OPEN_BRACKET) position = 'within'
      else if (position === 'before')
        throw new BadFile('LIST_EXPECTED', 'expected an array of products, which begins with [.', { line })
      else throw new BadFile('LIST_EXPECTED', 'unexpected text after the end of the array.', { line })
      from = i + 1
    }
    if (position !== 'within') return
    element.text += text.slice(from)
    if (element.text.length > MAX_ENTRY_BYTES) {
      throw new BadFile('PRODUCT_TOO_LARGE', `the product has more than ${MAX_ENTRY_BYTES} bytes.`, {
        line: element.line || line,
      })
    }
  }

  return {
    split,
    end(): void {
      if (position === 'before')
        throw new BadFile(
          'FILE_EMPTY',
          'expected an array of products, but the file contains only whitespace.',
          { line },
        )
      if (position === 'within')
        throw new BadFile('LIST_CUT_OFF', 'the array is not closed: the file is truncated.', { line })
    },
  }
}
