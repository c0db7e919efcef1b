import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { bytesOf, readSheet, readXlsx } from '../../../test/files.ts'
import {
  type Cell,
  type CellStyle,
  UnwritableFile,
  type Workbook,
  type WorkbookRow,
  writeWorkbook,
} from './workbook.ts'

const PLAIN: CellStyle = {}
const BOLD: CellStyle = { isBold: true }
const WRONG: CellStyle = { fill: 'FFC7CE' }

const bookOf = (batches: readonly (readonly WorkbookRow[])[], changes: Partial<Workbook> = {}): Workbook => ({
  title: 'Products',
  madeAt: new Date('2026-03-02T09:00:00Z'),
  styles: [PLAIN, BOLD, WRONG],
  titleStyle: BOLD,
  columns: [
    { title: 'id', width: 12 },
    { title: 'name', width: 30 },
  ],
  rows: () => Readable.from(batches),
  hasComments: true,
  whenTooLong: 'ask for less',
  ...changes,
})

const wrong = (text: string, comment: string): Cell => ({ text, style: WRONG, comment })

const readBack = async (book: Workbook) => readSheet(await bytesOf(writeWorkbook(book)))

test('another program finds texts, numbers, fills and comments at their cells', async () => {
  const book = await readBack(
    bookOf([
      [[{ text: '=A1', style: PLAIN }, wrong('Łódź <b>', 'Expected "a" & <b>,\nbut saw none.')]],
      [
        [{ number: 12.5, style: PLAIN }, null],
        [null, wrong('', 'Expected a name.')],
      ],
    ]),
  )
  expect([book.name, book.value('A1'), book.value('B1')]).toEqual(['Products', 'id', 'name'])
  expect([book.value('A2'), book.value('B2'), book.value('A3')]).toEqual(['=A1', 'Łódź <b>', 12.5])
  expect(['A2', 'B2', 'A3', 'B4'].map(book.fill)).toEqual([undefined, 'FFC7CE', undefined, 'FFC7CE'])
  expect(book.commented).toEqual(['name 2', 'name 4'])
  expect([book.comment('B2'), book.comment('B4')]).toEqual([
    'Expected "a" & <b>,\nbut saw none.',
    'Expected a name.',
  ])
})

test('each comment has a shape of its own at its cell, and as many blocks of ids as they need', async () => {
  const rows = Array.from({ length: 1500 }, (_, i): WorkbookRow => [wrong(String(i), 'no'), null])
  const { part } = readXlsx(await bytesOf(writeWorkbook(bookOf([rows.slice(0, 700), rows.slice(700)]))))
  const { xml } = part('xl/drawings/vmlDrawing1.vml')
  const shapes: { id: string; 'x:ClientData': { 'x:Row': string; 'x:Column': string } }[] = xml['v:shape']
  expect(new Set(shapes.map(({ id }) => id)).size).toBe(1500)
  expect(shapes.map((shape) => shape['x:ClientData']['x:Row'])).toEqual(rows.map((_, i) => String(i + 1)))
  expect(xml['o:shapelayout']['o:idmap'].data).toBe('1,2')
})

test('without comments there are no parts for them', async () => {
  const { names } = readXlsx(await bytesOf(writeWorkbook(bookOf([], { hasComments: false }))))
  expect(names.filter((name) => /comment|drawing|sheet1.xml.rels/.test(name))).toEqual([])
})

test('more rows than a sheet can have are refused with advice', async () => {
  const batch = Array.from({ length: 2 ** 16 }, (): WorkbookRow => [])
  const rows = () => Readable.from(Array.from({ length: 16 }, () => batch))
  const reading = bytesOf(writeWorkbook(bookOf([], { rows, hasComments: false })))
  await expect(reading).rejects.toThrow(
    new UnwritableFile('A sheet holds 1048576 rows at most: ask for less.'),
  )
})
