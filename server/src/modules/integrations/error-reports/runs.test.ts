import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { bytesOf, readSheet } from '../../../../test/files.ts'
import { entry, REPORTS, requestReport, runOperation } from '../../../../test/integrations.ts'
import { type Market, market } from '../../../../test/market.ts'
import { MAX_FAILED_RUNS, MAX_RUNS } from '../../../platform/files/stored-files.ts'
import { beginRun, finishRun, reportFiles } from './queries.ts'
import { produceReport } from './runs.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const DAY = 86_400

/** A report that was requested and is not started. */
async function newReport(shop: Market) {
  const { id: job } = await runOperation(shop, [entry('R-1', { description: 'Short' })])
  const { body } = await requestReport(shop, job)
  return { id: body.data.id as string, brandId: body.data.attributes.brandUuid as string, job }
}

const attributesOf = async (shop: Market, id: string) =>
  (await shop.send('GET', `${REPORTS}/${id}`)).body.data.attributes
const download = (shop: Market, id: string) =>
  shop.send('GET', `/api/v1/catalog/exchange/storage/error-reports/${id}`)

async function countChunks(shop: Market): Promise<number> {
  const [row] = await shop.platform.db<{ count: number }[]>`
    select count(*) as count from integrations.error_report_chunks`
  return row?.count ?? -1
}

test('a report expires thirty days after it was completed, by the clock, and its bytes are removed', async () => {
  const shop = await market()
  const { id, job } = await newReport(shop)
  await shop.runJobs()
  await shop.advance(30 * DAY - 60)
  expect((await download(shop, id)).status).toBe(200)
  await shop.advance(60)
  const gone = await download(shop, id)
  expect(gone.status).toBe(404)
  expect(gone.body.errors[0].detail).toContain('has expired')
  expect((await attributesOf(shop, id)).downloadUrl).toBeNull()
  expect(await countChunks(shop)).toBe(1)
  await shop.advance(DAY)
  await shop.runJobs()
  expect(await countChunks(shop)).toBe(0)
  const again = await requestReport(shop, job)
  expect([again.status, again.body.data.id]).toEqual([200, id])
})

test('chunks of a killed run are never served', async () => {
  const shop = await market()
  const { db, clock } = shop.platform
  const { id, brandId } = await newReport(shop)
  const killed = await beginRun(db, brandId, { id, now: clock.now() })
  if (!killed) throw new Error('it has begun')
  await reportFiles.save(db, killed, Readable.from([Buffer.from('half of')]))
  expect((await attributesOf(shop, id)).status).toBe('started')
  await shop.runJobs()
  expect((await attributesOf(shop, id)).status).toBe('completed')
  expect(await countChunks(shop)).toBe(1)
  const bytes = await bytesOf(reportFiles.read(db, { ...killed, run: killed.run + 1 }))
  expect(readSheet(bytes).rows).toHaveLength(1)
})

test('a report fails only after many runs without an end', async () => {
  const shop = await market()
  const afterRuns = async (runs: number) => {
    const { id } = await newReport(shop)
    await shop.platform.db`update integrations.error_reports set run = ${runs} where id = ${id}`
    await shop.runJobs()
    return await attributesOf(shop, id)
  }
  expect(await afterRuns(MAX_RUNS - 1)).toMatchObject({ status: 'completed' })
  expect(await afterRuns(MAX_RUNS)).toMatchObject({
    status: 'failed',
    failureReason: 'It was tried 20 times without success.',
  })
})

test('a run cannot finish the report after a newer run has started', async () => {
  const shop = await market()
  const { db, clock } = shop.platform
  const { id, brandId } = await newReport(shop)
  const [old, newer] = [
    await beginRun(db, brandId, { id, now: clock.now() }),
    await beginRun(db, brandId, { id, now: clock.now() }),
  ]
  if (!old || !newer) throw new Error('both have begun')
  await reportFiles.save(db, newer, Readable.from([Buffer.from('new')]))
  expect(await finishRun(db, old, { status: 'failed', reason: 'It was slow.' })).toBe(false)
  expect((await attributesOf(shop, id)).status).toBe('started')
  expect(await countChunks(shop)).toBe(1)
})

test('a finished report is not rendered again', async () => {
  const shop = await market()
  const { id, brandId } = await newReport(shop)
  await produceReport(shop.platform, { brandId, reportId: id })
  const before = await attributesOf(shop, id)
  await shop.advance(100)
  await produceReport(shop.platform, { brandId, reportId: id })
  expect(await attributesOf(shop, id)).toEqual(before)
})

test('a report that cannot be rendered fails after the last attempt', async () => {
  const shop = await market()
  const { id, brandId } = await newReport(shop)
  const { db } = shop.platform
  await db`alter table integrations.error_report_chunks add constraint no_room check (number < 0)`
  const produce = () => produceReport(shop.platform, { brandId, reportId: id })
  for (let run = 1; run <= MAX_FAILED_RUNS; run++) await expect(produce()).rejects.toThrow('no_room')
  await produce()
  expect(await attributesOf(shop, id)).toMatchObject({
    status: 'failed',
    failureReason: 'It was tried 5 times without success.',
    completedAt: null,
    downloadUrl: null,
  })
  const answer = await download(shop, id)
  expect([answer.status, answer.body.errors[0].detail]).toEqual([
    404,
    expect.stringContaining('failureReason'),
  ])
})

test('a report of a hundred megabytes is written without holding it in memory', async () => {
  const shop = await market()
  const { db } = shop.platform
  const { id, brandId, job } = await newReport(shop)
  const sent = JSON.stringify(entry('R-2', { description: 'Short '.repeat(4_000) }))
  for (let first = 2; first <= 4_000; first += 500) {
    await db`
      insert into integrations.results
        (brand_id, operation_id, ordinal, id, external_product_id, status, failure_reason, issues, sent, created_at)
      select ${brandId}, ${job}, ordinal, gen_random_uuid(), 'R-2', 'failure', 'validation_error',
        '[{"field": "description", "message": "Too long."}]', ${sent}::text::json, now()
      from generate_series(${first}::int, ${first + 499}::int) as ordinal`
  }
  const liveBytes = () => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = liveBytes()
  const seen: number[] = []
  // Measuring the heap takes longer the larger it is, including objects of other tests, so it is measured rarely.
  let watch = setTimeout(function look() {
    const startedAt = performance.now()
    seen.push(liveBytes())
    watch = setTimeout(look, 4 * (performance.now() - startedAt))
  }, 100)
  await produceReport(shop.platform, { brandId, reportId: id }).finally(() => clearTimeout(watch))
  expect(seen).not.toEqual([])
  expect((await attributesOf(shop, id)).status).toBe('completed')
  // 30 to 80 MB were measured; with the whole report in memory it was nearly 200.
  expect((Math.max(...seen) - before) / 1e6).toBeLessThan(110)
}, 300_000)
