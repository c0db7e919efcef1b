/** A production server with several API processes, as one story: each test goes on where the one before it ended. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { modulesFor } from '../src/composition.ts'
import { seedDemo } from '../src/modules/sandbox/index.ts'
import { connect } from '../src/platform/database.ts'
import { createTestDatabase } from './database.ts'
import { demoConfig } from './demo-config.ts'
import { FULL } from './full.ts'
import { freePort } from './ports.ts'
import { PROGRAM } from './programs.ts'
import { requestTo, speak, statusIn } from './raw-requests.ts'
import { soon, untilEveryNodeKnows } from './time.ts'

const databaseUrl = await createTestDatabase(afterAll)
const [port, metricsPort] = [await freePort(), await freePort()]
const environment = {
  ...process.env,
  TRADEHALL_MODE: 'production',
  TRADEHALL_DATABASE_URL: databaseUrl,
  TRADEHALL_SECRET_KEY: randomBytes(32).toString('base64'),
  TRADEHALL_TRUST_PROXY: '127.0.0.1',
  TRADEHALL_PAYMENT_PUBLIC_KEY: 'pk_live_x',
  TRADEHALL_PROCESSES: '2',
  TRADEHALL_PORT: String(port),
  TRADEHALL_METRICS_PORT: String(metricsPort),
  TRADEHALL_MONITORING_HOSTS: 'api-1',
  // As long as a test may take.
  TRADEHALL_DRAIN_SECONDS: '600',
}
let server: ChildProcess | undefined
afterAll(() => void server?.kill('SIGKILL'))

const command = async (...args: string[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], {
    env: environment,
  })
  return JSON.parse(stdout)
}
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    // A connection of its own for each request, so that the processes take turns.
    headers: {
      accept: 'application/vnd.api+json',
      'x-forwarded-proto': 'https',
      connection: 'close',
      ...headers,
    },
  })

let client: { applicationId: string; clientId: string; clientSecret: string }
let token: string

test('starts with two API processes, a worker and no demo data', async () => {
  server = spawn(process.execPath, [PROGRAM, 'start'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of server.stdout ?? []) {
    output += chunk
    if (output.includes('Tradehall is ready')) break
  }
  server.stdout?.resume()
  expect(output).not.toContain('credentials')
  expect((await ask('/health/ready')).status).toBe(200)
  expect((await ask('/api/testing/clock')).status).toBe(404)
})

test('the operator makes the first credentials by a command, and they work', async () => {
  client = await command('operator', 'create', '--email', 'boss@operator.test')
  const answer = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
    method: 'POST',
    headers: { 'x-forwarded-proto': 'https' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
    }),
  })
  token = ((await answer.json()) as { access_token: string }).access_token
  const me = await ask('/api/v1/me', { authorization: `Bearer ${token}` })
  expect(await me.json()).toMatchObject({ data: { email: 'boss@operator.test' } })
})

test('the processes share their request counts', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ask('/api/v1/me', { authorization: `Bearer ${token}` })),
  )
  const remaining = answers.map((answer) => Number(answer.headers.get('x-ratelimit-remaining')))
  expect(new Set(remaining).size).toBe(20)
  expect(Math.min(...remaining)).toBe(600 - 21)
})

test('metrics of all processes are added up on a port of their own', async () => {
  const read = async () => await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  // A request is measured when its answer has left, which may be after it has arrived.
  const counted = /request_duration_seconds_count\{method="GET",route="\/api\/v1\/me",status="200"\} 21\b/
  await vi.waitFor(async () => expect(await read()).toMatch(counted), soon)
  expect(await read()).toContain('tradehall_jobs{state="parked"} 0')
  expect((await ask('/metrics')).status).toBe(404)
})

test('the metrics port answers only to addresses and to names of this server', async () => {
  const statusOf = async (request: string) => statusIn(await speak(metricsPort, request))
  const ask = (host: string, path = '/metrics') => statusOf(requestTo(host, path))
  for (const host of ['10.244.0.7:9464', '[::1]:9464', 'localhost', 'api-1:9464'])
    expect([host, await ask(host)]).toEqual([host, 200])
  for (const host of ['elsewhere.test', 'api-1.elsewhere.test'])
    expect([host, await ask(host), await ask(host, '/other')]).toEqual([host, 421, 421])
  expect(await ask('localhost\r\nhost: localhost')).toBe(400)
  expect(await ask('elsewhere.test', 'http://elsewhere.test/metrics')).toBe(400)
  expect(await statusOf('GET /metrics HTTP/1.0\r\n\r\n')).toBe(200)
  const [head, body = ''] = (await speak(metricsPort, requestTo('elsewhere.test', '/metrics'))).split(
    '\r\n\r\n',
  )
  expect(head).toContain('\r\ncontent-type: application/vnd.api+json\r\n')
  expect(body).toContain('\\"elsewhere.test\\" is no name of this server')
})

test('a revoked application is out within a second on every process', async () => {
  await command('application', 'revoke', client.applicationId)
  await untilEveryNodeKnows()
  const statuses = async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ask('/api/v1/me', { authorization: `Bearer ${token}` })),
    )
    return new Set(answers.map(({ status }) => status))
  }
  expect([...(await statuses())]).toEqual([401])
  expect(await command('application', 'list')).toEqual([
    expect.objectContaining({ revoked_at: expect.any(String) }),
  ])
})

test('after SIGTERM it is not ready, but serves everybody who still comes', async () => {
  server?.kill('SIGTERM')
  const notReady = vi.waitFor(async () => {
    const answer = await ask('/health/ready')
    const body = (await answer.json()) as { status: string }
    // A process that has not got its signal yet may already miss the worker, which has.
    if (answer.status !== 503 || body.status === 'failing') throw new Error('it is not stopping yet')
    return body
  }, soon)
  expect(await notReady).toEqual({
    status: 'stopping',
    checks: { stopping: 'failing' },
    reasons: { stopping: 'The server was asked to stop; send requests to another node.' },
  })
  const statuses = async (path: string) => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(path, { connection: 'keep-alive' })),
    )
    expect(new Set(answers.map(({ headers }) => headers.get('connection')))).toEqual(new Set(['close']))
    return [...new Set(answers.map(({ status }) => status))]
  }
  // Of both processes, once each has got its signal: one of them may answer everything for a while.
  await vi.waitFor(async () => expect(await statuses('/health/ready')).toEqual([503]), soon)
  await vi.waitFor(async () => expect(await statuses('/health/live')).toEqual([200]), soon)
  await vi.waitFor(async () => expect(await statuses('/openapi.json')).toEqual([200]), soon)
})

test('a second SIGTERM ends it at once, with code 0', async () => {
  const ended = once(server as ChildProcess, 'exit')
  const again = setInterval(() => server?.kill('SIGTERM'), 300)
  const [code] = await ended
  clearInterval(again)
  expect(code).toBe(0)
})

describe('a database with demo accounts', () => {
  const sentence =
    'Production mode refuses to start: this database contains the demo accounts of a sandbox; set TRADEHALL_DATABASE_URL to another database.\n'
  const id = randomUUID()
  const db = connect(databaseUrl, { pool: 1, name: 'test' })
  afterAll(() => db.end())

  beforeAll(async () => {
    // The sandbox takes no database of others.
    await db`truncate identity.users, identity.applications, identity.application_secrets cascade`
    await seedDemo(databaseUrl, modulesFor('sandbox'), demoConfig)
    // What a worker or a migration would do, even for a moment, leaves a trace.
    await db`delete from public.schemaversion where version = (select max(version) from public.schemaversion)`
    await db.unsafe(`
      create table public.traces (of text);
      create function public.leave_trace() returns trigger language plpgsql
        as $$ begin insert into public.traces values (tg_table_name); return new; end $$;
      create trigger trace before insert on platform.workers for each row execute function leave_trace();
      create trigger trace before insert on public.schemaversion for each row execute function leave_trace()`)
  })

  const rolesAndCommands = ['start', 'api', 'worker', 'migrate', 'application list']
  const others = [
    'worker --only',
    `application create --name x --email x@y.test --user ${id}`,
    `application rotate-secret ${id}`,
    `application revoke ${id}`,
    'operator create --email x@y.test',
  ]

  test.each(FULL ? [...rolesAndCommands, ...others] : rolesAndCommands)(
    'is refused by tradehall %s',
    async (line) => {
      const refused = spawn(process.execPath, [PROGRAM, ...line.split(' ')], { env: environment })
      onTestFinished(() => void refused.kill('SIGKILL'))
      const [output, errors, [code]] = await Promise.all([
        text(refused.stdout),
        text(refused.stderr),
        once(refused, 'exit'),
      ])
      expect({ output, errors, code }).toEqual({ output: '', errors: sentence, code: 1 })
    },
  )

  test('has not been worked on by any of them', async () => {
    expect(await db`select of from public.traces`).toEqual([])
  })
})
