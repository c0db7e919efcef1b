/** `tradehall mcp` as a coding tool uses it: a process, a started sandbox, a receiver of webhooks and a connector. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { generateConnector } from './certification/mutated-connector.ts'
import { temporaryFolder } from './folders.ts'
import { onlyInFull } from './full.ts'
import { type Market, market, PRODUCTION } from './market.ts'
import { type CodingTool, useProgram } from './mcp.ts'
import { freePort } from './ports.ts'
import { runProgram } from './programs.ts'
import { startReceiver } from './receiver.ts'
import { startSandbox } from './started-sandbox.ts'
import { until } from './time.ts'

const MINUTES = 60_000

/** The document in a result of `get` or `send_request`. */
function documentIn({ text, isError }: { text: string; isError: boolean }) {
  if (isError) throw new Error(text)
  return JSON.parse(text.slice(text.indexOf('\n\n')))
}

const CARRIER = { tracking: { trackingProvider: 'DPD', trackingNumber: '01505012345678' } }
const PARCELS = [{ length: 40, width: 30, height: 20, kg: 2 }]

test('from an open order to its webhook, and to the verdict on a connector', {
  timeout: 5 * MINUTES,
}, async () => {
  const dataDir = await startSandbox()
  const folder = join(temporaryFolder('mcp'), 'connector')
  generateConnector(folder)
  const receiver = await startReceiver()
  const { call, client } = await useProgram({
    environment: { TRADEHALL_DATA_DIR: dataDir },
    config: join(folder, 'certify.json'),
  })
  const send = async (path: string, body: unknown) =>
    documentIn(await call('send_request', { method: 'POST', path, body }))

  expect((await call('search_operations', { query: 'accept order', limit: 3 })).text).toContain(
    'transitionOrder',
  )
  expect((await call('read_operation', { operation: 'transitionOrder' })).text).toContain('brand-validates')
  expect((await call('read_guide', { name: 'webhooks' })).text).toMatch(/^# /)

  const attributes = { url: receiver.url, events: ['order.shipped'] }
  const subscription = await send('/api/v1/webhook-subscriptions', {
    data: { type: 'webhook-subscriptions', attributes },
  })
  expect(subscription.data.attributes.signingSecret).toBe('[redacted]')

  // Nobody listens there.
  const lost = { url: `http://127.0.0.1:${await freePort()}/`, events: ['order.shipped'] }
  await send('/api/v1/webhook-subscriptions', { data: { type: 'webhook-subscriptions', attributes: lost } })

  const query = { 'filter[status]': 'ankor_confirmed', 'page[limit]': 1 }
  const found = documentIn(await call('get', { path: '/api/v1/orders', query }))
  const [{ id }] = found.data
  const accepted = await send(`/api/v1/orders/${id}/-actions/transition`, {
    data: { type: 'brand-validates' },
  })
  expect(accepted.data.attributes.status).toBe('brand_confirmed')
  const quotes = await send(`/api/v1/orders/${id}/shipping-quotes`, { parcels: PARCELS })
  const quote = quotes.data.find(({ carrierCode }: { carrierCode: string }) => carrierCode !== 'marketplace')
  await send(`/api/v1/shipping-quotes/${quote.quoteUuid}/confirm`, CARRIER)
  const shipped = documentIn(await call('get', { path: `/api/v1/orders/${id}` }))
  expect(shipped.data.attributes.status).toBe('shipped')

  const delivery = await deliveryAbout(id, { call })
  expect(delivery).toMatchObject({ state: 'delivered', event: 'order.shipped' })
  expect(receiver.received.map(({ body }) => body.data.id)).toEqual([id])
  const waiting = () => call('list_deliveries', { resource: id, state: 'waiting' })
  await until(async () => (await waiting()).text.includes('after 1 attempts  last: unreachable '))
  expect((await call('list_requests', { path: '/api/v1/shipping-quotes' })).text).toContain(quote.quoteUuid)

  const progress: string[] = []
  const running = await call(
    'run_lesson',
    { lesson: 'tokens', seed: 1 },
    { onprogress: ({ message = '' }) => progress.push(message), resetTimeoutOnProgress: true },
  )
  const verdict = running.text.startsWith('tokens: ') ? running : await call('read_verdict', { run: '1' })
  expect(verdict.text).toMatch(/^tokens: passed after \d+ s \(run 1, seed 1\)\n\npassed {2}tokens\.reuse: /)
  expect(progress).toContain('playing the lesson tokens')
  expect(await call('read_verdict', { run: '1' })).toEqual(verdict)
  const { clientSecret } = JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8'))
  expect(verdict.text).not.toContain(clientSecret)
  await client.close()
})

async function deliveryAbout(id: string, { call }: Pick<CodingTool, 'call'>) {
  let line = ''
  await until(
    async () => {
      line = (await call('list_deliveries', { resource: id, state: 'delivered' })).text
      return !line.startsWith('No delivery')
    },
    () => line,
  )
  const [deliveryId = ''] = /[\da-f-]{36}$/m.exec(line) ?? []
  const { text } = await call('read_delivery', { id: deliveryId })
  return JSON.parse(text).data.attributes
}

/** A connector that prints its secret and crashes, or that does nothing. */
function writeConnector(script: string): string {
  const folder = join(temporaryFolder('mcp'), 'connector')
  mkdirSync(folder)
  writeFileSync(join(folder, 'connector.mjs'), script)
  const settings = { start: 'node connector.mjs', claims: ['orders'], seconds: { start: 30, decide: 3 } }
  writeFileSync(join(folder, 'certify.json'), JSON.stringify(settings))
  return join(folder, 'certify.json')
}

test('a lesson fails without a leak, runs alone, and ends with its call or its client', {
  ...onlyInFull('the lesson above'),
  timeout: 2 * MINUTES,
}, async () => {
  const environment = { TRADEHALL_DATA_DIR: await startSandbox() }
  const crashing = writeConnector(
    `console.log('it is', process.env.TRADEHALL_CLIENT_SECRET); setTimeout(() => process.exit(3), 300)`,
  )
  const first = await useProgram({ environment, config: crashing })
  const failed = await first.call('run_lesson', { lesson: 'tokens' })
  expect(failed.text).toMatch(/^tokens: failed after /)
  expect(failed.text).toMatch(/it is \[redacted\]\n$/)
  await first.client.close()

  const pidFile = join(temporaryFolder('mcp'), 'pid')
  const idle = writeConnector(
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1000)`,
  )
  const second = await useProgram({ environment, config: idle })
  const cancel = new AbortController()
  const cancelled = second.call('run_lesson', { lesson: 'tokens' }, { signal: cancel.signal })
  await expectRunning(pidFile)
  expect((await second.call('run_lesson', { lesson: 'tokens' })).text).toMatch(
    /is being played, and one is played at a time/,
  )
  cancel.abort()
  await expect(cancelled).rejects.toThrow()
  await expectGone(pidFile)
  const stopped = await second.call('read_verdict', { run: '1' })
  expect(stopped).toEqual({ isError: true, text: 'The lesson tokens was stopped before its end.' })

  writeFileSync(pidFile, '')
  const abandoned = second.call('run_lesson', { lesson: 'tokens' }).catch(() => {})
  await expectRunning(pidFile)
  await second.client.close()
  await abandoned
  await expectGone(pidFile)
})

const pidIn = (file: string) => {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}

const expectRunning = (file: string) => until(() => isRunning(pidIn(file)))
const expectGone = (file: string) => until(() => !isRunning(pidIn(file)))

test.each([undefined, '2026-07-28'])('clients of the protocol are served: %s', async (protocol) => {
  const environment = { TRADEHALL_DATA_DIR: temporaryFolder('mcp') }
  const { client, call } = await useProgram({ environment, ...(protocol !== undefined && { protocol }) })
  expect((await client.listTools()).tools.length).toBeGreaterThan(15)
  expect((await call('list_lessons', { lesson: 'tokens' })).text).toMatch(/^Tokens\n/)
  expect(await call('read_clock')).toMatchObject({ isError: true })
})

test('a server that does not answer does not keep the program from starting', {
  timeout: 25_000,
}, async () => {
  const silent = createServer(() => {})
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const { port } = silent.address() as AddressInfo
  const { client } = await useProgram({
    environment: {
      TRADEHALL_URL: `http://127.0.0.1:${port}`,
      TRADEHALL_CLIENT_ID: 'demo',
      TRADEHALL_CLIENT_SECRET: 'a-secret-text',
    },
  })
  expect((await client.listTools()).tools.length).toBeGreaterThan(15)
})

test('garbage on stdin is passed over; the end of stdin, and a line without end, end the program', async () => {
  const environment = { TRADEHALL_DATA_DIR: temporaryFolder('mcp') }
  const opening = `${JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  })}\n`
  const program = runProgram(['mcp'], environment, { hasInput: true })
  program.process.stdin?.write('no json\n{"jsonrpc":"2.0"}\n[]\n')
  program.process.stdin?.write(opening)
  await program.says('"serverInfo"')
  for (const line of program.lines()) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  program.process.stdin?.end()
  expect(await program.exitCode()).toBe(0)

  const flooded = runProgram(['mcp'], environment, { hasInput: true })
  flooded.process.stdin?.on('error', () => {})
  flooded.process.stdin?.write('x'.repeat(30_000_000))
  expect(await flooded.exitCode()).toBe(0)
})

test('production is refused at the start, with nothing on stdout', async () => {
  const shop = await market({ env: PRODUCTION })
  const url = await serveBehindProxy(shop)
  const { clientId, clientSecret } = shop.credentials
  const program = runProgram(['mcp', '--url', url, '--client-id', clientId], {
    TRADEHALL_CLIENT_SECRET: clientSecret,
  })
  expect(await program.exitCode()).toBe(1)
  expect(program.errors()).toContain('is not a sandbox of this version')
  expect(program.output()).toBe('')
  const own = runProgram(['mcp'], { TRADEHALL_MODE: 'production' })
  expect(await own.exitCode()).toBe(1)
  expect(own.errors()).toContain('`mcp` is for a sandbox')
})

/** As a proxy that ends TLS does. */
async function serveBehindProxy({ http: { app } }: Market): Promise<string> {
  const proxy = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request
    const headers = { ...request.headers, 'x-forwarded-proto': 'https' }
    const answer = await app.inject({ method: method as 'GET', url, headers, payload: await buffer(request) })
    response.writeHead(answer.statusCode, answer.headers as OutgoingHttpHeaders).end(answer.rawPayload)
  })
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}
