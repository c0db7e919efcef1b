import { Readable } from 'node:stream'
import { utils, type WorkBook, write } from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { writeWorkbook } from '../../../server/src/platform/files/workbook.ts'
import { bytesOf, listOf } from '../../../server/test/files.ts'
import { xlsxRows } from './xlsx.ts'

async function rowsIn(bytes: Uint8Array) {
  const seen: number[] = []
  const rows = await listOf(xlsxRows(new Blob([new Uint8Array(bytes)]), (done, of) => seen.push(done / of)))
  return { rows, seen }
}

const CELLS = [
  ['id', 'name', 'price', 'is_fine'],
  ['a', 'Łódź & <b>\n"x"', 6.55, true],
  [],
  ['007', null, 4006381333931, false],
]
const TEXTS = [
  { line: 1, cells: ['id', 'name', 'price', 'is_fine'] },
  { line: 2, cells: ['a', 'Łódź & <b>\n"x"', 6.55, 'true'] },
  { line: 4, cells: ['007', '', 4006381333931, 'false'] },
]

function book(): WorkBook {
  const made = utils.book_new()
  utils.book_append_sheet(made, utils.aoa_to_sheet(CELLS), 'First')
  utils.book_append_sheet(made, utils.aoa_to_sheet([['other']]), 'Second')
  return made
}

test.each([true, false])('the first sheet is read, with a shared table of texts: %j', async (bookSST) => {
  const { rows, seen } = await rowsIn(write(book(), { type: 'buffer', bookSST, compression: true }))
  expect(rows).toEqual(TEXTS)
  expect(seen.at(-1)).toBe(1)
})

test('what our own writer writes is read', async () => {
  const bytes = await bytesOf(
    writeWorkbook({
      title: 'T',
      madeAt: new Date('2026-03-02T09:00:00Z'),
      styles: [{}],
      titleStyle: {},
      columns: [
        { title: 'id', width: 9 },
        { title: 'name', width: 9 },
      ],
      rows: () => Readable.from([[[null, { text: 'x_x0041_', style: {} }]]]),
      hasComments: false,
      whenTooLong: '',
    }),
  )
  expect((await rowsIn(bytes)).rows).toEqual([
    { line: 1, cells: ['id', 'name'] },
    { line: 2, cells: ['', 'x_x0041_'] },
  ])
})

/** Builds a workbook from XML, for constructs that other programs write. */
const byHand = (sheet: string, shared = '', target = '/xl/worksheets/odd.xml') =>
  zipSync({
    'xl/workbook.xml': strToU8(
      '<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet name="S" sheetId="1" r:id="rId7"/></x:sheets></x:workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships><Relationship Id="rId7" Target="${target}"/></Relationships>`,
    ),
    'xl/worksheets/odd.xml': strToU8(sheet),
    'xl/sharedStrings.xml': strToU8(shared || '<sst/>'),
  })

test('prefixes, cells without places, formulas, rich texts and digits of binary numbers are understood', async () => {
  const sheet =
    '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c><x:f>1+1</x:f><x:v>6.5500000000000007</x:v></x:c><x:c t="str"><x:v>made</x:v></x:c></x:row></x:sheetData></x:worksheet>'
  const shared = '<sst><si><r><t>ri</t></r><r><t>ch</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si></sst>'
  expect((await rowsIn(byHand(sheet, shared))).rows).toEqual([{ line: 1, cells: ['rich', 6.55, 'made'] }])
})

test('characters that XML cannot have are written by their number', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const sheet = `<worksheet><row>${cell('one_x000D_\ntwo')}${cell('_x005F_x000D_')}<c t="s"><v>0</v></c></row></worksheet>`
  const { rows } = await rowsIn(byHand(sheet, '<sst><si><t>a_x0009_b_x1_</t></si></sst>'))
  expect(rows).toEqual([{ line: 1, cells: ['one\r\ntwo', '_x000D_', 'a\tb_x1_'] }])
})

test.each([
  ['no ZIP', Buffer.from('id,name\n'), 'The file is not an XLSX workbook.'],
  ['a ZIP of something else', zipSync({ 'a.txt': strToU8('x') }), 'The workbook has no sheet.'],
  ['a sheet at no address', byHand('<worksheet/>', '', 'http://['), 'The workbook has no sheet.'],
  ['a sheet at a broken address', byHand('<worksheet/>', '', '%zz.xml'), 'The workbook has no sheet.'],
  ['broken XML', byHand('<worksheet><sheetData><row></sheetData>'), 'is not valid XML'],
  ['XML that ends in the middle', byHand('<worksheet><sheetData><row>'), 'is not valid XML'],
  [
    'a cell that never ends',
    byHand(
      `<worksheet><row r="5"><c t="inlineStr"><is><t>${'x'.repeat(200_000)}</t></is></c></row></worksheet>`,
    ),
    'Line 5: a cell has more than 100000 characters.',
  ],
  [
    'a cell far out',
    byHand('<worksheet><row r="5"><c r="ZZZZ5"><v>1</v></c></row></worksheet>'),
    'Line 5: there are too many columns.',
  ],
])('%s is refused', async (_what, bytes, message) => {
  await expect(rowsIn(bytes)).rejects.toThrow(message)
})
