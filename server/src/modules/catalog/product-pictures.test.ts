import { afterAll, expect, test } from 'vitest'
import { addTestProducts } from '../../../test/catalog.ts'
import { type Answer, market } from '../../../test/market.ts'
import { samplePicture } from '../../../test/sample-pictures.ts'
import { picturePath } from '../pictures/index.ts'
import { purgeUnusedPictures } from './unused-pictures.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { brandId } = shop.credentials
const DAY = 24 * 3600

let seed = 10
async function upload(): Promise<string> {
  const form = new FormData()
  seed += 1
  form.append('file', new Blob([new Uint8Array(await samplePicture('png', { seed, width: 20, height: 20 }))]))
  const request = new Response(form)
  const { body } = await shop.send('POST', '/api/v1/pictures/upload', {
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
  return body.data.id
}
async function newProduct(): Promise<string> {
  const [{ id }] = await addTestProducts(shop.platform, brandId, [{}])
  return id
}
const arrange = (product: string, pictures: readonly object[], headers = {}) =>
  shop.send('PATCH', `/api/v1/products/${product}/pictures`, {
    body: { data: { type: 'product-pictures', attributes: { pictures } } },
    headers,
  })
const read = async (product: string) =>
  (await shop.send('GET', `/api/v1/products/${product}/pictures`)).body.data
const urlsOf = ({ body }: Answer) => body.data.attributes.images.map(({ url }: { url: string }) => url)
const pathOf = (id: string) => picturePath({ brandId, id })
const variantsOf = async (product: string) =>
  await shop.platform.db<{ id: string; images: { order: number; url: string }[] }[]>`
    select id, images from catalog.variants where brand_id = ${brandId} and product_id = ${product} order by id`

test('a product shows its pictures in the order of its brand, with addresses that the same client can open', async () => {
  const [product, first, second] = [await newProduct(), await upload(), await upload()]
  const set = await arrange(product, [{ picture: second, alternativeText: 'A box' }, { picture: first }])
  expect(set.status, set.text).toBe(200)
  expect(await read(product)).toEqual(set.body.data)
  expect(set.body.data.attributes.pictures).toMatchObject([
    { picture: second, alternativeText: 'A box' },
    { picture: first, alternativeText: null },
  ])
  const shown = await shop.send('GET', `/api/v1/products/${product}`)
  expect(shown.body.data.attributes.images.map((image: object) => Object.keys(image))).toEqual([
    ['order', 'url'],
    ['order', 'url'],
  ])
  const urls = urlsOf(shown)
  expect(urls.map((url: string) => new URL(url).pathname)).toEqual([second, first].map(pathOf))
  const file = await shop.http.app.inject({ url: urls[0] })
  expect(file.headers['content-type']).toBe('image/webp')
  const listed = await shop.send('GET', `/api/v1/products?filter[id][]=${product}&withDetails=true`)
  expect(listed.body.meta.details[product].imageUrl).toBe(urls[0])
})

test('variants inherit the pictures, before those of their own', async () => {
  const [product, one, two] = [await newProduct(), await upload(), await upload()]
  const own = { order: 1, url: 'https://images.example.test/own.jpg' }
  await shop.platform.db`
    update catalog.variants set images = ${JSON.stringify([own])}::text::jsonb
    where brand_id = ${brandId} and product_id = ${product}`
  await arrange(product, [{ picture: one }, { picture: two }])
  const [variant] = await variantsOf(product)
  expect(variant?.images.map(({ url }) => url)).toEqual([pathOf(one), pathOf(two), own.url])
  const single = await shop.send('GET', `/api/v1/product-variants/${variant?.id}`)
  expect(new URL(urlsOf(single)[0]).pathname).toBe(pathOf(one))
  await arrange(product, [{ picture: two }])
  expect((await variantsOf(product))[0]?.images).toEqual([
    { order: 1, url: pathOf(two) },
    { order: 2, url: own.url },
  ])
})

test('a variant that shows pictures of its own alone goes on to do so', async () => {
  const [product] = await shop.platform.db<{ id: string }[]>`
    select id from catalog.products where brand_id = ${brandId} and name = 'Beeswax pillar'`
  const id = product?.id ?? ''
  const before = (await variantsOf(id)).map(({ images }) => images)
  expect((await arrange(id, [{ picture: await upload() }])).status).toBe(200)
  expect((await variantsOf(id)).map(({ images }) => images)).toEqual(before)
})

test('an image elsewhere can be kept by its address, and what was read can be sent back', async () => {
  const [product, picture] = [await newProduct(), await upload()]
  const elsewhere = 'https://images.example.test/old.jpg'
  await shop.platform.db`
    update catalog.products set images = ${JSON.stringify([{ order: 1, url: elsewhere }])}::text::jsonb
    where brand_id = ${brandId} and id = ${product}`
  const set = await arrange(product, [{ picture }, { url: elsewhere, alternativeText: 'Before' }])
  const pictures = set.body.data.attributes.pictures
  expect(pictures).toMatchObject([{ picture }, { picture: null, url: elsewhere, alternativeText: 'Before' }])
  const again = await arrange(
    product,
    pictures.map(({ url, alternativeText }: { url: string; alternativeText: string | null }) => ({
      url,
      alternativeText,
    })),
  )
  expect(again.body.data.attributes.pictures).toEqual(pictures)
})

test.each([
  ['an unknown picture', () => [{ picture: '5f0c5a1e-8d2b-8c6f-9a41-3be0c7d2f914' }], 'pictures.0.picture'],
  [
    'an address that the product does not have',
    () => [{ url: 'https://images.example.test/x.jpg' }],
    'pictures.0.url',
  ],
  ['neither', () => [{ alternativeText: 'x' }], 'pictures.0'],
])('%s is refused', async (_what, pictures, pointer) => {
  const answer = await arrange(await newProduct(), pictures())
  expect(answer.status).toBe(422)
  expect(answer.body.errors[0].source).toEqual({ pointer: `data.attributes.${pointer}` })
})

test('a picture is there once, and a picture of another brand is unknown', async () => {
  const [product, picture] = [await newProduct(), await upload()]
  expect((await arrange(product, [{ picture }, { picture }])).status).toBe(422)
  const [foreign] = await shop.platform.db`
    select id from pictures.pictures where brand_id <> ${brandId} limit 1`
  expect((await arrange(product, [{ picture: foreign?.id }])).status).toBe(422)
})

test('of two that arrange at once on the same version, one is told', async () => {
  const [product, picture] = [await newProduct(), await upload()]
  const { headers } = await shop.send('GET', `/api/v1/products/${product}/pictures`)
  const condition = { 'if-match': String(headers.etag) }
  const answers = await Promise.all([
    arrange(product, [{ picture, alternativeText: 'One' }], condition),
    arrange(product, [{ picture, alternativeText: 'Two' }], condition),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
})

test('pictures that no product shows are deleted after a week, and no others', async () => {
  const [product, other] = [await newProduct(), await newProduct()]
  const [kept, removed, unused, moved] = [await upload(), await upload(), await upload(), await upload()]
  await arrange(product, [{ picture: kept }, { picture: removed }, { picture: moved }])
  await arrange(other, [{ picture: moved }])
  await arrange(product, [{ picture: kept }])
  await shop.advance(6 * DAY)
  expect(await purgeUnusedPictures(shop.platform)).toBe(0)
  await shop.advance(2 * DAY)
  expect(await purgeUnusedPictures(shop.platform)).toBeGreaterThanOrEqual(2)
  const found = await shop.platform.db<{ id: string }[]>`
    select id from pictures.pictures where brand_id = ${brandId} and id = any(${[kept, removed, unused, moved]}::uuid[])`
  expect(found.map(({ id }) => id).toSorted()).toEqual([kept, moved].toSorted())
  const { body } = await shop.send('GET', `/api/v1/products/${product}`)
  expect(urlsOf({ body } as Answer)).toHaveLength(1)
})
