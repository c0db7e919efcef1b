import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COLUMNS } from './columns.ts'
import { type Cells, entryOf } from './entry-of.ts'
import { rowsOf, type SentEntry } from './rows-of.ts'

/** Rows by header, in the form that file readers return. */
const cellsOf = (entry: SentEntry): Cells[] =>
  rowsOf(entry).map((row) =>
    Object.fromEntries(
      COLUMNS.flatMap(({ header }, i) => (row[i] === null ? [] : [[header, String(row[i])]])),
    ),
  )

const full = {
  id: 'TF-204',
  type: 'catalog-integration-product',
  attributes: {
    external_id: 'TF-204',
    name: 'Linen wick tealight',
    description: 'Set of twelve tealights, "unscented", with linen wicks; made by hand.',
    currency: 'EUR',
    wholesale_price: '6.50',
    vat_rate: 20,
    main_image: 'https://img.example.test/204.jpg',
    images: [
      { order: 2, url: 'https://img.example.test/204-a.jpg' },
      { order: 3, url: 'https://img.example.test/204-b.jpg' },
    ],
    tags: ['tags_vegan', 'tags_handmade'],
    shape_properties: {
      dimensions: { width: 7, height: 15, length: 7, unit_code: 'cm' },
      weight: { amount: 0.48, unit_code: 'kg' },
    },
    variants: [
      {
        sku: 'TF-204-O',
        ian: '4006381333931',
        stock_quantity: 80,
        is_always_in_stock: false,
        options: [
          { name: 'color', value: 'Ochre = warm' },
          { name: 'size', value: 'Large' },
        ],
        images: [{ order: 1, url: 'https://img.example.test/o.jpg' }],
      },
      { sku: 'TF-204-W', is_always_in_stock: true, options: [{ name: 'color', value: 'White; bright' }] },
    ],
  },
}

test('a product takes a row for each variant, and its own values stand in the first', () => {
  const [first = {}, second = {}] = cellsOf(full)
  expect(first).toMatchObject({
    id: 'TF-204',
    name: 'Linen wick tealight',
    wholesale_price: '6.50',
    images: 'https://img.example.test/204-a.jpg https://img.example.test/204-b.jpg',
    tags: 'tags_vegan tags_handmade',
    width: '7',
    dimensions_unit: 'cm',
    variant_ian: '4006381333931',
    variant_options: 'color=Ochre = warm; size=Large',
  })
  expect(second).toEqual({
    id: 'TF-204',
    variant_sku: 'TF-204-W',
    variant_is_always_in_stock: 'true',
    // Values that the short form cannot represent.
    variant_options: '[{"name":"color","value":"White; bright"}]',
  })
})

test('what was written is read back as the same entry', () => {
  expect(entryOf('TF-204', cellsOf(full))).toEqual(full)
})

test('an amount of the API keeps its value in a sheet, where its point could separate thousands', () => {
  const attributes = { wholesale_price: '1.250', retail_price: '1,250', hs_code: '1.250' }
  expect(cellsOf({ id: 'a', attributes })).toEqual([
    { id: 'a', wholesale_price: '1.2500', retail_price: '1,250', hs_code: '1.250' },
  ])
})

test('lists of any kind come back as they were', () => {
  const word = fc.string({ maxLength: 12 })
  const image = fc.record({ order: fc.integer({ min: 1, max: 9 }), url: word })
  const option = fc.record({ name: word, value: word })
  const some = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(some(word), some(image), some(option), (tags, images, options) => {
      const attributes = { tags, images, variants: [{ options, images }] }
      expect(entryOf('a', cellsOf({ id: 'a', attributes })).attributes).toEqual(attributes)
    }),
  )
})

test.each([undefined, null, 5, 'x', [], { variants: 'none' }, { variants: [] }, { variants: [5, null] }])(
  'attributes that are %j still make rows',
  (attributes) => {
    const rows = cellsOf({ id: 'a', attributes })
    expect(rows.every(({ id }) => id === 'a')).toBe(true)
    expect(rows).toHaveLength(
      typeof attributes === 'object' && JSON.stringify(attributes) === '{"variants":[5,null]}' ? 2 : 1,
    )
  },
)
