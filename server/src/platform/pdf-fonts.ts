/** Letters for PDF files, whatever language a name is in. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'

export type PdfDocument = InstanceType<typeof PDFDocument>

/** What the fonts that every reader has can show. */
const WESTERN = /^[\u0020-\u007E\u00A0-\u00FF–—‘’“”•…€]*$/

/** An embedded font knows Greek, Cyrillic and all of Latin, and takes twice as long: only where it is needed. */
export function chooseFont(doc: PdfDocument, text: string, isBold: boolean): void {
  if (WESTERN.test(text)) {
    doc.font(isBold ? 'Helvetica-Bold' : 'Helvetica')
    return
  }
  const name = isBold ? 'DejaVuSansCondensed-Bold' : 'DejaVuSansCondensed'
  doc.registerFont(name, bytesOf(name))
  doc.font(name)
}

const packages = createRequire(import.meta.url)
const read = new Map<string, Buffer>()

/**
 * Only the bytes are shared. A font that is opened remembers how its letters were asked for: the next file would have
 * letters that can be seen but neither searched nor copied.
 */
function bytesOf(name: string): Buffer {
  const known = read.get(name)
  if (known) return known
  const bytes = readFileSync(packages.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))
  read.set(name, bytes)
  return bytes
}
