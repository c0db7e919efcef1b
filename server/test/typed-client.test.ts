/** A client that is generated from the OpenAPI document: it compiles, and what it calls answers as its types say. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import generateTypes, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { market } from './market.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CLIENT = fileURLToPath(new URL('client', import.meta.url))

const shop = await market({ cleanUp: afterAll })
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'typed-client-'))
  const { body } = await shop.send('GET', '/openapi.json', { as: null })
  await writeFile(join(folder, 'api.ts'), astToString(await generateTypes(body)))
})
afterAll(() => rm(folder, { recursive: true }))

test('compiles under strict', async () => {
  const configuration = {
    extends: join(ROOT, 'tsconfig.json'),
    // Both folders are one to the compiler, so that the program finds the types beside it.
    compilerOptions: {
      rootDirs: [CLIENT, folder],
      typeRoots: [join(ROOT, 'node_modules/@types')],
    },
    files: [join(CLIENT, 'calls.ts'), join(folder, 'api.ts')],
    include: [],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration))
  const compiled = await run(join(ROOT, 'node_modules/.bin/tsc'), ['--project', folder]).catch(
    (error) => error,
  )
  expect(compiled.stdout).toBe('')
})

test('makes real calls', async () => {
  const origin = await shop.http.app.listen({ port: 0, host: '127.0.0.1' })
  const { clientId, clientSecret } = shop.clientOf('brand')
  const { stdout } = await run(process.execPath, [join(CLIENT, 'calls.ts'), origin, clientId, clientSecret])
  expect(stdout).toBe('All calls were answered as the types say.\n')
})
