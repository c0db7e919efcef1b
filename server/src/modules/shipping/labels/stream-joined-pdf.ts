/**
 * Merges files into one while they are read. Each file is parsed, renumbered and written before the next one is read, so that
 * the memory needed is that of one file, however many there are.
 */
import {
  PDFContext,
  PDFCrossRefSection,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFObjectCopier,
  PDFRef,
} from '@cantoo/pdf-lib'

const CATALOG = PDFRef.of(1)
const PAGES = PDFRef.of(2)

export async function* streamJoinedPdf(
  files: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const pages: PDFRef[] = []
  const written: { ref: PDFRef; offset: number }[] = []
  let length = 0
  let largest = PAGES.objectNumber
  const write = (bytes: Buffer) => {
    length += bytes.length
    return bytes
  }
  const writeObject = (ref: PDFRef, object: PDFObject) => {
    written.push({ ref, offset: length })
    return write(serialize(ref, object))
  }

  // The second line marks the file as binary for programs that transfer it.
  yield write(Buffer.from('%PDF-1.7\n%\x81\x81\x81\x81\n\n', 'latin1'))
  for await (const file of files) {
    const copy = await copyPages(file, largest)
    largest = copy.context.largestObjectNumber
    pages.push(...copy.pages)
    for (const [ref, object] of copy.context.enumerateIndirectObjects()) yield writeObject(ref, object)
  }
  const context = PDFContext.create()
  yield writeObject(PAGES, context.obj({ Type: 'Pages', Kids: pages, Count: pages.length }))
  yield writeObject(CATALOG, context.obj({ Type: 'Catalog', Pages: PAGES }))
  const table = PDFCrossRefSection.create()
  for (const { ref, offset } of written.toSorted(
    (one, other) => one.ref.objectNumber - other.ref.objectNumber,
  ))
    table.addEntry(ref, offset)
  const trailer = context.obj({ Size: largest + 1, Root: CATALOG })
  yield Buffer.from(`${table}\ntrailer\n${trailer}\n\nstartxref\n${length}\n%%EOF`, 'latin1')
}

/** Copies the pages of a file and what they refer to, under numbers that no earlier file has. */
async function copyPages(
  file: Uint8Array,
  largest: number,
): Promise<{ context: PDFContext; pages: PDFRef[] }> {
  const source = await PDFDocument.load(file, { updateMetadata: false })
  const context = PDFContext.create()
  context.largestObjectNumber = largest
  const copier = PDFObjectCopier.for(source.context, context)
  const pages = source.getPages().map(({ node }) => {
    const page = copier.copy(node)
    page.set(PDFName.of('Parent'), PAGES)
    return context.register(page)
  })
  return { context, pages }
}

function serialize({ objectNumber }: PDFRef, object: PDFObject): Buffer {
  const body = Buffer.alloc(object.sizeInBytes())
  object.copyBytesInto(body, 0)
  return Buffer.concat([Buffer.from(`${objectNumber} 0 obj\n`), body, Buffer.from('\nendobj\n\n')])
}
