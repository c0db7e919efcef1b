/** Reads labels as a scanner would: renders the page with one library and decodes its barcodes with another. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const packages = createRequire(import.meta.url)
// Without the binary the library would download it.
const wasmBinary = new Uint8Array(readFileSync(packages.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  .buffer
prepareZXingModule({ overrides: { wasmBinary } })

export interface Picture {
  data: Uint8Array
  width: number
  height: number
}

/**
 * Renders the pages of a PDF as images of four bytes per pixel. The order is BGRA, which is irrelevant for black and
 * white.
 */
export async function drawPages(pdf: Uint8Array, dotsPerInch: number): Promise<Picture[]> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(new Uint8Array(pdf))
    const pictures: Picture[] = []
    for (const page of document.pages()) {
      const { data, width, height } = await page.render({ scale: dotsPerInch / 72, render: 'bitmap' })
      pictures.push({ data, width, height })
    }
    document.destroy()
    return pictures
  } finally {
    library.destroy()
  }
}

/** The decoded text of the barcodes in an image, by format. */
export async function readCodes({ data, width, height }: Picture): Promise<Record<string, string[]>> {
  const pixels = { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' as const }
  const codes = await readBarcodes(pixels as Parameters<typeof readBarcodes>[0], {
    tryHarder: true,
    maxNumberOfSymbols: 10,
  })
  const found = Map.groupBy(
    codes.filter(({ isValid }) => isValid),
    ({ format }) => format,
  )
  return Object.fromEntries([...found].map(([format, all]) => [format, all.map(({ text }) => text)]))
}
