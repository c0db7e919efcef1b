import { PDFDocument } from '@cantoo/pdf-lib'

/** Merges files into one. Pages are copied, because carriers provide some labels as finished files. */
export async function joinPdfs(files: readonly Uint8Array[]): Promise<Buffer> {
  const joined = await PDFDocument.create({ updateMetadata: false })
  for (const file of files) {
    const source = await PDFDocument.load(file, { updateMetadata: false })
    for (const page of await joined.copyPages(source, source.getPageIndices())) joined.addPage(page)
  }
  return Buffer.from(await joined.save())
}
