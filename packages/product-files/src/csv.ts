/** Reads the rows of a CSV file (RFC 4180) whose delimiter is a comma, a semicolon or a tab. */
import { BadFile } from './bad-file.ts'
import type { FileRow } from './sheet-entries.ts'

const DELIMITERS = [',', ';', '\t']
/** Longer than any valid header. */
const MAX_HEADER = 100_000
/** Twenty times the longest description. Bounds a record with an unclosed quote, which would extend to the end of the file. */
const MAX_RECORD = 1_000_000

export async function* csvRows(texts: AsyncIterable<string>): AsyncGenerator<FileRow> {
  const { delimiter, skipped, rest } = await readHeader(texts)
  let line = skipped + 1
  let text = ''
  /** The row that begins at `at`; undefined if its end has not been read yet. */
  const next = (at: number, isAll: boolean): Row | undefined => {
    const row = readRow(text, at, delimiter, isAll)
    const length = (typeof row === 'object' ? row.end : text.length) - at
    if (length > MAX_RECORD)
      throw new BadFile(
        'ROW_TOO_LONG',
        `this row is longer than ${MAX_RECORD} characters. Is a quote never closed?`,
        { line },
      )
    if (typeof row !== 'string') return row
    throw new BadFile(row === UNCLOSED_QUOTE ? 'QUOTE_UNCLOSED' : 'QUOTE_MISPLACED', row, { line })
  }
  function* rows(isAll: boolean): Generator<FileRow> {
    let at = 0
    while (at < text.length) {
      const row = next(at, isAll)
      if (!row) break
      if (row.cells.some((cell) => cell.trim() !== '')) yield { line, cells: row.cells }
      line += row.lines
      at = row.end
    }
    text = text.slice(at)
  }
  for await (const more of withLineFeeds(rest)) {
    text += more
    yield* rows(false)
  }
  yield* rows(true)
}

interface Row {
  cells: string[]
  /** After the line feed that ends it. */
  end: number
  lines: number
}

const MISPLACED_QUOTE =
  'an unquoted cell contains a quote. Enclose the whole cell in quotes and double the quote inside it.'
const UNCLOSED_QUOTE = 'a quote is opened here and never closed.'

/** Undefined if more text is needed; a sentence if the row is flawed. `isAll`: the text ends with the file. */
function readRow(text: string, start: number, delimiter: string, isAll: boolean): Row | string | undefined {
  const lineEnd = text.indexOf('\n', start)
  if (lineEnd < 0 && !isAll) return undefined
  const plainEnd = lineEnd < 0 ? text.length : lineEnd
  const plain = text.slice(start, plainEnd)
  if (!plain.includes('"')) return { cells: plain.split(delimiter), end: plainEnd + 1, lines: 1 }
  const cells: string[] = []
  let lines = 1
  for (let at = start; ; ) {
    const cell = text[at] === '"' ? readQuoted(text, at, isAll) : readPlain(text, at, delimiter)
    if (cell === undefined || typeof cell === 'string') return cell
    cells.push(cell.value)
    lines += countLines(cell.value)
    const mark = text[cell.end]
    if (mark === undefined && !isAll) return undefined
    if (mark === undefined || mark === '\n') return { cells, end: cell.end + 1, lines }
    if (mark !== delimiter) return MISPLACED_QUOTE
    at = cell.end + 1
  }
}

interface Cell {
  value: string
  end: number
}

function readPlain(text: string, at: number, delimiter: string): Cell | string {
  let end = at
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1
  const value = text.slice(at, end)
  return value.includes('"') ? MISPLACED_QUOTE : { value, end }
}

function readQuoted(text: string, at: number, isAll: boolean): Cell | string | undefined {
  let value = ''
  let from = at + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return isAll ? UNCLOSED_QUOTE : undefined
    // The next chunk may begin with the second half of a doubled quote.
    if (quote + 1 === text.length && !isAll) return undefined
    if (text[quote + 1] !== '"') return { value: value + text.slice(from, quote), end: quote + 1 }
    value += text.slice(from, quote + 1)
    from = quote + 2
  }
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** Normalises line endings: CRLF, CR and LF may be mixed in one file. */
async function* withLineFeeds(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of texts) {
    const all = rest + text
    // The line feed of a CRLF may be in the next chunk.
    rest = all.endsWith('\r') ? '\r' : ''
    yield all.slice(0, all.length - rest.length).replaceAll(/\r\n?/g, '\n')
  }
  if (rest !== '') yield '\n'
}

interface Header {
  delimiter: string
  /** The number of lines before the header. */
  skipped: number
  rest: AsyncIterable<string>
}

/** Detects the delimiter from the header, as the names of columns contain none of the delimiters. */
async function readHeader(texts: AsyncIterable<string>): Promise<Header> {
  const chunks = texts[Symbol.asyncIterator]()
  let text = ''
  let isDone = false
  while (!isDone && !/[\r\n]/.test(text) && text.length < MAX_HEADER) {
    const next = await chunks.next()
    isDone = next.done ?? false
    text += next.done ? '' : next.value
  }
  // Some programs declare the delimiter in a first line such as `sep=;`.
  const [declaration = '', declared] = /^sep=(.)\r?\n/.exec(text) ?? []
  const begin = text.slice(declaration.length)
  const [first = ''] = begin.split(/[\r\n]/, 1)
  const count = (delimiter: string) => first.split(delimiter).length
  const [most = ','] = [...DELIMITERS].sort((a, b) => count(b) - count(a))
  return { delimiter: declared ?? most, skipped: declaration === '' ? 0 : 1, rest: allText() }

  async function* allText(): AsyncGenerator<string> {
    if (begin !== '') yield begin
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
}
