import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { listOf } from '../../../server/test/files.ts'
import { csvRows } from './csv.ts'
import type { FileRow } from './sheet-entries.ts'

async function rowsIn(text: string, size = 1000): Promise<FileRow[]> {
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
  return await listOf(csvRows(Readable.from(pieces)))
}
const cellsIn = async (text: string) => (await rowsIn(text)).map(({ cells }) => cells)

test.each([
  ['commas', 'id,name\na,"x; y"\n'],
  ['semicolons', 'id;name\na;"x; y"\n'],
  ['tabs', 'id\tname\na\tx; y\n'],
  ['a line that names the delimiter', 'sep=;\r\nid;name\r\na;"x; y"\r\n'],
  ['CRLF', 'id,name\r\na,"x; y"\r\n'],
  ['CR', 'id,name\ra,"x; y"\r'],
  ['no end of the last line', 'id,name\na,"x; y"'],
])('a file with %s', async (_what, text) => {
  expect(await cellsIn(text)).toEqual([
    ['id', 'name'],
    ['a', 'x; y'],
  ])
})

test('quoted cells may hold quotes, delimiters and lines, and rows are counted by the line they begin in', async () => {
  const text = 'id,name\r\n\r\na,"He said ""yes"",\r\nthen left"\r\nb,x\r\n,\r\nc,y\r\n'
  for (const size of [1, 3, 1000]) {
    expect(await rowsIn(text, size)).toEqual([
      { line: 1, cells: ['id', 'name'] },
      { line: 3, cells: ['a', 'He said "yes",\nthen left'] },
      { line: 5, cells: ['b', 'x'] },
      { line: 7, cells: ['c', 'y'] },
    ])
  }
})

test.each([
  [
    'a quote that is never closed',
    'id,name\na,x\nb,"y\nc,z\n',
    'Line 3: a quote is opened here and never closed.',
  ],
  ['a quote within a cell', 'id,name\na,x "y" z\n', 'Line 2: an unquoted cell contains a quote.'],
  ['text behind a quote', 'id,name\na,"x" y\n', 'Line 2: an unquoted cell contains a quote.'],
  [
    'a row without end',
    `id,name\na,"${'x\n'.repeat(600_000)}`,
    'Line 2: this row is longer than 1000000 characters.',
  ],
])('%s is told with its line', async (_what, text, message) => {
  await expect(rowsIn(text, 100_000)).rejects.toThrow(message)
})

test('an empty file has no rows', async () => {
  expect(await rowsIn('')).toEqual([])
})
