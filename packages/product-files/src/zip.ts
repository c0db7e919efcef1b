/** Reads single entries of a ZIP archive from a blob, without reading the others. */
import { BadFile } from './bad-file.ts'
import { chunksOf } from './byte-chunks.ts'

export interface ZipEntry {
  name: string
  /** 0: stored, 8: deflated. */
  method: number
  compressedBytes: number
  bytes: number
  offset: number
}

const [DIRECTORY_END, DIRECTORY_END_64, LOCATOR_64] = [0x06054b50, 0x06064b50, 0x07064b50]
const [DIRECTORY_ENTRY, LOCAL_HEADER] = [0x02014b50, 0x04034b50]
const [DIRECTORY_END_BYTES, LOCATOR_BYTES, DIRECTORY_END_64_BYTES] = [22, 20, 56]
const [DIRECTORY_ENTRY_BYTES, LOCAL_HEADER_BYTES] = [46, 30]
const MAX_COMMENT = 0xffff
/** Numbers that are in the ZIP64 field instead. */
const ELSEWHERE = 0xffffffff
const [DEFLATED, ENCRYPTED] = [8, 1]
const MAX_ENTRIES = 10_000
/** A workbook has some dozens of parts with short names. */
const MAX_DIRECTORY = 16_000_000

export async function readDirectory(blob: Blob): Promise<Map<string, ZipEntry>> {
  const { entries, bytes, offset } = await findDirectory(blob)
  if (entries > MAX_ENTRIES || bytes > MAX_DIRECTORY)
    throw new BadFile('WORKBOOK_TOO_LARGE', 'The workbook has too many parts.')
  const view = await viewOf(blob, offset, bytes)
  const found = new Map<string, ZipEntry>()
  let at = 0
  for (let i = 0; i < entries; i++) {
    if (at + DIRECTORY_ENTRY_BYTES > view.byteLength || view.getUint32(at, true) !== DIRECTORY_ENTRY)
      throw corrupt()
    const nameBytes = view.getUint16(at + 28, true)
    const extraBytes = view.getUint16(at + 30, true)
    const end = at + DIRECTORY_ENTRY_BYTES + nameBytes + extraBytes + view.getUint16(at + 32, true)
    if (end > view.byteLength) throw corrupt()
    const name = new TextDecoder().decode(part(view, at + DIRECTORY_ENTRY_BYTES, nameBytes))
    if (view.getUint16(at + 8, true) & ENCRYPTED)
      throw new BadFile('WORKBOOK_PROTECTED', 'The workbook is protected by a password.')
    found.set(name, {
      name,
      method: view.getUint16(at + 10, true),
      ...sizes(view, at, nameBytes, extraBytes),
    })
    at = end
  }
  return found
}

/** The bytes of an entry. Throws if they are not as many as the directory says. */
export async function* readEntry(blob: Blob, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const view = await viewOf(blob, entry.offset, LOCAL_HEADER_BYTES)
  if (view.getUint32(0, true) !== LOCAL_HEADER) throw corrupt()
  const start = entry.offset + LOCAL_HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true)
  const stored = blob.slice(start, start + entry.compressedBytes).stream() as ReadableStream<
    Uint8Array<ArrayBuffer>
  >
  const stream =
    entry.method === DEFLATED ? stored.pipeThrough(new DecompressionStream('deflate-raw')) : stored
  if (entry.method !== DEFLATED && entry.method !== 0) throw corrupt()
  let done = 0
  for await (const bytes of chunksOf(stream)) {
    done += bytes.length
    if (done > entry.bytes) throw corrupt()
    yield bytes
  }
  if (done !== entry.bytes) throw corrupt()
}

const corrupt = () => new BadFile('WORKBOOK_UNREADABLE', 'The workbook is corrupt.')

const part = (view: DataView, at: number, length: number) =>
  new Uint8Array(view.buffer, view.byteOffset + at, length)

async function viewOf(blob: Blob, offset: number, length: number): Promise<DataView> {
  const bytes = await blob.slice(offset, offset + length).arrayBuffer()
  if (bytes.byteLength !== length) throw corrupt()
  return new DataView(bytes)
}

async function findDirectory(blob: Blob): Promise<{ entries: number; bytes: number; offset: number }> {
  const length = Math.min(blob.size, DIRECTORY_END_BYTES + MAX_COMMENT)
  const view = await viewOf(blob, blob.size - length, length)
  let at = length - DIRECTORY_END_BYTES
  while (at >= 0 && view.getUint32(at, true) !== DIRECTORY_END) at -= 1
  if (at < 0)
    throw new BadFile('WORKBOOK_UNREADABLE', 'The file is not an XLSX workbook. Save it as .xlsx or .csv.')
  const locator = at - LOCATOR_BYTES
  if (locator >= 0 && view.getUint32(locator, true) === LOCATOR_64) {
    const end = await viewOf(blob, wide(view, locator + 8), DIRECTORY_END_64_BYTES)
    if (end.getUint32(0, true) !== DIRECTORY_END_64) throw corrupt()
    return { entries: wide(end, 32), bytes: wide(end, 40), offset: wide(end, 48) }
  }
  return {
    entries: view.getUint16(at + 10, true),
    bytes: view.getUint32(at + 12, true),
    offset: view.getUint32(at + 16, true),
  }
}

const wide = (view: DataView, at: number) => Number(view.getBigUint64(at, true))

/** Sizes and offset of a directory entry; those that do not fit into 32 bits are in its ZIP64 field, in this order. */
function sizes(view: DataView, at: number, nameBytes: number, extraBytes: number) {
  const short = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)]
  const field = findZip64(view, at + DIRECTORY_ENTRY_BYTES + nameBytes, extraBytes)
  let next = field?.at ?? 0
  const [bytes = 0, compressedBytes = 0, offset = 0] = short.map((value) => {
    if (value !== ELSEWHERE || !field || next + 8 > field.end) return value
    next += 8
    return wide(view, next - 8)
  })
  return { bytes, compressedBytes, offset }
}

function findZip64(view: DataView, start: number, length: number): { at: number; end: number } | undefined {
  for (let at = start; at + 4 <= start + length; ) {
    const end = at + 4 + view.getUint16(at + 2, true)
    if (view.getUint16(at, true) === 1 && end <= start + length) return { at: at + 4, end }
    at = end
  }
  return undefined
}
