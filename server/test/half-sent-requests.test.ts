/** The real server under a low limit of open files, while many clients send requests that they never finish. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, demoCredentials, demoTemplate } from './database.ts'
import { freePort } from './ports.ts'
import { runProgram } from './programs.ts'
import { startStopwatch, until } from './time.ts'

const OPEN_FILES = 256
/** More than there are slots. Each comes again as soon as it is closed. */
const ATTACKERS = 500
const HALF_SENT = [
  'POST /oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 5000\r\n\r\ng',
  'POST /nowhere HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{',
  'GET /api/v1/me HTTP/1.1\r\nhost: x\r\nauthori',
  '',
]

const databaseUrl = await createTestDatabase(afterAll, demoTemplate)

test('clients that send half a request for ever keep nobody out', async () => {
  const { port, ask, token } = await startServer()
  const upload = await startUpload(port, token)
  const attack = startAttack(port)
  // Enough to have used up all slots, twice.
  await until(() => attack.closed() > 400)

  for (let round = 1; round <= 5; round++) {
    for (const path of ['/health/live', '/health/ready']) {
      const tookMs = startStopwatch()
      const { status } = await ask(path)
      expect([path, status, tookMs() < 1000]).toEqual([path, path.endsWith('live') ? 200 : 503, true])
    }
    expect((await ask('/api/v1/me', { authorization: `Bearer ${token}` })).status).toBe(200)
    upload.sendMore()
    const soFar = attack.closed()
    await until(() => attack.closed() > soFar + 50)
  }
  upload.sendRest()
  await until(() => upload.answer().startsWith('HTTP/1.1 201 '))
})

async function startServer() {
  const port = await freePort()
  const program = runProgram(
    ['api'],
    {
      TRADEHALL_DATABASE_URL: databaseUrl,
      TRADEHALL_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      TRADEHALL_PORT: String(port),
      TRADEHALL_PROCESSES: '1',
      TRADEHALL_LOG_LEVEL: 'warn',
    },
    { openFiles: OPEN_FILES },
  )
  const ask = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    await fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { accept: 'application/vnd.api+json', connection: 'close', ...headers },
    })
  await until(async () => (await ask('/health/live').catch(() => undefined))?.status === 200, program.errors)
  const { clientId, clientSecret } = demoCredentials
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const answer = await ask('/oauth/token', {}, { method: 'POST', body })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { port, ask, token, program }
}

/** Whoever is closed comes again, until the test ends. */
function startAttack(port: number) {
  let closed = 0
  let isOver = false
  const sockets = new Set<Socket>()
  function attack(i: number): void {
    const socket = connect(port, '127.0.0.1')
    sockets.add(socket)
    socket.on('error', () => {})
    socket.resume().write(HALF_SENT[i % HALF_SENT.length] ?? '')
    socket.once('close', () => {
      sockets.delete(socket)
      closed += 1
      if (!isOver) attack(i)
    })
  }
  for (let i = 0; i < ATTACKERS; i++) attack(i)
  onTestFinished(() => {
    isOver = true
    for (const socket of sockets) socket.destroy()
  })
  return { closed: () => closed }
}

/** A request with a token whose body arrives in small parts. */
async function startUpload(port: number, token: string) {
  const body = JSON.stringify({ path: '/api/v1/nothing', status: 500 }).padEnd(200)
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  let sent = 1
  socket.write(
    `POST /api/testing/faults HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 200\r\n\r\n${body.slice(0, sent)}`,
  )
  return {
    answer: () => answer,
    sendMore: () => void socket.write(body.slice(sent, ++sent)),
    sendRest: () => void socket.write(body.slice(sent)),
  }
}
