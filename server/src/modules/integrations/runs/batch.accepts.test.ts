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

test('any 13 characters are an ian, and it is found by them', async () => {
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

test('a new variant of a product comes alone', async () => {
  await load(entry('N-1', {}, { sku: 'N-1-O', ...color('Ochre') }))
  await load(entry('N-1', {}, { sku: 'N-1-M', ...color('Moss') }))
  const skus = (await productNamed(shop, 'N-1'))?.variants.map(({ sku }) => sku)
  expect(skus?.toSorted()).toEqual(['N-1-M', 'N-1-O'])
})

test('the main image again as image 1 is one image', async () => {
  const images = [1, 2].map((order) => ({ order, url: `https://img.example.test/${order}.jpg` }))
  await load(entry('M-1', { main_image: images[0]?.url, images }))
  expect((await productNamed(shop, 'M-1'))?.images).toEqual(images)
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
