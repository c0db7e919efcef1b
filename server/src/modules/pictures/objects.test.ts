/** Files of pictures in S3-compatible storage. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startFileStorage } from '../../../test/file-storage.ts'
import { market } from '../../../test/market.ts'
import { samplePicture } from '../../../test/sample-pictures.ts'
import { purgeUnusedPictures } from '../catalog/unused-pictures.ts'
import { deleteLooseObjects } from './objects.ts'
import { storePicture } from './pictures.ts'

const server = await startFileStorage(afterAll)
const shop = await market({
  cleanUp: afterAll,
  env: { TRADEHALL_RATE_LIMIT: 'off', TRADEHALL_FILES_URL: server.url() },
})
const { platform } = shop
const { db } = platform
const { brandId } = shop.credentials
const DAY = 24 * 3600

beforeEach(async () => {
  server.intercept = () => false
  server.asked.length = 0
})

let seed = 300
async function upload(bytes?: Buffer) {
  seed += 1
  const form = new FormData()
  const file = bytes ?? (await samplePicture('png', { seed }))
  form.append('file', new Blob([new Uint8Array(file)]), 'picture.png')
  const request = new Response(form)
  return await shop.send('POST', '/api/v1/pictures/upload', {
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}
const get = (url: string) => shop.http.app.inject({ url: new URL(url).pathname })
const looseObjects = async () =>
  (await db<{ object: string }[]>`select object from pictures.loose_objects`).map(({ object }) => object)
const filesOf = (id: string) => db<{ bytes: Buffer | null; object: string | null }[]>`
  select bytes, object from pictures.files where picture_id = ${id}`
const count = (method: string) => server.asked.filter((line) => line.startsWith(method)).length

test('an uploaded picture is put there, served from there once, and not in the database', async () => {
  const { body } = await upload()
  const files = await filesOf(body.data.id)
  expect(files).toHaveLength(3)
  expect(files.every(({ bytes, object }) => bytes === null && object !== null)).toBe(true)
  expect(await looseObjects()).toEqual([])
  expect(count('PUT')).toBe(3)
  const { large } = body.data.attributes.urls
  const [first, again] = [await get(large), await get(large)]
  expect(first.rawPayload.toString('latin1', 8, 12)).toBe('WEBP')
  expect(again.rawPayload).toEqual(first.rawPayload)
  expect(count('GET')).toBe(1)
})

test('of the same picture twice at once the files of one are kept, and those of the other deleted', async () => {
  const bytes = await samplePicture('png', { seed: 299 })
  const [one] = await Promise.all([upload(bytes), upload(bytes)])
  const kept = (await filesOf(one.body.data.id)).map(({ object }) => object)
  const loose = await looseObjects()
  expect(loose.filter((object) => kept.includes(object))).toEqual([])
  await shop.advance(2 * DAY)
  expect(await deleteLooseObjects(platform)).toBe(loose.length)
  expect(await looseObjects()).toEqual([])
  expect((await get(one.body.data.attributes.urls.large)).statusCode).toBe(200)
})

test('a picture that cannot be put is asked for again later, and leaves nothing for long', async () => {
  server.intercept = ({ method }, response) => {
    if (method !== 'PUT') return false
    response.writeHead(507).end()
    return true
  }
  const answer = await upload()
  expect(answer.status).toBe(503)
  expect(answer.headers['retry-after']).toBe('60')
  expect(answer.text).not.toContain('S3RVER')
  expect(await looseObjects()).toHaveLength(3)
  server.intercept = () => false
  await shop.advance(2 * DAY)
  // The storage is asked again a second after it has failed at the earliest.
  await expect.poll(() => deleteLooseObjects(platform).catch(() => 0), { timeout: 30_000 }).toBe(3)
  expect(await looseObjects()).toEqual([])
})

test('files of a deleted picture are deleted a month later, and by one of two workers', async () => {
  const { row } = await storePicture(platform, brandId, await samplePicture('png', { seed: 298 }))
  const objects = (await filesOf(row.id)).map(({ object }) => object)
  await shop.advance(8 * DAY)
  expect(await purgeUnusedPictures(platform)).toBeGreaterThanOrEqual(1)
  expect(await looseObjects()).toEqual(expect.arrayContaining(objects))
  expect(await deleteLooseObjects(platform)).toBe(0)
  await shop.advance(31 * DAY)
  server.asked.length = 0
  await Promise.all([deleteLooseObjects(platform), deleteLooseObjects(platform)])
  expect(await looseObjects()).toEqual([])
  for (const object of objects)
    expect(server.asked.some((line) => line.startsWith('DELETE') && line.includes(String(object)))).toBe(true)
})

test('what is being deleted can be referred to by nothing any more', async () => {
  const bytes = await samplePicture('png', { seed: 297 })
  const puts: (() => void)[] = []
  server.intercept = ({ method }, response) => {
    if (method !== 'PUT') return false
    puts.push(() => response.writeHead(200).end())
    return true
  }
  const storing = storePicture(platform, brandId, bytes)
  storing.catch(() => {})
  await expect.poll(() => puts.length, { timeout: 30_000 }).toBe(3)
  await shop.advance(2 * DAY)
  expect(await deleteLooseObjects(platform)).toBe(3)
  for (const put of puts) put()
  await expect(storing).rejects.toThrow('have been deleted before it was stored')
  server.intercept = () => false
  expect((await storePicture(platform, brandId, bytes)).created).toBe(true)
})

test('a file that the storage lacks, or has with other bytes, is not served', async () => {
  const [lost, changed] = [await upload(), await upload()]
  const [path] = server.asked.filter((line) => line.startsWith('PUT')).slice(-1)
  server.intercept = ({ method, url = '' }, response) => {
    if (method !== 'GET') return false
    response.writeHead(path?.endsWith(url) ? 200 : 404).end('something else')
    return true
  }
  for (const { body } of [lost, changed])
    for (const url of Object.values<string>(body.data.attributes.urls))
      expect((await get(url)).statusCode).toBe(404)
})

test('while the storage is away, pictures of the database and pages are served, and others are asked for later', async () => {
  const { body } = await upload()
  server.intercept = (_request, response) => {
    response.destroy()
    return true
  }
  const away = await get(body.data.attributes.urls.large)
  expect(away.statusCode).toBe(503)
  expect(away.headers['retry-after']).toBe('60')
  const [demo] = await db<{ picture_id: string }[]>`
    select picture_id from pictures.files where brand_id = ${brandId} and object is null limit 1`
  const stored = await shop.http.app.inject({ url: `/pictures/${brandId}/${demo?.picture_id}-480.webp` })
  expect(stored.statusCode).toBe(200)
  server.intercept = () => false
  await expect
    .poll(async () => (await get(body.data.attributes.urls.large)).statusCode, { timeout: 30_000 })
    .toBe(200)
})

test('a reset of the sandbox leaves nothing there for ever', async () => {
  const { body } = await upload()
  const objects = (await filesOf(body.data.id)).map(({ object }) => object)
  expect((await shop.send('POST', '/api/testing/reset')).status).toBeLessThan(300)
  expect(await looseObjects()).toEqual(expect.arrayContaining(objects))
  expect(await filesOf(body.data.id)).toEqual([])
})
