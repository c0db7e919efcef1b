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
