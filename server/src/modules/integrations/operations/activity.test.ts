import { afterAll, expect, test } from 'vitest'
import { addProducts, entry, OPERATIONS, openOperation, start } from '../../../../test/integrations.ts'
import { market } from '../../../../test/market.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const versionOf = async (as: 'brand' | 'otherBrand' = 'brand') =>
  (await shop.send('GET', '/api/v1/activity', { as })).body.data.attributes.versions[
    'catalog-integration-operation'
  ]

test('the version of operations changes with every step of an operation, only for its brand', async () => {
  const other = await versionOf('otherBrand')
  const seen = [await versionOf()]
  const id = await openOperation(shop)
  seen.push(await versionOf())
  await addProducts(shop, id, [entry('A-1')])
  seen.push(await versionOf())
  await start(shop, id)
  seen.push(await versionOf())
  await shop.send('POST', `${OPERATIONS}/${id}/-actions/cancel`)
  seen.push(await versionOf())
  await shop.runJobs()
  seen.push(await versionOf())
  expect(new Set(seen).size).toBe(seen.length)
  expect(await versionOf()).toBe(seen.at(-1))
  expect(await versionOf('otherBrand')).toBe(other)
})
