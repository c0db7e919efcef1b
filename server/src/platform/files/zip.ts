/** Writes ZIP files as streams. */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  name: string
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  compress: boolean
}

/** Streams a ZIP file. The stream fails if one of its entries does. */
export async function* writeZip(entries: readonly ZipEntry[], madeAt: Date): AsyncGenerator<Uint8Array> {
  const file = new ZipFile()
  const output = file.outputStream as Readable
  const sources: Readable[] = []
  for (const { name, content, compress } of entries) {
    // Each source is opened when its entry is written.
    file.addReadStreamLazy(name, { mtime: madeAt, compress }, (give) => {
      const source = Readable.from(content, { objectMode: false })
      // The library does not propagate errors of its sources.
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
