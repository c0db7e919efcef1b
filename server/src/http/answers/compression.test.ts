import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { JSON_API } from '@tradehall/jsonapi'
import { afterAll, describe, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'
import { subscribe } from '../../../test/webhooks.ts'
import { type FileReply, file } from '../operation.ts'
import { CONTENT_CODINGS, type ContentCoding } from './accept-encoding.ts'
import { compress, compressStream, isCompressible } from './compression.ts'

const DECODERS: Record<ContentCoding, (bytes: Buffer) => Buffer> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const ORDERS = '/api/v1/orders?page[limit]=50'

async function receive(url: string, coding?: string, { http, tokenOf } = shop) {
  const answer = await http.app.inject({
    url,
    headers: {
      accept: JSON_API,
      authorization: `Bearer ${await tokenOf('brand')}`,
      ...(coding !== undefined && { 'accept-encoding': coding }),
    },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

describe.each(CONTENT_CODINGS)('%s', (coding) => {
  test('shrinks a page of orders to a fifth', async () => {
    const plain = await receive(ORDERS)
    const compressed = await receive(ORDERS, coding)
    expect(compressed.headers).toMatchObject({
      'content-encoding': coding,
      'content-length': String(compressed.bytes.length),
      'content-type': JSON_API,
      vary: 'Accept-Encoding',
    })
    expect(DECODERS[coding](compressed.bytes).equals(plain.bytes)).toBe(true)
    expect(compressed.bytes.length / plain.bytes.length).toBeLessThanOrEqual(0.2)
  })

  test.each([1024, 128 * 1024, 128 * 1024 + 1, 1_000_000])(
    'restores a body of %i characters',
    async (length) => {
      const text = 'Kaai 12, Gent é '.repeat(length / 16 + 1).slice(0, length)
      expect(DECODERS[coding](await compress(text, coding)).toString()).toBe(text)
      const streamed = await buffer(Readable.from([Buffer.from(text)]).pipe(compressStream(coding)))
      expect(DECODERS[coding](streamed).toString()).toBe(text)
    },
  )
})

test('large bodies are compressed in another thread', async () => {
  expect(compress('a'.repeat(128 * 1024), 'gzip')).toBeInstanceOf(Buffer)
  const large = compress('a'.repeat(128 * 1024 + 1), 'gzip')
  expect(large).toBeInstanceOf(Promise)
  await large
})

test('a small body is sent uncompressed, but still with Vary', async () => {
  const { headers } = await receive('/api/v1/me', 'gzip')
  expect(headers).not.toHaveProperty('content-encoding')
  expect(headers.vary).toBe('Accept-Encoding')
})

test('without a coding that both sides support the body is sent uncompressed', async () => {
  const plain = await receive(ORDERS)
  for (const header of ['deflate', 'identity;q=0', 'gzip;q=0', 'gzip;q=nine']) {
    const answer = await receive(ORDERS, header)
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.bytes.equals(plain.bytes)).toBe(true)
  }
})

test('error documents and responses to writes are compressed too', async () => {
  const manyErrors = `/api/v1/orders?${Array.from({ length: 20 }, (_, i) => `unknown${i}=1`).join('&')}`
  const refused = await receive(manyErrors, 'gzip')
  expect([refused.status, refused.headers['content-encoding']]).toEqual([400, 'gzip'])
  expect(JSON.parse(gunzipSync(refused.bytes).toString()).errors.length).toBeGreaterThan(1)
})

test('a response with a credential is not compressed', async () => {
  for (const path of ['a', 'b', 'c']) await subscribe(shop, { url: `https://hooks.example.test/${path}` })
  const { headers, bytes } = await receive('/api/v1/webhook-subscriptions', 'gzip')
  expect(bytes.toString()).toContain('signingSecret')
  expect(bytes.length).toBeGreaterThan(1024)
  expect(headers).not.toHaveProperty('content-encoding')
  expect(headers).not.toHaveProperty('vary')
  const page = await shop.http.app.inject({ url: '/docs', headers: { 'accept-encoding': 'gzip' } })
  expect(page.headers).not.toHaveProperty('content-encoding')
})

test('compression can be turned off', async () => {
  const off = await market({ env: { TRADEHALL_COMPRESSION: 'off' } })
  const { headers, bytes } = await receive(ORDERS, 'gzip', off)
  expect(bytes.length).toBeGreaterThan(1024)
  expect(headers).not.toHaveProperty('content-encoding')
  expect(headers).not.toHaveProperty('vary')
})

test.each([
  [JSON_API, true],
  [`${JSON_API}; ext="https://jsonapi.org/ext/atomic"`, true],
  ['application/json; charset=utf-8', true],
  ['text/csv', true],
  ['text/html; charset=utf-8', true],
  ['application/pdf', false],
  ['application/zip', false],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', false],
  ['image/png', false],
  ['application/octet-stream', false],
])('%j is compressible: %j', (contentType, compressible) => {
  expect(isCompressible(contentType)).toBe(compressible)
})

describe('a file', () => {
  const PATH = '/api/v1/exports/compressed'
  let reply: Omit<FileReply, 'kind' | 'status'>
  shop.http.operation({
    method: 'GET',
    path: PATH,
    id: 'exportCompressed',
    tag: 'Catalog',
    summary: 'Export rows',
    description: 'As a file.',
    access: 'brand',
    media: 'file',
    answers: [{ status: 200, description: 'The rows.', file: ['text/csv', 'application/zip'] }],
    handle: async () => file(reply),
  })
  const rows = Array.from({ length: 2000 }, (_, i) => `${i},Harbour Lane Stores\n`)
  const content = Buffer.from(rows.join(''))
  const csv = { contentType: 'text/csv', filename: 'rows.csv', version: '1', bytes: content.length }

  test.each(CONTENT_CODINGS)('of text is streamed through %s', async (coding) => {
    reply = { ...csv, stream: Readable.from(rows.map((row) => Buffer.from(row))) }
    const { headers, bytes } = await receive(PATH, coding)
    expect(headers).toMatchObject({
      'content-encoding': coding,
      'content-disposition': 'attachment; filename="rows.csv"',
      vary: 'Accept-Encoding',
    })
    expect(headers).not.toHaveProperty('content-length')
    expect(DECODERS[coding](bytes).equals(content)).toBe(true)
  })

  test('in a compressed format is not compressed again', async () => {
    reply = { ...csv, contentType: 'application/zip', stream: Readable.from([content]) }
    const { headers, bytes } = await receive(PATH, 'gzip, br, zstd')
    expect(headers).not.toHaveProperty('content-encoding')
    expect(headers).not.toHaveProperty('vary')
    expect(headers['content-length']).toBe(String(content.length))
    expect(bytes.equals(content)).toBe(true)
  })

  test('that fails before its first byte gets an error response instead of a file', async () => {
    reply = { ...csv, stream: failing() }
    const { status, headers, bytes } = await receive(PATH, 'gzip')
    expect(status).toBe(500)
    expect(headers).not.toHaveProperty('content-encoding')
    expect(headers).not.toHaveProperty('content-disposition')
    expect(JSON.parse(bytes.toString()).errors).toHaveLength(1)
  })
})

// biome-ignore lint/correctness/useYield: it fails before its first chunk.
async function* failing(): AsyncGenerator<Buffer> {
  throw new Error('The disk is gone.')
}
