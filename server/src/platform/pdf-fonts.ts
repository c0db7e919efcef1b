/** Letters for PDF files, whatever language a name is in. */
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'
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
  // The library takes an opened font too; its types do not say so.
  doc.registerFont(name, openFont(name) as never)
  doc.font(name)
}

const packages = createRequire(import.meta.url)
const opened = new Map<string, Font>()

/** To read a font takes longer than to draw a page with it, so each is read once. */
function openFont(name: string): Font {
  const known = opened.get(name)
  if (known) return known
  // Loaded with the first font: most processes need none.
  const { openSync } = packages('fontkit') as typeof import('fontkit')
  const font = openSync(packages.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)) as Font
  opened.set(name, font)
  return font
}
