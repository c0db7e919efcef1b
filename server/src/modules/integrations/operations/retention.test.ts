import { expect, test } from 'vitest'
import {
  entry,
  OPERATIONS,
  openOperation,
  requestReport,
  runOperation,
} from '../../../../test/integrations.ts'
import { market } from '../../../../test/market.ts'
import { purgeResults } from './retention.ts'

const DAY = 86_400
type Shop = Awaited<ReturnType<typeof market>>

const tooShort = (id: string) => entry(id, { description: 'Too short' })

const countResults = async (shop: Shop, id: string) => {
  const [row] = await shop.platform.db`
    select count(*)::int as count from integrations.results where operation_id = ${id}`
  return row?.count
}

const pages = (shop: Shop, id: string) =>
  Promise.all(
    ['results', 'relationships/results'].map((list) => shop.send('GET', `${OPERATIONS}/${id}/${list}`)),
  )

test('results are kept for 30 days of the clock after the end; then the operation shows only its counters', async () => {
  const shop = await market()
  const { id } = await runOperation(shop, [entry('A'), entry('B')])
  await shop.advance(30 * DAY - 60)
  await shop.runJobs()
  expect((await pages(shop, id)).map(({ body }) => body.data.length)).toEqual([2, 2])

  await shop.advance(60)
  for (const answer of await pages(shop, id)) {
    expect([answer.status, answer.body.errors[0].detail]).toEqual([404, expect.stringContaining('30 days')])
  }
  const refused = await requestReport(shop, id)
  expect([refused.status, refused.body.errors[0].source.pointer]).toEqual([
    422,
    'data.attributes.pim_import_job_id',
  ])
  await shop.advance(DAY)
  await shop.runJobs()
  expect(await countResults(shop, id)).toBe(0)
  const { body } = await shop.send('GET', `${OPERATIONS}/${id}`)
  expect(body.data.attributes).toMatchObject({ status: 'succeeded', processedProductsCount: 2 })
})

test('drafts stay until another import replaces them, and the results of a started report stay', async () => {
  const shop = await market()
  const drafted = await runOperation(shop, [tooShort('A')])
  const reported = await runOperation(shop, [tooShort('B')], { as: 'otherBrand', operationType: 'update' })
  expect((await requestReport(shop, reported.id, 'otherBrand')).status).toBe(201)
  await shop.platform.db`update integrations.error_reports set status = 'started'`
  const later = { ...shop.platform, clock: atDay(shop, 31) }
  expect(await purgeResults(later)).toBe(0)

  await shop.platform
    .db`update integrations.error_reports set status = 'failed', failure_reason = 'Too long.'`
  expect(await purgeResults(later)).toBe(1)
  expect(await countResults(shop, reported.id)).toBe(0)
  const drafts = await shop.send('GET', '/api/v1/catalog/integrations/drafts')
  expect(drafts.body.data).toHaveLength(1)

  await runOperation(shop, [tooShort('C')])
  expect(await purgeResults(later)).toBe(1)
  expect(await countResults(shop, drafted.id)).toBe(0)
})

test('many results are deleted in batches, and open and running operations are kept', async () => {
  const shop = await market()
  const { db } = shop.platform
  const { brandId } = shop.credentials
  const { id } = await runOperation(shop, [entry('A')])
  await db`
    insert into integrations.results (brand_id, operation_id, ordinal, id, external_product_id, status, created_at)
    select brand_id, operation_id, n, gen_random_uuid(), 'X', 'success', created_at
    from integrations.results cross join generate_series(2, 4500) as n where operation_id = ${id}`
  await openOperation(shop)
  const later = { ...shop.platform, clock: atDay(shop, 40) }
  expect(await purgeResults(later)).toBe(4500)
  expect(await purgeResults(later)).toBe(0)
  const [open] = await db`
    select results_purged_at from integrations.operations where brand_id = ${brandId} and status = 'created'`
  expect(open).toEqual({ results_purged_at: null })
})

/** A clock that is advanced by this many days. */
const atDay = ({ platform: { clock } }: Shop, day: number) => ({
  ...clock,
  now: () => new Date(clock.now().getTime() + day * DAY * 1000),
})
