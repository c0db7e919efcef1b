import { beforeAll, expect, test } from 'vitest'
import { afterAllTests } from '../../../test/clean-up.ts'
import { type Market, market } from '../../../test/market.ts'
import { DEMO } from '../../modules/identity/index.ts'
import { setStock } from '../../modules/stock/index.ts'
import { LEDGER_SUMS, unbalancedStatuses } from '../../modules/stock/ledger/sums.ts'
import type { CopySource, CopySummary } from './copy-source.ts'
import { readDatabase } from './read-database.ts'
import { closeSession, openSession, type Session } from './session.ts'

let shop: Market
let session: Session

const cleanUp = afterAllTests()
beforeAll(async () => {
  shop = await market({ cleanUp })
  session = await openSession(shop.databaseUrl)
  cleanUp(() => closeSession(session))
})

const begin = () => readDatabase(session, { id: 'test', sums: LEDGER_SUMS })

async function drain(source: CopySource, onTable = async (_name: string) => {}): Promise<CopySummary> {
  for await (const { name, rows } of source.tables()) {
    await onTable(name)
    for await (const _chunk of rows);
  }
  return await source.summary()
}

async function changeStock(onHand: number): Promise<void> {
  const { platform } = shop
  const [level] = await platform.db<{ variant_id: string }[]>`
    select variant_id from stock.levels where brand_id = ${DEMO.brandId} order by variant_id limit 1`
  const outcome = await setStock(platform, DEMO.brandId, [
    { variantId: level?.variant_id as never, to: { onHand } },
  ])
  expect(outcome.applied).toBe(true)
}

test('rows that are written while the tables are read are not part of the copy, whatever their table', async () => {
  const before = await drain(await begin())
  const tables: string[] = []
  const meanwhile = await drain(await begin(), async (name) => {
    // Levels are read before postings, which the writes change too.
    if (['catalog.products', 'stock.postings'].includes(name)) await changeStock(1000 + tables.length)
    tables.push(name)
  })
  expect(tables.indexOf('stock.levels')).toBeLessThan(tables.indexOf('stock.postings'))
  expect(meanwhile).toEqual(before)
  const after = await drain(await begin())
  expect(after.tables['stock.levels']).not.toEqual(before.tables['stock.levels'])
  expect(after.sums).not.toEqual(before.sums)
  expect(unbalancedStatuses(after.sums)).toEqual([])
})

test('the copy has the jobs and all sequences, and not the bookkeeping of migrations', async () => {
  const source = await begin()
  const names = source.header.tables.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['graphile_worker._private_jobs', 'platform.outbox']))
  expect(names).not.toContain('public.schemaversion')
  expect(names).not.toContain('graphile_worker.migrations')
  const products = source.header.tables.find(({ name }) => name === 'catalog.products')
  expect(products?.columns).toContain('id')
  expect(products?.columns, 'it is computed by the database').not.toContain('out_of_stock')
  expect(source.header.migrations.at(-1)).toEqual({ version: expect.any(Number), md5: expect.any(String) })
  const { sequences } = await drain(source)
  expect(sequences).toContainEqual({
    name: 'ordering.orders_reference_seq',
    value: expect.stringMatching(/^\d+$/),
    isCalled: expect.any(Boolean),
  })
})

test('no migration can change a table that is still to be read', async () => {
  const source = await begin()
  const change = shop.platform.db.begin(async (tx) => {
    await tx.unsafe(`set local lock_timeout = '1ms'`)
    await tx.unsafe('alter table webhooks.events add column added int')
  })
  await expect(change).rejects.toThrow('lock timeout')
  await drain(source)
})
