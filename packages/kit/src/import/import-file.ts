/** A file of the file system to import. */
import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import {
  type Encoding,
  type FileItem,
  type OperationType,
  openProductFile,
  type ReadOptions,
  readItems,
} from '@tradehall/product-files'
import { StartRefused } from '../failures.ts'

export interface ImportFile {
  path: string
  bytes: number
  changedAtMs: number
  items(listeners?: Pick<ReadOptions, 'onProgress' | 'onNote'>): AsyncIterable<FileItem>
}

export async function openImportFile(
  path: string,
  reading: { operation: OperationType; encoding: Encoding },
): Promise<ImportFile> {
  const { size, mtimeMs, isFile } = await statFile(path)
  if (!isFile) throw new StartRefused(`${path} is not a regular file.`)
  const file = openProductFile(path, await openAsBlob(path))
  return {
    path,
    bytes: size,
    changedAtMs: mtimeMs,
    items: (listeners) => readItems(file, { ...reading, ...listeners }),
  }
}

async function statFile(path: string) {
  try {
    const found = await stat(path)
    return { size: found.size, mtimeMs: found.mtimeMs, isFile: found.isFile() }
  } catch (error) {
    throw new StartRefused(`${path} cannot be opened: ${(error as Error).message}.`)
  }
}
