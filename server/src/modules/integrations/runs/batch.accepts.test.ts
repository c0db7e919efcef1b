/** Payloads that the specification allows are processed into the catalog. */
import { afterAll, expect, test } from 'vitest'
import { entry, productNamed, runOperation } from '../../../../test/integrations.ts'
import { market } from '../../../../test/market.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })

async function load(...entries: object[]): Promise<void> {
  const { status, results } = await runOperation(shop, entries)
  expect(status, JSON.stringify(results)).toBe('succeeded')
}
const color = (value: string) => ({ options: [{ name: 'color', value }] })

test('an ian may have any 13 characters, and products are found by it', async () => {
  const own = ['4006381333932', 'TF-204-OCHRE1', 'kerze-бирюза!']
  await load(...own.map((ian, i) => entry(`I-${i}`, {}, { ian })))
  for (const [i, ian] of own.entries()) {
    expect((await productNamed(shop, `I-${i}`))?.variants).toMatchObject([{ ian }])
    const found = await shop.send('GET', `/api/v1/product-variants?filter[ian]=${encodeURIComponent(ian)}`)
    expect(found.body.data).toHaveLength(1)
  }
})

test('the only variant may have options', async () => {
  await load(entry('O-1', {}, color('Ochre')))
  expect((await productNamed(shop, 'O-1'))?.variants).toMatchObject([{ name: 'Tealight O-1 / Ochre' }])
})

test('an entry may have only the new variant of a product', async () => {
  await load(entry('N-1', {}, { sku: 'N-1-O', ...color('Ochre') }))
  await load(entry('N-1', {}, { sku: 'N-1-M', ...color('Moss') }))
  const skus = (await productNamed(shop, 'N-1'))?.variants.map(({ sku }) => sku)
  expect(skus?.toSorted()).toEqual(['N-1-M', 'N-1-O'])
})

test('the main image may be repeated as image 1, and is stored once', async () => {
  const images = [1, 2].map((order) => ({ order, url: `https://img.example.test/${order}.jpg` }))
  await load(entry('M-1', { main_image: images[0]?.url, images }))
  expect((await productNamed(shop, 'M-1'))?.images).toEqual(images)
})

test('measures may lack a unit and some numbers, and empty measures change nothing', async () => {
  const shown = async (shape_properties: object) => {
    await load(entry('S-1', { shape_properties }, { shape_properties }))
    const product = await productNamed(shop, 'S-1')
    const [stored] = await shop.platform.db`
      select products.shape, variants.shape as of_variant from catalog.products
      join catalog.variants on product_id = products.id
      where products.external_id = 'S-1'`
    expect(stored?.of_variant).toEqual(stored?.shape)
    return [product?.dimensions, product?.capacity, product?.netWeight, stored?.shape]
  }
  const unknown = { unit_code: 'cm', width: null, height: null, length: null }
  expect(await shown({ dimensions: {}, weight: { unit_code: 'g' } })).toEqual([
    null,
    null,
    null,
    { dimensions: unknown, weight: { unit_code: 'g', amount: null } },
  ])
  const measured = {
    dimensions: { width: 7, length: 5.5 },
    capacity: { amount: 0.25 },
    weight: { amount: 0.48 },
  }
  const texts = ['7x?x5.5 cm', '0.25 L', '0.48 kg']
  expect(await shown(measured)).toEqual([
    ...texts,
    {
      dimensions: { ...unknown, width: 7, length: 5.5 },
      capacity: { unit_code: 'L', amount: 0.25 },
      weight: { unit_code: 'kg', amount: 0.48 },
    },
  ])
  expect((await shown({ dimensions: {}, weight: { amount: null } })).slice(0, 3)).toEqual(texts)
})

test('measures are shown in the unit that was sent', async () => {
  const shape_properties = {
    dimensions: { unit_code: 'MMT', width: 70, height: 150, length: 70 },
    capacity: { unit_code: 'MLT', amount: 250 },
    weight: { unit_code: 'GRM', amount: 480 },
  }
  await load(entry('U-1', { shape_properties }))
  expect(await productNamed(shop, 'U-1')).toMatchObject({
    dimensions: '70x150x70 MMT',
    capacity: '250 MLT',
    netWeight: '480 GRM',
  })
})
