import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { market, type Who } from '../../../test/market.ts'
import { signedIn } from '../../../test/sessions.ts'
import { modulesFor } from '../../composition.ts'
import type { Module } from '../../module.ts'
import { eventType, recordEvents } from '../../platform/events/outbox.ts'
import { DEMO } from '../identity/index.ts'

const EVENTS = '/api/operator/v1/parked-events'
const tideTurned = eventType('tide.turned', { meaning: 'The tide has turned.' })
const seen: string[] = []
const tides: Module = {
  name: 'tides',
  schemas: [],
  events: [tideTurned],
  consumers: [
    { of: tideTurned, by: async (_tx, _platform, events) => void seen.push(...events.map(({ id }) => id)) },
  ],
}
const shop = await market({ cleanUp: afterAll, modules: [...modulesFor('sandbox'), tides] })
const { db } = shop.platform
const [harbour, river] = [randomUUID(), randomUUID()]

const send = (method: string, path = '', { as = 'operator' as Who, attributes = {} as object } = {}) =>
  shop.send(method, `${EVENTS}${path}`, {
    as,
    ...(method === 'POST' && { body: { data: { type: 'parked-events', attributes } } }),
  })
const parkedIds = async () =>
  (await send('GET')).body.data.map(({ id }: { id: string }) => id).toReversed() as string[]

/** Parks events as the relay does after its last attempt. */
async function park(subjects: readonly string[]): Promise<string[]> {
  const recorded = subjects.map((subjectId) => ({ type: tideTurned, brandId: DEMO.brandId, subjectId }))
  const ids = await recordEvents({ ...shop.platform, requestId: river }, recorded)
  await db`
    update platform.outbox
    set attempts = 10, last_error = 'The moon is gone.', retry_at = now(), parked_at = ${shop.platform.clock.now()}
    where id = any(${ids}::uuid[])`
  return ids
}

beforeEach(async () => {
  await db`delete from platform.outbox`
  seen.length = 0
})

test('a parked event is listed with its error, can be retried, and is relayed once', async () => {
  const [id = ''] = await park([harbour])
  await shop.runJobs()
  expect(seen).toEqual([])
  expect((await send('GET')).body.data).toMatchObject([
    {
      id,
      type: 'parked-events',
      attributes: {
        event: 'tide.turned',
        state: 'parked',
        subjectId: harbour,
        brandId: DEMO.brandId,
        brandName: 'Alder & Wick',
        attemptsCount: 10,
        lastError: 'The moon is gone.',
        requestId: river,
        parkedAt: expect.stringMatching(/^2026-03-02T09:00/),
        nextAttemptAt: null,
      },
    },
  ])
  const retried = await send('POST', `/${id}/-actions/retry`)
  expect(retried.body.data.attributes).toMatchObject({ state: 'waiting', attemptsCount: 0, parkedAt: null })
  expect((await send('POST', `/${id}/-actions/retry`)).status).toBe(200)
  const discarded = await send('POST', `/${id}/-actions/discard`, { attributes: { reason: 'Late.' } })
  expect([discarded.status, discarded.body.errors[0].detail]).toEqual([
    409,
    expect.stringContaining('is not parked'),
  ])
  await shop.runJobs()
  expect(seen).toEqual([id])
  expect((await send('GET', `/${id}`)).status).toBe(404)
})

test('a discarded event is never relayed, and the audit has the reason', async () => {
  const [id = ''] = await park([harbour])
  expect((await send('POST', `/${id}/-actions/discard`)).status).toBe(422)
  const done = await send('POST', `/${id}/-actions/discard`, { attributes: { reason: 'No more tides.' } })
  expect(done.status).toBe(204)
  expect((await send('POST', `/${id}/-actions/retry`)).status).toBe(404)
  await shop.runJobs()
  expect(seen).toEqual([])
  const { body } = await shop.send('GET', '/api/operator/v1/audit', { as: 'operator' })
  expect(body.data[0].attributes).toMatchObject({
    action: 'discard-events',
    detail: `tide.turned ${id}: No more tides.`,
  })
})

test('events of one subject are relayed in order, whatever is retried first', async () => {
  const [first = '', other = '', second = ''] = await park([harbour, river, harbour])
  const early = await send('POST', `/${second}/-actions/retry`)
  expect([early.status, early.body.errors[0].detail]).toEqual([409, expect.stringContaining(first)])
  const some = await send('POST', '/-actions/retry', { attributes: { ids: [second, other] } })
  expect(some.body.meta).toEqual({ retried: 1, skipped: 1, remaining: 0 })
  expect(await parkedIds()).toEqual([first, second])
  const all = await send('POST', '/-actions/retry', { attributes: { event: 'tide.turned' } })
  expect(all.body.meta).toEqual({ retried: 2, skipped: 0, remaining: 0 })
  await shop.runJobs()
  expect(seen.filter((id) => id !== other)).toEqual([first, second])
})

test('many events can be discarded by name and time, and the list is paged', async () => {
  const ids = await park([harbour, river, randomUUID()])
  const page = await send('GET', `?page[limit]=1&page[after]=${ids[2]}`)
  expect(page.body.data.map(({ id }: { id: string }) => id)).toEqual([ids[1]])
  expect((await send('GET', `?page[after]=${randomUUID()}`)).status).toBe(400)
  const before = (moment: string) => ({ event: 'tide.turned', before: moment, reason: 'Calm sea.' })
  const none = await send('POST', '/-actions/discard', { attributes: before('2026-03-02T09:00:00Z') })
  expect(none.body.meta.discarded).toBe(0)
  const all = await send('POST', '/-actions/discard', { attributes: before('2026-03-02T09:00:01Z') })
  expect(all.body.meta).toEqual({ discarded: 3, skipped: 0, remaining: 0 })
  expect(await parkedIds()).toEqual([])
})

test('only the operator can read and change parked events, and sees them in the activity', async () => {
  const [id = ''] = await park([harbour])
  for (const as of ['brand', 'retailer'] as const) {
    expect((await send('GET', '', { as })).status).toBe(403)
    expect((await send('POST', `/${id}/-actions/discard`, { as, attributes: { reason: 'x' } })).status).toBe(
      403,
    )
  }
  const staff = await signedIn(shop, 'alder-wick-staff')
  expect((await staff.send('POST', `${EVENTS}/${id}/-actions/retry`)).status).toBe(403)
  const { body } = await shop.send('GET', '/api/v1/activity', { as: 'operator' })
  expect(body.data.attributes.failures).toContainEqual(
    expect.objectContaining({ type: 'parked-events', id, sentence: 'An event is parked: tide.turned.' }),
  )
})
