/** The rows of the first sheet of an XLSX workbook, as they are unpacked. */
import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import sax from 'sax'
import { type Entry, open, type ZipFile } from 'yauzl'
import { BadFile } from './bad-file.ts'
import type { FileRow } from './sheet-entries.ts'

/** Workbooks may keep all texts in one table, which is needed whole. More of it is better saved as CSV. */
const MAX_SHARED_CHARACTERS = 50_000_000
/** A cell holds 32 767 characters. */
const MAX_CELL = 100_000
/** The format has columns up to XFD. */
const MAX_COLUMNS = 16_384
const MAX_PARTS = 10_000

export type Watch = (done: number, of: number) => void

export async function* xlsxRows(path: string, watch: Watch): AsyncGenerator<FileRow> {
  const zip = await openZip(path)
  try {
    const parts = await listParts(zip)
    const sheet = parts.get(await nameOfFirstSheet(zip, parts))
    if (!sheet) throw new BadFile('The workbook has no sheet.')
    const shared = parts.get('xl/sharedStrings.xml')
    yield* sheetRows(zip, sheet, shared ? await readTexts(zip, shared) : [], watch)
  } finally {
    zip.close()
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await promisify<string, object, ZipFile>(open)(path, { lazyEntries: true, autoClose: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error
    throw new BadFile('This is no XLSX workbook. Save it as .xlsx, or as .csv.')
  }
}

async function listParts(zip: ZipFile): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>()
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      parts.set(entry.fileName, entry)
      if (parts.size > MAX_PARTS) reject(new BadFile('The workbook has too many parts.'))
      else zip.readEntry()
    })
    zip.once('end', resolve)
    zip.once('error', () => reject(new BadFile('The workbook is broken.')))
    zip.readEntry()
  })
  return parts
}

/** What the workbook lists first, whatever its file is called. */
async function nameOfFirstSheet(zip: ZipFile, parts: Map<string, Entry>): Promise<string> {
  const find = async (part: string, element: string, isIt: (attributes: Attributes) => boolean) => {
    const entry = parts.get(part)
    let found: Attributes | undefined
    if (!entry) return undefined
    await walk(zip, entry, {
      open: (name, attributes) => {
        if (name === element && isIt(attributes)) found ??= attributes
      },
    })
    return found
  }
  const sheet = await find('xl/workbook.xml', 'sheet', () => true)
  const target = await find('xl/_rels/workbook.xml.rels', 'Relationship', ({ Id }) => Id === sheet?.['r:id'])
  return posix
    .join('/xl', target?.Target?.startsWith('/') ? `..${target.Target}` : (target?.Target ?? ''))
    .slice(1)
}

type Attributes = Record<string, string>

interface Visitor {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)

/** Throws what the visitor throws. */
async function walk(zip: ZipFile, entry: Entry, visitor: Visitor): Promise<void> {
  for await (const _ of pieces(zip, entry, visitor));
}

/** Goes through a part and stops after each piece of it, with the number of bytes so far. */
async function* pieces(zip: ZipFile, entry: Entry, visitor: Visitor): AsyncGenerator<number> {
  const parser = sax.parser(true)
  parser.onopentag = ({ name, attributes }) => visitor.open?.(withoutPrefix(name), attributes as Attributes)
  parser.ontext = (text) => visitor.text?.(text)
  parser.oncdata = (text) => visitor.text?.(text)
  parser.onclosetag = (name) => visitor.close?.(withoutPrefix(name))
  parser.onerror = () => {
    throw new BadFile(`The workbook is broken: ${entry.fileName} is no XML.`)
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const stream = await openPart(zip, entry)
  let done = 0
  try {
    for await (const bytes of stream as AsyncIterable<Buffer>) {
      done += bytes.length
      parser.write(decoder.decode(bytes, { stream: true }))
      yield done
    }
    parser.close()
  } catch (error) {
    if (error instanceof BadFile) throw error
    throw new BadFile(`The workbook is broken: ${entry.fileName} cannot be read.`)
  } finally {
    stream.destroy()
  }
}

async function openPart(zip: ZipFile, entry: Entry): Promise<Readable> {
  return await new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
  )
}

async function readTexts(zip: ZipFile, entry: Entry): Promise<string[]> {
  const texts: string[] = []
  let characters = 0
  let current = ''
  const inText = textOnly((text) => {
    current += text
    characters += text.length
    if (characters > MAX_SHARED_CHARACTERS)
      throw new BadFile('The workbook keeps more texts than can be held at once. Save it as CSV.')
  })
  await walk(zip, entry, {
    ...inText,
    open(name) {
      inText.open(name)
      if (name === 'si') current = ''
    },
    close(name) {
      inText.close(name)
      if (name === 'si') texts.push(current)
    },
  })
  return texts
}

/** Only what stands in `t`, and not how to pronounce it. */
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
  zip: ZipFile,
  entry: Entry,
  shared: readonly string[],
  watch: Watch,
): AsyncGenerator<FileRow> {
  let ready: FileRow[] = []
  let line = 0
  let cells: string[] = []
  let column = -1
  let type = ''
  let value = ''
  let isValue = false
  const add = (text: string) => {
    value += text
    if (value.length > MAX_CELL) throw new BadFile(`a cell has more than ${MAX_CELL} characters.`, line)
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
        if (column >= MAX_COLUMNS) throw new BadFile('there are too many columns.', line)
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
        // Cells in between may be left out.
        while (cells.length < column) cells.push('')
        cells[column] = textOf(type, value, shared)
      } else if (name === 'row' && cells.some((cell) => cell.trim() !== '')) ready.push({ line, cells })
    },
  }
  for await (const done of pieces(zip, entry, visitor)) {
    watch(done, entry.uncompressedSize)
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

function textOf(type: string, value: string, shared: readonly string[]): string {
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'true' : 'false'
  if (type !== 'n' || value === '') return value
  // Numbers are kept in binary and written with up to seventeen digits; people typed fifteen at most.
  return String(Number(Number(value).toPrecision(15)))
}
