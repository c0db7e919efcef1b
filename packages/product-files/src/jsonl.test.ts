import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { listOf } from '../../../server/test/files.ts'
import { jsonlItems } from './jsonl.ts'

const itemsIn = async (...pieces: string[]) => await listOf(jsonlItems(Readable.from(pieces)))

test('each line is an entry, wherever the pieces end', async () => {
  const text = '{"id":"a","attributes":{"name":"Ł"}}\r\n\n{"id":"b","type":"catalog-integration-product"}'
  const type = 'catalog-integration-product'
  const entries = [
    { line: 1, entry: { id: 'a', type, attributes: { name: 'Ł' } } },
    { line: 3, entry: { id: 'b', type } },
  ]
  expect(await itemsIn(text)).toEqual(entries)
  expect(await itemsIn(...text)).toEqual(entries)
})

test.each([
  ['{"id":"a"', 'not valid JSON'],
  ['[]', 'expected an object'],
  ['5', 'expected an object'],
  ['{"attributes":{}}', 'expected an id that is a text'],
  ['{"id":5}', 'expected an id that is a text'],
  ['{"id":"a","type":"order"}', 'expected the type catalog-integration-product'],
  ['{"id":"a","attributes":[]}', 'expected attributes to be an object'],
  ['{"id":"a","name":"x"}', 'but saw the member "name"'],
  [`{"id":"a","attributes":${'{"a":'.repeat(70)}1${'}'.repeat(70)}}`, 'nested deeper'],
])('the line %s is told with its number', async (line, message) => {
  const items = await itemsIn(`{"id":"fine"}\n${line}\n{"id":"also"}\n`)
  expect(items).toMatchObject([
    { line: 1 },
    { line: 2, mistake: expect.stringContaining(message) },
    { line: 3 },
  ])
})

test('a line that would not fit into a call ends the reading', async () => {
  const endless = Array.from({ length: 50 }, () => 'x'.repeat(100_000))
  await expect(itemsIn('{"id":"a"}\n', ...endless)).rejects.toThrow(
    'Line 2: the line is longer than 4000000 bytes.',
  )
})
