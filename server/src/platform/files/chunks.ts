/** Chunks of files: small enough to hold a few in memory, large enough that the overhead of a row is negligible. */
const CHUNK_BYTES = 256 * 1024

/** Regroups pieces of any size into chunks of one size; the last may be smaller. */
export async function* cutInChunks(
  source: AsyncIterable<Uint8Array>,
  size = CHUNK_BYTES,
): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = []
  let bytes = 0
  for await (const piece of source) {
    pending.push(piece)
    bytes += piece.length
    if (bytes < size) continue
    let rest = Buffer.concat(pending)
    for (; rest.length >= size; rest = rest.subarray(size)) yield rest.subarray(0, size)
    pending = [rest]
    bytes = rest.length
  }
  if (bytes > 0) yield Buffer.concat(pending)
}

/** Saves one chunk after the other and returns the number of bytes. */
export async function saveInChunks(
  content: AsyncIterable<Uint8Array>,
  save: (chunk: { number: number; bytes: Buffer }) => Promise<void>,
): Promise<number> {
  let number = 0
  let total = 0
  for await (const bytes of cutInChunks(content)) {
    await save({ number, bytes })
    number += 1
    total += bytes.length
  }
  return total
}

/** Streams the chunks in order, one in memory at a time. `read` returns no row after the last chunk. */
export async function* joinChunks(
  read: (number: number) => Promise<readonly { bytes: Buffer }[]>,
): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const [chunk] = await read(number)
    if (!chunk) return
    yield chunk.bytes
  }
}
