/**
 * Streams XLSX workbooks with one sheet. A workbook is a ZIP of a few fixed parts and the sheet; texts are inlined in the
 * cells, because a shared string table would have to be held in memory until the end. Comments are separate parts after
 * the sheet, so the rows of a sheet with comments are read again for them.
 */
import { writeZip } from './zip.ts'

/** The formatting of a cell. */
export interface CellStyle {
  /** A number format, such as `#,##0.00`. */
  format?: string
  isBold?: boolean
  /** The background color as RRGGBB. */
  fill?: string
}

/** A text or a number. A number passed as a string is written unchanged. */
export type Cell = ({ text: string } | { number: number | string }) & { style: CellStyle; comment?: string }
export type WorkbookRow = readonly (Cell | null)[]

export interface Workbook {
  title: string
  madeAt: Date
  /** All styles in use; the first is the default style of the sheet. */
  styles: readonly CellStyle[]
  titleStyle: CellStyle
  columns: readonly { title: string; width: number }[]
  /** The rows in batches. With comments it is called three times, and must return the same rows each time. */
  rows(): AsyncIterable<readonly WorkbookRow[]>
  hasComments: boolean
  /** The advice in the error for more rows than a sheet can have. */
  whenTooLong: string
}

/** The content cannot be written as a file; the message is for users. */
export class UnwritableFile extends Error {}

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
      part('xl/styles.xml', stylesPart(book.styles)),
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

/** Custom number formats are numbered from here. */
const FIRST_FORMAT = 164
/** The first two fills are reserved by the format. */
const RESERVED_FILLS =
  '<fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'

function stylesPart(styles: readonly CellStyle[]): string {
  const formats = distinct(styles.map(({ format }) => format))
  const fills = distinct(styles.map(({ fill }) => fill))
  const numFmts = formats.map(
    (code, i) => `<numFmt numFmtId="${FIRST_FORMAT + i}" formatCode="${escapeXml(code)}"/>`,
  )
  const patterns = fills.map(
    (rgb) =>
      `<fill><patternFill patternType="solid"><fgColor rgb="FF${rgb}"/><bgColor indexed="64"/></patternFill></fill>`,
  )
  const cells = styles.map(({ format, isBold, fill }) => {
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
  const { columns, styles, titleStyle, hasComments, whenTooLong } = book
  const styleOf = new Map(styles.map((style, i) => [style, i]))
  const letters = columns.map((_, i) => columnName(i))
  const widths = columns.map(
    ({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  )
  const write = (row: WorkbookRow, number: number) => {
    const cells = row.map((cell, i) =>
      cell ? writeCell(`${letters[i]}${number}`, cell, styleOf.get(cell.style) ?? 0) : '',
    )
    return `<row r="${number}">${cells.join('')}</row>`
  }
  const titles = columns.map(({ title }) => ({ text: title, style: titleStyle }))
  const drawings = hasComments ? ` xmlns:r="${RELATIONSHIPS}"` : ''
  yield Buffer.from(
    `${HEAD}<worksheet xmlns="${MAIN}"${drawings}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${write(titles, 1)}`,
  )
  let number = 1
  for await (const batch of book.rows()) {
    const written = batch.map((row) => {
      number += 1
      if (number > MAX_ROWS)
        throw new UnwritableFile(`A sheet holds ${MAX_ROWS} rows at most: ${whenTooLong}.`)
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
  // Row 0 contains the titles.
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

/** Also counts the comments, for the part with their shapes that follows. */
async function* commentTexts(book: Workbook, seen: { comments: number }): AsyncGenerator<Uint8Array> {
  yield Buffer.from(
    `${HEAD}<comments xmlns="${MAIN}"><authors><author>Tradehall</author></authors><commentList>`,
  )
  for await (const batch of commentsOf(book)) {
    seen.comments += batch.length
    const written = batch.map(({ row, column, text }) => {
      const escaped = escapeXml(text.slice(0, MAX_TEXT))
      return `<comment ref="${columnName(column)}${row + 1}" authorId="0"><text><r><t xml:space="preserve">${escaped}</t></r></text></comment>`
    })
    yield Buffer.from(written.join(''))
  }
  yield Buffer.from('</commentList></comments>')
}

/** Shape ids are allocated in blocks of this size, and the first block is unused. */
const SHAPE_BLOCK = 1024

/** The shapes of the comments, in VML, which spreadsheet programs still require for comments. */
async function* commentShapes(book: Workbook, seen: { comments: number }): AsyncGenerator<Uint8Array> {
  const blocks = Array.from({ length: Math.floor(seen.comments / SHAPE_BLOCK) + 1 }, (_, i) => i + 1)
  yield Buffer.from(
    `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${blocks.join(',')}"/></o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>`,
  )
  let id = SHAPE_BLOCK
  for await (const batch of commentsOf(book)) {
    const written = batch.map(({ row, column }) => {
      id += 1
      // Anchored at the next cell to the right, three columns wide and five rows high.
      const anchor = [column + 1, 15, row, 2, column + 4, 15, row + 5, 2].join(', ')
      return `<v:shape id="_x0000_s${id}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
    })
    yield Buffer.from(written.join(''))
  }
  yield Buffer.from('</xml>')
}

/** A, B, … Z, AA, … ZZ. No sheet has more columns than that. */
function columnName(index: number): string {
  const letter = (nth: number) => String.fromCharCode(65 + nth)
  return index < 26 ? letter(index) : letter(Math.floor(index / 26) - 1) + letter(index % 26)
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that XML cannot represent, not even escaped. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** The beginning of a text such as `_x000D_`, which the format reads as the number of a character. */
const NUMBER_LIKE = /_(?=x[\dA-Fa-f]{4}_)/g

const escapeXml = (text: string) =>
  text
    .replaceAll(UNWRITABLE, '')
    .replaceAll(NUMBER_LIKE, '_x005F_')
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
