/** The samples of the README of the client library: they compile, and run one after the other against a server. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { signatureHeaders } from '@tradehall/kit/webhook-signatures'
import { expect, onTestFinished, test } from 'vitest'
import { runScript } from './programs.ts'
import { serveMarket } from './served-market.ts'

const run = promisify(execFile)
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const readme = await readFile(pathOf('../../packages/client/README.md'), 'utf8')
const samples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)

/** The first sample creates the client with which the others go on. */
const [start = '', ...others] = samples
const [beginning = ''] = start.split('\nfor await')
const SECRET = Buffer.from('the signing secret of a sample').toString('base64')
const EVENT = {
  meta: { event: { id: 'e1', applicationId: 'a1', type: 'order.brand_created', timestamp: 1 } },
  data: { type: 'orders', id: 'o1' },
}

test('every sample compiles and runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tradehall-samples-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await symlink(pathOf('../../node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const files = ['start.ts', ...others.map((_, i) => `sample-${i}.ts`)]
  await writeFile(join(folder, 'start.ts'), `${start}\nexport { client }\n`)
  await Promise.all(others.map((code, i) => writeFile(join(folder, `sample-${i}.ts`), sampleOf(code))))
  const config = {
    extends: pathOf('../../tsconfig.json'),
    compilerOptions: { noUnusedLocals: false, typeRoots: [pathOf('../../node_modules/@types')] },
    files,
    include: [],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiled = await run(pathOf('../../node_modules/.bin/tsc'), ['--project', folder]).catch(
    (error) => error,
  )
  expect(compiled.stdout).toBe('')

  const shop = await serveMarket({ env: { TRADEHALL_RATE_LIMIT: 'off' } })
  const steps = files.map((file) => `console.log('${file}')\nawait import('./${file}')\n`)
  await writeFile(join(folder, 'all.mjs'), `${steps.join('')}${RECEIVE}`)
  const environment = { ...shop.environment, SIGNING_SECRETS: SECRET, SIGNED: JSON.stringify(signed()) }
  const program = runScript(join(folder, 'all.mjs'), [], environment)
  let isDone = false
  const exited = program.exitCode().finally(() => {
    isDone = true
  })
  // The jobs of the server, such as making labels, while the samples wait for them.
  while (!isDone) await Promise.race([shop.runJobs().then(() => wait(50)), exited])
  expect(await exited, program.output() + program.errors()).toBe(0)
  const stdout = program.output()
  expect(stdout).toContain('ordered: o1')
  expect(stdout).toMatch(/^succeeded$/m)
  expect(stdout).toMatch(/^No such order \S+$/m)
  expect(files.filter((file) => !stdout.includes(file))).toEqual([])
})

const sampleOf = (code: string) =>
  code.includes('client.') ? `import { client } from './start.ts'\n${code}\nexport {}\n` : code

/** Calls the receiver of the webhook sample with a signed request. */
const RECEIVE = `
for (const path of ${JSON.stringify(others.map((code, i) => (code.includes('function receive') ? `./sample-${i}.ts` : '')).filter(Boolean))}) {
  const { receive } = await import(path)
  const { headers, body } = JSON.parse(process.env.SIGNED)
  const { status } = await receive(new Request('https://erp.example.com/hooks', { method: 'POST', headers, body }))
  if (status !== 204) throw new Error('The webhook was not accepted.')
}
`

function signed(): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(EVENT)
  return { body, headers: signatureHeaders({ eventId: 'e1', body, at: new Date(), secrets: [SECRET] }) }
}

test('the first sample is the one that the others go on with', () => {
  expect(beginning).toContain('const client = createClient({')
  expect(samples.length).toBeGreaterThan(8)
})
