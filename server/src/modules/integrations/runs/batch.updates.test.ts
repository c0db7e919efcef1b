import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addTestProducts, expectSoundFlags } from '../../../../test/catalog.ts'
import { entry, issuesOf, partialEntry, productNamed, runOperation } from '../../../../test/integrations.ts'
import { market } from '../../../../test/market.ts'
import { expectSoundLedger } from '../../../../test/stock.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { platform, credentials } = shop
const { db } = platform

afterEach(async () => {
  await expectSoundLedger(db)
  await expectSoundFlags(db)
})

const color = (value: string) => ({ options: [{ name: 'color', value }] })
const variant = (sku: string, more: object = {}) => ({ sku, stock_quantity: 1, ...more })

async function load(...entries: object[]): Promise<void> {
  const { status, results } = await runOperation(shop, entries)
  expect(status, JSON.stringify(results)).toBe('succeeded')
}
const update = async (sent: object, options: object = {}) => {
  const { status, results } = await runOperation(shop, [sent], { operationType: 'update', ...options })
  expect(status, JSON.stringify(results)).toBe('succeeded')
}

describe('an update', () => {
  test('sets every field that was sent, and nothing else', async () => {
    await load(entry('U-1', { tags: ['tags_vegan'], main_image: 'https://a.test/1.jpg' }))
    await update(
      partialEntry('U-1', {
        name: 'New',
        vat_rate: 5.5,
        unit_multiplier: 6,
        images: [{ order: 2, url: 'https://a.test/2.jpg' }],
      }),
    )
    const product = await productNamed(shop, 'U-1')
    expect(product).toMatchObject({
      name: 'New',
      vatRate: 5.5,
      unitMultiplier: 6,
      tags: ['tags_vegan'],
      originalWholesalePrice: 650,
      images: [
        { order: 1, url: 'https://a.test/1.jpg' },
        { order: 2, url: 'https://a.test/2.jpg' },
      ],
    })
    expect(product?.variants).toMatchObject([{ name: 'New', stockQuantity: 80 }])
    const [level] = await db`
      select unit_multiplier from stock.levels
      where variant_id = (select id from catalog.variants where sku = 'U-1-W')`
    expect(level?.unit_multiplier).toBe(6)
  })

  test.each([
    ['shopify', [], { stockQuantity: 5, originalWholesalePrice: 700 }, 'Tealight U-2-0'],
    ['other', ['stock'], { stockQuantity: 5, originalWholesalePrice: 650 }, 'Tealight U-2-1'],
    ['other', ['prices'], { stockQuantity: 80, originalWholesalePrice: 700 }, 'Tealight U-2-2'],
    [
      'other',
      ['retail_price'],
      { stockQuantity: 80, originalWholesalePrice: 650, retailPrice: 1500 },
      'Tealight U-2-3',
    ],
    ['shopify', ['name'], { stockQuantity: 80, originalWholesalePrice: 650 }, 'New'],
    ['other', [], { stockQuantity: 5, originalWholesalePrice: 700, retailPrice: 1500 }, 'New'],
  ])('from %s of %j changes only these fields', async (source, updateFields, expected, name) => {
    const id = `U-2-${['shopify', 'other'].indexOf(source)}-${updateFields.join()}`
    await load(entry(id, { name: name === 'New' ? 'Old' : name }))
    const sent = partialEntry(id, {
      name: 'New',
      wholesale_price: 7,
      retail_price: 15,
      variants: [{ sku: `${id}-W`, stock_quantity: 5 }],
    })
    await update(sent, { source, updateFields })
    const product = await productNamed(shop, id)
    expect(product?.name).toBe(name)
    expect(product?.variants).toMatchObject([expected])
  })

  test('finds a product by its skus if no id matches', async () => {
    const [product] = await addTestProducts(platform, credentials.brandId, [
      { variants: [{ sku: 'OLD-2' }, { sku: 'OLD-3' }] },
    ])
    await update({
      id: 'whatever',
      type: 'catalog-integration-product',
      attributes: { variants: [{ sku: 'OLD-3', stock_quantity: 44 }] },
    })
    const [row] = await db`
      select available, external_id from stock.levels
      join catalog.variants on variants.id = variant_id
      where sku = 'OLD-3' and product_id = ${product.id}`
    expect(row).toEqual({ available: 44, external_id: null })
  })

  test('of product prices applies to the listed variants, or to all if none is listed', async () => {
    const load2 = (id: string) =>
      load(entry(id, { variants: [variant(`${id}-A`, color('A')), variant(`${id}-B`, color('B'))] }))
    const prices = async (id: string) =>
      (await productNamed(shop, id))?.variants.map((each) => each.originalWholesalePrice)
    await load2('U-3')
    await update(partialEntry('U-3', { wholesale_price: 8 }))
    expect(await prices('U-3')).toEqual([800, 800])
    await update(partialEntry('U-3', { wholesale_price: 9, variants: [{ sku: 'U-3-B' }] }))
    expect(await prices('U-3')).toEqual([800, 900])
    expect(await productNamed(shop, 'U-3')).toMatchObject({ originalWholesalePrice: 800 })
  })

  test('of a discount changes the prices of all variants without a discount of their own', async () => {
    await load(
      entry('U-4', {
        wholesale_price: 10,
        variants: [variant('U-4-A', color('A')), variant('U-4-B', { ...color('B'), discount_rate: 20 })],
      }),
    )
    await update(partialEntry('U-4', { discount_rate: 50 }))
    const product = await productNamed(shop, 'U-4')
    expect(product).toMatchObject({ discountRate: 0.5, wholesalePrice: 500 })
    expect(product?.variants.map(({ wholesalePrice }) => wholesalePrice)).toEqual([500, 800])
  })

  test('of stock follows the rules of the ledger', async () => {
    const stock = async (told: object) => {
      await update(partialEntry('U-5', { variants: [{ sku: 'U-5-W', ...told }] }))
      const { stockQuantity, isAlwaysInStock, inventoryPolicy } =
        (await productNamed(shop, 'U-5'))?.variants[0] ?? {}
      return [stockQuantity, isAlwaysInStock, inventoryPolicy]
    }
    await load(entry('U-5', {}, { stock_quantity: 5 }))
    expect(await stock({ inventory_policy: 'continue' })).toEqual([5, false, 'continue'])
    expect(await stock({ is_always_in_stock: true })).toEqual([null, true, 'deny'])
    expect(
      await issuesOf(
        shop,
        partialEntry('U-5', { variants: [{ sku: 'U-5-W', inventory_policy: 'continue' }] }),
        {
          operationType: 'update',
        },
      ),
    ).toEqual(['variants[0].inventory_policy invalid_field'])
    expect(await stock({ is_always_in_stock: false })).toEqual([0, false, 'deny'])
    expect(await stock({ stock_quantity: 7, inventory_policy: 'continue' })).toEqual([7, false, 'continue'])
  })

  test('of an unknown product or variant is refused with its field', async () => {
    const options = { operationType: 'update' }
    expect(await issuesOf(shop, partialEntry('nobody', { name: 'x' }), options)).toEqual([
      'external_id invalid_field',
    ])
    await load(entry('U-6'))
    expect(
      await issuesOf(shop, partialEntry('U-6', { variants: [{ sku: 'else', stock_quantity: 1 }] }), options),
    ).toEqual(['variants[0].sku invalid_field'])
    await runOperation(shop, [partialEntry('U-6')], { operationType: 'delete' })
    expect(await issuesOf(shop, partialEntry('U-6', { name: 'x' }), options)).toEqual([
      'external_id invalid_field',
    ])
  })

  describe('with a new sku of a known product', () => {
    const complete = (sku: string, more: object = {}) =>
      variant(sku, { wholesale_price: 7, retail_price: 14, ...more })
    const skuIssueOf = async (id: string, variants: object[], options: object = {}) => {
      const { results } = await runOperation(shop, [partialEntry(id, { variants })], {
        operationType: 'update',
        ...options,
      })
      expect((await productNamed(shop, id))?.name).toBe(`Tealight ${id}`)
      return results[0]?.issues.map(({ field, reason, message }) => `${field} ${reason} ${message}`)
    }

    test.each(['other', 'shopify'])(
      'adds the variant, from %s, and changes the others as told',
      async (source) => {
        const id = `U-8-${source}`
        await load(entry(id, { main_image: 'https://a.test/1.jpg' }))
        const old = { sku: `${id}-W`, stock_quantity: 3 }
        const images = [{ order: 1, url: 'https://a.test/2.jpg' }]
        const full = complete(`${id}-N`, {
          ...color('Ochre'),
          ian: '4006381333948',
          discount_rate: 10,
          images,
        })
        await update(partialEntry(id, { variants: [old, full] }), { source })
        const product = await productNamed(shop, id)
        expect(product?.variants).toMatchObject([
          { sku: old.sku, stockQuantity: 3, originalWholesalePrice: 650 },
          {
            sku: full.sku,
            name: `Tealight ${id} / Ochre`,
            ian: '4006381333948',
            stockQuantity: 1,
            originalWholesalePrice: 700,
            wholesalePrice: 630,
            retailPrice: 1400,
          },
        ])
        const [added] = await db`select images from catalog.variants where sku = ${full.sku}`
        // Platforms do not set images, which are not checked then.
        expect(added?.images).toHaveLength(source === 'other' ? 2 : 1)
      },
    )

    test('finds the product by another sku, and again by the new one', async () => {
      await load(entry('U-9'))
      const sent = (sku: string, stock_quantity: number) => ({
        id: 'whatever',
        type: 'catalog-integration-product',
        attributes: { variants: [{ sku: 'U-9-W' }, complete(sku, { ...color(sku), stock_quantity })] },
      })
      const { status, results } = await runOperation(shop, [sent('U-9-N', 4), sent('U-9-N', 5)], {
        operationType: 'update',
      })
      expect(status, JSON.stringify(results)).toBe('succeeded')
      expect((await productNamed(shop, 'U-9'))?.variants).toMatchObject([
        { sku: 'U-9-W', stockQuantity: 80 },
        { sku: 'U-9-N', stockQuantity: 5 },
      ])
    })

    test('is refused at its sku, with the missing fields, if an import would require more', async () => {
      await load(entry('U-10', {}, color('Sand')), entry('U-11'))
      const old = { sku: 'U-10-W', stock_quantity: 1 }
      const incomplete = { sku: 'U-10-N', stock_quantity: 1, retail_price: 3 }
      const saw = (sku: string, fields: string) =>
        `variants[1].sku invalid_field Expected a sku of the product or a complete new variant, but saw "${sku}" without valid ${fields}.`
      expect(await skuIssueOf('U-10', [old, incomplete])).toEqual([saw('U-10-N', 'wholesale_price, options')])
      const flawed = complete('U-10-N', { ...color('Sand'), ian: '1' })
      expect(await skuIssueOf('U-10', [old, flawed], { source: 'shopify' })).toEqual([saw('U-10-N', 'ian')])
      expect(await skuIssueOf('U-10', [complete('U-11-W')])).toEqual([
        'variants[0].sku invalid_field Expected a sku of its own, but saw "U-11-W", which the product "U-11" has.',
      ])
      expect(await skuIssueOf('U-10', [complete('U-10-N')], { updateFields: ['stock', 'prices'] })).toEqual([
        'variants[0].sku invalid_field Expected a sku of the product, but saw "U-10-N".',
      ])
      expect((await productNamed(shop, 'U-10'))?.variants).toMatchObject([
        { sku: 'U-10-W', stockQuantity: 80 },
      ])
    })

    test('is refused if another variant has its options, also one that the entry does not list', async () => {
      await load(entry('U-12', {}, color('Sand')))
      for (const others of [[], [{ sku: 'U-12-W', stock_quantity: 1 }]]) {
        const issue = `variants[${others.length}].options invalid_field Expected a combination of its own, but saw that of the variant "U-12-W".`
        expect(await skuIssueOf('U-12', [...others, complete('U-12-N', color('Sand'))])).toEqual([issue])
      }
    })

    test('does not restore a deleted variant', async () => {
      await load(entry('U-13', { variants: [variant('U-13-A', color('A')), variant('U-13-B', color('B'))] }))
      await runOperation(shop, [partialEntry('U-13', { variants: [{ sku: 'U-13-A' }] })], {
        operationType: 'delete',
      })
      expect(await skuIssueOf('U-13', [complete('U-13-A', color('A'))])).toEqual([
        'variants[0].sku invalid_field The variant "U-13-A" was deleted; import it again.',
      ])
    })
  })

  test('does not reach the products of other brands', async () => {
    await load(entry('U-7'))
    const { results } = await runOperation(shop, [partialEntry('U-7', { name: 'Taken' })], {
      operationType: 'update',
      as: 'otherBrand',
    })
    expect(results[0]?.status).toBe('failure')
    expect(await productNamed(shop, 'U-7')).toMatchObject({ name: 'Tealight U-7' })
  })
})
