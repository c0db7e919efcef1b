/** Letters for PDF files, whatever language a name is in. */
import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'

export type PdfDocument = InstanceType<typeof PDFDocument>

/** What the fonts that every reader has can show. */
const WESTERN = /^[\u0020-\u007E\u00A0-\u00FF–—‘’“”•…€]*$/
const packages = createRequire(import.meta.url)
const font = (name: string) => packages.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)
const WIDE = { regular: font('DejaVuSansCondensed'), bold: font('DejaVuSansCondensed-Bold') }

/** An embedded font knows Greek, Cyrillic and all of Latin, and takes five times as long: only where it is needed. */
export function chooseFont(doc: PdfDocument, text: string, isBold: boolean): void {
  if (WESTERN.test(text)) doc.font(isBold ? 'Helvetica-Bold' : 'Helvetica')
  else doc.font(isBold ? WIDE.bold : WIDE.regular)
}
