import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { listOf } from '../../../server/test/files.ts'
import { jsonArrayItems } from './json-array.ts'

const itemsIn = async (...pieces: string[]) => await listOf(jsonArrayItems(Readable.from(pieces)))
const type = 'catalog-integration-product'

test('each element is an entry with the line it begins at, wherever the pieces end', async () => {
  const text = ` [\n{"id":"a]","attributes":{"name":"x, \\"]\\\\"}},\n\n  {\n"id": "b",\n"attributes": {"tags": [[1], {}]}\n} , {"id":"c"}\n]\n `
  const entries = [
    { line: 2, entry: { id: 'a]', type, attributes: { name: 'x, "]\\' } } },
    { line: 4, entry: { id: 'b', type, attributes: { tags: [[1], {}] } } },
    { line: 7, entry: { id: 'c', type } },
  ]
  expect(await itemsIn(text)).toEqual(entries)
  expect(await itemsIn(...text)).toEqual(entries)
})

test('an array may be empty', async () => {
  expect(await itemsIn('[ ]')).toEqual([])
})

test.each([
  ['[{"id":"a"},{"id":5},{"id":"b"}]', 'expected an id that is a text'],
  ['[{"id":"a"},\n7,{"id":"b"}]', 'expected an object'],
  ['[{"id":"a"},{"id" "x"},{"id":"b"}]', 'not valid JSON'],
  ['[{"id":"a"},,{"id":"b"}]', 'saw nothing between two commas'],
])('in %s one product is told with its line, and the others are read', async (text, mistake) => {
  const [first, second, third] = await itemsIn(text)
  expect([first, third]).toMatchObject([{ entry: { id: 'a' } }, { entry: { id: 'b' } }])
  expect(second).toMatchObject({ mistake: expect.stringContaining(mistake) })
})

test.each([
  ['{"products":[]}', 'Line 1: expected an array of products, which begins with [.'],
  [' \n ', 'Line 2: expected an array of products, but the file contains only whitespace.'],
  ['[{"id":"a"}\n', 'Line 2: the array is not closed'],
  ['[{"id":"a"', 'Line 1: the array is not closed'],
  ['[{"id":"a"}]\n[]', 'Line 2: unexpected text after the end of the array.'],
  [`[\n"${'x'.repeat(4_000_001)}`, 'Line 2: the product has more than 4000000 bytes.'],
])('%.40s ends the reading', async (text, message) => {
  await expect(itemsIn(text)).rejects.toThrow(message)
})
