/** Exports whose runs are killed, superseded or fail. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { replaceOrders } from '../../../../test/billed-orders.ts'
import { download, EXPORTS, makeExport, requestExport } from '../../../../test/billing-exports.ts'
import { csvRows, readXlsx, unzip } from '../../../../test/files.ts'
import { type Market, market } from '../../../../test/market.ts'
import { soon } from '../../../../test/time.ts'
import { MAX_FAILED_RUNS, MAX_RUNS } from '../../../platform/files/stored-files.ts'
import { produceExport } from './runs.ts'

const shop = await market({ cleanUp: afterAll })

const stateOf = async ({ platform: { db } }: Market, id: string) => {
  const [row] = await db`select status, run from billing.exports where id = ${id}`
  return row
}

test('a finished export is not rendered again', async () => {
  await replaceOrders(shop.platform.db, [{}])
  const { id } = await makeExport(shop)
  await produceExport(shop.platform, { brandId: shop.credentials.brandId, exportId: id })
  expect(await stateOf(shop, id)).toEqual({ status: 'completed', run: 1 })
})

test('the newer of two concurrent runs wins, and its file is complete', async () => {
  await replaceOrders(
    shop.platform.db,
    Array.from({ length: 400 }, () => ({})),
  )
  const { id } = (
    await requestExport(shop, { exports: [{ type: 'accounting', formats: ['csv', 'xlsx', 'pdf'] }] })
  ).body.data
  const payload = { brandId: shop.credentials.brandId, exportId: id }
  await Promise.all([produceExport(shop.platform, payload), produceExport(shop.platform, payload)])
  expect(await stateOf(shop, id)).toEqual({ status: 'completed', run: 2 })
  const files = unzip((await download(shop, id)).bytes)
  expect(csvRows(files['accounting-2026-02.csv'])).toHaveLength(401)
  expect(readXlsx(files['accounting-2026-02.xlsx']!).rows).toHaveLength(402)
})

test('an export is completed however many of its runs were killed before', async () => {
  await replaceOrders(shop.platform.db, [{}, {}])
  const { db, config } = shop.platform
  const { id } = (await requestExport(shop)).body.data
  await db`update billing.exports set run = 9, status = 'in_process' where id = ${id}`
  await db`update graphile_worker._private_jobs set attempts = 9`
  const writer = fileURLToPath(new URL('../../../../test/export-writer.ts', import.meta.url))
  const options = [shop.databaseUrl, config.secretKey ?? '', shop.credentials.brandId, id]
  await db.begin(async (tx) => {
    // The writer blocks here while it reads the items of the orders.
    await tx`lock table ordering.items in access exclusive mode`
    const child = spawn(process.execPath, [writer, ...options], { stdio: ['ignore', 'ignore', 'inherit'] })
    await vi.waitFor(
      async () => expect(await stateOf(shop, id)).toEqual({ status: 'in_process', run: 10 }),
      soon,
    )
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  await shop.runJobs()
  expect(await stateOf(shop, id)).toEqual({ status: 'completed', run: 11 })
  expect(csvRows((await download(shop, id)).bytes)).toHaveLength(3)
})

test('an export whose process is killed in every run is given up', async () => {
  const { db } = shop.platform
  const { id } = (await requestExport(shop)).body.data
  await db`update billing.exports set run = ${MAX_RUNS}, status = 'in_process' where id = ${id}`
  // A worker that was killed before the run began has used up an attempt too.
  await db`update graphile_worker._private_jobs set attempts = ${MAX_RUNS + 5}`
  await shop.runJobs()
  const { attributes } = (await shop.send('GET', `${EXPORTS}/${id}`)).body.data
  expect(attributes).toMatchObject({
    status: 'failed',
    failures: [{ reason: 'It was tried 20 times without success. Ask for the export again.' }],
  })
})

test('an export that fails for other reasons than its orders is retried, and finally given up', async () => {
  const shop = await market()
  await replaceOrders(shop.platform.db, [{}])
  const { db } = shop.platform
  const { id } = (await requestExport(shop)).body.data
  await db`alter table billing.export_chunks add constraint no_room check (number < 0)`
  for (let run = 1; run <= MAX_FAILED_RUNS; run++) {
    expect(await shop.runJobs()).toMatchObject({ failed: 1 })
    expect(await stateOf(shop, id)).toEqual({ status: 'in_process', run })
    await shop.setTime(`2026-03-${10 + run}T09:00:00Z`)
  }
  expect(await shop.runJobs()).toMatchObject({ failed: 0 })
  const { attributes } = (await shop.send('GET', `${EXPORTS}/${id}`)).body.data
  expect(attributes).toMatchObject({
    status: 'failed',
    failures: [{ type: 'accounting', format: 'csv', reason: expect.stringContaining('5 times') }],
  })
})

test('chunks of a failed run do not reach the file of the next run', async () => {
  await replaceOrders(shop.platform.db, [{}])
  const { db } = shop.platform
  const { id } = (await requestExport(shop)).body.data
  const { brandId } = shop.credentials
  await db`update billing.exports set run = 1, status = 'in_process' where id = ${id}`
  await db`
    insert into billing.export_chunks (brand_id, export_id, run, file, number, bytes)
    values (${brandId}, ${id}, 1, 0, 0, 'old'), (${brandId}, ${id}, 1, 0, 1, 'old')`
  await shop.runJobs()
  expect((await download(shop, id)).bytes.toString()).not.toContain('old')
  expect(await db`select from billing.export_chunks where export_id = ${id}`).toHaveLength(1)
})

test('chunks that a superseded run writes late are not served', async () => {
  await replaceOrders(shop.platform.db, [{}])
  const { id, file } = await makeExport(shop)
  await shop.platform.db`
    insert into billing.export_chunks (brand_id, export_id, run, file, number, bytes)
    values (${shop.credentials.brandId}, ${id}, 0, 0, 0, 'late'), (${shop.credentials.brandId}, ${id}, 0, 0, 1, 'late')`
  expect((await download(shop, id)).bytes).toEqual(file)
})
