import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Market, market, type Who } from '../../../../test/market.ts'
import { signedIn } from '../../../../test/sessions.ts'
import { START } from '../../../../test/time.ts'
import { DEMO } from '../demo/demo.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform

const call = (at: Market = shop, as: Who = 'brand', path = '/api/v1/me') => at.send('GET', path, { as })

async function usage() {
  const owner = await signedIn(shop, 'alder-wick')
  const { body } = await owner.send('GET', '/api/integrations/v1/applications')
  const own = body.data.find(({ id }: { id: string }) => id === DEMO.applicationId)
  return own.attributes
}

beforeEach(async () => {
  await shop.setTime(START.toISOString())
  await usage()
  await db`delete from identity.application_calls`
})

test('an application shows its last use, its calls of the last 24 hours and of each day', async () => {
  expect(await usage()).toMatchObject({ lastUsedAt: null, callsLastDay: 0 })
  await call()
  await shop.advance(20 * 3600)
  await call()
  expect((await call(shop, 'brand', `/api/v1/orders/${randomUUID()}`)).status).toBe(404)
  await call(shop, 'otherBrand')
  const { lastUsedAt, callsLastDay, callsByDay } = await usage()
  expect(lastUsedAt).toMatch(/^2026-03-03T05:00/)
  expect(callsLastDay).toBe(3)
  expect(callsByDay).toHaveLength(14)
  expect(callsByDay[0]).toEqual({ date: '2026-02-18', calls: 0 })
  expect(callsByDay.slice(-2)).toEqual([
    { date: '2026-03-02', calls: 1 },
    { date: '2026-03-03', calls: 2 },
  ])
  await shop.advance(5 * 3600)
  expect(await usage()).toMatchObject({ lastUsedAt, callsLastDay: 2 })
})

test('calls that were refused are counted as such', async () => {
  await call()
  expect((await call(shop, 'brand', `/api/v1/orders/${randomUUID()}`)).status).toBe(404)
  expect((await call(shop, 'brand', '/api/v1/orders?sort=nothing')).status).toBe(400)
  await usage()
  const rows = await db`
    select calls, refused, failed from identity.application_calls where application_id = ${DEMO.applicationId}`
  expect(rows).toEqual([{ calls: 3, refused: 2, failed: 0 }])
})

test('requests of sessions and without a valid token are not counted', async () => {
  const person = await signedIn(shop, 'alder-wick')
  expect((await person.send('GET', '/api/v1/me')).status).toBe(200)
  expect((await shop.send('GET', '/api/v1/me', { token: 'none' })).status).toBe(401)
  expect(await usage()).toMatchObject({ lastUsedAt: null, callsLastDay: 0 })
})

test('the counts of several processes are summed, and a stopping process writes its counts', async () => {
  const other = await market({ databaseUrl: shop.databaseUrl })
  await Promise.all([call(other), call(other), call()])
  await other.http.app.close()
  expect(await usage()).toMatchObject({ callsLastDay: 3 })
})

test('counts of more than a month are deleted, except for the last use', async () => {
  await call()
  await shop.advance(40 * 86_400)
  await call(shop, 'otherBrand')
  const { lastUsedAt } = await usage()
  await call()
  await usage()
  await shop.setTime('2026-08-01T09:00:00Z')
  await shop.runJobs()
  const rows =
    await db`select hour from identity.application_calls where application_id = ${DEMO.applicationId}`
  expect(rows).toEqual([{ hour: new Date('2026-04-11T09:00:00Z') }])
  expect(lastUsedAt).toMatch(/^2026-03-02/)
  expect((await usage()).lastUsedAt).toMatch(/^2026-04-11/)
})
