/** The barcode and the QR code of a label, drawn as vector shapes, so that they are sharp at any resolution. */
import barcodes from 'bwip-js'
import { invariant } from '../../../platform/invariant.ts'
import type { PdfDocument } from '../../../platform/pdf/fonts.ts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The dot of a label printer with 203 dpi. Bars of whole dots are printed in equal widths. */
const DOT = 72 / 203.2
/** Bars below two dots are hard to scan; bars above four dots do not improve scanning. */
const [MIN_DOTS, MAX_DOTS] = [2, 4]
/** The quiet zone on either side, in widths of the narrowest bar. */
const QUIET = 10

/** Draws a Code 128 barcode centred in the box. */
export function drawCode128(doc: PdfDocument, text: string, box: Box): void {
  const [code] = barcodes.raw('code128', text)
  invariant(code && 'sbs' in code, 'a Code 128 is a list of bars')
  const modules = code.sbs.reduce((sum, width) => sum + width, 0)
  const unit = barWidth(box.width / (modules + 2 * QUIET))
  let x = box.x + (box.width - modules * unit) / 2
  code.sbs.forEach((width, i) => {
    // Bars and gaps alternate.
    if (i % 2 === 0) doc.rect(x, box.y, width * unit, box.height)
    x += width * unit
  })
  doc.fill('black')
}

function barWidth(widest: number): number {
  const dots = Math.min(Math.floor(widest / DOT), MAX_DOTS)
  return dots >= MIN_DOTS ? dots * DOT : widest
}

/** Draws a QR code that fills the box except for its quiet zone. */
export function drawQr(doc: PdfDocument, text: string, { x, y, width }: Omit<Box, 'height'>): void {
  // Error correction level M tolerates damage of about 15 % of the code.
  const [code] = barcodes.raw('qrcode', text, 'eclevel=M')
  invariant(code && 'pixs' in code, 'a QR code is a square of cells')
  const { pixs, pixx } = code
  const unit = width / (pixx + 2 * QR_MARGIN)
  pixs.forEach((cell, i) => {
    const [column, row] = [i % pixx, Math.floor(i / pixx)]
    // Cells overlap slightly because some viewers render white lines between them otherwise.
    if (cell)
      doc.rect(x + (column + QR_MARGIN) * unit, y + (row + QR_MARGIN) * unit, unit + HAIR, unit + HAIR)
  })
  doc.fill('black')
}

/** The quiet zone in cells, as the standard requires. */
const QR_MARGIN = 4
const HAIR = 0.05
