/**
 * After 1 December 2026 `npm run remove-deprecated` deletes the deprecated groups: a copy of the tree in which it ran must
 * compile, contain no code that only they used, pass the tests that could notice, and serve a database in which the groups
 * have left their data. Which modules can be removed by hand is in `structure.test.ts`.
 */
import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase, demoTemplate, serverUrl } from './database.ts'
import { freePort } from './ports.ts'
import { until } from './time.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const copy = mkdtempSync(join(tmpdir(), 'tradehall-without-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const LEFT_OUT = new Set(['node_modules', '.git', '.tradehall'])
// The built dashboard is copied, as it does not depend on the groups and takes long to build.
const isCopied = (path: string) => !LEFT_OUT.has(basename(path)) && path !== join(ROOT, 'dist')
cpSync(ROOT, copy, { recursive: true, filter: isCopied })
symlinkSync(join(ROOT, 'server/node_modules'), join(copy, 'server/node_modules'))
// The packages of this repository are those of the copy, because a class of another copy is another type.
const OWN = 'node_modules/@tradehall'
cpSync(join(ROOT, OWN), join(copy, OWN), { recursive: true, verbatimSymlinks: true })
for (const name of readdirSync(join(ROOT, 'node_modules'))) {
  const path = join('node_modules', name)
  if (path !== OWN) symlinkSync(join(ROOT, path), join(copy, path))
}
const git = (...args: string[]) => execFileSync('git', args, { cwd: copy })
git('init', '--quiet')
git('add', '--all')
git('config', 'user.name', 'test')
// Those of the machine may ask for a passphrase.
git('config', 'commit.gpgsign', 'false')
git('config', 'core.hooksPath', '/dev/null')
git('config', 'user.email', 'test@tradehall.test')
git('commit', '--quiet', '--message', 'Before')

/** Of the two sides of the day, the one on which this machine is not. */
const DAY = Date.parse('2026-12-01T00:00:00Z')
const otherSide = machineAt(Date.now() < DAY ? DAY + 36_000_000 : DAY - 36_000_000)

function machineAt(now: number) {
  return {
    TRADEHALL_TEST_NOW: new Date(now).toISOString(),
    NODE_OPTIONS: `--require ${join(ROOT, 'server/test/machine-clock.cjs')}`,
  }
}

/** Programs report failures at the end of their output. */
const MOST_SAID = 6000

interface Outcome {
  code: unknown
  output: string
  errors: string
}

async function start(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const child = spawn(process.execPath, args, { cwd: copy, env: { ...process.env, NO_COLOR: '1', ...env } })
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((exited) => child.once('exit', exited)),
  ])
  return { code, output, errors }
}

/** Returns the output of a program that must succeed. */
async function run(...started: Parameters<typeof start>): Promise<string> {
  const { code, output, errors } = await start(...started)
  expect(code, (output + errors).slice(-MOST_SAID)).toBe(0)
  return output
}

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
const KNIP = join(ROOT, 'node_modules/knip/bin/knip.js')

/** The compiler and a dozen test files run beside all other tests: the timeout only ends what hangs. */
const LONG = { timeout: 900_000 }
const COMMAND = 'server/scripts/remove-deprecated.ts'

// All tests look at the tree that it leaves.
const draft = join(copy, 'draft.md')
writeFileSync(draft, 'Not committed.')
const refused = await start([COMMAND])
const wasKept = existsSync(join(copy, 'server/src/deprecated'))
rmSync(draft)
const removed = await start([COMMAND])

test('the command refuses a tree with changes', () => {
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('?? draft.md') })
  expect(wasKept).toBe(true)
})

test('the command deletes the groups and itself, and says what is left to do', () => {
  expect(removed.code, removed.errors).toBe(0)
  expect(removed.output).toContain('A line in CHANGELOG.md')
  expect(globSync(['server/**/deprecated', COMMAND], { cwd: copy })).toEqual([])
})

test('what is left compiles', LONG, async () => {
  // Several threads check the same declarations again, and the other tests use the cores.
  await run([TSC, '--singleThreaded'])
  await run([TSC, '--singleThreaded', '-p', 'dashboard'])
})

type Issues = { file: string } & Record<string, { name: string }[]>

test('what is left has no code that only the groups used', LONG, async () => {
  const { output, errors } = await start([KNIP, '--no-progress', '--reporter', 'json'])
  expect(errors).toBe('')
  const { issues } = JSON.parse(output) as { issues: Issues[] }
  const unused = issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, found]) => found.map(({ name }) => `${file}: ${kind} ${name}`)),
  )
  expect(unused).toEqual([])
})

/** Tests of all modules together, and of the extension points that the groups fill. */
const ABLE_TO_NOTICE = [
  'server/test/documents.test.ts',
  'server/test/structure.test.ts',
  'server/test/modules.test.ts',
  'server/test/openapi.test.ts',
  'server/src/http/operator-api.test.ts',
  'server/src/modules/ended',
  'server/src/modules/ordering/order/move-table.test.ts',
  'server/src/modules/ordering/life/transitions.test.ts',
  'server/src/modules/ordering/life/fulfillment-requests.test.ts',
  'server/src/modules/ordering/reading/master-orders.test.ts',
  'server/src/modules/shipping/shipment-information/shipment-reports.test.ts',
  'server/src/platform/events/published-events.test.ts',
  'server/src/modules/webhooks/delivery/fan-out.ends.test.ts',
]

test(
  'what is left passes its own tests, also on the other side of the day by the clock of the machine',
  LONG,
  async () => {
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
    // Each worker would load the server again.
    const output = await run([vitest, 'run', '--maxWorkers', '1', ...ABLE_TO_NOTICE], {
      TRADEHALL_TEST_DATABASE_URL: serverUrl,
      ...otherSide,
    })
    const [, passed] = /Tests +(\d+) passed/.exec(output) ?? []
    expect(Number(passed), output.slice(-MOST_SAID)).toBeGreaterThan(100)
  },
)

test('what is left starts on the data of before, serves the rest and says of what ended that it did', async () => {
  const port = await freePort()
  const child = spawn(process.execPath, [join(copy, 'server/bin/tradehall.cjs'), 'start'], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      TRADEHALL_DATABASE_URL: await createTestDatabase(undefined, demoTemplate),
      TRADEHALL_DATA_DIR: join(copy, '.tradehall'),
      TRADEHALL_PORT: String(port),
      ...machineAt(DAY + 36_000_000),
    },
  })
  const ended = new Promise((exited) => child.once('exit', exited))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      said += part
    })
  }
  try {
    await until(
      () => said.includes('Tradehall is ready') || child.exitCode !== null,
      () => said,
    )
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    expect((await ask('/health/ready')).status, said).toBe(200)
    const { paths } = (await (await ask('/openapi.json')).json()) as { paths: Record<string, object> }
    const ending = Object.entries(paths).filter(([, methods]) => JSON.stringify(methods).includes('x-sunset'))
    expect(ending).toEqual([])
    expect(Object.keys(paths)).toContain('/api/v1/orders')
    expect((await ask('/api/v1/fulfillment/lots')).status).toBe(410)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
})
