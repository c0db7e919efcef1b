/** Reads a body into memory. Throws a `RangeError` if it exceeds `maxBytes`. */
export async function readBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop early destroys the stream, and with it the connection.
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new RangeError(`The body has more than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
