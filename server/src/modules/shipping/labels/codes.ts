/** The two codes of a label, drawn as areas: as sharp as the printer is, at any size. */
import barcodes from 'bwip-js'
import { invariant } from '../../../platform/invariant.ts'
import type { PdfDocument } from '../../../platform/pdf-fonts.ts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A dot of a label printer with 203 dots to the inch. Bars of whole dots come out all alike. */
const DOT = 72 / 203.2
/** Finer bars than two dots are hard to scan, wider ones than four bring nothing. */
const [MIN_DOTS, MAX_DOTS] = [2, 4]
/** In widths of the narrowest bar, on either side. */
const QUIET = 10

/** Code 128, in the middle of its box. */
export function drawCode128(doc: PdfDocument, text: string, box: Box): void {
  const [code] = barcodes.raw('code128', text)
  invariant(code && 'sbs' in code, 'a Code 128 is a list of bars')
  const modules = code.sbs.reduce((sum, width) => sum + width, 0)
  const unit = barWidth(box.width / (modules + 2 * QUIET))
  let x = box.x + (box.width - modules * unit) / 2
  code.sbs.forEach((width, i) => {
    // Bars and the gaps between them take turns.
    if (i % 2 === 0) doc.rect(x, box.y, width * unit, box.height)
    x += width * unit
  })
  doc.fill('black')
}

function barWidth(widest: number): number {
  const dots = Math.min(Math.floor(widest / DOT), MAX_DOTS)
  return dots >= MIN_DOTS ? dots * DOT : widest
}

/** A QR code that fills the box but for the margin it needs. */
export function drawQr(doc: PdfDocument, text: string, { x, y, width }: Omit<Box, 'height'>): void {
  // M stands a seventh of the code being torn or dirty.
  const [code] = barcodes.raw('qrcode', text, 'eclevel=M')
  invariant(code && 'pixs' in code, 'a QR code is a square of cells')
  const { pixs, pixx } = code
  const unit = width / (pixx + 2 * QR_MARGIN)
  pixs.forEach((cell, i) => {
    const [column, row] = [i % pixx, Math.floor(i / pixx)]
    // A hair of overlap, or some viewers show white lines between cells.
    if (cell)
      doc.rect(x + (column + QR_MARGIN) * unit, y + (row + QR_MARGIN) * unit, unit + HAIR, unit + HAIR)
  })
  doc.fill('black')
}

/** In cells; the standard asks for four. */
const QR_MARGIN = 4
const HAIR = 0.05
