/** Streams the rows of the first sheet of an XLSX workbook. */
import sax from 'sax'
import { BadFile } from './bad-file.ts'
import type { FileRow } from './sheet-entries.ts'
import { readDirectory, readEntry, type ZipEntry } from './zip.ts'

/** A workbook may store all texts in one shared table, which has to be held in memory as a whole. */
const MAX_SHARED_CHARACTERS = 50_000_000
/** A cell of the format holds 32 767 characters; the margin covers other programs. */
const MAX_CELL = 100_000
/** The last column of the format is XFD. */
const MAX_COLUMNS = 16_384

/** `done` of `of` bytes were read. */
export type OnProgress = (done: number, of: number) => void

export async function* xlsxRows(book: Blob, onProgress: OnProgress): AsyncGenerator<FileRow> {
  const parts = await readDirectory(book)
  const sheet = parts.get(await nameOfFirstSheet(book, parts))
  if (!sheet) throw new BadFile('WORKBOOK_UNREADABLE', 'The workbook has no sheet.')
  const shared = parts.get('xl/sharedStrings.xml')
  yield* sheetRows(book, sheet, shared ? await readTexts(book, shared) : [], onProgress)
}

/** The name of the part with the first sheet in the order of the workbook. */
async function nameOfFirstSheet(book: Blob, parts: Map<string, ZipEntry>): Promise<string> {
  const find = async (part: string, element: string, isIt: (attributes: Attributes) => boolean) => {
    const entry = parts.get(part)
    let found: Attributes | undefined
    if (!entry) return undefined
    await walk(book, entry, {
      open: (name, attributes) => {
        if (name === element && isIt(attributes)) found ??= attributes
      },
    })
    return found
  }
  const sheet = await find('xl/workbook.xml', 'sheet', () => true)
  const target = await find('xl/_rels/workbook.xml.rels', 'Relationship', ({ Id }) => Id === sheet?.['r:id'])
  return partAt(target?.Target ?? '')
}

/** Relative to the folder of the workbook. Empty, as no part is called, if it is no address. */
function partAt(target: string): string {
  try {
    return decodeURI(new URL(target, 'file:///xl/').pathname).slice(1)
  } catch {
    return ''
  }
}

type Attributes = Record<string, string>

interface Visitor {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)

/** Parses a part completely; errors of the visitor propagate. */
async function walk(book: Blob, entry: ZipEntry, visitor: Visitor): Promise<void> {
  for await (const _ of parseChunks(book, entry, visitor));
}

/** Parses a part chunk by chunk, and yields the number of bytes parsed so far. */
async function* parseChunks(book: Blob, entry: ZipEntry, visitor: Visitor): AsyncGenerator<number> {
  const parser = sax.parser(true)
  parser.onopentag = ({ name, attributes }) => visitor.open?.(withoutPrefix(name), attributes as Attributes)
  parser.ontext = (text) => visitor.text?.(text)
  parser.oncdata = (text) => visitor.text?.(text)
  parser.onclosetag = (name) => visitor.close?.(withoutPrefix(name))
  parser.onerror = () => {
    throw new BadFile('WORKBOOK_UNREADABLE', `The workbook is corrupt: ${entry.name} is not valid XML.`)
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let done = 0
  try {
    for await (const bytes of readEntry(book, entry)) {
      done += bytes.length
      parser.write(decoder.decode(bytes, { stream: true }))
      yield done
    }
    parser.close()
  } catch (error) {
    if (error instanceof BadFile) throw error
    throw new BadFile('WORKBOOK_UNREADABLE', `The workbook is corrupt: ${entry.name} cannot be read.`)
  }
}

async function readTexts(book: Blob, entry: ZipEntry): Promise<string[]> {
  const texts: string[] = []
  let characters = 0
  let current = ''
  const inText = textOnly((text) => {
    current += text
    characters += text.length
    if (characters > MAX_SHARED_CHARACTERS)
      throw new BadFile(
        'WORKBOOK_TOO_LARGE',
        `The shared texts of the workbook have more than ${MAX_SHARED_CHARACTERS} characters. Save it as CSV.`,
      )
  })
  await walk(book, entry, {
    ...inText,
    open(name) {
      inText.open(name)
      if (name === 'si') current = ''
    },
    close(name) {
      inText.close(name)
      if (name === 'si') texts.push(unescaped(current))
    },
  })
  return texts
}

/** Characters that XML cannot have are written by their number, as `_x000D_`, and an underscore before such a text too. */
const unescaped = (text: string): string =>
  text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Passes on the text of `t` elements, without phonetic hints (`rPh`). */
function textOnly(take: (text: string) => void) {
  let isText = false
  let isPhonetic = false
  return {
    open(name: string) {
      if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    text(text: string) {
      if (isText) take(text)
    },
    close(name: string) {
      if (name === 'rPh') isPhonetic = false
      if (name === 't') isText = false
    },
  }
}

async function* sheetRows(
  book: Blob,
  entry: ZipEntry,
  shared: readonly string[],
  onProgress: OnProgress,
): AsyncGenerator<FileRow> {
  let ready: FileRow[] = []
  let line = 0
  let cells: FileRow['cells'][number][] = []
  let column = -1
  let type = ''
  let value = ''
  let isValue = false
  const add = (text: string) => {
    value += text
    if (value.length > MAX_CELL)
      throw new BadFile('CELL_TOO_LONG', `a cell has more than ${MAX_CELL} characters.`, { line })
  }
  const inText = textOnly(add)
  const visitor: Visitor = {
    open(name, attributes) {
      inText.open(name)
      if (name === 'row') {
        line = Number(attributes.r ?? line + 1)
        cells = []
        column = -1
      } else if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnIndex(attributes.r)
        if (column >= MAX_COLUMNS)
          throw new BadFile('COLUMNS_TOO_MANY', 'there are too many columns.', { line })
        type = attributes.t ?? 'n'
        value = ''
      } else if (name === 'v') isValue = true
    },
    text(text) {
      if (isValue) add(text)
      else inText.text(text)
    },
    close(name) {
      inText.close(name)
      if (name === 'v') isValue = false
      else if (name === 'c') {
        // Empty cells may be omitted from the file.
        while (cells.length < column) cells.push('')
        cells[column] = readValue(type, value, shared)
      } else if (name === 'row' && cells.some((cell) => String(cell).trim() !== ''))
        ready.push({ line, cells })
    },
  }
  for await (const done of parseChunks(book, entry, visitor)) {
    onProgress(done, entry.bytes)
    yield* ready
    ready = []
  }
  yield* ready
}

function columnIndex(ref: string): number {
  let index = 0
  for (const letter of /^[A-Z]+/.exec(ref)?.[0] ?? 'A') index = index * 26 + letter.charCodeAt(0) - 64
  return index - 1
}

function readValue(type: string, value: string, shared: readonly string[]): string | number {
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'true' : 'false'
  const number = type === 'n' && value !== '' ? Number(value) : Number.NaN
  // Numbers are stored as binary doubles with up to 17 digits; spreadsheet programs accept at most 15 as input.
  return Number.isFinite(number) ? Number(number.toPrecision(15)) : unescaped(value)
}
