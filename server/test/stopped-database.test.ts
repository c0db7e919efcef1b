/** The whole server on a PostgreSQL of its own that is stopped and started again: nothing gives up meanwhile. */
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../src/platform/embedded-database.ts'
import { migrateDatabase } from '../src/platform/migrate.ts'
import { freePort } from './ports.ts'
import { type Program, runProgram } from './programs.ts'
import { LINUX, needs } from './requirements.ts'
import { processTree } from './stopped.ts'
import { until } from './time.ts'

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')
const databaseLog = { info: () => {} }

let folder: string
let database: EmbeddedDatabase | undefined
let databaseUrl: string

const startDatabase = async () => {
  database = await startEmbeddedDatabase({
    dataDir: join(folder, 'database'),
    durable: false,
    log: databaseLog,
  })
  databaseUrl = database.url
}
const stopDatabase = async () => {
  await database?.stop({ immediate: true })
  database = undefined
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tradehall-stopped-'))
  await startDatabase()
  await migrateDatabase(databaseUrl)
})
beforeEach(async () => {
  if (!database) await startDatabase()
})
afterAll(async () => {
  await stopDatabase()
  await rm(folder, { recursive: true, force: true })
})

async function run(command: string, environment: Record<string, string> = {}) {
  const port = await freePort()
  const program = runProgram([command], {
    TRADEHALL_DATABASE_URL: databaseUrl,
    TRADEHALL_SECRET_KEY: SECRET_KEY,
    TRADEHALL_DATA_DIR: join(folder, 'data'),
    TRADEHALL_PORT: String(port),
    ...environment,
  })
  return { program, base: `http://127.0.0.1:${port}` }
}

const statusOf = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(20_000) }).then(
    ({ status }) => status,
    () => 0,
  )

/** Ends a child of the server by SIGKILL, and waits until another one runs in its place. */
async function killChild({ process: { pid = 0 } }: Program, command: string): Promise<void> {
  const victim = await childWith(pid, command)
  process.kill(victim, 'SIGKILL')
  await until(async () => {
    const child = await childWith(pid, command).catch(() => victim)
    return child !== victim
  })
}

async function childWith(pid: number, command: string): Promise<number> {
  for (const child of await processTree(pid)) {
    const words = readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0')
    if (child !== pid && words.includes(command)) return child
  }
  throw new Error(`There is no process "${command}" below ${pid}.`)
}

const count = (text: string, words: string) => text.split(words).length - 1

test(
  'API and worker that are killed while the database is stopped wait for it, and then serve',
  needs(LINUX),
  async () => {
    const { program, base } = await run('start')
    await program.says('Tradehall is ready.')
    await stopDatabase()

    await killChild(program, 'api')
    await killChild(program, 'worker')
    const waiting = 'the database cannot be reached; retrying'
    await until(() => count(program.output(), waiting) === 2, program.output)
    // It is alive, it is not ready, and it says to everybody else that they may try again.
    expect(await statusOf(`${base}/health/live`)).toBe(200)
    expect(await statusOf(`${base}/health/ready`)).toBe(503)
    const answer = await fetch(`${base}/api/v1/products`)
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)

    await startDatabase()
    await until(async () => (await statusOf(`${base}/health/ready`)) === 200, program.output)
    await program.says('the database is reachable again')
    expect(program.output()).not.toContain('crashed more than')
  },
)

test('the API alone waits once it has served', needs(LINUX), async () => {
  const { program, base } = await run('api')
  await until(async () => (await statusOf(`${base}/health/live`)) === 200, program.output)
  await stopDatabase()
  await killChild(program, 'api')
  await program.says('the database cannot be reached; retrying')
  await until(async () => (await statusOf(`${base}/health/live`)) === 200, program.output)
  await startDatabase()
  await until(async () => (await statusOf(`${base}/api/v1/products`)) === 401, program.output)
})

test('a worker alone outlives an outage of the database', async () => {
  const [{ program }, { base }] = await Promise.all([run('worker'), run('api')])
  await until(async () => (await statusOf(`${base}/health/ready`)) === 200, program.output)
  await stopDatabase()
  await program.says('worker heartbeat failed')
  await startDatabase()
  await until(async () => (await statusOf(`${base}/health/ready`)) === 200, program.output)
  expect(program.process.exitCode).toBeNull()
})

test.each(['start', 'api', 'worker'])(
  '%s that never reached its database ends with one sentence',
  async (command) => {
    await stopDatabase()
    const { program } = await run(command)
    expect(await program.exitCode()).toBe(1)
    expect(program.errors()).toMatch(/^The database cannot be reached: [^\n]+\.\n$/)
  },
)

test.each(['start', 'api', 'worker'])(
  '%s on a database that does not exist ends with one sentence',
  async (command) => {
    const url = new URL(databaseUrl)
    url.pathname = '/nowhere'
    const { program } = await run(command, { TRADEHALL_DATABASE_URL: url.href })
    expect(await program.exitCode()).toBe(1)
    expect(program.errors()).toBe(
      'The database refuses this: database "nowhere" does not exist; create it, or correct TRADEHALL_DATABASE_URL.\n',
    )
  },
)

test(
  'a database that refuses the account when it is back ends the server with one sentence',
  needs(LINUX),
  async () => {
    const { program } = await run('start')
    await program.says('Tradehall is ready.')
    await stopDatabase()
    await killChild(program, 'api')
    await program.says('the database cannot be reached; retrying')
    const away = join(folder, 'database/postgres/pg_hba.conf')
    const allowed = readFileSync(away, 'utf8')
    onTestFinished(async () => {
      writeFileSync(away, allowed)
      await stopDatabase()
    })
    writeFileSync(away, 'local all all reject\n')
    await startDatabase()
    expect(await program.exitCode()).toBe(1)
    expect(program.errors()).toMatch(/^The database refuses this: [^\n]+\.\n$/)
  },
)
