import { afterAll, describe, expect, test } from 'vitest'
import { startImageHost, withStatus } from '../../../test/image-host.ts'
import { type Answer, market, type Who } from '../../../test/market.ts'
import { samplePicture } from '../../../test/sample-pictures.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const host = await startImageHost(afterAll)
const PATH = '/api/v1/pictures'

async function upload(bytes: Buffer, { as = 'brand' as Who, name = 'file' } = {}): Promise<Answer> {
  const form = new FormData()
  form.append(name, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'picture.png')
  const request = new Response(form)
  return await shop.send('POST', `${PATH}/upload`, {
    as,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}
const fetchFrom = (url: string) =>
  shop.send('POST', PATH, { body: { data: { type: 'pictures', attributes: { url } } } })
const get = (url: string) => shop.http.app.inject({ url: new URL(url).pathname })
const sentences = ({ body }: Answer) => body.errors.map(({ detail }: { detail: string }) => detail)

test('an uploaded picture is served in three widths, for a year, and never as anything but a picture', async () => {
  const sent = await upload(await samplePicture('jpeg', { width: 800, height: 600 }))
  expect(sent.status, sent.text).toBe(201)
  const { urls, ...attributes } = sent.body.data.attributes
  expect(attributes).toMatchObject({ width: 800, height: 600 })
  for (const url of Object.values<string>(urls)) {
    const { statusCode, headers, rawPayload } = await get(url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(rawPayload.toString('latin1', 8, 12)).toBe('WEBP')
  }
  const sizes = await Promise.all(
    Object.values<string>(urls).map(async (url) => (await get(url)).rawPayload.length),
  )
  expect(sizes.toSorted((a, b) => a - b)).toEqual(sizes)
  const read = await shop.send('GET', `${PATH}/${sent.body.data.id}`)
  expect(read.body.data).toEqual(sent.body.data)
})

test('the same file is stored once for a brand, also when it arrives twice at once', async () => {
  const bytes = await samplePicture('png', { seed: 1 })
  const answers = await Promise.all([upload(bytes), upload(bytes)])
  const again = await upload(bytes)
  expect(again.status).toBe(200)
  expect(new Set([...answers, again].map(({ body }) => body.data.id)).size).toBe(1)
  const [{ files }] = await shop.platform.db<[{ files: number }]>`
    select count(*)::int as files from pictures.files where picture_id = ${again.body.data.id}`
  expect(files).toBe(3)
})

test('another brand has a picture of its own of the same file, and does not see that of others', async () => {
  const bytes = await samplePicture('png', { seed: 2 })
  const [own, other] = [await upload(bytes), await upload(bytes, { as: 'otherBrand' })]
  expect(other.status).toBe(201)
  expect(other.body.data.id).not.toBe(own.body.data.id)
  const foreign = await shop.send('GET', `${PATH}/${own.body.data.id}`, { as: 'otherBrand' })
  expect(foreign.status).toBe(403)
})

test.each([
  ['a page', Buffer.from('<!doctype html>'), 'The file is no picture; send a JPEG, PNG or WebP.'],
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'The file is an SVG; save it as a JPEG, PNG or WebP.',
  ],
])('%s is refused, whatever it is called', async (_what, bytes, sentence) => {
  const answer = await upload(bytes)
  expect(answer.status).toBe(422)
  expect(sentences(answer)).toEqual([sentence])
  expect(answer.body.errors[0].source).toEqual({ pointer: 'file' })
})

test('a form without a file, or with other fields, is refused', async () => {
  expect(sentences(await upload(Buffer.from('x'), { name: 'image' }))).toEqual(['There is no such field.'])
})

test.each([
  [
    'of nobody',
    '/pictures/0b3a5e52-4a0f-4b40-9d9e-0f6f2f1b7a01/5f0c5a1e-8d2b-8c6f-9a41-3be0c7d2f914-160.webp',
  ],
  [
    'of another width',
    '/pictures/0b3a5e52-4a0f-4b40-9d9e-0f6f2f1b7a01/5f0c5a1e-8d2b-8c6f-9a41-3be0c7d2f914-170.webp',
  ],
  ['that is no path', '/pictures/0b3a5e52-4a0f-4b40-9d9e-0f6f2f1b7a01/..%2f..%2fsecret'],
])('a picture %s is not found', async (_what, path) => {
  const { statusCode } = await shop.http.app.inject({ url: path })
  expect(statusCode).toBe(404)
})

describe('from the web', () => {
  test('a picture is downloaded once, behind redirects too', async () => {
    host.answers.set('/there', await samplePicture('webp', { seed: 3 }))
    host.answers.set('/moved', withStatus(302, { location: '/there' }))
    const stored = await fetchFrom(host.at('/moved'))
    expect(stored.status, stored.text).toBe(201)
    expect((await get(stored.body.data.attributes.urls.large)).statusCode).toBe(200)
    expect(host.asked).toEqual(['/moved', '/there'])
  })

  test('every reason why it could not be downloaded has the same sentence', async () => {
    host.answers.set('/gone', withStatus(404))
    host.answers.set('/huge', withStatus(200, { 'content-length': '30000000' }))
    const answers = await Promise.all(
      [host.at('/gone'), host.at('/huge'), 'https://10.0.0.1/image.png', 'http://127.0.0.1:1/image.png'].map(
        fetchFrom,
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    expect(new Set(answers.flatMap(sentences)).size).toBe(1)
  })
})
