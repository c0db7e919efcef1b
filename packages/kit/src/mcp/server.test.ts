/** Every tool, and what it says to wrong input. */
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../server/test/folders.ts'
import { hostileBodies } from '../../../../server/test/hostile.ts'
import { CALLS, expectNoSecret, ID, useTools, writeSandboxFile } from '../../../../server/test/mcp.ts'
import { serveMarket } from '../../../../server/test/served-market.ts'
import { MAX_LENGTH } from './texts.ts'
import { TOOLS } from './tools/index.ts'

const shop = await serveMarket({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const dataDir = temporaryFolder('mcp', afterAll)
writeSandboxFile(dataDir, shop, shop.url)
const environment = { TRADEHALL_DATA_DIR: dataDir }

const WITHOUT_SANDBOX = ['list_lessons', 'run_lesson', 'read_verdict', 'read_more']

test('the tools are listed with what they do to data', async () => {
  const { client } = await useTools({ environment })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(CALLS), ...WITHOUT_SANDBOX].toSorted(),
  )
  const changing = tools.filter(({ annotations }) => !annotations?.readOnlyHint)
  expect(changing.map(({ name, annotations }) => [name, annotations?.destructiveHint])).toEqual([
    ['send_request', true],
    ['trigger_event', false],
    ['move_clock', true],
    ['inject_fault', false],
    ['remove_faults', true],
    ['reset_sandbox', true],
    ['run_lesson', true],
  ])
  for (const { description = '', inputSchema } of tools) {
    expect(description.length).toBeGreaterThan(40)
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
  }
  expect(client.getInstructions()).toContain('search_operations')
})

test('tools that read change nothing', async () => {
  const { call } = await useTools({ environment })
  const writes = async () => {
    const { body } = await shop.send('GET', '/api/testing/requests?page[limit]=200')
    return body.data.filter(
      ({ attributes: { method, url } }: Logged) => method !== 'GET' && url !== '/oauth/token',
    ).length
  }
  const before = await writes()
  for (const { name, effect } of TOOLS) {
    const args = CALLS[name]
    if (effect === 'reads' && args) await call(name, args)
  }
  expect(await writes()).toBe(before)
})

interface Logged {
  attributes: { method: string; url: string }
}

test('every tool answers, and shows no secret', async () => {
  const { call } = await useTools({ environment })
  for (const [name, args] of Object.entries(CALLS)) {
    const { text } = await call(name, args)
    expect(text.length).toBeLessThanOrEqual(MAX_LENGTH)
    expectNoSecret(shop, text)
  }
})

test('requests are sent as the chosen account', async () => {
  const { call } = await useTools({ environment })
  const asBrand = await call('get', { path: '/api/v1/orders', query: { 'page[limit]': 1 } })
  expect(asBrand.text).toMatch(/^Status 200\ncontent-type: application\/vnd\.api\+json\nx-request-id: /)
  const asRetailer = await call('get', { path: '/api/retailer/v1/orders', as: 'retailer' })
  expect(asRetailer).toMatchObject({ isError: false })
  const asOperator = await call('get', { path: '/api/operator/v1/brands', as: 'operator' })
  expect(asOperator).toMatchObject({ isError: false })
  const { text, isError } = await call('get', { path: '/api/operator/v1/brands' })
  expect([isError, text]).toEqual([true, expect.stringMatching(/^Status 403, /)])
})

test('a link of a response is followed, and no other server is called', async () => {
  const { call } = await useTools({ environment })
  const { text } = await call('get', { path: '/api/v1/products', query: { 'page[limit]': 1 } })
  const { links } = JSON.parse(text.slice(text.indexOf('{')))
  const next = await call('get', { path: links.next.replace(/^https?:\/\/[^/]+/, shop.url) })
  expect(next.isError).toBe(false)
  for (const path of [
    'http://example.invalid/x',
    '//example.invalid/x y',
    'api/v1/orders',
    'file:///etc/passwd',
    '/a#b',
  ]) {
    expect(await call('get', { path })).toEqual({
      isError: true,
      text: expect.stringContaining('path must begin with a slash, or be a link of the sandbox'),
    })
  }
})

test('lists of values are repeated parameters, and a query stands in one place', async () => {
  const { call } = await useTools({ environment })
  const { body } = await shop.send('GET', '/api/v1/products?page[limit]=2')
  const ids = body.data.map(({ id }: { id: string }) => id)
  const { text } = await call('get', { path: '/api/v1/products', query: { 'filter[id][]': ids } })
  expect(JSON.parse(text.slice(text.indexOf('{'))).data).toHaveLength(2)
  const path = '/api/v1/products?page[limit]=2'
  expect(await call('get', { path })).toMatchObject({ isError: false })
  expect((await call('get', { path, query: { include: 'x' } })).text).toContain('path has a query of its own')
})

test('errors of the API come back as they were sent', async () => {
  const { call } = await useTools({ environment })
  const path = '/api/v1/webhook-subscriptions'
  const body = { data: { type: 'webhook-subscriptions', attributes: { url: 'nonsense' } } }
  const { text, isError } = await call('send_request', { method: 'POST', path, body })
  const direct = await shop.send('POST', path, { body })
  expect(isError).toBe(true)
  expect(text).toMatch(/^Status 422, request id [\da-f-]{36}\n\n/)
  expect(text.slice(text.indexOf('{'))).toBe(direct.text)
  const token = await call('send_request', {
    method: 'POST',
    path: '/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials&client_id=nobody&client_secret=wrong',
  })
  expect(token.text).toMatch(/^Status 400, .*\n\n\{"error":"invalid_request"/)
})

test('a secret that the API shows once is not shown here', async () => {
  const { call } = await useTools({ environment })
  const { text } = await call('send_request', {
    method: 'POST',
    path: '/api/v1/webhook-subscriptions',
    body: {
      data: {
        type: 'webhook-subscriptions',
        attributes: { url: 'https://receiver.test/hook', events: ['order.shipped'] },
      },
    },
  })
  expect(text).toContain('"signingSecret":"[redacted]"')
  expect((await call('get', { path: '/docs' })).text).toContain('"token":"[redacted]"')
})

test('headers that are the tool’s own, or none at all, are refused', async () => {
  const { call } = await useTools({ environment })
  for (const headers of [
    { Authorization: 'Bearer x' },
    { cookie: 'a=b' },
    { 'x y': '1' },
    { a: 'b\r\nc: d' },
  ])
    expect((await call('get', { path: '/api/v1/orders', headers })).text).toMatch(/^The header /)
  const { text } = await call('get', { path: '/api/v1/orders', headers: { 'If-None-Match': '*' } })
  expect(text).toMatch(/^Status 304/)
})

test('unknown tools are refused by name', async () => {
  const { client } = await useTools({ environment })
  for (const name of ['nope', '__proto__', 'constructor', 'toString', ''])
    await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(/Tool .* (not found|disabled)/)
})

test('wrong types are explained, and nothing is sent', async () => {
  const { call } = await useTools({ environment: { TRADEHALL_DATA_DIR: temporaryFolder('mcp') } })
  expect(await call('get', { path: 5, colour: 'red' })).toEqual({
    isError: true,
    text: expect.stringContaining(
      'path: Expected a string of 1 to 4000 characters, but saw 5. colour: Expected only the members path, query, headers, as, but saw "colour".',
    ),
  })
  for (const { name } of TOOLS) {
    const { text, isError } = await call(name, { surprise: 1 })
    expect([isError, text]).toEqual([true, expect.stringMatching(/Invalid arguments for tool .*surprise/)])
  }
})

test('whatever arguments a tool gets, it answers with one text', async () => {
  const { call } = await useTools({
    environment: {
      TRADEHALL_URL: 'http://127.0.0.1:1',
      TRADEHALL_CLIENT_ID: 'x',
      TRADEHALL_CLIENT_SECRET: 'y',
    },
  })
  for (const { name, input } of TOOLS) {
    const bodies = hostileBodies(input, () => [ID], CALLS[name] ?? {})
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const args = objectIn(body)
        if (args) expect((await call(name, args)).text).not.toContain('The tool failed')
      }),
      { numRuns: 30 },
    )
  }
})

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

test('a long response is read in parts', async () => {
  const { call } = await useTools({ environment })
  const { text } = await call('get', { path: '/openapi.json', headers: { accept: 'application/json' } })
  expect(text.length).toBeLessThanOrEqual(MAX_LENGTH)
  const [, cursor = ''] = /cursor (\d+-\d+)\.\]$/.exec(text) ?? []
  const more = await call('read_more', { cursor })
  expect(more.text).toMatch(/^[\s\S]+\[Characters 19801 to /)
  expect(await call('read_more', { cursor: '999-1' })).toMatchObject({ isError: true })
})

test('what was ignored of a request is told with its response, in the list and with the request', async () => {
  const { call } = await useTools({ environment })
  const attributes = { email: 'a@b.test', colour: 1 }
  const body = { data: { type: 'email-verifications', attributes } }
  const sent = await call('send_request', { method: 'POST', path: '/api/v1/email-verifications', body })
  expect(sent.text).toContain('x-ignored-members: data.attributes.colour\n')
  const [, id = ''] = /x-request-id: (\S+)/.exec(sent.text) ?? []
  const { text } = await call('list_requests', { path: '/api/v1/email-verifications' })
  expect(text).toContain(`ms  ignored: data.attributes.colour  ${id}`)
  const read = await call('read_request', { id })
  expect(read.text).toMatch(/ignoredMembers[^\w]+data\.attributes\.colour/)
})

test('lists have pages that follow each other', async () => {
  const { call } = await useTools({ environment })
  const idsOf = ({ text }: { text: string }) => text.match(/[\da-f-]{36}$/gm) ?? []
  const first = await call('list_requests', { limit: 2 })
  const [, after = ''] = /with after: (\S+)$/.exec(first.text) ?? []
  const second = await call('list_requests', { limit: 2, after })
  expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBeGreaterThanOrEqual(4)
  const all = await call('search_operations', { limit: 100, offset: 300 })
  expect(all.text).toMatch(/^301|\n301 to \d+ of \d+\.$/)
})
