/**
 * Clients that generators make of the OpenAPI document: they compile, and what they call answers as their types say. The
 * programs in `client/` use one generated client each, as a consumer would.
 */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import openapiTypeScript, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FULL } from './full.ts'
import { npmCleanInstall } from './installed-package.ts'
import { market } from './market.ts'
import { needs } from './requirements.ts'

const run = promisify(execFile)
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Installed here, as nothing else needs them: with them `npm ci` would install a fourth more packages. */
const OTHERS = FULL ? ['orval', 'hey-api', 'swagger-typescript-api'] : []
const GENERATORS = ['openapi-typescript', ...OTHERS]

const shop = await market({ cleanUp: afterAll })
const folder = await mkdtemp(join(tmpdir(), 'tradehall-clients-'))
afterAll(() => rm(folder, { recursive: true }))
const generators = join(folder, 'generators')
await cp(pathOf('./generators'), generators, { recursive: true })
const installed = FULL ? await npmCleanInstall(generators) : { met: true, missing: '' }

const CONFIGURATION = {
  compilerOptions: {
    strict: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: ['node'],
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: true,
    outDir: 'compiled',
    rootDir: '.',
  },
  include: ['*.ts', '*.gen'],
}

/** The generators need some fifteen seconds of a processor; on a busy machine that is minutes. */
const GENERATION_TIMEOUT_MS = 600_000

describe('clients of generators', needs(installed), () => {
  let origin: string

  /** All clients beside the programs that use them, so that one run of the compiler checks everything. */
  beforeAll(async () => {
    for (const name of ['round-trip', ...GENERATORS])
      await cp(pathOf(`./client/${name}.ts`), join(folder, `${name}.ts`))
    await symlink(pathOf('../../node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(CONFIGURATION))
    origin = await shop.http.app.listen({ port: 0, host: '127.0.0.1' })
    const document = join(folder, 'openapi.json')
    await writeFile(document, await (await fetch(`${origin}/openapi.json`)).text())
    const types = astToString(await openapiTypeScript(new URL(`file://${document}`)))
    await writeFile(join(folder, 'openapi-typescript.gen.ts'), types)
    await run(process.execPath, [join(generators, 'generate.mjs'), document, folder, ...OTHERS], {
      cwd: folder,
    })
  }, GENERATION_TIMEOUT_MS)

  test('compile under strict', async () => {
    const compiled = await run(pathOf('../../node_modules/.bin/tsc'), ['--project', folder]).catch(
      (error) => error,
    )
    expect(compiled.stdout).toBe('')
  })

  test.each(GENERATORS)('that of %s makes a round trip', async (generator) => {
    const { clientId, clientSecret } = shop.clientOf('brand')
    const program = join(folder, 'compiled', `${generator}.js`)
    const { stdout } = await run(process.execPath, [program, clientId, clientSecret, origin])
    expect(stdout).toBe('All calls were answered as the types say.\n')
  })
})
