/** Small enough that a few of them in memory do not matter, large enough that a row costs little beside its bytes. */
const CHUNK_BYTES = 256 * 1024

/** Gathers pieces of any size into pieces of one size; the last may be smaller. */
export async function* cutInChunks(
  source: AsyncIterable<Uint8Array>,
  size = CHUNK_BYTES,
): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const piece of source) {
    waiting.push(piece)
    bytes += piece.length
    if (bytes < size) continue
    let rest = Buffer.concat(waiting)
    for (; rest.length >= size; rest = rest.subarray(size)) yield rest.subarray(0, size)
    waiting = [rest]
    bytes = rest.length
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

/** Saves one chunk after the other, and answers with the number of bytes. */
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

/** The bytes in their order, one chunk in memory at a time. `read` finds nothing behind the last. */
export async function* joinChunks(
  read: (number: number) => Promise<readonly { bytes: Buffer }[]>,
): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const [chunk] = await read(number)
    if (!chunk) return
    yield chunk.bytes
  }
}
