/**
 * An XLSX workbook with one sheet, row by row. It is a ZIP of a few fixed parts and the sheet; cells hold their texts
 * themselves, because a shared table of texts would have to be kept until the end.
 */
import { decimalText, fractionDigits } from './amounts.ts'
import { writeZip } from './archive.ts'
import { type Column, type Row, type Sheet, Unwritable, type Value, type Writer } from './sheet.ts'

/** Limits of the format. */
const MAX_ROWS = 1_048_576
const MAX_TEXT = 32_767

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Styles are numbers: plain, bold, moments, and for each count of digits an amount and a bold one. */
const PLAIN = 0
const BOLD = 1
const INSTANT = 2
const INSTANT_FORMAT = 'yyyy-mm-dd hh:mm:ss'
const FIRST_AMOUNT = 3
/** No currency has more. */
const MAX_DIGITS = 4
const amountStyle = (digits: number, isBold: boolean) => FIRST_AMOUNT + 2 * digits + (isBold ? 1 : 0)

export const writeXlsx: Writer = (sheet, { title, madeAt }) => {
  const part = (name: string, xml: string) => ({ name, content: [Buffer.from(HEAD + xml)], compress: true })
  return writeZip(
    [
      part('[Content_Types].xml', contentTypes),
      part('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']])),
      part('xl/workbook.xml', workbook(title)),
      part(
        'xl/_rels/workbook.xml.rels',
        relationships([
          ['worksheet', 'worksheets/sheet1.xml'],
          ['styles', 'styles.xml'],
        ]),
      ),
      part('xl/styles.xml', styles()),
      { name: 'xl/worksheets/sheet1.xml', content: worksheet(sheet), compress: true },
    ],
    madeAt,
  )
}

const contentTypes = `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${WORKBOOK_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${WORKBOOK_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${WORKBOOK_TYPE}.styles+xml"/></Types>`

function relationships(targets: readonly [kind: string, target: string][]): string {
  const list = targets.map(
    ([kind, target], i) =>
      `<Relationship Id="rId${i + 1}" Type="${RELATIONSHIPS}/${kind}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`
}

const workbook = (title: string) =>
  `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="${escapeXml(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`

function styles(): string {
  const digits = Array.from({ length: MAX_DIGITS + 1 }, (_, count) => count)
  // Own formats have numbers from 164 on.
  const formats = [INSTANT_FORMAT, ...digits.map((count) => `#,##0${count ? `.${'0'.repeat(count)}` : ''}`)]
  const style = (format: number, font: number) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
  const cells = [
    style(0, 0),
    style(0, 1),
    style(164, 0),
    ...digits.flatMap((count) => [style(165 + count, 0), style(165 + count, 1)]),
  ]
  return [
    `<styleSheet xmlns="${MAIN}">`,
    `<numFmts count="${formats.length}">${formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code}"/>`).join('')}</numFmts>`,
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    // The first two fills are reserved by the format.
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('')
}

async function* worksheet({ columns, rows }: Sheet): AsyncGenerator<Uint8Array> {
  const letters = columns.map((_, i) => columnName(i))
  const widths = columns.map(
    (column, i) => `<col min="${i + 1}" max="${i + 1}" width="${widthOf(column)}" customWidth="1"/>`,
  )
  const titles = columns.map(({ title }, i) => textCell(`${letters[i]}1`, title, BOLD))
  yield Buffer.from(
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`,
  )
  let number = 1
  for await (const batch of rows) {
    const written = batch.map((row) => {
      number += 1
      if (number > MAX_ROWS)
        throw new Unwritable(`A sheet holds ${MAX_ROWS} rows at most: choose a shorter period.`)
      const cells = columns.map((column, i) =>
        cell(`${letters[i]}${number}`, column, row, row.values[i] ?? null),
      )
      return `<row r="${number}">${cells.join('')}</row>`
    })
    yield Buffer.from(written.join(''))
  }
  yield Buffer.from('</sheetData></worksheet>')
}

/** A moment that does not fit is shown as a row of hashes. */
const widthOf = ({ kind, width }: Column) =>
  kind === 'instant' ? Math.max(width, INSTANT_FORMAT.length + 1) : width

/** A, B, … Z, AA: no table here has more columns than two letters name. */
function columnName(index: number): string {
  const letter = (nth: number) => String.fromCharCode(65 + nth)
  return index < 26 ? letter(index) : letter(Math.floor(index / 26) - 1) + letter(index % 26)
}

const numberCell = (ref: string, value: string | number, style: number) =>
  `<c r="${ref}" s="${style}"><v>${value}</v></c>`

const textCell = (ref: string, text: string, style: number) =>
  `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, MAX_TEXT))}</t></is></c>`

function cell(ref: string, { kind }: Column, { currency, isTotal }: Row, value: Value): string {
  const style = isTotal ? BOLD : PLAIN
  if (value === null) return ''
  if (value instanceof Date) return numberCell(ref, daysSince1900(value), INSTANT)
  if (typeof value === 'string') return textCell(ref, value, style)
  if (kind !== 'amount') return numberCell(ref, value, style)
  return numberCell(ref, decimalText(value, currency), amountStyle(fractionDigits(currency), isTotal))
}

/** The format counts days from 1900, with a day that never was; 1 January 1970 is day 25569. */
const daysSince1900 = (moment: Date) => moment.getTime() / 86_400_000 + 25_569

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What XML cannot hold in any spelling. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const escapeXml = (text: string) =>
  text.replaceAll(UNWRITABLE, '').replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
