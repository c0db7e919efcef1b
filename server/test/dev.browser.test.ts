/** `npm run dev`. All but the first test are one story: each goes on where the one before it ended. */
import { execFileSync } from 'node:child_process'
import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { SandboxFile } from '@tradehall/kit/sandbox-file'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { BROWSER } from './browser-server.ts'
import { afterAllTests } from './clean-up.ts'
import { STEP_TIMEOUT_MS, TEST_TIMEOUT_MS } from './dashboard.ts'
import { createTestDatabase, demoTemplate } from './database.ts'
import { temporaryFolder } from './folders.ts'
import { onlyInFull } from './full.ts'
import { isAlive, treeOf } from './processes.ts'
import { type Program, runScript } from './programs.ts'
import { needs } from './requirements.ts'
import { until } from './time.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

test('a process that has loaded files loads those again that were saved, with all that import them', () => {
  const folder = temporaryFolder('reload')
  const write = (name: string, code: string) => writeFileSync(join(folder, name), code)
  write('saved.mjs', 'export const value = "old"')
  write('other.mjs', 'export const loadedBy = process.hrtime.bigint()')
  write('between.mjs', 'export { value } from "./saved.mjs"')
  write('start.mjs', 'export { value } from "./between.mjs"\nexport { loadedBy } from "./other.mjs"')
  write(
    'main.mjs',
    `import { writeFileSync } from 'node:fs'
    import { rememberImports } from '${pathToFileURL(join(ROOT, 'server/scripts/dev/reload.ts'))}'
    const reload = rememberImports()
    const before = await import('./start.mjs')
    const saved = '${join(folder, 'saved.mjs')}'
    writeFileSync(saved, 'export const value = "new"')
    reload([saved])
    const after = await import('./start.mjs')
    console.log(before.value, after.value, after.loadedBy === before.loadedBy)`,
  )
  const said = execFileSync(process.execPath, [join(folder, 'main.mjs')], { encoding: 'utf8' })
  expect(said.trim()).toBe('old new true')
})

describe('npm run dev', { timeout: TEST_TIMEOUT_MS, ...onlyInFull('the test above') }, () => {
  let dev: Program
  let sandbox: SandboxFile
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    const dataDir = temporaryFolder('dev', cleanUp)
    const settings = {
      TRADEHALL_DATABASE_URL: await createTestDatabase(cleanUp, demoTemplate),
      TRADEHALL_DATA_DIR: dataDir,
      TRADEHALL_PORT: '0',
    }
    dev = runScript(join(ROOT, 'server/scripts/dev.ts'), [], settings, { cleanUp })
    await dev.says("Accept: text/plain'")
    sandbox = JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8'))
  })

  const get = (path: string) => fetch(sandbox.baseUrl + path)
  /** The API processes that have served so far. */
  const apis = () =>
    [...dev.output().matchAll(/"pid":(\d+),"msg":"Server listening/g)].map(([, pid]) => Number(pid))

  test('prints the addresses of a start, and answers at them', async () => {
    for (const path of ['/dashboard', '/api/v1', '/docs', '/openapi.json', '/health/ready'])
      expect(dev.output()).toContain(`${sandbox.baseUrl}${path}\n`)
    for (const path of ['/docs', '/openapi.json', '/health/ready']) expect((await get(path)).status).toBe(200)
    expect(await (await get('/api/v1/orders')).json()).toMatchObject({ errors: [{ status: '401' }] })
  })

  test('serves the page of the dashboard with scripts that Vite makes of the sources', async () => {
    const page = await get('/dashboard')
    // As strict as ever, but for the worker in which a page waits for the next start.
    expect(page.headers.get('content-security-policy')).toMatch(
      /script-src 'self';.*; worker-src 'self' blob:$/,
    )
    const [, entry = ''] = /<script type="module" src="([^"]+)">/.exec(await page.text()) ?? []
    const importsOf = async (path: string) => {
      const script = await get(path)
      expect(script.headers.get('content-type')).toBe('text/javascript')
      return [...(await script.text()).matchAll(/\b(?:from|import) "([^"]+)"/g)].map(([, to = '']) => to)
    }
    const [, main = ''] = await importsOf(entry)
    expect(main).toBe('/dashboard/assets/src/main.tsx')
    const imported = await importsOf(main)
    const styles = imported.find((path) => path.endsWith('/styles.ts')) ?? ''
    const theme = (await importsOf(styles)).find((path) => path.endsWith('/theme.css')) ?? ''
    expect(await importsOf(theme)).toContain('/dashboard/assets/@vite/client')
  })

  test('reads nothing but code for a browser', async () => {
    const outside = join(ROOT, 'server/src/main.ts')
    expect((await get(`/dashboard/assets/@fs${outside}`)).status).toBe(403)
  })

  test('signs in, and shows a saved component without a reload of the page', needs(BROWSER), async () => {
    const browser = await openBrowser()
    const page = await browser.newPage({ baseURL: sandbox.baseUrl, locale: 'en-GB' })
    page.setDefaultTimeout(STEP_TIMEOUT_MS)
    const said: string[] = []
    page.on('console', (message) => said.push(`${message.type()} ${message.text()}`))
    page.on('pageerror', (error) => said.push(`error ${error.message}`))
    await page.goto('/dashboard/orders')
    await page.getByLabel('Email').fill(sandbox.user.email)
    await page.getByLabel('Password', { exact: true }).fill(sandbox.user.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    await page.evaluate('window.isSamePage = true')
    const saysVite = (text: string) =>
      until(
        () => said.includes(`debug [vite] ${text}`),
        () => said.join('\n'),
      )
    await saysVite('connected.')
    touch('dashboard/src/pages/orders/orders-page.tsx')
    await saysVite('hot updated: /src/pages/orders/orders-page.tsx')
    touch('dashboard/src/theme.css')
    await saysVite('hot updated: /src/theme.css')
    expect(await page.evaluate('window.isSamePage')).toBe(true)
    // Nobody was signed in at first.
    const complaints = said.filter((text) => text.startsWith('error') && !text.includes('401'))
    expect(complaints).toEqual([])
  })

  test('says that the server has crashed, and starts it again when a file is saved, even one that all others import', async () => {
    const [crashing = 0] = apis()
    process.kill(crashing, 'SIGKILL')
    await dev.says('The API process exited with SIGKILL. The next saved file starts it again.')
    const answer = await get('/health/ready')
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('The API process exited with SIGKILL.')
    touch('packages/jsonapi/src/index.ts')
    await dev.says(' ms: packages/jsonapi/src/index.ts.\n')
    expect((await get('/health/ready')).status).toBe(200)
    await until(() => apis().length === 2, dev.output)
  })

  test('ends with one signal, and leaves no process', async () => {
    const { pid = 0 } = dev.process
    const all = treeOf(pid)
    expect(all.length).toBeGreaterThan(2)
    dev.process.kill('SIGINT')
    expect(await dev.exitCode()).toBe(0)
    await until(() => !all.some(isAlive))
    expect(dev.output()).toContain('Tradehall has stopped.')
  })
})

/** As an editor that saves the same text, because other tests read these files meanwhile. */
function touch(path: string): void {
  const now = new Date()
  utimesSync(join(ROOT, path), now, now)
}
