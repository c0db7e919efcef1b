import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { register } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { certificate } from '../../../test/certificate.ts'
import { market } from '../../../test/market.ts'
import { until } from '../../../test/time.ts'

const SLOTS = 10
/** Additional slots for new connections. */
const RESERVED = 2
const FORM = 'content-type: application/x-www-form-urlencoded\r\n'
const HALF_BODY = `POST /oauth/token HTTP/1.1\r\nhost: localhost\r\n${FORM}content-length: 5000\r\n\r\ng`
const HEALTH = 'GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n'
const ME = 'GET /api/v1/me HTTP/1.1\r\nhost: localhost\r\n\r\n'

test('half-sent requests are evicted: first those without a token, and of these the longest silent', async () => {
  const { shop, open, openMany } = await server()
  const { start, end } = upload(await shop.tokenOf('brand'))
  const uploads = await openMany(4, start)
  const silent = await open('')
  const halfHead = await open('GET /api/v1/me HTTP/1.1\r\nhost: loc')
  const attackers = await openMany(40, HALF_BODY)
  const closed = () => attackers.filter(({ isClosed }) => isClosed()).length
  await until(() => closed() === 34)

  expect(attackers.map(({ isClosed }) => isClosed())).toEqual(attackers.map((_, i) => i < 34))
  for (const { text, isClosed } of [silent, halfHead, attackers[0] as Client]) {
    await until(isClosed)
    expect(text()).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/)
    expect(text()).toMatch(/^connection: close\r$/m)
    expect(text()).toMatch(/^retry-after: 1\r$/m)
    expect(text()).toContain('The server has too many connections. Try again shortly.')
  }
  for (const { socket } of uploads) socket.write(end)
  await until(() => uploads.every(({ text }) => text().startsWith('HTTP/1.1 422 ')))
})

test('a client that sends byte by byte is evicted after those that are silent', async () => {
  const { openMany } = await server()
  const [dripping, ...others] = await openMany(SLOTS, HALF_BODY)
  for (const later of others.slice(0, 5)) {
    await dripping?.send('x')
    await openMany(1, '')
    await until(later.isClosed)
  }
  expect(dripping?.isClosed()).toBe(false)
})

test('if all uploads have valid tokens, the longest silent one is evicted', async () => {
  const { shop, open, openMany } = await server()
  const uploads = await openMany(SLOTS + RESERVED + 3, upload(await shop.tokenOf('brand')).start)
  await until(() => uploads.filter(({ isClosed }) => isClosed()).length === 3)
  expect(uploads.map(({ isClosed }) => isClosed())).toEqual(uploads.map((_, i) => i < 3))
  await openMany(20, '')
  const health = await open(HEALTH)
  await until(() => health.text().includes('"ok"'))
  expect(uploads.filter(({ isClosed }) => isClosed()).length).toBeLessThanOrEqual(3 + RESERVED)
})

test('idle connections are closed before those with a request, and without a response', async () => {
  const { openMany } = await server()
  const halfSent = await openMany(4, HALF_BODY)
  const idle = await openMany(4, HEALTH)
  await until(() => idle.every(({ text }) => text().includes('"ok"')))
  const answers = idle.map(({ text }) => text())
  await openMany(6, '')
  await until(() => idle.every(({ isClosed }) => isClosed()))
  expect(idle.map(({ text }) => text())).toEqual(answers)
  expect(halfSent.some(({ isClosed }) => isClosed())).toBe(false)
})

test('while requests in process occupy all slots, health checks are answered and other requests are refused', async () => {
  const { shop, open, openMany } = await server()
  const { promise: mayAnswer, resolve: goOn } = Promise.withResolvers<void>()
  shop.http.app.get('/slow', { config: { unguarded: true } }, async () => {
    await mayAnswer
    return 'at last'
  })
  const busy = await openMany(SLOTS, 'GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
  // More connections than reserved slots.
  await openMany(20, '')
  const health = await open(HEALTH)
  await until(() => health.text().includes('"ok"'))
  expect(health.text()).toMatch(/^Connection: close\r$/m)
  const other = await open(ME)
  await until(other.isClosed)
  expect(other.text()).toMatch(/^HTTP\/1\.1 503 /)
  goOn()
  await until(() => busy.every(({ text }) => text().endsWith('at last')))
})

test('clients that send requests and never read the responses do not keep their slots', async () => {
  const { open, openMany } = await server({ TRADEHALL_RATE_LIMIT: 'off' })
  const deaf = await openMany(SLOTS, '')
  for (const { socket } of deaf) {
    socket.pause()
    socket.write('GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(40))
  }
  await until(async () => {
    const me = await open(ME)
    await until(me.isClosed)
    return me.text().startsWith('HTTP/1.1 401 ')
  })
})

test('over TLS, unfinished handshakes are evicted, and half-sent requests get a response', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradehall-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(certificate)) writeFileSync(join(folder, name), text)
  const { shop, open, openMany, openTls } = await server({
    TRADEHALL_TLS_CERT: join(folder, 'cert'),
    TRADEHALL_TLS_KEY: join(folder, 'key'),
  })
  const { start, end } = upload(await shop.tokenOf('brand'))
  const [good, halfSent] = [await openTls(start), await openTls(HALF_BODY)]
  const silent = await openMany(30, '')
  await until(halfSent.isClosed)
  expect(halfSent.text()).toMatch(/^HTTP\/1\.1 503 /)
  await until(() => silent.filter(({ isClosed }) => isClosed()).length === 30 + 1 - SLOTS)
  expect(silent.every(({ text }) => text() === '')).toBe(true)
  const health = await openTls(HEALTH)
  await until(() => health.text().includes('"ok"'))
  await open('')
  good.socket.write(end)
  await until(() => good.text().startsWith('HTTP/1.1 422 '))
})

test('closed connections are counted', async () => {
  const count = async () => {
    const metric = await register.getSingleMetric('tradehall_connections_closed_total')?.get()
    return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [labels.stage, value]))
  }
  const { anonymous = 0 } = await count()
  const { openMany } = await server()
  await openMany(SLOTS + 5, '')
  expect((await count()).anonymous).toBe(Number(anonymous) + 5)
})

interface Client {
  socket: Socket
  text: () => string
  isClosed: () => boolean
  /** Returns when the server has read the text, or has closed the connection. */
  send(text: string): Promise<void>
}

/** A server with few slots, and clients that connect one after the other. */
async function server(env: Record<string, string> = {}) {
  const shop = await market({ env: { TRADEHALL_MAX_CONNECTIONS: String(SLOTS), ...env } })
  const { app } = shop.http
  const accepted = new Map<number | undefined, Socket>()
  let checked = 0
  app.server.on('connection', (socket) => accepted.set(socket.remotePort, socket))
  // Called after credentials were checked, before the body is read.
  app.addHook('preParsing', async () => {
    checked += 1
  })
  const port = async () => {
    const address = app.server.address()
    if (address && typeof address === 'object') return address.port
    return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  }

  async function open(text: string): Promise<Client> {
    const socket = connect(await port(), '127.0.0.1')
    const client = clientOf(socket)
    await once(socket, 'connect')
    const { localPort } = socket
    await until(() => accepted.has(localPort))
    const send = async (more: string) => {
      const peer = accepted.get(localPort) as Socket
      const [before, checkedBefore] = [peer.bytesRead, checked]
      socket.write(more)
      await until(() => peer.destroyed || peer.bytesRead >= before + Buffer.byteLength(more))
      if (more.startsWith('POST')) await until(() => checked > checkedBefore)
    }
    if (text) await send(text)
    return { ...client, send }
  }
  async function openTls(text: string): Promise<Client> {
    const socket = connectTls({ port: await port(), host: '127.0.0.1', rejectUnauthorized: false })
    const client = clientOf(socket)
    await once(socket, 'secureConnect')
    const send = async (more: string) => {
      const before = checked
      socket.write(more)
      await until(() => checked > before)
    }
    await send(text)
    return { ...client, send }
  }
  return {
    shop,
    open,
    openTls,
    async openMany(count: number, text: string): Promise<Client[]> {
      const clients: Client[] = []
      while (clients.length < count) clients.push(await open(text))
      return clients
    },
  }
}

function clientOf(socket: Socket): Omit<Client, 'send'> {
  let received = ''
  let isClosed = false
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
  })
  onTestFinished(() => void socket.destroy())
  return { socket, text: () => received, isClosed: () => isClosed }
}

/** A request with a token in two parts: its head with the first byte, and the rest. */
function upload(token: string): { start: string; end: string } {
  const body = JSON.stringify({ path: 5, padding: 'x'.repeat(100) })
  const head = [
    'POST /api/testing/faults HTTP/1.1',
    'host: localhost',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  return { start: `${head.join('\r\n')}\r\n\r\n${body.slice(0, 1)}`, end: body.slice(1) }
}
