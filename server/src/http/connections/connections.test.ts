import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Market, market } from '../../../test/market.ts'
import { until } from '../../../test/time.ts'

const HEAD =
  'POST /oauth/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\n'

test.each([
  ['nothing', []],
  ['half a header', ['GET /api/v1/me HTTP/1.1\r\nhost: loc']],
  ['a header byte by byte', [...'GET /api/v1/me HTTP/1.1\r\nhost: localhost']],
  ['half a body', [`${HEAD}content-length: 1000\r\n\r\ngrant_type=`]],
  ['a body byte by byte', [`${HEAD}content-length: 1000\r\n\r\n`, ...'grant_type=client_credentials']],
])('a client that sends %s and never hangs up is told that it is late and cut off', async (_what, parts) => {
  const shop = await market({ timeouts: { requestMs: 600, drainMs: 1000 } })
  const client = await connected(shop)
  const answer = collect(client)
  for (const part of parts) {
    client.write(part)
    await wait(10)
  }
  await until(async () => (await connections(shop)) === 0)
  expect(answer()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
})

test('the default timeouts for a request add up to half a minute', async () => {
  const { http } = await market()
  const { headersTimeout, requestTimeout } = http.app.server
  const { connectionsCheckingInterval } = http.app.server as unknown as Record<string, number>
  expect(headersTimeout).toBe(25_000)
  expect(requestTimeout + Number(connectionsCheckingInterval)).toBe(30_000)
})

test('the connection of a client that does not read its responses is closed', async () => {
  const shop = await market({ timeouts: { inactivityMs: 500 } })
  const client = await connected(shop)
  client.pause()
  client.write('GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(40))
  await until(async () => (await connections(shop)) === 1)
  await until(async () => (await connections(shop)) === 0)
})

test('the connection of a refused client that does not close it is destroyed', async () => {
  const shop = await market({ timeouts: { drainMs: 1000 } })
  const client = await connected(shop)
  const answer = collect(client)
  client.write('HELLO\r\n\r\n')
  await until(() => answer().includes('not valid HTTP'))
  await until(async () => (await connections(shop)) === 0)
})

test.each(['close', 'keep-alive'])(
  'a client that sends 6 MB where 8 KB are allowed can read the error, with connection: %s',
  async (connection) => {
    const shop = await market({ timeouts: { drainMs: 60_000 } })
    const client = await connected(shop)
    const errors: Error[] = []
    client.on('error', (error) => errors.push(error))
    const bytes = 6 * 1024 * 1024
    client.write(`${HEAD}connection: ${connection}\r\ncontent-length: ${bytes}\r\n\r\n`)
    // A simple client, which reads the response only after it has sent everything.
    client.pause()
    for (let sent = 0; sent < bytes; sent += 65_536) {
      if (!client.write(Buffer.alloc(65_536, 'a')))
        await Promise.race([once(client, 'drain'), once(client, 'close')])
    }
    const answer = collect(client)
    client.resume()
    await until(() => answer().includes('error_description') || client.destroyed)
    expect(errors).toEqual([])
    expect(answer()).toMatch(/^HTTP\/1\.1 413 /)
    client.end()
    await until(async () => (await connections(shop)) === 0)
  },
)

test('the connection of a client that never stops sending is destroyed', async () => {
  const shop = await market({ timeouts: { drainMs: 1000 } })
  const client = await connected(shop)
  client.resume().write(`${HEAD}connection: close\r\ntransfer-encoding: chunked\r\n\r\n`)
  const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`
  const pump = () => {
    while (!client.destroyed && client.write(chunk));
  }
  client.on('drain', pump)
  pump()
  await until(() => client.destroyed)
})

test('above the limit the connections that are idle for longest are closed, and busy ones stay open', async () => {
  const shop = await market({ env: { TRADEHALL_MAX_CONNECTIONS: '10' } })
  const { promise: mayAnswer, resolve: goOn } = Promise.withResolvers<void>()
  let arrived = 0
  shop.http.app.get('/slow', { config: { unguarded: true } }, async () => {
    arrived += 1
    await mayAnswer
    return 'at last'
  })
  const busy = await Promise.all(Array.from({ length: 4 }, () => connected(shop)))
  const answers = busy.map(collect)
  for (const client of busy) client.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await until(() => arrived === 4)

  const idle: Socket[] = []
  for (let number = 0; number < 12; number++) idle.push((await connected(shop)).resume())
  await until(() => idle.filter((client) => client.readableEnded || client.destroyed).length === 6)
  expect(await connections(shop)).toBe(10)
  expect(idle.map((client) => client.readableEnded || client.destroyed)).toEqual(
    Array.from({ length: 12 }, (_, number) => number < 6),
  )
  goOn()
  await until(() => answers.every((answer) => answer().endsWith('at last')))
})

/** The connection stays open for sending after the server has ended it, and the client never ends it. */
async function connected(shop: Market): Promise<Socket> {
  const address =
    shop.http.app.server.address() ?? (await shop.http.app.listen({ port: 0, host: '127.0.0.1' }))
  const port = typeof address === 'string' ? Number(new URL(address).port) : address.port
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

function collect(socket: Socket): () => string {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  return () => text
}

const connections = (shop: Market) =>
  new Promise<number>((resolve, reject) => {
    shop.http.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
