/** Reads the rows of a CSV file whose delimiter is a comma, a semicolon or a tab. */
import { Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { BadFile } from './bad-file.ts'
import type { FileRow } from './sheet-entries.ts'

const DELIMITERS = [',', ';', '\t']
/** Longer than any valid header. */
const MAX_HEADER = 100_000
/** Twenty times the longest description. Bounds a record with an unclosed quote, which would extend to the end of the file. */
const MAX_RECORD = 1_000_000

export async function* csvRows(texts: AsyncIterable<string>): AsyncGenerator<FileRow> {
  const { delimiter, skipped, rest } = await readHeader(texts)
  // The parser reads ahead of this loop; errors refer to its line.
  let parsed = 0
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    max_record_size: MAX_RECORD,
    info: true,
    on_record(row, { lines }) {
      parsed = lines
      return row
    },
  })
  const source = Readable.from(withLineFeeds(rest))
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let line = skipped + 1
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      if (record.some((cell) => cell.trim() !== '')) yield { line, cells: record }
      line = skipped + info.lines + 1
    }
  } catch (error) {
    throw error instanceof CsvError ? new BadFile(reasonOf(error), skipped + parsed + 1) : error
  } finally {
    source.destroy()
    parser.destroy()
  }
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

function reasonOf({ code }: CsvError): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quote is opened here and never closed.'
    case 'CSV_MAX_RECORD_SIZE':
      return `this row is longer than ${MAX_RECORD} characters. Is a quote never closed?`
    default:
      return 'an unquoted cell contains a quote. Enclose the whole cell in quotes and double the quote inside it.'
  }
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
  const [most = ','] = DELIMITERS.toSorted((a, b) => count(b) - count(a))
  return { delimiter: declared ?? most, skipped: declaration === '' ? 0 : 1, rest: allText() }

  async function* allText(): AsyncGenerator<string> {
    if (begin !== '') yield begin
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
}
