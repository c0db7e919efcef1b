/** Opens an import file as a stream of entries. The file can be read repeatedly and is never held in memory as a whole. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import type { OperationType } from '../../domain/product-files/operation-types.ts'
import { MAX_NAME } from '../../domain/product-files/schema.ts'
import { BadFile } from './bad-file.ts'
import { csvRows } from './csv.ts'
import type { FileEntry, FileItem } from './file-item.ts'
import { jsonArrayItems } from './json-array.ts'
import { jsonlItems, MAX_ENTRY_BYTES } from './jsonl.ts'
import { sheetItems } from './sheet-entries.ts'
import { decodeText, type Encoding } from './text.ts'
import { type OnProgress, xlsxRows } from './xlsx.ts'

export interface ImportFile {
  path: string
  bytes: number
  changedAtMs: number
  items(onProgress?: OnProgress): AsyncIterable<FileItem>
}

interface ReadOptions {
  operation: OperationType
  encoding: Encoding
}

const CHUNK_BYTES = 1024 * 1024

export async function openImportFile(path: string, reading: ReadOptions): Promise<ImportFile> {
  const extension = extname(path).toLowerCase()
  const read = READERS[extension]
  if (!read) {
    throw new BadFile(`${path} must end with .csv, .json, .jsonl or .xlsx; it ends with "${extension}".`)
  }
  const { size, mtimeMs, isFile } = await statFile(path)
  if (!isFile) throw new BadFile(`${path} is not a regular file.`)
  if (size === 0) throw new BadFile(`${path} is empty.`)
  return {
    path,
    bytes: size,
    changedAtMs: mtimeMs,
    async *items(onProgress = () => {}) {
      for await (const item of read(path, size, reading, onProgress)) yield checked(item)
    },
  }
}

async function statFile(path: string) {
  try {
    const found = await stat(path)
    return { size: found.size, mtimeMs: found.mtimeMs, isFile: found.isFile() }
  } catch (error) {
    throw new BadFile(`${path} cannot be opened: ${(error as Error).message}.`)
  }
}

type Read = (
  path: string,
  size: number,
  reading: ReadOptions,
  onProgress: OnProgress,
) => AsyncIterable<FileItem>

const READERS: Record<string, Read> = {
  '.csv': (path, size, { operation, encoding }, onProgress) =>
    sheetItems(csvRows(decodeText(bytesOf(path, size, onProgress), encoding)), operation),
  '.json': (path, size, { encoding }, onProgress) =>
    jsonArrayItems(decodeText(bytesOf(path, size, onProgress), encoding)),
  '.jsonl': (path, size, { encoding }, onProgress) =>
    jsonlItems(decodeText(bytesOf(path, size, onProgress), encoding)),
  '.xlsx': (path, _size, { operation }, onProgress) => sheetItems(xlsxRows(path, onProgress), operation),
}

async function* bytesOf(path: string, size: number, onProgress: OnProgress): AsyncGenerator<Buffer> {
  let done = 0
  for await (const bytes of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    done += bytes.length
    onProgress(done, size)
    yield bytes
  }
}

/** Detects entries that would make the server reject the whole request. */
function checked(item: FileItem): FileItem {
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
