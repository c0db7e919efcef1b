/** Parses generated files with libraries other than those that wrote them. */
import { read, utils } from '@e965/xlsx'
import { XMLParser } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'

export async function listOf<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of source) items.push(item)
  return items
}

export const bytesOf = async (source: AsyncIterable<Uint8Array>) => Buffer.concat(await listOf(source))

/** The entries of a ZIP archive, by name. */
export const unzip = (bytes: Uint8Array): Record<string, Buffer> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content)]))

/** Parses RFC 4180 CSV into rows of cells. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.slice(0, -1)
}

/** Parses CSV into objects, keyed by the header row. */
export function csvRows(file: Buffer | undefined): Record<string, string>[] {
  const [titles = [], ...others] = parseCsv((file ?? '').toString().replace('\uFEFF', ''))
  return others.map((row) => Object.fromEntries(titles.map((title, i) => [title, row[i] ?? ''])))
}

export interface XlsxCell {
  ref: string
  type: string | undefined
  style: number
  value: string
}

/** The only sheet of a workbook: its cells by row, and the parsed XML parts. */
export function readXlsx(bytes: Uint8Array) {
  const parts = unzipSync(bytes)
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    trimValues: false,
    isArray: (name) => ['row', 'c', 'xf', 'numFmt', 'font', 'col'].includes(name),
  })
  const part = (name: string) => parser.parse(strFromU8(parts[name] ?? new Uint8Array()))
  const sheet = part('xl/worksheets/sheet1.xml').worksheet
  const rows: XlsxCell[][] = sheet.sheetData.row.map((row: { c?: Record<string, never>[] }) =>
    (row.c ?? []).map(({ r, t, s, v, is }) => ({
      ref: r,
      type: t,
      style: Number(s),
      value: is ? text((is as { t: unknown }).t) : text(v),
    })),
  )
  return { names: Object.keys(parts), sheet, styles: part('xl/styles.xml').styleSheet, part, rows }
}

/** The first sheet of a workbook, as parsed by an independent library. */
export function readSheet(bytes: Uint8Array) {
  const { Sheets, SheetNames } = read(bytes, { cellStyles: true })
  const [name = ''] = SheetNames
  const sheet = Sheets[name] ?? {}
  const refs = Object.keys(sheet).filter((ref) => !ref.startsWith('!'))
  const at = (ref: string) => sheet[ref]
  return {
    name,
    /** The cells of each row, keyed by column header. */
    rows: utils.sheet_to_json<Record<string, unknown>>(sheet),
    value: (ref: string) => at(ref)?.v,
    fill: (ref: string) => at(ref)?.s?.fgColor?.rgb as string | undefined,
    comment: (ref: string) => at(ref)?.c?.[0]?.t as string | undefined,
    /** Cells with a comment and cells with a fill, as `header row`. */
    commented: refs.filter((ref) => at(ref).c !== undefined).map(named),
    filled: refs.filter((ref) => at(ref).s?.fgColor !== undefined).map(named),
    refOf: (header: string, row: number) =>
      `${refs.find((ref) => /^[A-Z]+1$/.test(ref) && at(ref).v === header)?.slice(0, -1)}${row}`,
  }

  function named(ref: string): string {
    const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(ref) ?? []
    return `${at(`${letters}1`)?.v} ${row}`
  }
}

const text = (node: unknown) =>
  String(
    typeof node === 'object' && node !== null ? ((node as Record<string, unknown>)['#text'] ?? '') : node,
  )

/** The text of a PDF, by page. */
export async function readPdf(bytes: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false })
  return text
}

/** The glyph ids that a PDF draws in embedded fonts, by page; 0 is the glyph for a missing character. */
export async function readGlyphs(pdf: Uint8Array): Promise<number[]> {
  const [{ OPS }, document] = await Promise.all([getResolvedPDFJS(), getDocumentProxy(new Uint8Array(pdf))])
  const codes: number[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { fnArray, argsArray } = await page.getOperatorList()
    let isEmbedded = false
    fnArray.forEach((operator, i) => {
      if (operator === OPS.setFont) {
        const font = page.commonObjs.get(argsArray[i][0])
        isEmbedded = !font.missingFile
      }
      if (operator !== OPS.showText || !isEmbedded) return
      for (const glyph of argsArray[i][0])
        if (typeof glyph === 'object' && glyph) codes.push(glyph.originalCharCode)
    })
  }
  return codes
}
