import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { listOf } from '../../../server/test/files.ts'
import type { OperationType } from './operation-types.ts'
import { sheetItems } from './sheet-entries.ts'

const HEADER = [
  ...['id', 'name', 'description', 'currency', 'vat_rate', 'wholesale_price', 'retail_price'],
  ...['variant_sku', 'variant_stock_quantity'],
]
const itemsIn = async (rows: readonly (readonly string[])[], operation: OperationType = 'import') =>
  await listOf(sheetItems(Readable.from(rows.map((cells, i) => ({ line: i + 1, cells }))), operation))

const product = (id: string, sku: string) => [id, 'Tealight', 'x', 'EUR', '20', '6.5', '13', sku, '5']
const variant = (id: string, sku: string) => [id, '', '', '', '', '', '', sku, '6']

test('rows that follow each other with the same id are one product', async () => {
  const rows = [HEADER, product('a', '1'), variant('a', '2'), product('b', '3'), product('a', '4')]
  const items = await itemsIn(rows)
  expect(items).toMatchObject([
    { line: 2, entry: { id: 'a', attributes: { name: 'Tealight', variants: [{ sku: '1' }, { sku: '2' }] } } },
    { line: 4, entry: { id: 'b', attributes: { variants: [{ sku: '3' }] } } },
    { line: 5, entry: { id: 'a', attributes: { variants: [{ sku: '4' }] } } },
  ])
})

test('headers may have spaces around them and capital letters', async () => {
  const header = HEADER.map((name) => ` ${name.toUpperCase()} `)
  expect(await itemsIn([header, product('a', '1')])).toMatchObject([
    { entry: { attributes: { vat_rate: 20 } } },
  ])
})

test('everything that is wrong with the header is told at once', async () => {
  const header = ['id', 'nmae', 'sku', 'currency', 'currency', 'colour of the box']
  await expect(itemsIn([header])).rejects.toThrow(
    'Line 1: there is no column "nmae". Did you mean name? there is no column "sku". Did you mean variant_sku? there is no column "colour of the box". the column currency occurs twice. missing columns: name, description, vat_rate, wholesale_price or variant_wholesale_price, retail_price or variant_retail_price, variant_sku, variant_stock_quantity or variant_is_always_in_stock.',
  )
})

test('updates and deletes need the name of the product alone', async () => {
  expect(
    await itemsIn(
      [
        ['variant_sku', 'variant_stock_quantity'],
        ['x', '5'],
        ['y', '6'],
      ],
      'update',
    ),
  ).toMatchObject([
    { entry: { id: 'x', attributes: { variants: [{ sku: 'x', stock_quantity: 5 }] } } },
    { entry: { id: 'y' } },
  ])
  expect(await itemsIn([['id'], ['a']], 'delete')).toEqual([
    { line: 2, entry: { id: 'a', type: 'catalog-integration-product', attributes: {} } },
  ])
  await expect(itemsIn([['name'], ['a']], 'update')).rejects.toThrow(
    'missing columns: id or external_id or variant_sku',
  )
  await expect(itemsIn([['variant_sku'], ['a']], 'delete')).rejects.toThrow(
    'missing columns: id or external_id.',
  )
})

test('rows that cannot be understood are told one by one, and the others are read', async () => {
  const rows = [
    HEADER,
    product('a', '1'),
    ['', 'Nameless', '', '', '', '', '', '', ''],
    [...product('b', '2'), 'one too many'],
    product('c', '3'),
    ['c', 'Candle', '', '', '', '', '', '4', '5'],
  ]
  expect(await itemsIn(rows)).toMatchObject([
    { line: 3, mistake: 'the row has neither an id nor an external_id nor a variant_sku.' },
    { line: 4, mistake: 'the cell 10 has no header; there are 9 columns. Is a quote missing?' },
    { line: 2, entry: { id: 'a' } },
    { line: 6, mistake: expect.stringContaining('name differs from line 5') },
    { line: 5, entry: { id: 'c' } },
  ])
})

test('a product has a thousand variants at most, so that no file can fill the memory', async () => {
  const rows = [HEADER, ...Array.from({ length: 1002 }, (_, i) => variant('a', String(i)))]
  const items = await itemsIn(rows)
  expect(items.map(({ line }) => line)).toEqual([1002, 1003, 2])
  expect(items[0]).toMatchObject({ mistake: 'the product has more than 1000 variants.' })
})

test('columns that the user mapped take the place of the first row, and ignored ones are not read', async () => {
  const rows = [
    { line: 1, cells: ['Article', 'Barcode', 'My notes'] },
    { line: 2, cells: ['A-1', '4006381333948', 'ours'] },
  ]
  const items = await listOf(sheetItems(Readable.from(rows), 'delete', ['id', 'variant_sku', null]))
  expect(items).toEqual([
    {
      line: 2,
      entry: {
        id: 'A-1',
        type: 'catalog-integration-product',
        attributes: { variants: [{ sku: '4006381333948' }] },
      },
    },
  ])
})
