import { describe, expect, test } from 'vitest'
import { PUBLISHED_TAGS } from '../../../server/test/catalog.ts'
import { entry, partialEntry } from '../../../server/test/integrations.ts'
import { checkEntry, type Entry, type EntryRules, externalIdOf } from './check.ts'
import { touchedMembers } from './touched.ts'

const IMPORT: EntryRules = { operationType: 'import', touched: undefined, brandCurrency: 'EUR' }
const UPDATE: EntryRules = { ...IMPORT, operationType: 'update' }

/** Removes undefined members, as a round trip through JSON does. */
const arrived = (sent: Entry): Entry => JSON.parse(JSON.stringify(sent))

function issuesOf(sent: Entry, terms = IMPORT): string[] {
  const verdict = checkEntry(arrived(sent), terms)
  return 'issues' in verdict ? verdict.issues.map(({ field, reason }) => `${field} ${reason}`) : []
}
const messagesOf = (sent: Entry, terms = IMPORT) => {
  const verdict = checkEntry(arrived(sent), terms)
  return 'issues' in verdict ? verdict.issues.map(({ message }) => message) : []
}
const variants = (...list: object[]) => ({
  variants: list.map((variant, i) => ({ sku: `S-${i}`, stock_quantity: 1, ...variant })),
})
const color = (value: string) => ({ options: [{ name: 'color', value }] })

describe('an import', () => {
  test('with every field passes', () => {
    const whole = entry('TF-1', {
      discount_rate: 12.5,
      unit_multiplier: 4,
      main_image: 'https://img.example.test/1.jpg',
      images: [{ order: 2, url: 'http://img.example.test/2.jpg' }],
      tags: ['tags_vegan', 'tags_frozen_product', 'tags_frozen_produc'],
      hs_code: '340600',
      made_in_country: 'PT',
      shelf_life_days: 32_767,
      storage_temperature: 'frozen',
      shape_properties: {
        dimensions: { unit_code: 'cm', width: 7, height: 15.5, length: 7 },
        capacity: { unit_code: 'L', amount: 0.25 },
        weight: { unit_code: 'kg', amount: 0.48 },
      },
      ...variants(
        { ian: '4006381333931', ...color('Ochre'), external_id: 'x', inventory_policy: 'continue' },
        {
          ...color('Moss'),
          is_always_in_stock: true,
          wholesale_price: '7.25',
          images: [{ order: 1, url: 'https://a.test/b' }],
        },
      ),
    })
    expect(issuesOf(whole)).toEqual([])
  })

  test('knows the tags of the specification, and the other spelling of one', () => {
    const tags = [...PUBLISHED_TAGS, 'tags_frozen_product']
    expect(issuesOf(entry('T', { tags }))).toEqual([])
  })

  test.each(['controlled', 'fresh', 'frozen', 'ultra_fresh_highly_perishable', 'ultra_fresh_strict_chilled'])(
    'may be of what is kept %s',
    (storage_temperature) => {
      expect(issuesOf(entry('T', { storage_temperature }))).toEqual([])
    },
  )

  test.each(['color', 'size', 'material', 'style'])('may have choices of %s', (name) => {
    const choices = ['a', 'b'].map((value) => ({ options: [{ name, value }] }))
    expect(issuesOf(entry('T', variants(...choices)))).toEqual([])
  })

  test.each(['EUR', 'GBP', 'SEK'])('may be in %s, for a brand of that currency', (currency) => {
    expect(issuesOf(entry('T', { currency }), { ...IMPORT, brandCurrency: currency })).toEqual([])
  })

  const REQUIRED = ['name', 'description', 'currency', 'vat_rate', 'wholesale_price', 'retail_price']

  test.each(REQUIRED)('needs %s', (member) => {
    const issues = [`${member} required_field`]
    expect(issuesOf(entry('N', { [member]: undefined }))).toEqual(issues)
    expect(issuesOf(entry('N', { [member]: null }))).toEqual(issues)
  })

  test('needs variants, each with a sku and stock', () => {
    expect(issuesOf(entry('V', { variants: undefined }))).toEqual(['variants required_field'])
    expect(issuesOf(entry('V', { variants: [] }))).toEqual(['variants invalid_field'])
    expect(issuesOf(entry('V', {}, { sku: undefined }))).toEqual(['variants[0].sku required_field'])
    expect(issuesOf(entry('V', {}, { stock_quantity: undefined }))).toEqual([
      'variants[0].stock_quantity required_field',
    ])
    expect(issuesOf(entry('V', {}, { stock_quantity: undefined, is_always_in_stock: true }))).toEqual([])
  })

  test('needs nothing else, and takes null for what it does not need', () => {
    const optional = [
      'discount_rate',
      'unit_multiplier',
      'main_image',
      'images',
      'tags',
      'hs_code',
      'made_in_country',
    ]
    expect(issuesOf(entry('N', Object.fromEntries(optional.map((name) => [name, null]))))).toEqual([])
  })

  test('has prices in the product or in every variant', () => {
    const without = { wholesale_price: undefined }
    expect(
      issuesOf(entry('P', { ...without, ...variants({ ...color('a'), wholesale_price: 1 }, color('b')) })),
    ).toEqual(['variants[1].wholesale_price required_field'])
    expect(issuesOf(entry('P', without, { wholesale_price: 1 }))).toEqual([])
  })

  test('needs options where there are several variants, and takes them with one', () => {
    expect(issuesOf(entry('O', {}, color('a')))).toEqual([])
    expect(issuesOf(entry('O', {}, { options: [] }))).toEqual([])
    expect(issuesOf(entry('O', variants(color('a'), {})))).toEqual(['variants[1].options required_field'])
    expect(issuesOf(entry('O', variants(color('a'), color('a'))))).toEqual([
      'variants[1].options invalid_field',
    ])
    const both = [
      { name: 'color', value: 'a' },
      { name: 'size', value: 'b' },
    ]
    expect(issuesOf(entry('O', variants({ options: both }, { options: both.toReversed() })))).toEqual([
      'variants[1].options invalid_field',
    ])
    expect(
      issuesOf(entry('O', variants({ options: [...color('a').options, ...color('b').options] }, color('c')))),
    ).toEqual(['variants[0].options[1].name invalid_field'])
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ name: 5 }, 'name'],
    [{ description: 'Too short.' }, 'description'],
    [{ description: 'x'.repeat(60_000) }, 'description'],
    [{ currency: 'USD' }, 'currency'],
    [{ currency: 'GBP' }, 'currency'],
    [{ vat_rate: 101 }, 'vat_rate'],
    [{ vat_rate: '20' }, 'vat_rate'],
    [{ discount_rate: -1 }, 'discount_rate'],
    [{ unit_multiplier: 0 }, 'unit_multiplier'],
    [{ unit_multiplier: 1.5 }, 'unit_multiplier'],
    [{ wholesale_price: -1 }, 'wholesale_price'],
    [{ wholesale_price: 'NaN' }, 'wholesale_price'],
    [{ wholesale_price: 1.005 }, 'wholesale_price'],
    [{ retail_price: 21_474_836.48 }, 'retail_price'],
    [{ retail_price: [] }, 'retail_price'],
    [{ tags: ['tags_vegan', 'tags_new'] }, 'tags[1]'],
    [{ tags: 'tags_vegan' }, 'tags'],
    [{ made_in_country: 'Portugal' }, 'made_in_country'],
    [{ made_in_country: 'XX' }, 'made_in_country'],
    [{ shelf_life_days: 0 }, 'shelf_life_days'],
    [{ shelf_life_days: 32_768 }, 'shelf_life_days'],
    [{ storage_temperature: 'warm' }, 'storage_temperature'],
    [{ main_image: 'ftp://img.example.test/1.jpg' }, 'main_image'],
    [{ main_image: 'not an address' }, 'main_image'],
    [{ main_image: 'https://user:pass@img.example.test/1.jpg' }, 'main_image'],
    [{ images: [{ order: 2 }] }, 'images[0].url'],
    [{ images: [{ order: 0, url: 'https://a.test/b' }] }, 'images[0].order'],
    [
      { shape_properties: { weight: { unit_code: 'stone', amount: 1 } } },
      'shape_properties.weight.unit_code',
    ],
    [{ shape_properties: { weight: { unit_code: 'kg', amount: -1 } } }, 'shape_properties.weight.amount'],
    [{ shape_properties: { dimensions: 'large' } }, 'shape_properties.dimensions'],
    [{ variants: {} }, 'variants'],
    [{ variants: [5] }, 'variants[0]'],
  ])('refuses %j', (attributes, field) => {
    const reason = field === 'images[0].url' ? 'required_field' : 'invalid_field'
    expect(issuesOf(entry('X', attributes))).toEqual([`${field} ${reason}`])
  })

  test.each([
    [{ ian: '400638133393' }, 'ian'],
    [{ ian: '40063813339310' }, 'ian'],
    [{ ian: '' }, 'ian'],
    [{ ian: 4006381333931 }, 'ian'],
    [{ stock_quantity: -1 }, 'stock_quantity'],
    [{ stock_quantity: 1.5 }, 'stock_quantity'],
    [{ stock_quantity: '5' }, 'stock_quantity'],
    [{ stock_quantity: 2 ** 31 }, 'stock_quantity'],
    [{ is_always_in_stock: 'yes' }, 'is_always_in_stock'],
    [{ inventory_policy: 'allow' }, 'inventory_policy'],
    [{ inventory_policy: 'continue', is_always_in_stock: true }, 'inventory_policy'],
    [{ sku: '' }, 'sku'],
    [{ sku: 'x'.repeat(256) }, 'sku'],
    [{ wholesale_price: '1e3' }, 'wholesale_price'],
    [{ images: [{ order: 1, url: 5 }] }, 'images[0].url'],
  ])('refuses a variant with %j', (variant, field) => {
    expect(issuesOf(entry('X', {}, variant))).toEqual([`variants[0].${field} invalid_field`])
  })

  test.each(['4006381333932', 'TF-204-OCHRE1', '             ', '🕯🕯🕯🕯🕯🕯🕯🕯🕯🕯🕯🕯🕯'])(
    'takes %j as ian, which has 13 characters',
    (ian) => {
      expect(issuesOf(entry('X', {}, { ian }))).toEqual([])
    },
  )

  test.each([
    ['weight', ['GRM', 'KGM', 'MGM', 'TNE', 'ONZ', 'LBR']],
    ['capacity', ['LTR', 'MLT', 'CLT', 'DLT', 'MTQ', 'OZA']],
  ])('takes the codes of UN/ECE Recommendation 20 for %s', (member, codes) => {
    for (const unit_code of codes) {
      expect(issuesOf(entry('X', { shape_properties: { [member]: { unit_code, amount: 480 } } }))).toEqual([])
    }
  })

  test.each([
    {},
    { dimensions: {}, capacity: {}, weight: {} },
    { dimensions: { width: 7 } },
    { dimensions: { unit_code: 'mm', height: 7, length: null } },
    { capacity: { amount: 1 }, weight: { unit_code: null, amount: 0.48 } },
    { capacity: { unit_code: 'L' }, weight: null },
  ])('needs nothing inside of shape_properties such as %j', (shape_properties) => {
    expect(issuesOf(entry('X', { shape_properties }, { shape_properties }))).toEqual([])
  })

  test.each(['CMT', 'MMT', 'MTR', 'DMT', 'INH', 'FOT'])('takes dimensions in %s', (unit_code) => {
    const dimensions = { unit_code, width: 7, height: 15, length: 7 }
    expect(issuesOf(entry('X', { shape_properties: { dimensions } }))).toEqual([])
  })

  test.each(['GRM', 'grm'])('takes no %s as a length', (unit_code) => {
    const dimensions = { unit_code, width: 7, height: 15, length: 7 }
    const issues = ['shape_properties.dimensions.unit_code invalid_field']
    expect(issuesOf(entry('X', { shape_properties: { dimensions } }))).toEqual(issues)
  })

  test('tells every issue of a product at once, each once, with what was expected and seen', () => {
    const bad = entry('X', {
      name: undefined,
      description: 'Short.',
      ...variants({ ...color('a'), ian: '123', sku: undefined }, { ...color('a'), stock_quantity: -4 }),
    })
    expect(issuesOf(bad).sort()).toEqual([
      'description invalid_field',
      'name required_field',
      'variants[0].ian invalid_field',
      'variants[0].sku required_field',
      'variants[1].options invalid_field',
      'variants[1].stock_quantity invalid_field',
    ])
    expect(messagesOf(bad)).toContain('Expected a text of exactly 13 characters, but saw "123".')
    expect(messagesOf(bad)).toContain('Expected an integer from 0 to 2147483647, but saw -4.')
  })

  test('refuses a sku twice, and an order of images twice', () => {
    expect(issuesOf(entry('X', variants({ ...color('a'), sku: 'S' }, { ...color('b'), sku: 'S' })))).toEqual([
      'variants[1].sku invalid_field',
    ])
    const images = [2, 2].map((order) => ({ order, url: `https://a.test/${order}` }))
    expect(issuesOf(entry('X', { images }))).toEqual(['images[1].order invalid_field'])
    expect(
      issuesOf(
        entry('X', { images: [{ order: 1, url: 'https://a.test/1' }], main_image: 'https://a.test/2' }),
      ),
    ).toEqual(['images[0].order invalid_field'])
    expect(issuesOf(entry('X', { images: [{ order: 1, url: 'https://a.test/1' }] }))).toEqual([])
  })

  test('takes the main image again as image 1', () => {
    const main_image = 'https://a.test/1'
    const images = [1, 2].map((order) => ({ order, url: `https://a.test/${order}` }))
    expect(issuesOf(entry('X', { images, main_image }))).toEqual([])
  })

  test('takes a thousand variants, and no more', () => {
    const many = (count: number) => variants(...Array.from({ length: count }, (_, i) => color(`c${i}`)))
    expect(issuesOf(entry('X', many(1000)))).toEqual([])
    expect(issuesOf(entry('X', many(1001)))).toEqual(['variants invalid_field'])
  })

  test('does not look at the quantity of what is always in stock', () => {
    expect(issuesOf(entry('X', {}, { is_always_in_stock: true, stock_quantity: -5 }))).toEqual([])
  })

  test('accepts emoji, right-to-left text and unknown members', () => {
    const name = 'شمعة 🕯️ עברית'
    expect(issuesOf(entry('X', { name, sparkle: true }, { sku: '🕯️-1', shine: [] }))).toEqual([])
  })
})

describe('an update', () => {
  test('needs what names the product and something to set', () => {
    expect(issuesOf(partialEntry('U', { name: 'New name' }), UPDATE)).toEqual([])
    expect(issuesOf(partialEntry('U', { variants: [{ sku: 'a', stock_quantity: 3 }] }), UPDATE)).toEqual([])
    expect(issuesOf(partialEntry('U'), UPDATE)).toEqual(['attributes required_field'])
    expect(issuesOf({ id: 'U' }, UPDATE)).toEqual(['attributes required_field'])
    expect(issuesOf(partialEntry('U', { variants: [{ sku: 'a' }] }), UPDATE)).toEqual([
      'attributes required_field',
    ])
    expect(issuesOf(partialEntry('U', { variants: [{ stock_quantity: 1 }] }), UPDATE)).toEqual([
      'variants[0].sku required_field',
    ])
  })

  test('validates only the fields that it sets', () => {
    const sent = partialEntry('U', { name: 5, variants: [{ sku: 'a', stock_quantity: 3, ian: 'x' }] })
    expect(issuesOf(sent, UPDATE)).toEqual(['name invalid_field', 'variants[0].ian invalid_field'])
    expect(issuesOf(sent, { ...UPDATE, touched: touchedMembers('other', ['stock']) })).toEqual([])
    expect(issuesOf(sent, { ...UPDATE, touched: touchedMembers('shopify', []) })).toEqual([])
    expect(issuesOf(sent, { ...UPDATE, touched: touchedMembers('shopify', ['name']) })).toEqual([
      'name invalid_field',
    ])
    const prices = { ...UPDATE, touched: touchedMembers('other', ['prices']) }
    expect(issuesOf(sent, prices)).toEqual(['attributes required_field'])
  })

  test.each([
    ['stock', ['stock_quantity', 'is_always_in_stock', 'inventory_policy']],
    ['prices', ['wholesale_price', 'retail_price']],
    ['dimensions', ['shape_properties']],
    ['images', ['main_image', 'images']],
    ['retail_price', ['retail_price']],
    ['vat_rate', ['vat_rate']],
  ])('of %s sets %j', (word, members) => {
    expect([...(touchedMembers('other', [word]) ?? [])]).toEqual(members)
  })
})

describe('an update that adds variants', () => {
  const ADDING = { ...UPDATE, mayAdd: true }
  const complete = { sku: 'new', stock_quantity: 1, wholesale_price: 5, retail_price: 9 }
  const added = (attributes: object, terms: EntryRules = ADDING) => {
    const verdict = checkEntry(arrived(partialEntry('U', { ...attributes })), terms)
    return 'entry' in verdict ? verdict.entry.withAdded?.(new Set(['new'])) : verdict
  }
  const fieldsOf = (attributes: object, terms?: EntryRules) => {
    const verdict = added(attributes, terms)
    return verdict && 'issues' in verdict ? verdict.issues.map(({ field }) => field) : verdict && []
  }

  test('needs of them what an import needs', () => {
    expect(fieldsOf({ variants: [complete] })).toEqual([])
    expect(
      fieldsOf({ variants: [{ ...complete, stock_quantity: undefined, is_always_in_stock: true }] }),
    ).toEqual([])
    expect(fieldsOf({ retail_price: 9, variants: [{ ...complete, retail_price: undefined }] })).toEqual([])
    for (const member of ['stock_quantity', 'wholesale_price', 'retail_price']) {
      expect(fieldsOf({ variants: [{ ...complete, [member]: undefined }] })).toEqual([
        `variants[0].${member}`,
      ])
      expect(fieldsOf({ variants: [{ ...complete, [member]: null }] })).toEqual([`variants[0].${member}`])
    }
  })

  test('needs options of them alone, if there are several variants', () => {
    const old = { sku: 'old', stock_quantity: 1 }
    expect(fieldsOf({ variants: [old, complete] })).toEqual(['variants[1].options'])
    expect(fieldsOf({ variants: [old, { ...complete, ...color('Ochre') }] })).toEqual([])
  })

  test('from a platform reads all of them but images, and of the others what it sets', () => {
    const terms = { ...ADDING, touched: touchedMembers('shopify', []) }
    const old = { sku: 'old', stock_quantity: 1, ian: 'x' }
    const full = { ...complete, ...color('Ochre'), ian: '4006381333948', images: [{ order: 1, url: 'x' }] }
    expect(added({ variants: [old, full] }, terms)).toMatchObject({
      entry: {
        attributes: {
          variants: [
            { sku: 'old', stock_quantity: 1 },
            { ...complete, ...color('Ochre'), ian: '4006381333948' },
          ],
        },
      },
    })
    expect(JSON.stringify(added({ variants: [old, full] }, terms))).not.toContain('images')
    expect(fieldsOf({ variants: [old, { ...full, ian: 'x' }] }, terms)).toEqual(['variants[1].ian'])
  })

  test('is none unless it may', () => {
    expect(added({ variants: [complete] }, UPDATE)).toBeUndefined()
  })
})

test('a delete names variants, or none at all', () => {
  const DELETE: EntryRules = { ...IMPORT, operationType: 'delete' }
  expect(issuesOf({ id: 'D' }, DELETE)).toEqual([])
  expect(issuesOf(partialEntry('D', { variants: [{ sku: 'a' }] }), DELETE)).toEqual([])
  expect(issuesOf(partialEntry('D', { variants: [] }), DELETE)).toEqual(['variants invalid_field'])
})

test('results call a product by its external id, or by the id of its entry', () => {
  expect(externalIdOf(entry('X'))).toBe('X')
  expect(externalIdOf({ id: 'E', attributes: { external_id: 7 } })).toBe('E')
  expect(externalIdOf({ id: 'E', attributes: [] })).toBe('E')
  expect(externalIdOf({ id: 'E' })).toBe('E')
})
