import { Type } from 'typebox'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { market, type Who } from '../../../test/market.ts'
import { signedIn } from '../../../test/sessions.ts'
import { modulesFor } from '../../composition.ts'
import { backgroundWork, type Module } from '../../module.ts'
import { enqueue, job } from '../../platform/jobs/jobs.ts'
import { DEMO } from '../identity/index.ts'

const JOBS = '/api/operator/v1/jobs'
let isBroken = true
const ran: string[] = []

const fragileJob = job('fragile', {
  payload: Type.Object({ brandId: Type.String(), orderId: Type.String(), secret: Type.String() }),
  maxAttempts: 1,
  async run(_platform, { orderId }) {
    if (isBroken) throw new Error('The moon is in the way.')
    ran.push(orderId)
  },
})
const nightlyJob = job('nightly', {
  payload: Type.Object({}),
  everyMs: 86_400_000,
  maxAttempts: 1,
  async run() {
    if (isBroken) throw new Error('The night is too short.')
  },
})
const fragile: Module = { name: 'fragile', schemas: [], jobs: [fragileJob, nightlyJob] }
const shop = await market({ cleanUp: afterAll, modules: [...modulesFor('sandbox'), fragile] })
const { db } = shop.platform

const ORDERS = [1, 2, 3].map((n) => `0197a3c2-5b1e-7d40-9c6f-00000000000${n}`)
const send = (method: string, path = '', { as = 'operator' as Who, attributes = {} as object } = {}) =>
  shop.send(method, `${JOBS}${path}`, {
    as,
    ...(method === 'POST' && { body: { data: { type: 'jobs', attributes } } }),
  })
const list = async (query = '') => (await send('GET', `?${query}`)).body.data as Listed[]
interface Listed {
  id: string
  attributes: Record<string, unknown> & { kind: string }
}
const audit = async () =>
  (await shop.send('GET', '/api/operator/v1/audit?page[limit]=5', { as: 'operator' })).body.data.map(
    ({ attributes }: { attributes: Record<string, unknown> }) => attributes,
  )

async function park(orderIds: readonly string[] = ORDERS.slice(0, 1)): Promise<string[]> {
  isBroken = true
  const payloads = orderIds.map((orderId) => ({ brandId: DEMO.brandId, orderId, secret: 'open sesame' }))
  await enqueue({ ...shop.platform, requestId: ORDERS[2] as string }, fragileJob, payloads)
  await shop.runJobs()
  isBroken = false
  return (await list('filter[kind]=fragile')).map(({ id }) => id).reverse()
}

beforeEach(async () => {
  await db`delete from graphile_worker._private_jobs`
  ran.length = 0
})

test('a job that failed its last attempt is listed with its error, without values that may be secret', async () => {
  const [id = ''] = await park()
  const [listed] = await list('filter[kind]=fragile')
  expect(listed).toMatchObject({
    id,
    type: 'jobs',
    attributes: {
      kind: 'fragile',
      state: 'parked',
      attemptsCount: 1,
      maxAttempts: 1,
      lastError: 'The moon is in the way.',
      brandId: DEMO.brandId,
      brandName: 'Alder & Wick',
      about: { orderId: ORDERS[0] },
      requestId: ORDERS[2],
      nextAttemptAt: null,
      // A time of the sandbox clock.
      createdAt: expect.stringMatching(/^2026-03-02T0[89]:/),
      lastAttemptAt: expect.stringMatching(/^2026-03-02T0[89]:/),
    },
  })
  const one = await send('GET', `/${id}`)
  expect(one.body.data.attributes.lastError).toBe(listed?.attributes.lastError)
  expect(one.text).not.toContain('sesame')
})

test('a retried job runs at once, may be retried twice, and the audit has the author', async () => {
  const [id = ''] = await park()
  const retried = await send('POST', `/${id}/-actions/retry`)
  expect(retried.body.data.attributes).toMatchObject({ state: 'waiting', attemptsCount: 0 })
  expect((await send('POST', `/${id}/-actions/retry`)).status).toBe(200)
  expect((await audit()).filter(({ action }: { action: string }) => action === 'retry-jobs')).toHaveLength(1)
  expect((await audit())[0]).toMatchObject({
    action: 'retry-jobs',
    detail: `fragile ${id}`,
    actedBy: 'operator',
    brandId: null,
  })
  await shop.runJobs()
  expect(ran).toEqual([ORDERS[0]])
  expect((await send('GET', `/${id}`)).status).toBe(404)
})

test('a discarded job is deleted, and the audit has the reason, which is required', async () => {
  const [id = ''] = await park()
  const refused = await send('POST', `/${id}/-actions/discard`)
  expect([refused.status, refused.body.errors[0].source.pointer]).toEqual([422, 'data.attributes.reason'])
  const blank = await send('POST', `/${id}/-actions/discard`, { attributes: { reason: '  ' } })
  expect(blank.status).toBe(422)
  const done = await send('POST', `/${id}/-actions/discard`, { attributes: { reason: 'Full moon.' } })
  expect(done.status).toBe(204)
  expect((await send('GET', `/${id}`)).status).toBe(404)
  expect((await audit())[0]).toMatchObject({ action: 'discard-jobs', detail: `fragile ${id}: Full moon.` })
  await shop.runJobs()
  expect(ran).toEqual([])
})

test('a running job is neither retried nor discarded', async () => {
  const [id = ''] = await park()
  await db`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody' where id = ${id}::bigint`
  for (const action of ['retry', 'discard']) {
    const answer = await send('POST', `/${id}/-actions/${action}`, { attributes: { reason: 'Now.' } })
    expect([action, answer.status]).toEqual([action, 409])
    expect(answer.body.errors[0].detail).toContain('runs at this moment')
    const bulk = await send('POST', `/-actions/${action}`, { attributes: { ids: [id], reason: 'Now.' } })
    expect(bulk.body.meta.retried ?? bulk.body.meta.discarded).toBe(0)
  }
  expect((await list('filter[state]=running')).map((one) => one.id)).toEqual([id])
})

test('a recurring job can be retried, and not discarded', async () => {
  isBroken = true
  await shop.runJobs()
  const [parked] = await list('filter[kind]=nightly')
  expect(parked?.attributes).toMatchObject({ isRecurring: true, lastError: 'The night is too short.' })
  const id = parked?.id ?? ''
  const refused = await send('POST', `/${id}/-actions/discard`, { attributes: { reason: 'Sleepy.' } })
  expect([refused.status, refused.body.errors[0].detail]).toEqual([409, expect.stringContaining('recurs')])
  const bulk = await send('POST', '/-actions/discard', { attributes: { kind: 'nightly', reason: 'Sleepy.' } })
  expect(bulk.body.meta).toEqual({ discarded: 0, skipped: 1, remaining: 0 })
  isBroken = false
  expect((await send('POST', `/${id}/-actions/retry`)).status).toBe(200)
  await shop.runJobs()
  expect((await send('GET', `/${id}`)).status).toBe(404)
})

test('a job that waits for its first attempt is neither retried nor discarded', async () => {
  const runAt = new Date(shop.platform.clock.now().getTime() + 3_600_000)
  const [orderId = ''] = ORDERS
  await enqueue(shop.platform, fragileJob, [{ brandId: DEMO.brandId, orderId, secret: '' }], { runAt })
  const [waiting] = await list('filter[state]=waiting&filter[kind]=fragile')
  const { id, attributes } = waiting as Listed
  const retried = await send('POST', `/${id}/-actions/retry`)
  for (const { nextAttemptAt } of [attributes, retried.body.data.attributes])
    expect(nextAttemptAt).toMatch(/^2026-03-02T(09:5|10:0)/)
  const discarded = await send('POST', `/${id}/-actions/discard`, { attributes: { reason: 'Early.' } })
  expect([discarded.status, discarded.body.errors[0].detail]).toEqual([
    409,
    expect.stringContaining('has not failed'),
  ])
})

test('many jobs can be retried or discarded by kind, by ids and by time', async () => {
  const ids = await park(ORDERS)
  const nothing = await send('POST', '/-actions/retry')
  expect([nothing.status, nothing.body.errors[0].detail]).toEqual([
    422,
    expect.stringContaining('ids or kind'),
  ])
  const dry = await send('POST', '/-actions/retry', { attributes: { kind: 'fragile', dryRun: true } })
  expect(dry.body.meta).toMatchObject({ retried: 0, matching: 3 })
  const early = { kind: 'fragile', before: '2026-03-01T00:00:00Z', reason: 'Old.' }
  expect((await send('POST', '/-actions/discard', { attributes: early })).body.meta.discarded).toBe(0)
  const [first = ''] = ids
  const one = await send('POST', '/-actions/discard', { attributes: { ids: [first], reason: 'One.' } })
  expect(one.body.meta).toEqual({ discarded: 1, skipped: 0, remaining: 0 })
  const rest = await send('POST', '/-actions/retry', { attributes: { kind: 'fragile' } })
  expect(rest.body.meta).toEqual({ retried: 2, skipped: 0, remaining: 0 })
  expect((await audit())[0].detail).toBe(`fragile ${ids.slice(1).join(', ')}`)
  await shop.runJobs()
  expect(ran.toSorted()).toEqual(ORDERS.slice(1))
})

test('the list is paged, and job kinds show their numbers and delays', async () => {
  const ids = await park(ORDERS)
  const newestFirst = ids.toReversed()
  const page = await list('filter[kind]=fragile&page[limit]=1')
  expect(page.map(({ id }) => id)).toEqual(newestFirst.slice(0, 1))
  const next = await list(`filter[kind]=fragile&page[limit]=2&page[after]=${newestFirst[0]}`)
  expect(next.map(({ id }) => id)).toEqual(newestFirst.slice(1))
  const back = await list(`filter[kind]=fragile&page[limit]=2&page[before]=${newestFirst[2]}`)
  expect(back.map(({ id }) => id)).toEqual(newestFirst.slice(0, 2))
  expect((await send('GET', '?page[after]=first')).status).toBe(400)
  const kinds = (await shop.send('GET', '/api/operator/v1/job-kinds', { as: 'operator' })).body
    .data as Listed[]
  const kind = (name: string) => kinds.find(({ id }) => id === name)?.attributes
  expect(kind('fragile')).toMatchObject({ parked: 3, waiting: 0, oldestDueAt: null })
  expect(kind('send-mail')).toMatchObject({
    parked: 0,
    meaning: 'Sends a mail.',
    lost: 'The mail is never sent.',
  })
  expect(kind('purge-sessions')).toMatchObject({ everySeconds: 86_400, lost: null })
})

test('returns 404 for texts that are not ids of jobs', async () => {
  for (const id of ['0', '99999999999999999', 'abc', '-1', '1e3'])
    expect([id, (await send('GET', `/${id}`)).status]).toEqual([id, 404])
})

test('only the operator can read and change jobs', async () => {
  const [id = ''] = await park()
  const asked: [string, string][] = [
    ['GET', ''],
    ['GET', `/${id}`],
    ['POST', `/${id}/-actions/retry`],
    ['POST', `/${id}/-actions/discard`],
    ['POST', '/-actions/retry'],
    ['POST', '/-actions/discard'],
  ]
  for (const [method, path] of asked)
    for (const as of ['brand', 'retailer'] as const)
      expect([path, as, (await send(method, path, { as, attributes: { reason: 'x' } })).status]).toEqual([
        path,
        as,
        403,
      ])
  const staff = await signedIn(shop, 'alder-wick-staff')
  expect((await staff.send('GET', JOBS)).status).toBe(403)
  expect((await staff.send('POST', `${JOBS}/${id}/-actions/retry`)).status).toBe(403)
  const operator = await signedIn(shop, 'operator')
  expect((await operator.send('GET', JOBS)).status).toBe(200)
})

test('the activity of the operator, and of nobody else, shows parked jobs', async () => {
  const activity = async (as: Who) =>
    (await shop.send('GET', '/api/v1/activity', { as })).body.data.attributes as {
      versions: Record<string, string>
      failures: { type: string; sentence: string }[]
    }
  const before = await activity('operator')
  await park()
  await db`delete from graphile_worker._private_jobs where flags is not null`
  const after = await activity('operator')
  expect(after.versions.jobs).not.toBe(before.versions.jobs)
  expect(after.failures).toContainEqual(
    expect.objectContaining({ type: 'jobs', sentence: 'A job is parked: fragile.' }),
  )
  expect((await activity('brand')).versions.jobs).toBeUndefined()
})

test('every kind of job describes what it does, and what is lost if it is discarded', () => {
  for (const { name, meaning, lost, everyMs } of backgroundWork(modulesFor('sandbox')).jobs) {
    expect([name, meaning]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)])
    if (everyMs === undefined) expect([name, lost]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)])
    else expect([name, lost]).toEqual([name, null])
  }
})
