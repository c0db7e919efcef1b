/** The connectors that `tradehall init` generates: installed, compiled, and tested by themselves against one sandbox. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SandboxFile } from '@tradehall/kit/sandbox-file'
import { afterAll, describe, expect, test } from 'vitest'
import { init } from '../../packages/kit/src/init/init.ts'
import { packClient } from '../scripts/package/build.ts'
import { createTestDatabase, demoTemplate } from './database.ts'
import { temporaryFolder } from './folders.ts'
import { FULL } from './full.ts'
import { npm, npmInstall, ownEnvironment } from './installed-package.ts'
import { runProgram } from './programs.ts'
import { needs } from './requirements.ts'
import { runTool } from './tools.ts'

const folder = temporaryFolder('init', afterAll)
const small = join(folder, 'small')
const full = join(folder, 'full')
const noSandbox = { TRADEHALL_DATA_DIR: join(folder, 'nowhere') }
await runTool(async () => init(small, {}, noSandbox))
await runTool(async () => init(full, { full: true }, noSandbox))
const tarball = join(folder, 'tradehall-client.tgz')
await packClient(folder)
/** The full one is played by `certify.test.ts` too. */
const projects = FULL ? [small, full] : [small]
// One with the package of the client, and one with its sources, as in a clone.
const installations = await Promise.all(
  projects.map((project) => (project === small ? npmInstall(small, [tarball]) : npmInstall(full))),
)
const installed = installations.find(({ met }) => !met) ?? { met: true, missing: '' }

describe('a generated connector', needs(installed), () => {
  test.each(projects)('compiles: %s', async (project) => {
    expect(await npm(['run', 'types', '--silent'], project)).toBe('')
  })

  test('tells in one sentence that there is no sandbox', async () => {
    const environment = {
      TRADEHALL_URL: 'http://127.0.0.1:9',
      TRADEHALL_CLIENT_ID: 'a',
      TRADEHALL_CLIENT_SECRET: 'b',
    }
    const { code, output } = await testProject(small, environment)
    expect(code).toBe(1)
    expect(output).toContain('There is no sandbox at http://127.0.0.1:9: start it with `npx tradehall start`')
    expect(output).not.toMatch(/^\s+at /m)
  })

  test('passes its own test against a sandbox', async () => {
    const dataDir = join(folder, 'data')
    const databaseUrl = await createTestDatabase(undefined, demoTemplate)
    const server = runProgram(['start'], {
      TRADEHALL_DATABASE_URL: databaseUrl,
      TRADEHALL_DATA_DIR: dataDir,
      TRADEHALL_PORT: '0',
    })
    await server.says("Accept: text/plain'")
    const sandbox = JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as SandboxFile
    // A brand for each, because a connector accepts every order of its brand.
    const brands = [sandbox, sandbox.otherBrand]
    const products = join(full, 'products.json')
    // The other brand sells in pounds.
    writeFileSync(products, readFileSync(products, 'utf8').replaceAll('EUR', 'GBP'))
    const outcomes = await Promise.all(
      projects.map((project, i) =>
        testProject(project, {
          TRADEHALL_URL: sandbox.baseUrl,
          TRADEHALL_CLIENT_ID: brands[i]?.clientId ?? '',
          TRADEHALL_CLIENT_SECRET: brands[i]?.clientSecret ?? '',
        }),
      ),
    )
    for (const { code, output } of outcomes) {
      expect(code, output).toBe(0)
      expect(output).toMatch(/ skipped 0\n/)
    }
    expect(existsSync(join(full, 'connector.db'))).toBe(false)
  })
})

async function testProject(
  project: string,
  environment: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const options = {
    cwd: project,
    env: { ...ownEnvironment(), NODE_OPTIONS: '', ...environment },
    maxBuffer: 16 << 20,
  }
  try {
    const { stdout } = await promisify(execFile)('npm', ['test'], options)
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}
