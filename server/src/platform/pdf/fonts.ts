/** Chooses and loads the fonts of PDF files. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import type PDFDocument from 'pdfkit'
import { packagedFile } from '../packaged-file.ts'

export type PdfDocument = InstanceType<typeof PDFDocument>
export type ProbeFont = Font

/** The characters of the standard fonts that every PDF reader provides. */
const WESTERN = /^[\u0020-\u007E\u00A0-\u00FF–—‘’“”•…€]*$/

export const isWestern = (text: string): boolean => WESTERN.test(text)

/** The embedded font covers many scripts but takes twice as long, so it is used only where it is needed. */
export function chooseFont(doc: PdfDocument, text: string, isBold: boolean): void {
  if (isWestern(text)) {
    doc.font(isBold ? 'Helvetica-Bold' : 'Helvetica')
    return
  }
  const name = nameOf(isBold)
  doc.registerFont(name, bytesOf(name))
  doc.font(name)
}

/** The embedded fonts. */
export const FONTS = { regular: 'DejaVuSansCondensed', bold: 'DejaVuSansCondensed-Bold' }

const nameOf = (isBold: boolean) => (isBold ? FONTS.bold : FONTS.regular)

const probes = new Map<string, Font>()

/** An instance of the embedded font for glyph lookups. Nothing is drawn with it. */
export function probeFont(isBold: boolean): ProbeFont {
  const name = nameOf(isBold)
  const known = probes.get(name)
  if (known) return known
  const font = create(bytesOf(name)) as Font
  probes.set(name, font)
  return font
}

const packages = createRequire(import.meta.url)

export const fontFile = (name: string): string =>
  packagedFile(`${name}.ttf`) ?? packages.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)

const read = new Map<string, Buffer>()

/**
 * Only the bytes are cached. A font object retains the character mapping of the document that used it: text in the next
 * document would be visible, but could not be searched or copied.
 */
function bytesOf(name: string): Buffer {
  const known = read.get(name)
  if (known) return known
  const bytes = readFileSync(fontFile(name))
  read.set(name, bytes)
  return bytes
}
