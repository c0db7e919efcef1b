import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { type Market, type MarketOptions, market, type Who } from '../../../../test/market.ts'
import { START } from '../../../../test/time.ts'
import { DEMO } from '../demo/demo.ts'

/** Disables the flush every five seconds, which could happen between a call and an assertion. */
async function timelessMarket(options: MarketOptions): Promise<Market> {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    return await market(options)
  } finally {
    vi.useRealTimers()
  }
}

const shop = await timelessMarket({ cleanUp: afterAll })
const { db } = shop.platform
const ACCEPT = '/api/v1/orders/{order}/accept'

const accept = (at: Market = shop, as: Who | null = 'brand') =>
  at.send('POST', ACCEPT.replace('{order}', randomUUID()), { as })
const reject = (as: Who = 'brand') =>
  shop.send('POST', `/api/v1/orders/${randomUUID()}/reject`, { as, body: [] })
const read = async (query = '') =>
  await shop.send('GET', `/api/operator/v1/deprecated-calls?${query}`, { as: 'operator' })
const written = () => db`select operation, calls from identity.deprecated_calls order by operation`

beforeEach(async () => {
  await read()
  await db`delete from identity.deprecated_calls`
  await shop.setTime(START.toISOString())
})

test('the list has application, operation, number and last time of calls, whatever their status', async () => {
  expect((await accept()).status).toBe(404)
  await shop.advance(3600)
  expect((await accept()).status).toBe(404)
  expect((await accept(shop, 'otherBrand')).status).toBe(404)
  expect((await accept(shop, 'retailer')).status).toBe(403)
  expect((await accept(shop, null)).status).toBe(401)
  await shop.send('GET', '/api/v1/orders')
  const { status, body } = await read()
  expect(status).toBe(200)
  const byApplication = new Map(
    body.data.map(({ type, attributes }: { type: string; attributes: { applicationId: string } }) => [
      attributes.applicationId,
      { type, ...attributes },
    ]),
  )
  expect(byApplication.get(DEMO.applicationId)).toEqual({
    type: 'deprecated-calls',
    applicationId: DEMO.applicationId,
    applicationName: expect.any(String),
    developerEmail: expect.stringContaining('@'),
    brandId: shop.credentials.brandId,
    retailerId: null,
    accountName: 'Alder & Wick',
    operation: 'acceptOrder',
    method: 'POST',
    path: ACCEPT,
    endsAt: null,
    replacement: null,
    calls: 2,
    firstCalledAt: expect.stringMatching(/^2026-03-02T09:00/),
    lastCalledAt: expect.stringMatching(/^2026-03-02T10:00/),
  })
  expect(body.data).toHaveLength(3)
  const { retailerId } = shop.credentials.retailer
  expect([...byApplication.values()]).toContainEqual(
    expect.objectContaining({ brandId: null, retailerId, calls: 1 }),
  )
})

test('the list can be filtered by application and by operation, and is paged', async () => {
  await accept()
  await reject()
  await reject('otherBrand')
  const operations = async (query: string) =>
    (await read(query)).body.data.map(
      ({ attributes }: { attributes: { operation: string } }) => attributes.operation,
    )
  expect((await operations(`filter[applicationId]=${DEMO.applicationId}`)).sort()).toEqual([
    'acceptOrder',
    'rejectOrder',
  ])
  expect(await operations('filter[operation]=rejectOrder')).toHaveLength(2)
  expect(await operations('filter[operation]=nothing')).toEqual([])
  const all = (await read()).body.data
  const second = await read(`page[limit]=1&page[after]=${all[0].id}`)
  expect(second.body.data).toEqual([all[1]])
  const back = await read(`page[limit]=2&page[before]=${all[2].id}`)
  expect(back.body.data).toEqual(all.slice(0, 2))
  expect((await read(`page[after]=${randomUUID()}`)).status).toBe(400)
  expect((await read('filter[applicationId]=7')).status).toBe(400)
})

test('calls are counted in memory, and a batch adds to the stored counts', async () => {
  for (let i = 0; i < 20; i++) await accept()
  expect(await written()).toEqual([])
  await read()
  await Promise.all([accept(), accept(), reject()])
  await read()
  expect(await written()).toEqual([
    { operation: 'acceptOrder', calls: 22 },
    { operation: 'rejectOrder', calls: 1 },
  ])
})

test('counts that could not be written are written later, together with new ones', async () => {
  await accept()
  await db`alter table identity.deprecated_calls rename to hidden`
  expect((await read()).status).toBe(500)
  await accept()
  await reject()
  await db`alter table identity.hidden rename to deprecated_calls`
  await read()
  expect(await written()).toEqual([
    { operation: 'acceptOrder', calls: 2 },
    { operation: 'rejectOrder', calls: 1 },
  ])
})

test('the counts of a deleted application are dropped without those of others', async () => {
  const [gone] = await db<{ id: string }[]>`
    insert into identity.applications (id, brand_id, user_id, name, developer_email, client_id, created_at)
    select ${randomUUID()}, brand_id, user_id, 'Gone', developer_email, 'gone', created_at
    from identity.applications where id = ${DEMO.applicationId}
    returning id`
  const token = await shop.http.tokens.issue(gone?.id ?? '')
  await shop.send('POST', ACCEPT.replace('{order}', randomUUID()), { token })
  await accept()
  await db`delete from identity.applications where id = ${gone?.id ?? ''}`
  await read()
  expect(await written()).toEqual([{ operation: 'acceptOrder', calls: 1 }])
})

test('a stopping process writes its counts', async () => {
  const other = await timelessMarket({ databaseUrl: shop.databaseUrl })
  await accept(other)
  expect(await written()).toEqual([])
  await other.http.app.close()
  expect(await written()).toEqual([{ operation: 'acceptOrder', calls: 1 }])
})

test('the metric has the counts too', async () => {
  await accept()
  await accept()
  await read()
  const { text } = await shop.send('GET', '/metrics', { as: null })
  expect(text).toContain(
    `tradehall_deprecated_calls_total{operation="acceptOrder",application="${DEMO.applicationId}"} 2`,
  )
})
