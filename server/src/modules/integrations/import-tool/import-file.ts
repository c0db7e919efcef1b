/** A file on disk as a list of entries, read as often as it is asked for and never held whole. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import type { OperationType } from '../operations/operation-rules.ts'
import { MAX_NAME } from '../payload/schema.ts'
import { BadFile } from './bad-file.ts'
import { csvRows } from './csv.ts'
import type { FileEntry, Item } from './items.ts'
import { jsonArrayItems } from './json-array.ts'
import { jsonlItems, MAX_ENTRY_BYTES } from './jsonl.ts'
import { sheetItems } from './sheet-entries.ts'
import { decodeText, type Encoding } from './text.ts'
import { type Watch, xlsxRows } from './xlsx.ts'

export interface ImportFile {
  path: string
  bytes: number
  changedAtMs: number
  items(watch?: Watch): AsyncIterable<Item>
}

interface Reading {
  operation: OperationType
  encoding: Encoding
}

const PIECE_BYTES = 1024 * 1024

export async function openImportFile(path: string, reading: Reading): Promise<ImportFile> {
  const extension = extname(path).toLowerCase()
  const read = READERS[extension]
  if (!read) {
    throw new BadFile(`${path} must end with .csv, .json, .jsonl or .xlsx; it ends with "${extension}".`)
  }
  const { size, mtimeMs, isFile } = await lookAt(path)
  if (!isFile) throw new BadFile(`${path} is no file.`)
  if (size === 0) throw new BadFile(`${path} is empty.`)
  return {
    path,
    bytes: size,
    changedAtMs: mtimeMs,
    async *items(watch = () => {}) {
      for await (const item of read(path, size, reading, watch)) yield checked(item)
    },
  }
}

async function lookAt(path: string) {
  try {
    const found = await stat(path)
    return { size: found.size, mtimeMs: found.mtimeMs, isFile: found.isFile() }
  } catch (error) {
    throw new BadFile(`${path} cannot be read: ${(error as Error).message}.`)
  }
}

type Read = (path: string, size: number, reading: Reading, watch: Watch) => AsyncIterable<Item>

const READERS: Record<string, Read> = {
  '.csv': (path, size, { operation, encoding }, watch) =>
    sheetItems(csvRows(decodeText(bytesOf(path, size, watch), encoding)), operation),
  '.json': (path, size, { encoding }, watch) =>
    jsonArrayItems(decodeText(bytesOf(path, size, watch), encoding)),
  '.jsonl': (path, size, { encoding }, watch) => jsonlItems(decodeText(bytesOf(path, size, watch), encoding)),
  '.xlsx': (path, _size, { operation }, watch) => sheetItems(xlsxRows(path, watch), operation),
}

async function* bytesOf(path: string, size: number, watch: Watch): AsyncGenerator<Buffer> {
  let done = 0
  for await (const bytes of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
    done += bytes.length
    watch(done, size)
    yield bytes
  }
}

/** What would make the server refuse all that is sent with it. */
function checked(item: Item): Item {
  if ('mistake' in item) return item
  const { line, entry } = item
  if (entry.id.trim() === '' || entry.id.length > MAX_NAME) {
    return { line, mistake: `expected an id of 1 to ${MAX_NAME} characters.` }
  }
  if (textOf(entry).length > MAX_ENTRY_BYTES) {
    return { line, mistake: `the product has more than ${MAX_ENTRY_BYTES} bytes.` }
  }
  return item
}

const textOf = (entry: FileEntry) => Buffer.from(JSON.stringify(entry))
