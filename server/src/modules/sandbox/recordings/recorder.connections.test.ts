import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Market, market } from '../../../../test/market.ts'
import { type Recorded, readRecording, startRecording } from '../../../../test/recordings.ts'

const FAULT_ID = '0199c0de-0000-7000-8000-000000000001'

async function listening(): Promise<{ here: Market; id: string; port: number; token: string }> {
  const here = await market({ env: { TRADEHALL_RATE_LIMIT: 'off' } })
  await here.http.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = here.http.app.server.address() as AddressInfo
  const token = await here.tokenOf('brand')
  await here.tokenOf('operator')
  return { here, id: await startRecording(here), port, token }
}

const recordedOnce = async (id: string, here: Market, url: string): Promise<Recorded['attributes']> =>
  await vi.waitFor(async () => {
    const found = (await readRecording(here, id)).find(({ attributes }) => attributes.url === url)
    if (!found) throw new Error(`${url} is not recorded yet`)
    return found.attributes
  })

test('a request without credentials belongs to the application that authenticated on its connection', async () => {
  const { here, id, port, token } = await listening()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const get = async (path: string, headers: Record<string, string>, through?: Agent) => {
    const asking = httpRequest({ port, path, headers, ...(through && { agent: through }) }).end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    return answer.statusCode
  }
  const authorization = `Bearer ${token}`
  const accept = 'application/vnd.api+json'
  expect(await get('/api/v1/me?n=1', {}, agent)).toBe(401)
  expect(await get('/api/v1/me?n=2', { authorization, accept }, agent)).toBe(400)
  expect(await get('/api/v1/me?n=3', {}, agent)).toBe(401)
  expect(await get('/api/v1/me?n=4', { cookie: 'a=b' }, agent)).toBe(401)
  expect(await get('/api/v1/me?n=5', {})).toBe(401)
  expect(await get('/nowhere?n=6', { authorization: 'Bearer nonsense' }, agent)).toBe(404)
  const recorded = await readRecording(here, id)
  expect(recorded.map(({ attributes }) => attributes.url.at(-1))).toEqual(['2', '3', '6'])
  expect(recorded[1]?.attributes).toMatchObject({
    claimedApplicationId: null,
    claimedClientId: null,
    tokenFingerprint: null,
    isAuthenticated: false,
  })
})

test('a request whose client has disconnected has no status', async () => {
  const { here, id, port, token } = await listening()
  await here.send('POST', '/api/testing/faults', {
    as: 'operator',
    body: { path: '/api/v1/me', delayMs: 60_000 },
  })
  const arrived = Promise.withResolvers<void>()
  here.http.onArrival((request) => {
    if (request.url !== '/api/v1/me') return
    // A fault may have been about to fail the request.
    Object.assign(request, { faultId: FAULT_ID })
    arrived.resolve()
  })
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  await arrived.promise
  socket.destroy()
  expect(await recordedOnce(id, here, '/api/v1/me')).toMatchObject({
    outcome: 'aborted',
    status: null,
    responseHeaders: {},
    responseBody: null,
  })
})

test.each(['before', 'after'])(
  'a disconnect %s the work by a fault is distinguished from a disconnect by the client',
  async (when) => {
    const here = await market({
      env: { TRADEHALL_RATE_LIMIT: 'off' },
    })
    const cut = (request: unknown) => {
      const cutting = request as { url: string; faultId?: string; raw: { socket: { destroy(): void } } }
      if (cutting.url !== '/api/v1/me') return false
      cutting.faultId = FAULT_ID
      cutting.raw.socket.destroy()
      return true
    }
    if (when === 'before') here.http.onArrival((request) => void cut(request))
    else {
      here.http.app.addHook('onSend', (request, _reply, payload, done) => {
        cut(request)
        done(null, payload)
      })
    }
    await here.http.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = here.http.app.server.address() as AddressInfo
    const token = await here.tokenOf('brand')
    const id = await startRecording(here)
    const asking = httpRequest({
      port,
      path: '/api/v1/me',
      headers: { authorization: `Bearer ${token}` },
    }).end()
    await once(asking, 'error')
    expect(await recordedOnce(id, here, '/api/v1/me')).toMatchObject({
      outcome: 'disconnected',
      status: null,
      faultId: FAULT_ID,
    })
  },
)
