/** Fonts of PDF files. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import type PDFDocument from 'pdfkit'

export type PdfDocument = InstanceType<typeof PDFDocument>
export type ProbeFont = Font

/** What the fonts that every reader has can show. */
const WESTERN = /^[\u0020-\u007E\u00A0-\u00FF–—‘’“”•…€]*$/

export const isWestern = (text: string): boolean => WESTERN.test(text)

/** An embedded font knows many scripts and takes twice as long: only where it is needed. */
export function chooseFont(doc: PdfDocument, text: string, isBold: boolean): void {
  if (isWestern(text)) {
    doc.font(isBold ? 'Helvetica-Bold' : 'Helvetica')
    return
  }
  const name = nameOf(isBold)
  doc.registerFont(name, bytesOf(name))
  doc.font(name)
}

const nameOf = (isBold: boolean) => (isBold ? 'DejaVuSansCondensed-Bold' : 'DejaVuSansCondensed')

const probes = new Map<string, Font>()

/** The embedded font, to ask which letters it has. Nothing is drawn with this one. */
export function probeFont(isBold: boolean): ProbeFont {
  const name = nameOf(isBold)
  const known = probes.get(name)
  if (known) return known
  const font = create(bytesOf(name)) as Font
  probes.set(name, font)
  return font
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
