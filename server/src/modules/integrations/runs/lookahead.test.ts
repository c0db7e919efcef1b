import { expect, test } from 'vitest'
import { addProducts, entry, openOperation, start } from '../../../../test/integrations.ts'
import { market } from '../../../../test/market.ts'
import { claimRunning } from './batch-queries.ts'
import { createLookahead } from './lookahead.ts'

test('prefetched entries are returned once, and only to the next batch of their operation', async () => {
  const shop = await market()
  const { db } = shop.platform
  const id = await openOperation(shop)
  await addProducts(shop, id, [entry('A'), entry('B', { name: undefined }), entry('C')])
  await start(shop, id)
  const key = { brandId: shop.credentials.brandId, id }
  const operation = await claimRunning(db, key)
  if (!operation) throw new Error('it runs')
  const ahead = createLookahead(shop.platform)
  const begin = () => ahead.begin(key, operation, { after: 1, most: 500 })

  begin()
  const validated = await ahead.take(key, 1)
  expect(validated?.map(({ ordinal, verdict }) => [ordinal, Object.keys(verdict)])).toEqual([
    [2, ['issues']],
    [3, ['entry']],
  ])
  expect(await ahead.take(key, 1)).toBeUndefined()
  begin()
  expect(await ahead.take(key, 2), 'another place').toBeUndefined()
  begin()
  expect(await ahead.take({ ...key, id: crypto.randomUUID() }, 1), 'another operation').toBeUndefined()

  const broken = Object.assign(() => Promise.reject(new Error('away')), db) as typeof db
  const blind = createLookahead({ ...shop.platform, db: broken })
  blind.begin(key, operation, { after: 1, most: 500 })
  expect(await blind.take(key, 1), 'the batch reads them itself').toBeUndefined()
})
