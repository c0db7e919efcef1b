import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { market, type Who } from '../../../../test/market.ts'
import { RECORDINGS } from '../../../../test/recordings.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { applicationId, clientId } = shop.credentials

const create = (application: string, as: Who = 'brand') =>
  shop.send('POST', RECORDINGS, { as, body: { applicationId: application } })
const start = async (on = shop): Promise<string> => {
  const answer = await on.send('POST', RECORDINGS, { body: { applicationId: on.credentials.applicationId } })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data.id
}
const requestsOf = async (id: string, query = '', on = shop) =>
  (await on.send('GET', `${RECORDINGS}/${id}/requests?${query}`)).body
const applicationOf = async (who: Who): Promise<string> => {
  const [row] = await shop.platform.db<{ id: string }[]>`
    select id from identity.applications where client_id = ${shop.clientOf(who).clientId}`
  return row?.id ?? ''
}
const age = async (id: string) =>
  await shop.platform.db.begin(async (tx) => {
    await tx`update sandbox.recordings set started_ms = started_ms - 86400001 where id = ${id}`
    await shop.platform.signals.raise(tx, 'recordings')
  })

test('a brand can record its own applications, the operator those of any brand, a retailer none', async () => {
  const { status, body } = await create(applicationId)
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    type: 'recordings',
    attributes: {
      applicationId,
      clientId,
      startedAt: '2026-03-02T09:00:00.000Z',
      requestCount: 0,
      isTruncated: false,
    },
  })
  const others = await applicationOf('otherBrand')
  expect((await create(others)).status).toBe(403)
  expect((await create(others, 'operator')).status).toBe(201)
  expect((await create(randomUUID())).status).toBe(404)
  expect((await create(applicationId, 'retailer')).status).toBe(403)
  const ofRetailer = await create(await applicationOf('retailer'), 'operator')
  expect(ofRetailer.status).toBe(422)
  expect(ofRetailer.body.errors[0].source).toEqual({ pointer: 'applicationId' })
})

test('only its brand and the operator can read and remove a recording', async () => {
  const id = await start()
  for (const path of [`${RECORDINGS}/${id}`, `${RECORDINGS}/${id}/requests`]) {
    expect((await shop.send('GET', path)).status).toBe(200)
    expect((await shop.send('GET', path, { as: 'operator' })).status).toBe(200)
    expect((await shop.send('GET', path, { as: 'otherBrand' })).status).toBe(403)
    expect((await shop.send('GET', path, { as: 'retailer' })).status).toBe(403)
    expect((await shop.send('GET', path.replace(id, randomUUID()))).status).toBe(404)
  }
  expect((await shop.send('DELETE', `${RECORDINGS}/${id}`, { as: 'otherBrand' })).status).toBe(403)
  await shop.send('GET', '/api/v1/me')
  expect((await requestsOf(id)).data).toHaveLength(1)
  expect((await shop.send('DELETE', `${RECORDINGS}/${id}`)).status).toBe(204)
  expect((await shop.send('GET', `${RECORDINGS}/${id}`)).status).toBe(404)
  const { db } = shop.platform
  expect(await db`select 1 from sandbox.recorded_requests where recording_id = ${id}`).toEqual([])
})

test('pages are in the order of arrival, and number their requests', async () => {
  const id = await start()
  for (const n of [1, 2, 3, 4, 5]) await shop.send('GET', `/api/v1/me?n=${n}`)
  const first = await requestsOf(id, 'page[limit]=2')
  const next = await requestsOf(id, `page[limit]=2&page[after]=${first.data[1].id}`)
  const last = await requestsOf(id, `page[limit]=2&page[after]=${next.data[1].id}`)
  const seen = [first, next, last].flatMap(({ data }) => data)
  expect(seen.map(({ attributes }) => [attributes.sequence, attributes.url.at(-1)])).toEqual([
    [1, '1'],
    [2, '2'],
    [3, '3'],
    [4, '4'],
    [5, '5'],
  ])
  expect(last.links.next).toBeUndefined()
  const arrivals: number[] = seen.map(({ attributes }) => attributes.arrivedMs)
  expect(arrivals.toSorted((a, b) => a - b)).toEqual(arrivals)
  const unknown = await shop.send('GET', `${RECORDINGS}/${id}/requests?page[after]=${randomUUID()}`)
  expect(unknown.status).toBe(400)
})

test('a recording holds 20,000 requests, and is marked as truncated if there were more', async () => {
  const here = await market()
  const id = await start(here)
  await here.platform.db`update sandbox.recordings set request_count = 19999 where id = ${id}`
  const one = async () => (await here.send('GET', `${RECORDINGS}/${id}`)).body.data.attributes
  await here.send('GET', '/api/v1/me?n=1')
  expect(await one()).toMatchObject({ requestCount: 20_000, isTruncated: false })
  await here.send('GET', '/api/v1/me?n=2')
  expect(await one()).toMatchObject({ requestCount: 20_000, isTruncated: true })
  await here.send('GET', '/api/v1/me?n=3')
  const { data } = await requestsOf(id, '', here)
  expect(data.map(({ attributes }: { attributes: { url: string } }) => attributes.url)).toEqual([
    '/api/v1/me?n=1',
  ])
})

test('a recording ends after a day of real time, and is deleted when another one begins', async () => {
  const id = await start()
  await age(id)
  await shop.platform.signals.refresh()
  await shop.send('GET', '/api/v1/me')
  expect((await shop.send('GET', `${RECORDINGS}/${id}`)).status).toBe(404)
  const { db } = shop.platform
  expect(await db`select request_count from sandbox.recordings where id = ${id}`).toEqual([
    { request_count: 0 },
  ])
  await start()
  expect(await db`select 1 from sandbox.recordings where id = ${id}`).toEqual([])
})

test('moving the clock does not end a recording', async () => {
  const here = await market()
  const id = await start(here)
  await here.advance(48 * 3600)
  await here.send('GET', '/api/v1/me')
  const { data } = await requestsOf(id, '', here)
  expect(data).toHaveLength(1)
  expect(data[0].attributes.requestedAt).toBe('2026-03-04T09:00:00.000Z')
  const passedMs = Date.now() - new Date(data[0].attributes.arrivedAt).getTime()
  expect(Math.abs(passedMs)).toBeLessThan(60_000)
})

test('a reset removes all recordings', async () => {
  const here = await market()
  const id = await start(here)
  expect((await here.send('POST', '/api/testing/reset')).status).toBe(200)
  expect((await here.send('GET', `${RECORDINGS}/${id}`)).status).toBe(404)
  await here.send('GET', '/api/v1/me')
  await here.send('GET', `${RECORDINGS}/${id}`)
  expect(await here.platform.db`select 1 from sandbox.recorded_requests`).toEqual([])
})

test('an application can have ten recordings, each with all its requests', async () => {
  const here = await market()
  const ids: string[] = []
  while (ids.length < 10) ids.push(await start(here))
  const body = { applicationId: here.credentials.applicationId }
  expect((await here.send('POST', RECORDINGS, { body })).status).toBe(409)
  await here.send('GET', '/api/v1/me')
  for (const id of ids) expect((await requestsOf(id, '', here)).data).toHaveLength(1)
})
