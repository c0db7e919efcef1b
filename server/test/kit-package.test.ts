/** The kit alone, as an integrator meets it whose sandbox runs elsewhere: packed, installed in an empty folder, and used. */
import { execFile } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SandboxFile } from '@tradehall/kit/sandbox-file'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedReport } from '../../packages/kit/src/certify/report/report.ts'
import { buildKit } from '../scripts/package/build.ts'
import { temporaryFolder } from './folders.ts'
import { FULL } from './full.ts'
import { npm, npmInstall, ownEnvironment } from './installed-package.ts'
import { useProgram } from './mcp.ts'
import { needs } from './requirements.ts'
import { startSandbox } from './started-sandbox.ts'

const parent = temporaryFolder('kit', afterAll)
await buildKit(join(parent, 'dist'))
const [{ filename, files }] = JSON.parse(await npm(['pack', './dist', '--json'], parent)) as [
  { filename: string; files: { path: string }[] },
]
const folder = join(parent, 'empty')
await mkdir(folder)
await writeFile(join(folder, 'package.json'), '{"private":true}')
/** An installation costs a third of a minute. Without it the server's package, which contains the kit, is installed. */
const installed = FULL
  ? await npmInstall(folder, [join(parent, filename)])
  : {
      met: false,
      missing: 'npm run test:full explores it, and here it is represented by `package.test.ts`',
    }

const nowhere = { TRADEHALL_DATA_DIR: join(parent, 'no-sandbox') }

const COMMAND = join(folder, 'node_modules/.bin/tradehall-kit')

/** The bound of the README. */
const MAX_BYTES = 40e6

test('the package contains plain JavaScript, the templates and the guides, and no test of its own', () => {
  const paths = files.map(({ path }) => path)
  const own = paths.filter((path) => !path.startsWith('templates/'))
  expect(own.filter((path) => /\.ts$|\.test\.|\/fixtures\//.test(path))).toEqual([])
  expect(paths).toEqual(
    expect.arrayContaining([
      ...['README.md', 'LICENSE', 'bin/tradehall-kit.cjs', 'src/main.js', 'assets/tradehall-client.tgz'],
      'docs/integrators/certify.md',
      ...globSync('templates/**/*.*', { cwd: new URL('../../packages/kit/', import.meta.url) }),
    ]),
  )
})

test('the links of its README lead to files of the package', () => {
  const readme = readFileSync(join(parent, 'dist/README.md'), 'utf8')
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link)
  expect(links.length).toBeGreaterThan(3)
  expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(links))
})

test('it needs nothing of a server', () => {
  const { dependencies } = JSON.parse(readFileSync(join(parent, 'dist/package.json'), 'utf8'))
  expect(Object.keys(dependencies).sort()).toEqual([
    '@modelcontextprotocol/server',
    'commander',
    'jose',
    'minisearch',
    'sax',
    'typebox',
  ])
})

describe('installed in an empty folder', needs(installed), () => {
  /** That of a sandbox of another process, of whose folder the kit knows nothing. */
  let environment: Record<string, string>
  beforeAll(async () => {
    const path = join(await startSandbox(), 'sandbox.json')
    const { baseUrl, clientId, clientSecret } = JSON.parse(readFileSync(path, 'utf8')) as SandboxFile
    environment = {
      ...nowhere,
      TRADEHALL_URL: baseUrl,
      TRADEHALL_CLIENT_ID: clientId,
      TRADEHALL_CLIENT_SECRET: clientSecret,
    }
  })

  test('brings nothing of a server, and takes at most 40 MB', () => {
    const manifests = globSync('node_modules/{*,@*/*}/package.json', { cwd: folder })
    expect(
      manifests.map((path) => path.slice('node_modules/'.length, -'/package.json'.length)).sort(),
    ).toEqual([
      ...[
        '@modelcontextprotocol/core',
        '@modelcontextprotocol/server',
        '@tradehall/kit',
        'commander',
        'jose',
      ],
      ...['minisearch', 'sax', 'typebox', 'zod'],
    ])
    const bytes = globSync('node_modules/**', { cwd: folder })
      .map((path) => statSync(join(folder, path)).size)
      .reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeGreaterThan(5e6)
    expect(bytes).toBeLessThan(MAX_BYTES)
  })

  test('is one program, which npx finds by the name of the package', async () => {
    const { version } = JSON.parse(
      readFileSync(join(folder, 'node_modules/@tradehall/kit/package.json'), 'utf8'),
    )
    expect((await npx(['--version'])).stdout).toBe(`${version}\n`)
    expect((await kit(['events'])).stdout).toContain('order.brand_created')
    expect((await kit(['completion', 'bash'])).stdout).toContain('complete -F _tradehall_kit tradehall-kit\n')
  })

  test('serves coding tools, and says in one sentence that there is no sandbox', async () => {
    const { client, call } = await useProgram({ program: COMMAND, environment: nowhere })
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('run_lesson')
    expect((await call('search_operations')).text).toContain('There is no sandbox here')
    const failed = await kit(['trigger', 'order.shipped'], nowhere).catch((error) => error)
    expect(failed).toMatchObject({ code: 1, stdout: '' })
    expect(failed.stderr).toMatch(/^There is no sandbox here [^\n]+\n$/)
  })

  test('reports on a connector that does not run, signed by a sandbox of another process', async () => {
    const connector = join(parent, 'broken')
    await mkdir(connector)
    const config = join(connector, 'certify.json')
    await writeFile(config, JSON.stringify({ start: 'node --eval "process.exit(3)"', claims: ['orders'] }))
    const report = join(connector, 'report.json')
    const only = ['--only', 'tokens', '--config', config, '--json', report]
    expect(await kit(['certify', ...only], environment).catch(({ code }) => code)).toBe(2)
    const { lessons } = JSON.parse(readFileSync(report, 'utf8')) as SignedReport
    expect(lessons.map(({ id, verdict }) => [id, verdict])).toEqual([['tokens', 'failed']])
    const verified = await kit(['certify', '--verify', report], environment).catch((error) => error)
    expect(verified.stdout).toMatch(/^Valid: signed with the key /)
  })

  test('creates a connector that passes a lesson', async () => {
    const connector = join(parent, 'connector')
    await kit(['init', '--full', connector], environment)
    await npm(['install', '--omit=dev', '--offline', '--no-audit', '--no-fund'], connector)
    const config = join(connector, 'certify.json')
    const { stdout } = await kit(['certify', '--only', 'tolerance', '--config', config], environment)
    expect(stdout).toMatch(/\nLessons: 1 passed\.\nPassed\.\n$/)
  })
})

const run = async (program: string, args: readonly string[], environment: Record<string, string> = {}) =>
  await promisify(execFile)(program, args, { cwd: folder, env: { ...ownEnvironment(), ...environment } })

const npx = (args: readonly string[]) => run('npx', ['--offline', '@tradehall/kit', ...args])

const kit = (args: readonly string[], environment?: Record<string, string>) =>
  run(process.execPath, [COMMAND, ...args], environment)
