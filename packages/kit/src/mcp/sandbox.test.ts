/** What every tool says without a sandbox, and about servers that misbehave in its place: one sentence, soon, without secrets. */
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../../server/test/folders.ts'
import {
  CALLS,
  expectNoSecret,
  ID,
  sandboxFolder,
  useTools,
  writeSandboxFile,
} from '../../../../server/test/mcp.ts'
import { serveMarket } from '../../../../server/test/served-market.ts'
import { ConfigError } from '../failures.ts'
import { Sandbox } from './sandbox.ts'

const shop = await serveMarket({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const dataDir = temporaryFolder('mcp', afterAll)
writeSandboxFile(dataDir, shop, shop.url)
const environment = { TRADEHALL_DATA_DIR: dataDir }

test('without a sandbox every tool says how to start one', async () => {
  const { call } = await useTools({ environment: { TRADEHALL_DATA_DIR: temporaryFolder('mcp') } })
  for (const [name, args] of Object.entries(CALLS)) {
    expect(await call(name, args)).toEqual({
      isError: true,
      text: expect.stringMatching(/^There is no sandbox here .*start one with `tradehall start`/),
    })
  }
})

test('a sandbox that goes away is missed, and found when it is back', async () => {
  const { call } = await useTools({ environment })
  expect(await call('read_clock')).toMatchObject({ isError: false })
  await shop.cut()
  const answers = []
  for (const [name, args] of Object.entries(CALLS)) answers.push(await call(name, args))
  await shop.restore()
  for (const { text, isError } of answers) {
    expect([isError, text]).toEqual([true, expect.stringMatching(/cannot be reached: .*tradehall start/)])
    expectNoSecret(shop, text)
  }
  expect(await call('read_clock')).toMatchObject({ isError: false })
})

test('a sandbox that has moved to another port is found there', async () => {
  const folder = sandboxFolder(shop, 'http://127.0.0.1:1')
  const { call } = await useTools({ environment: { TRADEHALL_DATA_DIR: folder } })
  expect((await call('read_clock')).text).toContain('cannot be reached')
  writeSandboxFile(folder, shop, shop.url)
  expect(await call('read_clock')).toMatchObject({ isError: false })
})

test('production is refused', async () => {
  expect(() => new Sandbox({}, { TRADEHALL_MODE: 'production' })).toThrow(ConfigError)
  const url = await serve((request, response) => {
    if (request.url === '/oauth/token') return sendJson(response, 200, TOKEN)
    sendJson(response, 404, { errors: [{ status: '404', detail: 'There is nothing here.' }] })
  })
  const { call } = await useTools({ environment: { TRADEHALL_DATA_DIR: sandboxFolder(shop, url) } })
  for (const [name, args] of Object.entries(CALLS)) {
    expect(await call(name, args)).toEqual({
      isError: true,
      text: expect.stringContaining('is not a sandbox of this version'),
    })
  }
})

/** Servers that took the place of the sandbox; the clock and the token are as they should be. */
const BAD: Record<string, { listener: RequestListener; says: RegExp }> = {
  'never answers': { listener: () => {}, says: /there was no response in time/ },
  'never stops': {
    listener: (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const timer = setInterval(() => response.write('[1,'.repeat(50_000)), 1)
      response.on('close', () => clearInterval(timer))
    },
    says: /is larger than|no response in time/,
  },
  'sends too much': {
    listener: (_request, response) => response.end('x'.repeat(200_000)),
    says: /is larger than 100000 bytes/,
  },
  'breaks off': {
    listener: (_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{')
      setTimeout(() => response.destroy(), 10)
    },
    says: /cannot be reached/,
  },
  redirects: {
    listener: (_request, response) => response.writeHead(302, { location: 'http://example.invalid/' }).end(),
    says: /redirected to http:\/\/example\.invalid/,
  },
  'fails with its secrets': {
    listener: (request, response) =>
      sendJson(response, 500, {
        errors: [{ detail: `${request.headers.authorization} ${shop.credentials.clientSecret}` }],
      }),
    says: /^Status 500/,
  },
}

test.each(Object.entries(BAD))('a server that %s', async (_name, { listener, says }) => {
  const url = await serve((request, response) => {
    if (request.url === '/oauth/token') return sendJson(response, 200, TOKEN)
    if (request.url === '/api/testing/clock')
      return sendJson(response, 200, { data: { type: 'clocks', id: ID } })
    listener(request, response)
  })
  const { call } = await useTools({
    environment: { TRADEHALL_DATA_DIR: sandboxFolder(shop, url) },
    limits: { timeoutMs: 300, maxBytes: 100_000 },
  })
  for (const name of ['get', 'search_operations', 'read_guide', 'list_requests', 'list_deliveries']) {
    const { text, isError } = await call(name, CALLS[name])
    expect([isError, text]).toEqual([true, expect.stringMatching(says)])
    expectNoSecret(shop, text)
  }
})

test('a document that is no reference is called so', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/oauth/token') return sendJson(response, 200, TOKEN)
    if (request.url === '/api/testing/clock')
      return sendJson(response, 200, { data: { type: 'clocks', id: ID } })
    response.end('<html>sign in</html>')
  })
  const { call } = await useTools({ environment: { TRADEHALL_DATA_DIR: sandboxFolder(shop, url) } })
  for (const name of ['search_operations', 'read_operation'])
    expect((await call(name, CALLS[name])).text).toContain('/openapi.json is no OpenAPI document')
})

test('a call that takes too long is given up, whatever the tool waits for', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/oauth/token') sendJson(response, 200, TOKEN)
  })
  const { call } = await useTools({
    environment: { TRADEHALL_DATA_DIR: sandboxFolder(shop, url) },
    callMs: 100,
  })
  for (const [name, args] of Object.entries(CALLS)) {
    expect(await call(name, args)).toEqual({
      isError: true,
      text: expect.stringMatching(/^The call was given up after 0\.1 seconds\. /),
    })
  }
})

const TOKEN = { access_token: 'eyJhbGci.eyJzdWIi.c2ln', token_type: 'Bearer', expires_in: 3600 }

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(async () => {
    server.closeAllConnections()
    await promisify(server.close.bind(server))()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
