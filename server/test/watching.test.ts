import { afterAll, describe, expect, test } from 'vitest'
import { modulesFor } from '../src/composition.ts'
import { backgroundWork } from '../src/module.ts'
import { startJobs } from '../src/platform/jobs/runner.ts'
import { createLog } from '../src/platform/log.ts'
import { market } from './market.ts'

const lines: Record<string, unknown>[] = []
const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
const shop = await market({ cleanUp: afterAll, log })

describe('the log', () => {
  test('has one line per request that says who asked for what and how it went', async () => {
    lines.length = 0
    const answer = await shop.send('GET', '/api/v1/me/config?fields[user-configs]=country')
    const requests = lines.filter((line) => line.msg === 'request' && line.route === '/api/v1/me/config')
    expect(requests).toEqual([
      expect.objectContaining({
        requestId: answer.headers['x-request-id'],
        method: 'GET',
        path: '/api/v1/me/config',
        status: 200,
        ms: expect.any(Number),
        applicationId: shop.credentials.applicationId,
        brandId: shop.credentials.brandId,
      }),
    ])
  })

  test('never holds a token, a secret, a password or a code', async () => {
    lines.length = 0
    const token = await shop.http.tokens.issue(shop.credentials.applicationId)
    const form = {
      grant_type: 'client_credentials',
      client_id: shop.credentials.clientId,
      client_secret: shop.credentials.clientSecret,
    }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await shop.send('POST', '/oauth/token', {
      as: null,
      payload: new URLSearchParams(form).toString(),
      headers,
    })
    await shop.send('GET', `/api/v1/me/config?token=${token}`, { token })
    const data = { type: 'email-verifications', id: shop.credentials.brandId, attributes: { code: '424242' } }
    await shop.send('PATCH', `/api/v1/email-verifications/${shop.credentials.brandId}`, { body: { data } })
    expect(lines.length).toBeGreaterThanOrEqual(3)
    for (const secret of [token, shop.credentials.clientSecret, '424242']) {
      expect(JSON.stringify(lines)).not.toContain(secret)
    }
  })

  test('tells everything about a failure of ours, and the answer tells only its id', async () => {
    lines.length = 0
    await shop.platform.db`alter table identity.users rename to users_elsewhere`
    const answer = await shop.send('GET', '/api/v1/me/config')
    await shop.platform.db`alter table identity.users_elsewhere rename to users`
    expect(answer.status).toBe(500)
    expect(answer.body.errors[0]).toMatchObject({
      status: '500',
      title: 'Server Error',
      meta: { requestId: answer.headers['x-request-id'] },
    })
    expect(answer.text).not.toContain('users')
    const failure = lines.find((line) => line.msg === 'request failed')
    expect(failure?.requestId).toBe(answer.headers['x-request-id'])
    expect(JSON.stringify(failure)).toContain('identity.users')
  })
})

describe('an error of the database that quotes what a client wrote', () => {
  const MARK = 'kept-to-myself'
  const failing = (statement: string) => `
    create function general.fail() returns trigger language plpgsql as $$ begin ${statement} return new; end $$;
    create trigger fail before insert on general.email_verifications
    for each row execute function general.fail()`

  test.each([
    ['in its message', 'perform new.email::int;', '22P02'],
    ['in a message of ours', "raise exception 'not this: %', new.email;", 'P0001'],
    ['in its detail', 'new.id := null;', '23502'],
    ['in its context', `perform ('{"a": "' || new.email)::jsonb;`, '22P02'],
  ])('%s is logged without that', async (_where, statement, code) => {
    const shop = await market({ log })
    lines.length = 0
    await shop.platform.db.unsafe(failing(statement))
    const attributes = { email: `${MARK}@example.test` }
    const answer = await shop.send('POST', '/api/v1/email-verifications', {
      body: { data: { type: 'email-verifications', attributes } },
    })
    expect(answer.status).toBe(500)
    const failure = lines.find((line) => line.msg === 'request failed')
    expect(failure).toMatchObject({
      err: { code, severity: 'ERROR', stack: expect.stringContaining('    at ') },
    })
    expect(JSON.stringify(lines)).not.toContain(MARK)
  })
})

describe('health', () => {
  test('live answers as long as the process does', async () => {
    expect((await shop.send('GET', '/health/live', { as: null })).body).toEqual({ status: 'ok' })
  })

  test('ready needs a worker, the migrations and the database', async () => {
    const shop = await market()
    const ready = () => shop.send('GET', '/health/ready', { as: null })
    const without = await ready()
    expect(without.status).toBe(503)
    expect(without.body).toEqual({
      status: 'failing',
      checks: { database: 'ok', migrations: 'ok', worker: 'failing', writes: 'ok' },
      reasons: { worker: 'No job queue of a worker has polled for ten seconds.' },
    })

    const worker = await startJobs(
      shop.platform,
      shop.databaseUrl,
      backgroundWork(modulesFor('sandbox')).jobs,
    )
    try {
      expect((await ready()).body).toEqual({
        status: 'ok',
        checks: { database: 'ok', migrations: 'ok', worker: 'ok', writes: 'ok' },
      })
      await shop.platform.db`delete from public.schemaversion where version > 1`
      expect((await ready()).body.checks.migrations).toBe('failing')
    } finally {
      await worker.stop()
    }
    expect((await ready()).body.checks.worker).toBe('failing')
  })
})

test('metrics count requests by route and status, and show the queues', async () => {
  await shop.send('GET', '/api/v1/nothing/at/all')
  await shop.send('GET', '/api/v1/me')
  const { text, headers } = await shop.send('GET', '/metrics', { as: null })
  expect(headers['content-type']).toMatch(/^text\/plain/)
  expect(text).toMatch(
    /tradehall_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/me",status="200"\} \d+/,
  )
  expect(text).toContain('tradehall_jobs{state="parked"} 0')
  expect(text).toContain('tradehall_outbox_events{state="waiting"}')
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  // What was asked for but does not exist must not become a label of its own.
  expect(text).not.toContain('nothing/at/all')
})
