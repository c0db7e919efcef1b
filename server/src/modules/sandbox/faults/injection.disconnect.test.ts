/** Faults that close connections, tested with real connections. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { Transform } from 'node:stream'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { market } from '../../../../test/market.ts'
import { placeOrder } from '../../../../test/orders.ts'
import { until } from '../../../../test/time.ts'
import { createLog } from '../../../platform/log.ts'

const FAULTS = '/api/testing/faults'
const VERIFICATIONS = '/api/v1/email-verifications'

const log = createLog('silent')
const failed = vi.spyOn(log, 'error')
const shop = await market({ cleanUp: afterAll, log, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { app } = shop.http
const ended: { url: string; status: number; faultId: string | null; disconnect: string | null }[] = []
app.addHook('onResponse', async ({ url, faultId, disconnect }, { statusCode }) => {
  if (!url.startsWith('/api/testing')) ended.push({ url, status: statusCode, faultId, disconnect })
})
let aborted = 0
app.addHook('onRequestAbort', async (_request) => void aborted++)
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
const token = await shop.tokenOf('brand')

beforeEach(async () => {
  await shop.send('DELETE', FAULTS)
  ended.length = 0
  aborted = 0
  failed.mockClear()
})

const inject = async (body: object) => (await shop.send('POST', FAULTS, { body })).body.data.id

function head(method: string, path: string, more: string[] = []): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    'accept: application/vnd.api+json',
    `authorization: Bearer ${token}`,
    ...more,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

function post(email: string): string {
  const body = JSON.stringify({ data: { type: 'email-verifications', attributes: { email } } })
  return (
    head('POST', VERIFICATIONS, [
      'content-type: application/vnd.api+json',
      `content-length: ${Buffer.byteLength(body)}`,
    ]) + body
  )
}

/** Sends all requests at once, and returns the text that arrives until the server closes the connection. */
async function exchange(...requests: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.setEncoding('utf8').on('data', (more) => {
    text += more
  })
  socket.on('error', () => {})
  socket.write(requests.join(''))
  await once(socket, 'close')
  return text
}

const mailsTo = async (email: string) =>
  (await shop.platform.db`select 1 from platform.mails where recipient = ${email}`).length

/** The requests have left no connection, no error and no abort. */
async function expectCleanEnd(): Promise<void> {
  await until(
    async () =>
      (await new Promise<number>((done) => app.server.getConnections((_, count) => done(count)))) === 0,
  )
  expect(aborted).toBe(0)
  expect(failed).not.toHaveBeenCalled()
}

test('before: the connection is closed, and nothing is processed', async () => {
  const id = await inject({ path: VERIFICATIONS, disconnect: 'before', count: 1 })
  expect(await exchange(post('before@alder.test'))).toBe('')
  expect(await mailsTo('before@alder.test')).toBe(0)
  expect(ended).toEqual([{ url: VERIFICATIONS, status: 444, faultId: id, disconnect: 'before' }])
  await expectCleanEnd()
})

test('after: the request is processed and stored, and the connection is closed', async () => {
  const id = await inject({ path: VERIFICATIONS, disconnect: 'after', count: 1 })
  expect(await exchange(post('after@alder.test'))).toBe('')
  expect(await mailsTo('after@alder.test')).toBe(1)
  expect(ended).toEqual([{ url: VERIFICATIONS, status: 201, faultId: id, disconnect: 'after' }])
  await expectCleanEnd()
})

test('after: an error response is not sent either', async () => {
  await inject({ disconnect: 'after' })
  expect(await exchange(head('GET', '/api/v1/orders?nonsense=1'))).toBe('')
  expect(ended).toMatchObject([{ status: 400 }])
  await expectCleanEnd()
})

test.each(['before', 'after'])(
  '%s: requests whose response has no body are ended as well',
  async (disconnect) => {
    const { headers } = await shop.send('GET', '/api/v1/me/config')
    ended.length = 0
    await inject({ disconnect })
    expect(await exchange(head('HEAD', '/api/v1/me/config'))).toBe('')
    expect(await exchange(head('GET', '/api/v1/me/config', [`if-none-match: ${headers.etag}`]))).toBe('')
    expect(ended).toMatchObject([{ disconnect }, { disconnect }])
    await expectCleanEnd()
  },
)

test('after: a stream is destroyed', async () => {
  const { id } = await placeOrder(shop)
  await inject({ disconnect: 'after' })
  const destroyed = vi.spyOn(Transform.prototype, 'destroy')
  onTestFinished(() => destroyed.mockRestore())
  expect(await exchange(head('GET', `/api/v1/orders/${id}/packing-slip`))).toBe('')
  expect(ended).toMatchObject([{ status: 200 }])
  expect(destroyed).toHaveBeenCalled()
  await expectCleanEnd()
})

test.each(['before', 'after'])('%s: pipelined requests after it are dropped', async (disconnect) => {
  const id = await inject({ path: '/api/v1/me/config', disconnect, count: 1 })
  expect(await exchange(head('GET', '/api/v1/me/config'), head('GET', '/api/v1/me'))).toBe('')
  expect(ended[0]).toMatchObject({ faultId: id, disconnect })
  await expectCleanEnd()
})

test('a response before the hit request arrives completely', async () => {
  await inject({ path: '/api/v1/me/config', disconnect: 'before' })
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.setEncoding('utf8').on('data', (more) => {
    text += more
  })
  socket.write(head('GET', '/api/v1/me'))
  await until(() => text.includes('"email"'))
  const whole = text
  socket.write(head('GET', '/api/v1/me/config'))
  await once(socket, 'close')
  expect(text).toBe(whole)
})

test('the connections of token requests are closed too', async () => {
  const { applicationId, clientId, clientSecret } = shop.credentials
  await inject({ applicationId, path: '/oauth/token', disconnect: 'before', count: 1 })
  await inject({ applicationId, path: '/oauth/token', disconnect: 'after', count: 1 })
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/oauth/token`, {
      method: 'POST',
      headers: { connection: 'close' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    })
  for (const _ of ['after', 'before']) await expect(ask()).rejects.toThrow('fetch failed')
  expect(ended.map(({ disconnect }) => disconnect)).toEqual(['after', 'before'])
  expect((await ask()).status).toBe(200)
})

test('the log shows a disconnected request without a response', async () => {
  await inject({ path: VERIFICATIONS, disconnect: 'after' })
  await exchange(post('log@alder.test'))
  const [logged] = (await shop.send('GET', `/api/testing/requests?filter[path]=${VERIFICATIONS}`)).body.data
  expect(logged.attributes).toMatchObject({ status: 201, responseBody: null })
  expect(logged.attributes.requestBody).toContain('log@alder.test')
})
