/** The rows of a CSV file, with commas, semicolons or tabs between the cells. */
import { Readable } from 'node:stream'
import { CsvError, type Info, parse } from 'csv-parse'
import { BadFile } from './bad-file.ts'
import type { FileRow } from './sheet-entries.ts'

const DELIMITERS = [',', ';', '\t']
/** More than any header; a first line that is longer is no table. */
const MAX_HEADER = 100_000
/** Twenty times the longest description. A quote that is never closed would make a record of the rest of the file. */
const MAX_RECORD = 1_000_000

export async function* csvRows(texts: AsyncIterable<string>): AsyncGenerator<FileRow> {
  const { delimiter, skipped, rest } = await readHeader(texts)
  // As far as the parser is, which reads ahead of us.
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

/** Lines may end in three ways, also within one file. */
async function* withLineFeeds(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of texts) {
    const all = rest + text
    // The other half may come with the next piece.
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
      return 'a quote stands within a cell. A cell with a quote is quoted as a whole, and the quote is written twice.'
  }
}

interface Header {
  delimiter: string
  /** Lines in front of the header. */
  skipped: number
  rest: AsyncIterable<string>
}

/** Which character parts the cells is seen in the first line: names of columns have none of them. */
async function readHeader(texts: AsyncIterable<string>): Promise<Header> {
  const pieces = texts[Symbol.asyncIterator]()
  let text = ''
  let isDone = false
  while (!isDone && !/[\r\n]/.test(text) && text.length < MAX_HEADER) {
    const next = await pieces.next()
    isDone = next.done ?? false
    text += next.done ? '' : next.value
  }
  // Some programs name the delimiter in a line of its own.
  const [declaration = '', declared] = /^sep=(.)\r?\n/.exec(text) ?? []
  const begin = text.slice(declaration.length)
  const [first = ''] = begin.split(/[\r\n]/, 1)
  const count = (delimiter: string) => first.split(delimiter).length
  const [most = ','] = DELIMITERS.toSorted((a, b) => count(b) - count(a))
  return { delimiter: declared ?? most, skipped: declaration === '' ? 0 : 1, rest: together() }

  async function* together(): AsyncGenerator<string> {
    if (begin !== '') yield begin
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value
  }
}
