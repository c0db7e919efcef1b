import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'
import { resolveReferences } from '../../../test/openapi.ts'
import { createLog } from '../../platform/log.ts'
import { openApiDocument } from '../openapi/document.ts'
import { type FileReply, file } from '../operation.ts'
import { attachment } from './file.ts'

const lines: Record<string, unknown>[] = []
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
const shop = await market({ cleanUp: afterAll, log, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const PATH = '/api/v1/exports/rows'

/** Returns the response to the next request. */
let answer: () => Omit<FileReply, 'kind' | 'status'>
shop.http.operation({
  method: 'GET',
  path: PATH,
  id: 'exportRows',
  tag: 'Catalog',
  summary: 'Export rows',
  description: 'As a file.',
  access: 'brand',
  media: 'file',
  answers: [{ status: 200, description: 'The rows.', file: ['text/csv', 'application/zip'] }],
  handle: async () => file(answer()),
})
const csv = { contentType: 'text/csv', filename: 'rows.csv', version: '1' }

beforeEach(() => {
  lines.length = 0
})

describe('a file', () => {
  test('comes with its type, its name and its length', async () => {
    answer = () => ({ ...csv, stream: Readable.from([Buffer.from('a,'), Buffer.from('b')]), bytes: 3 })
    const { status, text, headers } = await shop.send('GET', PATH)
    expect({ status, text }).toEqual({ status: 200, text: 'a,b' })
    expect(headers).toMatchObject({
      'content-type': 'text/csv',
      'content-disposition': 'attachment; filename="rows.csv"',
      'content-length': '3',
      'x-content-type-options': 'nosniff',
    })
  })

  test('may come from a generator, and have an unknown length', async () => {
    answer = () => ({ ...csv, stream: chunks('a,', 'b') })
    const { text, headers } = await shop.send('GET', PATH)
    expect(text).toBe('a,b')
    expect(headers).not.toHaveProperty('content-length')
  })

  test.each([undefined, '*/*', 'text/csv', 'application/json'])('is sent to Accept %j', async (accept) => {
    answer = () => ({ ...csv, stream: chunks('a') })
    expect((await shop.send('GET', PATH, { headers: { accept } })).status).toBe(200)
  })

  test('is described with its media types', () => {
    const { paths } = resolveReferences(openApiDocument(shop.http, 'http://localhost'))
    const { parameters, responses } = paths[PATH]!.get!
    const schema = { type: 'string', format: 'binary' }
    expect(responses['200']).toMatchObject({
      headers: { 'Content-Disposition': expect.anything() },
      content: { 'text/csv': { schema }, 'application/zip': { schema } },
    })
    expect(parameters).toBeUndefined()
    expect(responses).not.toHaveProperty('406')
    expect(responses['403']).toHaveProperty(['content', 'application/vnd.api+json'])
  })
})

describe('an error', () => {
  test('in the request gets an error document, whatever Accept says', async () => {
    const refused = await shop.send('GET', PATH, { as: 'retailer', headers: { accept: 'text/csv' } })
    expect(refused.status).toBe(403)
    expect(refused.headers['content-type']).toBe('application/vnd.api+json')
    expect(refused.body.errors[0].status).toBe('403')
  })

  test('before the first byte gets an error document too, which browsers do not save as the file', async () => {
    answer = () => ({ ...csv, stream: failing(0), bytes: 100 })
    const failed = await shop.send('GET', PATH)
    expect(failed.status).toBe(500)
    expect(failed.body.errors[0].meta.requestId).toBe(failed.headers['x-request-id'])
    expect(failed.headers['content-type']).toBe('application/vnd.api+json')
    expect(failed.headers['content-length']).toBe(String(failed.text.length))
    expect(failed.headers).not.toHaveProperty('content-disposition')
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([{ msg: 'request failed' }])
  })
})

describe('over a real socket', () => {
  const listening = shop.http.app.listen({ port: 0, host: '127.0.0.1' })

  async function ask() {
    const token = await shop.tokenOf('brand')
    const socket = connectSocket(Number(new URL(await listening).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`GET ${PATH} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`)
    return socket
  }

  /** Returns everything that arrives until the server closes the connection. */
  async function readAll(): Promise<string> {
    const socket = await ask()
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    await once(socket, 'close')
    return text
  }

  test('a file that fails halfway ends the connection, without an error text in the file', async () => {
    answer = () => ({ ...csv, stream: failing(3) })
    const text = await readAll()
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
    expect(text).toContain('row\n')
    expect(text).not.toContain('errors')
    // A complete file would end with an empty chunk.
    expect(text).not.toMatch(/\r\n0\r\n\r\n$/)
    expect(lines.filter(({ level }) => level === 'error')).toEqual([
      expect.objectContaining({
        msg: 'file download aborted',
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        err: expect.objectContaining({ message: 'no more rows' }),
      }),
    ])
  })

  test.each([
    ['longer', 'abcdef'],
    ['shorter', 'ab'],
  ])('a file that is %s than announced ends the connection', async (_how, content) => {
    answer = () => ({ ...csv, stream: startingWith('x', content), bytes: 5 })
    const text = await readAll()
    expect(text.split('\r\n\r\n')[1]!.length).toBeLessThan(5)
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'file download aborted' }))
  })

  test.each(['stream', 'generator'])('a %s is read with backpressure from the client', async (kind) => {
    const source = endless()
    answer = () => ({ ...csv, stream: kind === 'stream' ? Readable.from(source.chunks) : source.chunks })
    const socket = await ask()
    await once(socket, 'data')
    socket.pause()
    await source.resting()
    // The buffers of the system and of the streams hold less than this, and an endless source far more.
    expect(source.made()).toBeLessThan(50_000_000)
    socket.destroy()
    await source.ended
  })

  test('a client that disconnects destroys a source that waits for more data', async () => {
    const source = new Readable({ read() {} })
    const closed = new Promise<void>((resolve) => source.once('close', resolve))
    source.push('first')
    answer = () => ({ ...csv, stream: source })
    const socket = await ask()
    await once(socket, 'data')
    socket.destroy()
    await closed
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('the name of a file', () => {
  test.each([
    ['rows.csv', 'filename="rows.csv"'],
    ['a b;c=d.csv', 'filename="a b;c=d.csv"'],
    ['préçis.csv', `filename="pr__is.csv"; filename*=UTF-8''pr%C3%A9%C3%A7is.csv`],
    ['say "hi".csv', `filename="say _hi_.csv"; filename*=UTF-8''say%20%22hi%22.csv`],
    ['100%.csv', `filename="100_.csv"; filename*=UTF-8''100%25.csv`],
    [`日(*'!).csv`, `filename="_(*'!).csv"; filename*=UTF-8''%E6%97%A5%28%2A%27!%29.csv`],
    ['../..\\etc/passwd', 'filename=".._.._etc_passwd"'],
    ['a\r\nset-cookie: b', 'filename="a__set-cookie: b"'],
    ['\ud800\u202ecsv.exe', 'filename="__csv.exe"'],
  ])('%j is written %s', (name, written) => {
    expect(attachment(name)).toBe(`attachment; ${written}`)
  })

  test('never ends its header parameter early, and is unchanged if it has safe characters only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const header = attachment(name)
        const shape = /^attachment; filename="[^"\\%\p{C}]*"(; filename\*=UTF-8''([\w%!#$&+.^`|~-]*))?$/u
        expect(header).toMatch(shape)
        const whole = shape.exec(header)?.[2]
        if (whole !== undefined) expect(decodeURIComponent(whole)).toBe(name.replaceAll(/[\p{C}/\\]/gu, '_'))
      }),
    )
  })
})

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

/** Waits between its chunks, so that the first one is sent before the others are generated. */
async function* startingWith(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    yield Buffer.from(text)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function* failing(rows: number): AsyncGenerator<Uint8Array> {
  yield* startingWith(...Array<string>(rows).fill('row\n'))
  throw new Error('no more rows')
}

function endless() {
  const chunk = Buffer.alloc(64 * 1024, 'x')
  let made = 0
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        made += chunk.length
        yield chunk
      }
    } finally {
      end()
    }
  }
  return {
    chunks: chunks(),
    ended,
    made: () => made,
    /** Waits until the source is not read for some turns of the event loop, or has been read far too much. */
    async resting() {
      let before = -1
      while (made !== before && made < 100_000_000) {
        before = made
        for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}
