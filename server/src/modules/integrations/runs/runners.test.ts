import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { entry } from '../../../../test/integrations.ts'
import { market } from '../../../../test/market.ts'
import { until } from '../../../../test/time.ts'
import { DEMO } from '../../identity/index.ts'
import { addEntries, openOperation, readOperation, startOperation } from '../operations/operations.ts'
import { createScheduler, startRunners } from './runners.ts'

/** Starts an operation with this many products and returns its id. */
async function launch(shop: Awaited<ReturnType<typeof market>>, brandId: string, count: number) {
  const wanted = { id: undefined, source: 'other', operationType: 'import' } as const
  const { operation } = await openOperation(shop.platform, brandId, wanted)
  const entries = Array.from({ length: count }, (_, i) => entry(`${operation.id}-${i}`))
  await addEntries(shop.platform, brandId, operation.id, entries)
  await startOperation(shop.platform, brandId, operation.id)
  return operation.id
}

async function addBrands(shop: Awaited<ReturnType<typeof market>>, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  for (const id of ids) {
    await shop.platform.db`
      insert into identity.brands
      select (json_populate_record(brands, json_build_object('id', ${id}::text, 'name', ${id}::text))).*
      from identity.brands where id = ${DEMO.brandId}`
  }
  return ids
}

test('operations of ten brands run one batch each in turn, and a small one does not wait for a large one', async () => {
  const shop = await market()
  const { db } = shop.platform
  const brands = await addBrands(shop, 10)
  const runNextBatch = createScheduler(shop.platform)
  const large = await launch(shop, brands[0] as string, 2600)
  await runNextBatch()
  await runNextBatch()
  const others = await Promise.all(brands.slice(1).map((brandId) => launch(shop, brandId, 1100)))
  const small = await launch(shop, DEMO.brandId, 1)

  // In one round every other operation runs a batch before the large one continues.
  for (let i = 0; i < others.length + 1; i++) await runNextBatch()
  const done = async (brandId: string, id: string) => (await readOperation(db, brandId, id)).done_ordinal
  expect(await done(DEMO.brandId, small)).toBe(1)
  expect(await Promise.all(others.map((id, i) => done(brands[i + 1] as string, id)))).toEqual(
    others.map(() => 500),
  )
  expect(await done(brands[0] as string, large)).toBe(1000)
  // The next round runs one batch of each remaining operation.
  for (let i = 0; i < others.length + 1; i++) await runNextBatch()
  expect(await Promise.all(others.map((id, i) => done(brands[i + 1] as string, id)))).toEqual(
    others.map(() => 1000),
  )
  expect(await done(brands[0] as string, large)).toBe(1500)
})

test('workers share the running operations, start when notified, and run them to the end', async () => {
  const shop = await market()
  const { db } = shop.platform
  const workers = await Promise.all([startRunners(shop.platform), startRunners(shop.platform)])
  const brands = await addBrands(shop, 2)
  const ids = await Promise.all(brands.map((brandId) => launch(shop, brandId, 1200)))
  await until(async () => {
    const [row] =
      await db`select count(*)::int as count from integrations.operations where completed_at is not null`
    return row?.count === 2
  })
  await Promise.all(workers.map((worker) => worker.stop()))
  const rows = await db`
    select status, processed_products_count as processed, failed_products_count as failed
    from integrations.operations where id = any(${ids})`
  const ended = { status: 'succeeded', processed: 1200, failed: 0 }
  expect([...rows]).toEqual([ended, ended])
  const [left] = await db`select count(*)::int as entries from integrations.entries`
  expect(left?.entries).toBe(0)
})
