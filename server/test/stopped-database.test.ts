/** The whole server on a PostgreSQL of its own that is stopped and started again: nothing gives up meanwhile. */
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { connect } from '../src/platform/database.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../src/platform/embedded/embedded-database.ts'
import { migrateDatabase } from '../src/platform/migrations/migrate.ts'
import { afterAllTests, type CleanUp } from './clean-up.ts'
import { FULL, onlyInFull } from './full.ts'
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

async function run(
  command: string,
  { url = databaseUrl, ...options }: { url?: string; cleanUp?: CleanUp } = {},
) {
  const port = await freePort()
  const environment = {
    TRADEHALL_DATABASE_URL: url,
    TRADEHALL_SECRET_KEY: SECRET_KEY,
    TRADEHALL_DATA_DIR: join(folder, 'data'),
    TRADEHALL_PORT: String(port),
  }
  const program = runProgram([command], environment, options)
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

describe('a server whose database is stopped', needs(LINUX), () => {
  let program: Program
  let base: string
  const cleanUp = afterAllTests()
  beforeAll(async () => {
    ;({ program, base } = await run('start', { cleanUp }))
    await program.says('Tradehall is ready.')
  })
  const waiting = 'the database cannot be reached; retrying'

  test('waits for it with an API and a worker that are killed meanwhile, and then serves', async () => {
    await stopDatabase()
    await killChild(program, 'api')
    await killChild(program, 'worker')
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
  })

  test('ends with one sentence when the account is refused after it', async () => {
    await stopDatabase()
    await killChild(program, 'api')
    await until(() => count(program.output(), waiting) === 3, program.output)
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
  })
})

test('the API alone waits once it has served', {
  ...needs(LINUX),
  ...onlyInFull('API and worker of `start`'),
}, async () => {
  const { program, base } = await run('api')
  await until(async () => (await statusOf(`${base}/health/live`)) === 200, program.output)
  await stopDatabase()
  await killChild(program, 'api')
  await program.says('the database cannot be reached; retrying')
  await until(async () => (await statusOf(`${base}/health/live`)) === 200, program.output)
  await startDatabase()
  await until(async () => (await statusOf(`${base}/api/v1/products`)) === 401, program.output)
})

test('a worker alone outlives an outage of the database', onlyInFull('the worker of `start`'), async () => {
  const [{ program }, { base }] = await Promise.all([run('worker'), run('api')])
  await until(async () => (await statusOf(`${base}/health/ready`)) === 200, program.output)
  await stopDatabase()
  await program.says('the job queue failed and will retry')
  await startDatabase()
  await until(async () => (await statusOf(`${base}/health/ready`)) === 200, program.output)
  expect(program.process.exitCode).toBeNull()
})

test.each(FULL ? ['start', 'api', 'worker'] : ['start'])(
  '%s that never reached its database ends with one sentence',
  async (command) => {
    await stopDatabase()
    const { program } = await run(command)
    expect(await program.exitCode()).toBe(1)
    expect(program.errors()).toMatch(/^The database cannot be reached: [^\n]+\.\n$/)
  },
)

test.each(FULL ? ['start', 'api', 'worker'] : ['worker'])(
  '%s on a database that does not exist ends with one sentence',
  async (command) => {
    const url = new URL(databaseUrl)
    url.pathname = '/nowhere'
    const { program } = await run(command, { url: url.href })
    expect(await program.exitCode()).toBe(1)
    expect(program.errors()).toBe(
      'The database refuses this: database "nowhere" does not exist; create it, or correct TRADEHALL_DATABASE_URL.\n',
    )
  },
)

test('a first start whose statement is cancelled says so', async () => {
  const admin = connect(databaseUrl, { pool: 2, name: 'tests' })
  // One of them holds the lock.
  const { program } = await admin.begin(async (tx) => {
    await tx`lock table public.schemaversion in access exclusive mode`
    const started = await run('start')
    const cancelWaiting = () => admin`
      select pg_cancel_backend(pid) from pg_stat_activity
      where application_name = 'tradehall check' and wait_event_type = 'Lock'`
    await until(async () => (await cancelWaiting()).length > 0, started.program.output)
    await started.program.exitCode()
    return started
  })
  await admin.end()
  expect(await program.exitCode()).toBe(1)
  expect(program.errors()).toBe(
    'The database cancelled a statement (canceling statement due to user request); try again.\n',
  )
})
