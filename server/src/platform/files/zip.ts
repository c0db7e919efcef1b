import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface Entry {
  name: string
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  compress: boolean
}

/** A ZIP file, made while it is read. Fails when one of its entries does. */
export async function* writeZip(entries: readonly Entry[], madeAt: Date): AsyncGenerator<Uint8Array> {
  const file = new ZipFile()
  const output = file.outputStream as Readable
  const sources: Readable[] = []
  for (const { name, content, compress } of entries) {
    // Opened when its turn comes.
    file.addReadStreamLazy(name, { mtime: madeAt, compress }, (give) => {
      const source = Readable.from(content, { objectMode: false })
      // The library does not look at the errors of its sources.
      source.on('error', (error) => output.destroy(error))
      sources.push(source)
      give(null, source)
    })
  }
  file.end()
  try {
    yield* output
  } finally {
    for (const source of sources) source.destroy()
  }
}
