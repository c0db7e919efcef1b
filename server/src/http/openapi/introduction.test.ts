import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'
import type { OpenApi } from '../../../test/openapi.ts'
import { CURL, needs } from '../../../test/requirements.ts'

const run = promisify(execFile)
const shop = await market({ cleanUp: afterAll })
const origin = await shop.http.app.listen({ port: 0, host: '127.0.0.1' })
const document = (await (await fetch(`${origin}/openapi.json`)).json()) as OpenApi
const text = String(document.info.description)

const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, code = '']) => ({
  language,
  code,
}))
const blocksIn = (language: string) =>
  blocks.filter((block) => block.language === language).map(({ code }) => code)

test('the document begins with an introduction to all topics', () => {
  expect(text.match(/^## .*$/gm)).toEqual([
    '## Tokens',
    '## Media types and documents',
    '## Pagination',
    '## Includes and fields',
    '## Filters',
    '## Errors and retries',
    '## Avoiding lost updates',
    '## Rate limits',
    '## Caching and compression',
    '## Client-supplied ids',
    '## Webhooks and signatures',
    '## The sandbox',
    '## Versioning and deprecations',
  ])
  expect(text).toContain(`BASE=${origin}\n`)
  expect(text).not.toContain('{{')
})

test('every path that it names exists, with the method that it names', () => {
  const templates = Object.entries(document.paths).map(([path, methods]) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods: Object.keys(methods).map((method) => method.toUpperCase()),
  }))
  const named = [
    ...text.matchAll(/(?:(GET|POST|PATCH|DELETE) )?(?<=[\s`E])(\/(?:api|oauth|\.well-known)\/[^\s?"`)]*)/g),
  ]
  expect(named.length).toBeGreaterThan(30)
  for (const [, method, path = ''] of named) {
    const found = templates.filter(({ pattern }) => pattern.test(path))
    // The common prefix of many paths, such as `/api/v1`.
    const isPrefix = templates.some((template) => template.path.startsWith(`${path}/`))
    expect(found.length > 0 || isPrefix, path).toBe(true)
    if (method)
      expect(
        found.flatMap(({ methods }) => methods),
        path,
      ).toContain(method)
  }
})

test('every header that it names is one of the document', () => {
  const ofWebhooks = Object.values(document.webhooks).flatMap(({ post }) => post?.parameters ?? [])
  const known = new Set([
    ...Object.keys(document.components.headers ?? {}),
    ...ofWebhooks.map(({ name }) => name),
  ])
  const named = text.match(
    /(?<=`)(?:X-[\w-]+|webhook-(?:id|timestamp|signature)|Retry-After|Deprecation|Sunset)(?=`)/g,
  )
  expect(new Set(named).size).toBeGreaterThan(8)
  for (const name of named ?? []) expect(known).toContain(name)
})

test('its commands work, one after the other', needs(CURL), async () => {
  const { clientId, clientSecret } = shop.clientOf('brand')
  // An error of the server ends the script. Names that exist only in the example are not resolved.
  const script = ['set -euo pipefail', 'curl() { command curl --fail-with-body "$@"; }', ...blocksIn('sh')]
    .join('\n')
    .replaceAll('https://erp.example.com/hooks', 'http://127.0.0.1:3000/hook')
    .replace('your-client-id', clientId)
    .replace('your-client-secret', clientSecret)
  const { stdout } = await run('bash', ['-c', script])
  expect(stdout).toMatch(/^201$\n^200$/m)
  expect(stdout).toMatch(/x-ratelimit-remaining: \d+/i)
  expect(stdout).toMatch(/^304$/m)
  expect(stdout).toContain('"signingSecret"')
  expect(stdout).toContain('"status":"brand_confirmed"')
})

test('its sample documents are JSON, and the sample error is the one that the server sends', async () => {
  const samples = blocksIn('json').map((code) => JSON.parse(code))
  const { body: variants } = await shop.send('GET', '/api/v1/product-variants?page[limit]=1')
  const { id } = variants.data[0]
  const { body } = await shop.send('PATCH', `/api/v1/product-variants/${id}/stock`, {
    body: { data: { type: 'product-variants', id, attributes: { stockQuantity: -1 } } },
  })
  expect(samples).toContainEqual(body)
})

test('its function tells genuine webhooks from others', async () => {
  const [code = ''] = blocksIn('js')
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const [rawBody, secret] = [Buffer.from('{"data":{}}'), 'a signing secret']
  const signature = createHmac('sha256', secret).update(rawBody).digest('hex')
  expect(isGenuine(rawBody, { signature }, secret)).toBe(true)
  expect(isGenuine(rawBody, { signature }, 'another')).toBe(false)
  expect(isGenuine(rawBody, {}, secret)).toBe(false)
})
