import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { bytesOf, parseCsv, readPdf, readXlsx } from '../../../../test/files.ts'
import { writeCsv } from './csv.ts'
import { writePdf } from './pdf.ts'
import { type CellValue, type StatementColumn, type StatementRow, withTotals } from './sheet.ts'
import { writeXlsx } from './xlsx.ts'

const plain = { width: 12, isPrinted: true, isSummed: false }
const columns: StatementColumn[] = [
  { ...plain, title: 'Reference', kind: 'text' },
  { ...plain, title: 'Name, "quoted"', kind: 'text', width: 40 },
  { ...plain, title: 'Submitted at', kind: 'instant' },
  { ...plain, title: 'Pieces', kind: 'number' },
  { ...plain, title: 'Currency', kind: 'currency' },
  { ...plain, title: 'Price', kind: 'amount', isPrinted: false },
  { ...plain, title: 'Total', kind: 'amount', isSummed: true },
]
const AT = new Date('2026-02-10T18:00:00Z')
const info = {
  title: 'Accounting',
  brandName: 'Alder & Wick',
  period: { from: '2026-02-01', to: '2026-02-28' },
  madeAt: new Date('2026-03-02T09:00:00Z'),
}

function row(name: string, total: number, currency = 'EUR'): StatementRow {
  const values: CellValue[] = ['1001', name, AT, 12, currency, 5, total]
  return { values, currency, isTotal: false }
}

const sheet = (...batches: StatementRow[][]) => ({
  columns,
  rows: withTotals(columns, Readable.from(batches)),
})

const csvOf = async (...batches: StatementRow[][]) =>
  (await bytesOf(writeCsv(sheet(...batches), info))).toString()
const xlsxOf = async (...batches: StatementRow[][]) =>
  readXlsx(await bytesOf(writeXlsx(sheet(...batches), info)))

test('totals are separate for each currency, at the end, sorted by currency code', async () => {
  const rows = parseCsv(await csvOf([row('a', 10, 'GBP'), row('b', 30)], [row('c', 1, 'JPY'), row('d', -7)]))
  expect(rows.slice(-3)).toEqual([
    ['Total', '', '', '', 'EUR', '', '0.23'],
    ['Total', '', '', '', 'GBP', '', '0.10'],
    ['Total', '', '', '', 'JPY', '', '1'],
  ])
})

test('a sum that cannot be exact is refused', async () => {
  const huge = row('a', Number.MAX_SAFE_INTEGER)
  await expect(csvOf([huge, row('b', 1)])).rejects.toThrow('safe integers')
})

test('CSV is RFC 4180 in UTF-8 with a byte order mark', async () => {
  const text = await csvOf([row('Łódź, "Wełna"\nand more', 1980)])
  expect(text.startsWith('\uFEFFReference,"Name, ""quoted""",Submitted at,')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  const [, first] = parseCsv(text.slice(1))
  expect(first).toEqual([
    '1001',
    'Łódź, "Wełna"\nand more',
    '2026-02-10T18:00:00.000Z',
    '12',
    'EUR',
    '0.05',
    '19.80',
  ])
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1'])(
  'the text %j cannot be run as a formula, and a negative amount stays a number',
  async (name) => {
    const [, first] = parseCsv((await csvOf([row(name, -500)])).slice(1))
    expect(first?.[1]).toBe(`'${name}`)
    expect(first?.[6]).toBe('-5.00')
  },
)

test('XLSX has a bold frozen header, texts as texts, and numbers, moments and sums as numbers', async () => {
  const { rows, sheet, styles, names } = await xlsxOf(
    [row('=1+1 & <b>"x"</b>\u0000\uD800', 1980)],
    [row('b', 3, 'KWD'), row('c', 7, 'JPY')],
  )
  expect(names).toContain('[Content_Types].xml')
  expect(sheet.sheetViews.sheetView.pane).toMatchObject({ ySplit: '1', state: 'frozen', topLeftCell: 'A2' })
  const fontOf = (style: number) => styles.fonts.font[Number(styles.cellXfs.xf[style].fontId)]
  const formatOf = (style: number) => {
    const id = styles.cellXfs.xf[style].numFmtId
    return styles.numFmts.numFmt.find((one: { numFmtId: string }) => one.numFmtId === id)?.formatCode
  }
  const [header = [], first = [], second = [], third = [], total = []] = rows
  expect(header.map(({ value }) => value)).toEqual(columns.map(({ title }) => title))
  for (const { style } of [...header, ...total]) expect(fontOf(style)).toHaveProperty('b')
  expect(first.map(({ ref, type, value }) => [ref, type, value])).toEqual([
    ['A2', 'inlineStr', '1001'],
    ['B2', 'inlineStr', '=1+1 & <b>"x"</b>'],
    ['C2', undefined, '46063.75'],
    ['D2', undefined, '12'],
    ['E2', 'inlineStr', 'EUR'],
    ['F2', undefined, '0.05'],
    ['G2', undefined, '19.80'],
  ])
  expect(fontOf(first[6]?.style ?? 0)).not.toHaveProperty('b')
  expect([first, second, third].map((cells) => formatOf(cells[6]?.style ?? 0))).toEqual([
    '#,##0.00',
    '#,##0.000',
    '#,##0',
  ])
  expect(formatOf(first[2]?.style ?? 0)).toBe('yyyy-mm-dd hh:mm:ss')
  expect(total.map(({ ref, value }) => [ref, value])).toEqual([
    ['A5', 'Total'],
    ['E5', 'EUR'],
    ['G5', '19.80'],
  ])
})

test('a sheet without rows is valid in every format', async () => {
  expect(parseCsv(await csvOf())).toHaveLength(1)
  expect((await xlsxOf()).rows).toHaveLength(1)
  expect(await readPdf(await bytesOf(writePdf(sheet(), info)))).toHaveLength(1)
})

test('a PDF has a title, repeats the header on every numbered page and ends with the totals', async () => {
  const batch = Array.from({ length: 100 }, (_, i) => row(`Store ${i}`, 1000 + i))
  const pages = await readPdf(await bytesOf(writePdf(sheet(batch), info)))
  expect(pages.length).toBe(4)
  expect(pages[0]).toContain('Orders submitted from 2026-02-01 to 2026-02-28')
  pages.forEach((page, i) => {
    expect(page).toContain('Reference')
    expect(page).toContain('Alder & Wick · Accounting · 2026-02-01 to 2026-02-28')
    expect(page).toContain(`Page ${i + 1}`)
    // The PDF does not have this column.
    expect(page).not.toContain('Price')
  })
  const text = pages.join(' ')
  for (const { values } of batch) expect(text).toContain(values[1])
  expect(pages.at(-1)).toMatch(/Total\s+EUR\s+1049\.50/)
})

test('a PDF can contain Greek, Cyrillic and Latin letters with diacritics, and truncates long text', async () => {
  const long =
    'A name that goes on and on, far beyond the room that there is for it on any sheet of paper at all'
  const batch = [row('Łódź Wełna', 1), row('Καφές', 2), row('Кафе', 3), row(long, 4)]
  const [page = ''] = await readPdf(await bytesOf(writePdf(sheet(batch), info)))
  for (const name of ['Łódź Wełna', 'Καφές', 'Кафе']) expect(page).toContain(name)
  expect(page).toMatch(/A name that goes on.*…/)
  expect(page).not.toContain('at all')
})

test('the letters of one PDF do not depend on those of another', async () => {
  // Drawing an accented letter also embeds its base letter.
  await bytesOf(writePdf(sheet([row('Łě', 1)]), info))
  const [page = ''] = await readPdf(await bytesOf(writePdf(sheet([row('Wełna', 1)]), info)))
  expect(page).toContain('Wełna')
})
