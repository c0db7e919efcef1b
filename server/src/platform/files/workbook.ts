/**
 * XLSX workbooks with one sheet, row by row: the one place that writes them. A workbook is a ZIP of a few fixed parts and
 * the sheet; cells hold their texts themselves, because a shared table of texts would have to be kept until the end.
 * Comments are parts of their own, behind the sheet, so a sheet that has some is walked again for them.
 */
import { writeZip } from './zip.ts'

/** How a cell looks. */
export interface Look {
  /** A number format, such as `#,##0.00`. */
  format?: string
  isBold?: boolean
  /** Red, green and blue in hexadecimal. */
  fill?: string
}

/** Either a text or a number; a number that is given as a text is written as it is. */
export type Cell = ({ text: string } | { number: number | string }) & { look: Look; comment?: string }
export type Row = readonly (Cell | null)[]

export interface Workbook {
  title: string
  madeAt: Date
  /** All that cells have; the first is that of cells without one. */
  looks: readonly Look[]
  titleLook: Look
  columns: readonly { title: string; width: number }[]
  /** In batches, as they come. With comments it is called three times, and must give the same each time. */
  rows(): AsyncIterable<readonly Row[]>
  hasComments: boolean
  /** What to do about more rows than a sheet holds. */
  whenTooLong: string
}

/** A reason why something cannot be had as a file, for people to read. */
export class Unwritable extends Error {}

/** Limits of the format. */
const MAX_ROWS = 1_048_576
export const MAX_TEXT = 32_767

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DOCUMENT_TYPE = 'application/vnd.openxmlformats-officedocument'
const WORKBOOK_TYPE = `${DOCUMENT_TYPE}.spreadsheetml`
export const XLSX_TYPE = `${WORKBOOK_TYPE}.sheet`
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

export function writeWorkbook(book: Workbook): AsyncIterable<Uint8Array> {
  const part = (name: string, xml: string) => ({ name, content: [Buffer.from(HEAD + xml)], compress: true })
  const streamed = (name: string, content: AsyncIterable<Uint8Array>) => ({ name, content, compress: true })
  const seen = { comments: 0 }
  const comments = book.hasComments
    ? [
        part(
          'xl/worksheets/_rels/sheet1.xml.rels',
          relationships([
            ['comments', '../comments1.xml'],
            ['vmlDrawing', '../drawings/vmlDrawing1.vml'],
          ]),
        ),
        streamed('xl/comments1.xml', commentTexts(book, seen)),
        streamed('xl/drawings/vmlDrawing1.vml', commentShapes(book, seen)),
      ]
    : []
  return writeZip(
    [
      part('[Content_Types].xml', contentTypes(book)),
      part('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']])),
      part('xl/workbook.xml', workbookPart(book.title)),
      part(
        'xl/_rels/workbook.xml.rels',
        relationships([
          ['worksheet', 'worksheets/sheet1.xml'],
          ['styles', 'styles.xml'],
        ]),
      ),
      part('xl/styles.xml', styles(book.looks)),
      streamed('xl/worksheets/sheet1.xml', worksheet(book)),
      ...comments,
    ],
    book.madeAt,
  )
}

function contentTypes({ hasComments }: Workbook): string {
  const override = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${WORKBOOK_TYPE}.${type}+xml"/>`
  return [
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`,
    hasComments ? `<Default Extension="vml" ContentType="${DOCUMENT_TYPE}.vmlDrawing"/>` : '',
    override('workbook', 'sheet.main'),
    override('worksheets/sheet1', 'worksheet'),
    override('styles', 'styles'),
    hasComments ? override('comments1', 'comments') : '',
    '</Types>',
  ].join('')
}

function relationships(targets: readonly [kind: string, target: string][]): string {
  const list = targets.map(
    ([kind, target], i) =>
      `<Relationship Id="rId${i + 1}" Type="${RELATIONSHIPS}/${kind}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`
}

const workbookPart = (title: string) =>
  `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="${escapeXml(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`

/** Own formats have numbers from here on. */
const FIRST_FORMAT = 164
/** The first two fills are reserved by the format. */
const RESERVED_FILLS =
  '<fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'

function styles(looks: readonly Look[]): string {
  const formats = distinct(looks.map(({ format }) => format))
  const fills = distinct(looks.map(({ fill }) => fill))
  const numFmts = formats.map(
    (code, i) => `<numFmt numFmtId="${FIRST_FORMAT + i}" formatCode="${escapeXml(code)}"/>`,
  )
  const patterns = fills.map(
    (rgb) =>
      `<fill><patternFill patternType="solid"><fgColor rgb="FF${rgb}"/><bgColor indexed="64"/></patternFill></fill>`,
  )
  const cells = looks.map(({ format, isBold, fill }) => {
    const formatId = format === undefined ? 0 : FIRST_FORMAT + formats.indexOf(format)
    const fillId = fill === undefined ? 0 : 2 + fills.indexOf(fill)
    const applied = `applyNumberFormat="1" applyFont="1"${fill === undefined ? '' : ' applyFill="1"'}`
    return `<xf numFmtId="${formatId}" fontId="${isBold ? 1 : 0}" fillId="${fillId}" borderId="0" xfId="0" ${applied}/>`
  })
  return [
    `<styleSheet xmlns="${MAIN}">`,
    numFmts.length > 0 ? `<numFmts count="${numFmts.length}">${numFmts.join('')}</numFmts>` : '',
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    `<fills count="${2 + fills.length}">${RESERVED_FILLS}${patterns.join('')}</fills>`,
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('')
}

const distinct = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
]

async function* worksheet(book: Workbook): AsyncGenerator<Uint8Array> {
  const { columns, looks, titleLook, hasComments, whenTooLong } = book
  const styleOf = new Map(looks.map((look, i) => [look, i]))
  const letters = columns.map((_, i) => columnName(i))
  const widths = columns.map(
    ({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  )
  const write = (row: Row, number: number) => {
    const cells = row.map((cell, i) =>
      cell ? writeCell(`${letters[i]}${number}`, cell, styleOf.get(cell.look) ?? 0) : '',
    )
    return `<row r="${number}">${cells.join('')}</row>`
  }
  const titles = columns.map(({ title }) => ({ text: title, look: titleLook }))
  const drawings = hasComments ? ` xmlns:r="${RELATIONSHIPS}"` : ''
  yield Buffer.from(
    `${HEAD}<worksheet xmlns="${MAIN}"${drawings}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${write(titles, 1)}`,
  )
  let number = 1
  for await (const batch of book.rows()) {
    const written = batch.map((row) => {
      number += 1
      if (number > MAX_ROWS) throw new Unwritable(`A sheet holds ${MAX_ROWS} rows at most: ${whenTooLong}.`)
      return write(row, number)
    })
    yield Buffer.from(written.join(''))
  }
  yield Buffer.from(`</sheetData>${hasComments ? '<legacyDrawing r:id="rId2"/>' : ''}</worksheet>`)
}

function writeCell(ref: string, cell: Cell, style: number): string {
  if ('number' in cell) return `<c r="${ref}" s="${style}"><v>${cell.number}</v></c>`
  return `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell.text.slice(0, MAX_TEXT))}</t></is></c>`
}

interface Comment {
  /** Counted from zero. */
  row: number
  column: number
  text: string
}

async function* commentsOf(book: Workbook): AsyncGenerator<Comment[]> {
  // The titles are the row before.
  let above = 1
  for await (const batch of book.rows()) {
    const first = above
    above += batch.length
    yield batch.flatMap((row, i) =>
      row.flatMap((cell, column) =>
        cell?.comment === undefined ? [] : [{ row: first + i, column, text: cell.comment }],
      ),
    )
  }
}

/** Counts them for the part that comes behind it. */
async function* commentTexts(book: Workbook, seen: { comments: number }): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    `${HEAD}<comments xmlns="${MAIN}"><authors><author>Tradehall</author></authors><commentList>`,
  )
  for await (const batch of commentsOf(book)) {
    seen.comments += batch.length
    const written = batch.map(({ row, column, text }) => {
      const told = escapeXml(text.slice(0, MAX_TEXT))
      return `<comment ref="${columnName(column)}${row + 1}" authorId="0"><text><r><t xml:space="preserve">${told}</t></r></text></comment>`
    })
    yield Buffer.from(written.join(''))
  }
  yield Buffer.from('</commentList></comments>')
}

/** Ids of shapes are given out in blocks of this many, and the first block is not used. */
const SHAPE_BLOCK = 1024

/** Where comments are drawn, in the older language that spreadsheet programs still keep them in. */
async function* commentShapes(book: Workbook, seen: { comments: number }): AsyncGenerator<Uint8Array> {
  const blocks = Array.from({ length: Math.floor(seen.comments / SHAPE_BLOCK) + 1 }, (_, i) => i + 1)
  yield Buffer.from(
    `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${blocks.join(',')}"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>`,
  )
  let id = SHAPE_BLOCK
  for await (const batch of commentsOf(book)) {
    const written = batch.map(({ row, column }) => {
      id += 1
      // From the cell on its right, three columns wide and five rows high.
      const anchor = [column + 1, 15, row, 2, column + 4, 15, row + 5, 2].join(', ')
      return `<v:shape id="_x0000_s${id}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
    })
    yield Buffer.from(written.join(''))
  }
  yield Buffer.from('</xml>')
}

/** A, B, … Z, AA: no table here has more columns than two letters name. */
export function columnName(index: number): string {
  const letter = (nth: number) => String.fromCharCode(65 + nth)
  return index < 26 ? letter(index) : letter(Math.floor(index / 26) - 1) + letter(index % 26)
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What XML cannot hold in any spelling. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const escapeXml = (text: string) =>
  text.replaceAll(UNWRITABLE, '').replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
