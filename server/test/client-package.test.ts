/** The client library as it is published: packed, installed into an empty folder, and used from there. */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { needs } from './requirements.ts'

const run = promisify(execFile)
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Node 20, the oldest version that the package is for, where it is in the path. */
const NODE_20 = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find(
    (node) =>
      existsSync(node) && spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.startsWith('v20.'),
  )

let folder: string
let installed: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tradehall-client-'))
  const dist = join(folder, 'dist')
  await run(process.execPath, [pathOf('../../packages/client/scripts/build.ts'), dist])
  const npm = (args: string[], cwd: string) =>
    run('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd })
  const { stdout } = await npm(['pack', dist, '--json', '--silent'], folder)
  const [packed] = Object.values(JSON.parse(stdout)) as { filename: string }[]
  const app = join(folder, 'app')
  await mkdir(app)
  await writeFile(join(app, 'package.json'), '{"name":"app","private":true}')
  await npm(['install', join(folder, packed?.filename ?? ''), '--silent'], app)
  installed = join(app, 'node_modules/@tradehall/client')
}, 120_000)
afterAll(() => rm(folder, { recursive: true }))

const API = createServer((request, response) => {
  const isToken = request.url === '/oauth/token'
  const body = isToken
    ? { token_type: 'Bearer', expires_in: 3600, access_token: 'a-token' }
    : {
        data: [
          {
            type: 'order',
            id: 'o1',
            attributes: { status: request.headers.authorization ?? request.headers.cookie },
          },
        ],
      }
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
})
let origin: string
beforeAll(async () => {
  await new Promise<void>((ready) => API.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(API.address() as AddressInfo).port}`
})
afterAll(() => API.closeAllConnections())
afterAll(() => new Promise((closed) => API.close(closed)))

const PROGRAM = `
  const client = createClient({ baseUrl: process.argv[2], clientId: 'a', clientSecret: 'b' })
  client.orders.list().toArray().then(([order]) => console.log(order.id, order.attributes.status))
`
const PROGRAMS = {
  'module.mjs': `import { createClient } from '@tradehall/client'\n${PROGRAM}`,
  'script.cjs': `const { createClient } = require('@tradehall/client')\n${PROGRAM}`,
}

test.each(Object.keys(PROGRAMS))('%s runs', (name) =>
  runProgram(name as keyof typeof PROGRAMS, process.execPath),
)

const oldestNode = { met: NODE_20 !== undefined, missing: 'no Node 20 is in the path' }
test.each(Object.keys(PROGRAMS))('%s runs on Node 20', needs(oldestNode), (name) =>
  runProgram(name as keyof typeof PROGRAMS, NODE_20 ?? ''),
)

async function runProgram(name: keyof typeof PROGRAMS, node: string): Promise<void> {
  const program = join(folder, 'app', name)
  await writeFile(program, PROGRAMS[name])
  const { stdout } = await run(node, [program, origin])
  expect(stdout).toBe('o1 Bearer a-token\n')
}

const TYPED = `
  import { type Client, createClient, ConflictError, isEvent, verifyWebhook } from '@tradehall/client'

  export async function readOrders(client: Client): Promise<string[]> {
    const found: string[] = []
    for await (const order of client.orders.list({ include: ['retailer'] })) {
      const storeName: string | null | undefined = order.related.retailer?.attributes.storeName
      // @ts-expect-error: it was not included
      order.related.orderItems
      found.push(order.attributes.status, storeName ?? '')
    }
    return found
  }

  export async function receive(headers: Headers, body: string): Promise<string> {
    const { event } = await verifyWebhook(headers, body, ['one', 'other'], { requireTimestamp: true })
    return isEvent(event, 'order.shipped') ? event.data.id : event.meta.event.type
  }

  export const isConflict = (error: unknown): boolean => error instanceof ConflictError
  export const client: Client = createClient({ baseUrl: 'https://marketplace.example.com', clientId: 'a', clientSecret: 'b' })
`

test('strict TypeScript compiles against it, from a module and from CommonJS', async () => {
  const app = join(folder, 'app')
  await Promise.all(['typed.mts', 'typed.cts'].map((name) => writeFile(join(app, name), TYPED)))
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  }
  await writeFile(
    join(app, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['typed.mts', 'typed.cts'] }),
  )
  const compiled = await run(pathOf('../../node_modules/.bin/tsc'), ['--project', app]).catch(
    (error) => error,
  )
  expect(compiled.stdout).toBe('')
})

test('it has no dependencies, its own licence, and nothing of its tests', async () => {
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: '@tradehall/client', sideEffects: false, engines: { node: '>=20' } })
  expect(manifest).not.toHaveProperty('dependencies')
  expect(existsSync(join(installed, 'LICENSE'))).toBe(true)
  expect(existsSync(join(installed, 'esm/fixtures'))).toBe(false)
  const { VERSION } = await import(join(installed, 'esm/version.js'))
  expect(VERSION).toBe(manifest.version)
})

/** Of the whole library, after a bundler; without types, which no program loads. */
const MAX_BYTES = 15_000

/** The library in one file, as a bundler makes it. */
async function bundle(): Promise<string> {
  const lib = { entry: join(installed, 'esm/index.js'), formats: ['es' as const] }
  const [built] = (await build({
    configFile: false,
    root: installed,
    logLevel: 'silent',
    build: { write: false, minify: true, lib },
  })) as { output: { code: string }[] }[]
  return built?.output[0]?.code ?? ''
}

test('it has at most 15 KB, compressed and without types', async () => {
  const code = await bundle()
  expect(code).toContain('createClient')
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(MAX_BYTES)
})

test('in a browser it uses the cookie of the page, and refuses secrets', needs(BROWSER), async () => {
  const browser = await openBrowser()
  const context = await browser.newContext()
  const code = await bundle()
  const page = await context.newPage()
  await page.route('**/client.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code }))
  await page.route('**/page.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Hello</p>' }),
  )
  await page.goto(`${origin}/page.html`)
  const seen = await page.evaluate(`(async () => {
    document.cookie = 'session=s1'
    const { createClient } = await import('/client.js')
    const [order] = await createClient().orders.list().toArray()
    const refusal = (options) => { try { createClient(options) } catch (error) { return error.name } }
    return [order.attributes.status, refusal({ clientId: 'a', clientSecret: 'b' }), refusal({ token: 'c' })]
  })()`)
  expect(seen).toEqual(['session=s1', 'ConfigurationError', 'ConfigurationError'])
})
