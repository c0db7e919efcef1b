/** Copies of the images that imports name by addresses elsewhere. */
import { afterAll, expect, test } from 'vitest'
import { runToEnd } from '../src/modules/integrations/runs/runners.ts'
import { startImageHost, withStatus } from './image-host.ts'
import { entry, partialEntry, runOperation, startOperation } from './integrations.ts'
import { market } from './market.ts'
import { samplePicture } from './sample-pictures.ts'

const shop = await market({
  cleanUp: afterAll,
  env: { TRADEHALL_RATE_LIMIT: 'off', TRADEHALL_IMAGE_CHECKS: 'on' },
})
const host = await startImageHost(afterAll)
const { at, answers, asked } = host
const { brandId } = shop.credentials
const { db } = shop.platform
const MINUTE = 60
/** Of pictures that the server keeps. */
const KEPT = new RegExp(`/pictures/${brandId}/[\\da-f-]{36}-1440\\.webp$`)

let seed = 100
async function publish(path: string): Promise<string> {
  seed += 1
  answers.set(path, await samplePicture('png', { seed, width: 20, height: 20 }))
  return at(path)
}
const image = (order: number, url: string) => ({ order, url })

async function imagesOf(externalId: string) {
  const [product] = await db<{ id: string }[]>`
    select id from catalog.products where brand_id = ${brandId} and external_id = ${externalId}`
  const read = await shop.send('GET', `/api/v1/products/${product?.id}`)
  const variants = await shop.send(
    'GET',
    `/api/v1/product-variants?filter[productId][]=${product?.id}&withImages=true`,
  )
  const [variant] = variants.body.data
  const single = await shop.send('GET', `/api/v1/product-variants/${variant.id}`)
  const urls = (attributes: { images: { url: string }[] }) => attributes.images.map(({ url }) => url)
  return {
    id: product?.id,
    product: urls(read.body.data.attributes),
    variant: urls(single.body.data.attributes),
    first: variants.body.meta.images[variant.id],
    updatedAt: read.body.data.attributes.updatedAt,
  }
}
const queued = async () =>
  (await db<{ count: number }[]>`select count(*)::int as count from catalog.image_fetches`)[0]?.count

test('the copies of an import are served in place of the addresses, and stay when the host forgets them', async () => {
  const [main, second, own] = await Promise.all([
    publish('/main.png'),
    publish('/second.png'),
    publish('/own.png'),
  ])
  const sent = entry('K-1', { main_image: main, images: [image(2, second)] }, { images: [image(1, own)] })
  await runOperation(shop, [sent])
  await shop.runJobs()
  const { product, variant, first } = await imagesOf('K-1')
  expect(product).toEqual([expect.stringMatching(KEPT), expect.stringMatching(KEPT)])
  expect(variant).toEqual([...product, expect.stringMatching(KEPT)])
  expect(first).toBe(product[0])
  expect(new Set(variant).size).toBe(3)
  for (const path of ['/main.png', '/second.png', '/own.png']) answers.set(path, withStatus(404))
  for (const url of variant) expect((await shop.http.app.inject({ url })).statusCode).toBe(200)
  expect(await queued()).toBe(0)
})

test('an import that repeats an address changes nothing and downloads nothing again', async () => {
  const main = await publish('/same.png')
  await runOperation(shop, [entry('K-2', { main_image: main })])
  await shop.runJobs()
  const before = await imagesOf('K-2')
  await shop.advance(MINUTE)
  const downloads = asked.length
  await runOperation(shop, [entry('K-2', { main_image: main })])
  await shop.runJobs()
  expect(await imagesOf('K-2')).toEqual(before)
  // Once, by the check of the import.
  expect(asked.length - downloads).toBe(1)
})

test('what was read can be sent back, and a server need not ask itself', async () => {
  await runOperation(shop, [entry('K-3', { main_image: await publish('/back.png') })])
  await shop.runJobs()
  const before = await imagesOf('K-3')
  const { results } = await runOperation(shop, [partialEntry('K-3', { main_image: before.product[0] })], {
    operationType: 'update',
    updateFields: ['images'],
  })
  expect(results[0]?.status).toBe('success')
  expect((await imagesOf('K-3')).product).toEqual(before.product)
})

test('the same file is stored once, whatever its addresses are', async () => {
  const [one, two] = [await publish('/one.png'), at('/two.png')]
  answers.set('/two.png', answers.get('/one.png') as Buffer)
  await runOperation(shop, [entry('K-4', { main_image: one }), entry('K-5', { main_image: two })])
  await shop.runJobs()
  expect((await imagesOf('K-4')).product).toEqual((await imagesOf('K-5')).product)
})

test('an image that an import names while others are downloaded is downloaded too', async () => {
  const [early, late] = [await publish('/early.png'), await publish('/late.png')]
  const bytes = answers.get('/early.png') as Buffer
  const downloading = Promise.withResolvers<void>()
  const imported = Promise.withResolvers<void>()
  answers.set('/early.png', async (response) => {
    // After the check of the first import.
    if (asked.filter((path) => path === '/early.png').length === 2) {
      downloading.resolve()
      await imported.promise
    }
    response.writeHead(200, { 'content-type': 'image/png' }).end(bytes)
  })
  await startOperation(shop, [entry('K-9', { main_image: early })])
  const running = shop.runJobs()
  await downloading.promise
  await startOperation(shop, [entry('K-9', { main_image: early, images: [image(2, late)] })])
  await runToEnd(shop.platform)
  imported.resolve()
  await running
  await shop.runJobs()
  expect((await imagesOf('K-9')).product).toEqual([expect.stringMatching(KEPT), expect.stringMatching(KEPT)])
  expect(await queued()).toBe(0)
})

test('a host that is away is asked again later, twice; then the address stays', async () => {
  const url = await publish('/away.png')
  const there = answers.get('/away.png') as Buffer
  // The check of the import is the first to ask.
  answers.set('/away.png', (response) => {
    const isCheck = asked.filter((path) => path === '/away.png').length === 1
    response.writeHead(isCheck ? 200 : 503).end(there)
  })
  await runOperation(shop, [entry('K-6', { main_image: url }), entry('K-7', { main_image: url })])
  await shop.runJobs()
  expect((await imagesOf('K-6')).product).toEqual([url])
  await shop.advance(11 * MINUTE)
  await shop.runJobs()
  expect(await queued()).toBe(2)
  answers.set('/away.png', there)
  await shop.advance(241 * MINUTE)
  await shop.runJobs()
  expect((await imagesOf('K-6')).product).toEqual([expect.stringMatching(KEPT)])
  expect(await queued()).toBe(0)
})

test('a file that is no picture that can be kept stays where it is, and nobody asks again', async () => {
  answers.set('/anim.gif', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'))
  await runOperation(shop, [entry('K-8', { main_image: at('/anim.gif') })])
  await shop.runJobs()
  expect((await imagesOf('K-8')).product).toEqual([at('/anim.gif')])
  expect(await queued()).toBe(0)
})

test('without fetching nothing is downloaded', async () => {
  const quiet = await market({ env: { TRADEHALL_RATE_LIMIT: 'off' } })
  const downloads = asked.length
  await runOperation(quiet, [entry('Q-1', { main_image: at('/unasked.png') })])
  await quiet.runJobs()
  expect(asked.length).toBe(downloads)
})
