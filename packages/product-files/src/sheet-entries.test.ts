import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { listOf } from '../../../server/test/files.ts'
import type { FileNote } from './file-item.ts'
import type { OperationType } from './operation-types.ts'
import { type FileRow, sheetItems } from './sheet-entries.ts'

const HEADER = [
  ...['id', 'name', 'description', 'currency', 'vat_rate', 'wholesale_price', 'retail_price'],
  ...['variant_sku', 'variant_stock_quantity'],
]
const itemsIn = async (
  rows: readonly FileRow['cells'][],
  operation: OperationType = 'import',
  onNote?: (note: FileNote) => void,
) =>
  await listOf(
    sheetItems(() => Readable.from(rows.map((cells, i) => ({ line: i + 1, cells }))), { operation, onNote }),
  )

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
  const mapping = ['id', 'variant_sku', null]
  const items = await listOf(sheetItems(() => Readable.from(rows), { operation: 'delete', mapping }))
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

/** What the values of one column are read as: numbers, or sentences. */
async function readColumn(column: string, cells: readonly (string | number)[]) {
  const notes: FileNote[] = []
  const rows = [['variant_sku', column], ...cells.map((cell, i) => [`S-${i}`, cell])]
  const items = await itemsIn(rows, 'update', (note) => notes.push(note))
  const inOrder = items.toSorted((a, b) => a.line - b.line)
  const read = inOrder.map((item) => {
    if ('mistake' in item) return item.mistake
    const { variants } = item.entry.attributes as { variants: [object] }
    return Object.entries(variants[0]).find(([name]) => name !== 'sku')?.[1]
  })
  return { read, notes: notes.map(({ line, field, note }) => `${line} ${field}: ${note}`) }
}

const UNCLEAR = 'if it separates thousands; no other value of the column shows which. Write'

test.each([
  ['1.000', `"1.000" is 1 if the point separates decimals, and 1000 ${UNCLEAR} 1 or 1000.`],
  ['1.250', `"1.250" is 1.25 if the point separates decimals, and 1250 ${UNCLEAR} 1.25 or 1250.`],
  [
    '-12,345',
    `"-12,345" is -12.345 if the comma separates decimals, and -12345 ${UNCLEAR} -12.3450 or -12345.`,
  ],
  [
    '999.999',
    `"999.999" is 999.999 if the point separates decimals, and 999999 ${UNCLEAR} 999.9990 or 999999.`,
  ],
])('%s alone is refused with both readings', async (cell, sentence) => {
  for (const column of ['variant_stock_quantity', 'variant_discount_rate', 'variant_wholesale_price']) {
    expect(await readColumn(column, [cell, '5', 6.5, cell])).toEqual({
      read: [
        `${column}: ${sentence}`,
        ...(column.endsWith('price') ? ['5', '6.5'] : [5, 6.5]),
        `${column}: ${sentence}`,
      ],
      notes: [],
    })
  }
})

test.each([
  ['0.250', 0.25],
  ['0,250', 0.25],
  ['1250.000', 1250],
  ['1250,000', 1250],
  ['1.2500', 1.25],
  ['1,25', 1.25],
  ['1.234.567', 1_234_567],
  ['1,234.5', 1234.5],
  ['1.234,567', 1234.567],
  ['1.234.56', '1.234.56'],
  ['1,234,', '1,234,'],
])('%s is clear, or no number', async (cell, number) => {
  expect(await readColumn('variant_discount_rate', [cell])).toEqual({ read: [number], notes: [] })
})

test.each([
  ['2,50', 'comma', { '1.250': 1250, '1,250': 1.25 }],
  ['1.234.567', 'comma', { '1.250': 1250, '1,250': 1.25 }],
  ['2.5', 'point', { '1.250': 1.25, '1,250': 1250 }],
  ['0.250', 'point', { '1.250': 1.25, '1,250': 1250 }],
])(
  'another value such as %s shows that the %s separates decimals, wherever it stands',
  async (example, sign, readings) => {
    for (const [cell, number] of Object.entries(readings)) {
      const { read, notes } = await readColumn('variant_discount_rate', [cell, cell, example])
      expect(read.slice(0, 2)).toEqual([number, number])
      expect(notes).toEqual([
        `2 variant_discount_rate: "${cell}" is read as ${number}, as "${example}" in line 4 shows that the ${sign} separates decimals in this column.`,
      ])
      expect((await readColumn('variant_discount_rate', [example, cell])).read[1]).toBe(number)
    }
  },
)

test('values of a column that contradict each other explain nothing, and neither do those of others or of numeric cells', async () => {
  const both = await readColumn('variant_discount_rate', ['2,5', '1.250', '2.5'])
  expect(both.read).toEqual([
    2.5,
    expect.stringContaining('; the column has both "2,5" in line 2 and "2.5" in line 4. Write 1.25 or 1250.'),
    2.5,
  ])
  const rows = [
    ['variant_sku', 'variant_discount_rate', 'variant_width', 'variant_external_id'],
    ['a', '1.250', '2,5', '1.250'],
    ['b', 2.5, 1.25, '2,5'],
  ]
  expect(await itemsIn(rows, 'update')).toMatchObject([
    { line: 2, mistake: expect.stringMatching(/^variant_discount_rate: "1.250"/) },
    { line: 3, entry: { attributes: { variants: [{ external_id: '2,5' }] } } },
  ])
})

test('all of a row that is ambiguous is told at once', async () => {
  const [item] = await itemsIn(
    [
      ['variant_sku', 'variant_discount_rate', 'variant_width'],
      ['a', '1.250', '1,750'],
    ],
    'update',
  )
  expect(item).toMatchObject({
    mistake: expect.stringMatching(
      /^variant_discount_rate: .* Write 1\.25 or 1250\. variant_width: .* Write 1\.75 or 1750\.$/,
    ),
  })
})

test('the rows are read again only if a number is ambiguous', async () => {
  let times = 0
  const rows = (cell: string) => () => {
    times += 1
    return Readable.from(
      [
        ['variant_sku', 'variant_discount_rate'],
        ['a', cell],
        ['b', '2,5'],
      ].map((cells, i) => ({ line: i + 1, cells })),
    )
  }
  await listOf(sheetItems(rows('0.250'), { operation: 'update' }))
  expect(times).toBe(1)
  await listOf(sheetItems(rows('1.250'), { operation: 'update' }))
  expect(times).toBe(3)
})

test('a cell in which a formula has failed is no value', async () => {
  const [item] = await itemsIn([HEADER, ['a', '#REF!', 'x', 'EUR', '20', '6.5', '13', '#N/A', '5']])
  expect(item).toEqual({
    line: 2,
    code: 'FORMULA_FAILED',
    meta: {
      cells: [
        { column: 'name', value: '#REF!' },
        { column: 'variant_sku', value: '#N/A' },
      ],
    },
    mistake:
      'name: #REF! is what a formula shows that has failed. Correct the formula, or empty the cell. variant_sku: #N/A is what a formula shows that has failed. Correct the formula, or empty the cell.',
  })
})
