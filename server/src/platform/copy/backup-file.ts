/**
 * A backup in one file: a tar archive, compressed with zstd.
 *
 *   header.json                     what was copied, and the format (`CopyHeader`)
 *   secrets/<name>                  files of the data folder, when they were asked for
 *   tables/<schema>.<table>/000001  the rows in the text format of COPY, in parts that are joined without separator
 *   summary.json                    counts, digests, sequences and sums (`CopySummary`); its presence means completeness
 *
 * The archive is written and read as a stream, so memory does not depend on its size. The parts exist because tar needs the
 * size of an entry before its content.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { StartRefused } from '@tradehall/kit/failures'
import { type Extract, extract, type Pack, pack } from 'tar-stream'
import type { CopyHeader, CopySource, CopySummary } from './copy-source.ts'

const FORMAT = 1
const PART_BYTES = 1024 * 1024
/** A header has about ten kilobytes. A much larger one means that the file is not a backup. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024

export type SecretFiles = Record<string, string>

/** Writes under a temporary name and renames the complete file, so a file with the final name is always complete. */
export async function writeBackup(
  path: string,
  source: CopySource,
  { secrets = {}, signal }: { secrets?: SecretFiles; signal?: AbortSignal } = {},
): Promise<{ bytes: number; summary: CopySummary }> {
  const draft = `${path}.part`
  await rm(draft, { force: true })
  try {
    // Ignored here: the pipeline, or the entry that is being added, reports the error.
    const archive = pack().on('error', () => {})
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    const written = pipeline(
      Readable.from(archive),
      compress,
      createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
      { signal },
    )
    // A failed write destroys the archive, which fails the entry that is being added.
    written.catch((error) => archive.destroy(error))
    const summary = await addAll(archive, source, secrets).catch(async (error) => {
      archive.destroy(error)
      // The write error that ends the pipeline explains more than the error of the interrupted entry.
      await written
      throw error
    })
    await written
    await rename(draft, path)
    await syncFolder(dirname(path))
    return { bytes: (await stat(path)).size, summary }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function addAll(archive: Pack, source: CopySource, secrets: SecretFiles): Promise<CopySummary> {
  const { header } = source
  const add = (name: string, body: Buffer | string) => addEntry(archive, { name, at: header.createdAt }, body)
  await add('header.json', JSON.stringify({ format: FORMAT, ...header }, null, 2))
  for (const [name, text] of Object.entries(secrets)) await add(`secrets/${name}`, text)
  for await (const { name, rows } of source.tables()) {
    let number = 0
    for await (const part of partsOf(rows)) {
      number += 1
      await add(partName(name, number), part)
    }
  }
  const summary = await source.summary()
  await add('summary.json', JSON.stringify(summary, null, 2))
  archive.finalize()
  return summary
}

const partName = (table: string, number: number) => `tables/${table}/${String(number).padStart(6, '0')}`

function addEntry(
  archive: Pack,
  { name, at }: { name: string; at: string },
  body: Buffer | string,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  archive
    .entry({ name, mode: 0o600, mtime: new Date(at) }, body, (error) => (error ? reject(error) : resolve()))
    // Ignored here: the callback of the entry reports the error.
    .on('error', () => {})
  return promise
}

async function* partsOf(rows: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < PART_BYTES) continue
    yield Buffer.concat(chunks)
    chunks = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(chunks)
}

/** Makes the new name durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export interface Backup extends CopySource {
  secrets: SecretFiles
  close(): void
}

/** Reads the header of a backup. The rows follow in the order of the file. */
export async function openBackup(
  path: string,
  { onBytes }: { onBytes?: (done: number, of: number) => void } = {},
): Promise<Backup> {
  if (!existsSync(path)) throw new StartRefused(`There is no file ${path}; check the path of the backup.`)
  const { size } = await stat(path)
  const file = createReadStream(path)
  // Ignored here: reading the next entry reports the error.
  const archive = extract().on('error', () => {})
  file.on('data', () => onBytes?.(file.bytesRead, size))
  pipeline(file, createZstdDecompress(), archive).catch((error) => archive.destroy(error))
  const entries = new Entries(archive[Symbol.asyncIterator](), path)

  const { format, ...header } = await entries.document<CopyHeader & { format: number }>('header.json')
  if (format !== FORMAT) {
    throw new StartRefused(
      `The backup ${path} has the format ${format}, which this version does not know; restore it with the version of Tradehall that made it (${header.tradehall}).`,
    )
  }
  const secrets: SecretFiles = {}
  for (let name = await entries.next(); name?.startsWith('secrets/'); name = await entries.next()) {
    secrets[name.slice('secrets/'.length)] = (await entries.content(name)).toString()
  }
  return {
    header,
    secrets,
    async *tables() {
      for (const { name } of header.tables) {
        if ((await entries.next()) === partName(name, 1))
          yield { name, rows: Readable.from(partsIn(entries, name)) }
      }
    },
    async summary() {
      const summary = await entries.document<CopySummary>('summary.json')
      if ((await entries.next()) !== undefined) throw entries.damaged('it goes on behind its end')
      return summary
    },
    close: () => void file.destroy(),
  }
}

async function* partsIn(entries: Entries, table: string): AsyncGenerator<Buffer> {
  for (let number = 1; (await entries.next()) === partName(table, number); number++) {
    yield* entries.chunks()
  }
}

type Entry = Extract extends AsyncIterable<infer One> ? One : never

/** Iterates over the entries of an archive and can return the name of the next one without reading it. */
class Entries {
  #archive: AsyncIterator<Entry>
  #path: string
  #entry: Entry | undefined
  #ended = false

  constructor(archive: AsyncIterator<Entry>, path: string) {
    this.#archive = archive
    this.#path = path
  }

  /** The name of the next entry; `undefined` at the end. */
  async next(): Promise<string | undefined> {
    if (!this.#entry && !this.#ended) {
      const { value, done } = await this.#archive.next().catch((error) => {
        throw this.damaged(error.message, error)
      })
      this.#ended = done === true
      this.#entry = value
    }
    return this.#entry?.header.name
  }

  async *chunks(): AsyncGenerator<Buffer> {
    const entry = this.#entry
    this.#entry = undefined
    try {
      for await (const chunk of entry as Entry) yield chunk as Buffer
    } catch (error) {
      throw this.damaged((error as Error).message, error)
    }
  }

  async content(name: string): Promise<Buffer> {
    if ((await this.next()) !== name) throw this.damaged(`${name} is missing`)
    if ((this.#entry?.header.size ?? 0) > MAX_DOCUMENT_BYTES) throw this.damaged(`${name} is too large`)
    const chunks: Buffer[] = []
    for await (const chunk of this.chunks()) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  async document<T>(name: string): Promise<T> {
    const text = (await this.content(name)).toString()
    try {
      return JSON.parse(text) as T
    } catch (error) {
      throw this.damaged(`${name} is not JSON`, error)
    }
  }

  damaged(reason: string, cause?: unknown): StartRefused {
    return new StartRefused(
      `The file ${this.#path} is not a complete backup (${reason}); use another copy of it, or another backup.`,
      { cause },
    )
  }
}
