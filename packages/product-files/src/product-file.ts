/**
 * Opens a file of products as a stream of entries. It can be read repeatedly and is never held in memory as a whole: Node
 * opens a file as a blob (`openAsBlob`), and a file that a user chose in a browser is one.
 */
import { BadFile } from './bad-file.ts'
import { chunksOf } from './byte-chunks.ts'
import { csvRows } from './csv.ts'
import type { FileEntry, FileItem, FileNote } from './file-item.ts'
import { jsonArrayItems } from './json-array.ts'
import { jsonlItems, MAX_ENTRY_BYTES } from './jsonl.ts'
import type { OperationType } from './operation-types.ts'
import { MAX_NAME } from './schema.ts'
import { type FileRow, type Headers, sheetItems } from './sheet-entries.ts'
import { decodeText, type Encoding } from './text.ts'
import { type OnProgress, xlsxRows } from './xlsx.ts'

const FORMATS = ['csv', 'json', 'jsonl', 'xlsx'] as const
type FileFormat = (typeof FORMATS)[number]

export interface ProductFile {
  format: FileFormat
  blob: Blob
}

export interface ReadOptions {
  operation: OperationType
  encoding: Encoding
  /** The columns of a sheet, in place of the names in its first row. */
  mapping?: Headers
  onProgress?: OnProgress
  onNote?: (note: FileNote) => void
}

export function openProductFile(name: string, blob: Blob): ProductFile {
  const [ending = ''] = /\.[^./\\]*$/.exec(name) ?? []
  const format = FORMATS.find((one) => `.${one}` === ending.toLowerCase())
  if (!format)
    throw new BadFile(
      'FILE_KIND_UNKNOWN',
      `${name} must end with .csv, .json, .jsonl or .xlsx; it ends with "${ending}".`,
    )
  if (blob.size === 0) throw new BadFile('FILE_EMPTY', `${name} is empty.`)
  return { format, blob }
}

export const isSheet = ({ format }: Pick<ProductFile, 'format'>) => format === 'csv' || format === 'xlsx'

/** The rows of a sheet, the first of which has the names of its columns. */
export function readRows(
  { format, blob }: ProductFile,
  { encoding, onProgress = () => {} }: Pick<ReadOptions, 'encoding' | 'onProgress'>,
): AsyncIterable<FileRow> {
  return format === 'xlsx' ? xlsxRows(blob, onProgress) : csvRows(textOf(blob, encoding, onProgress))
}

export async function* readItems(file: ProductFile, options: ReadOptions): AsyncGenerator<FileItem> {
  for await (const item of itemsOf(file, options)) yield checked(item)
}

function itemsOf(file: ProductFile, options: ReadOptions): AsyncIterable<FileItem> {
  const { encoding, onProgress = () => {} } = options
  if (isSheet(file)) {
    return sheetItems((isFirst) => readRows(file, { encoding, ...(isFirst && { onProgress }) }), options)
  }
  const text = textOf(file.blob, encoding, onProgress)
  return file.format === 'json' ? jsonArrayItems(text) : jsonlItems(text)
}

const textOf = (blob: Blob, encoding: Encoding, onProgress: OnProgress) =>
  decodeText(bytesOf(blob, onProgress), encoding)

async function* bytesOf(blob: Blob, onProgress: OnProgress): AsyncGenerator<Uint8Array> {
  let done = 0
  for await (const bytes of chunksOf(blob.stream())) {
    done += bytes.length
    onProgress(done, blob.size)
    yield bytes
  }
}

const encoder = new TextEncoder()

/** Detects entries that would make the server reject the whole request. */
function checked(item: FileItem): FileItem {
  if ('mistake' in item) return item
  const { line, entry } = item
  if (entry.id.trim() === '' || entry.id.length > MAX_NAME) {
    return {
      line,
      code: 'ID_WRONG',
      meta: { maxLength: MAX_NAME },
      mistake: `expected an id of 1 to ${MAX_NAME} characters.`,
    }
  }
  if (bytesIn(entry) > MAX_ENTRY_BYTES) {
    return { line, code: 'PRODUCT_TOO_LARGE', mistake: `the product has more than ${MAX_ENTRY_BYTES} bytes.` }
  }
  return item
}

/** A character has three bytes at most for each unit of its text, so most entries need not be encoded. */
function bytesIn(entry: FileEntry): number {
  const text = JSON.stringify(entry)
  return text.length * 3 <= MAX_ENTRY_BYTES ? text.length : encoder.encode(text).length
}
