import { afterAll, expect, test } from 'vitest'
import { OPERATIONS, openOperation, start } from '../../../../test/integrations.ts'
import { type Answer, market, type Who } from '../../../../test/market.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })

const list = (query = '', as: Who = 'brand') => shop.send('GET', `${OPERATIONS}${query}`, { as })
const idsOf = (answer: Answer): string[] => {
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data.map(({ id }: { id: string }) => id)
}

/** Skipped operations, created one second apart, and then an open one. */
const ids: string[] = []
for (const operationType of ['import', 'update', 'import', 'delete']) {
  const id = await openOperation(shop, { operationType })
  ids.unshift(id)
  if (operationType !== 'delete') await start(shop, id)
  await shop.advance(1)
}
const [open, third, second, first] = ids as [string, string, string, string]
const ofOther = await openOperation(shop, { as: 'otherBrand' })

test('the operations of a brand are listed, newest first, with the same data as when read alone', async () => {
  const answer = await list()
  expect(idsOf(answer)).toEqual([open, third, second, first])
  const single = await shop.send('GET', `${OPERATIONS}/${open}`)
  expect(answer.body.data[0]).toEqual(single.body.data)
  expect(idsOf(await list('', 'otherBrand'))).toEqual([ofOther])
})

test.each([
  ['filter[status]=created', [open]],
  ['filter[status]=skipped', [third, second, first]],
  ['filter[operationType]=import', [third, first]],
  ['filter[status]=skipped&filter[operationType]=update', [second]],
  ['filter[status]=failed', []],
])('%s selects', async (query, expected) => {
  expect(idsOf(await list(`?${query}`))).toEqual(expected)
})

test.each(['filter[status]=over', 'filter[operationType]=upsert', 'filter[source]=other', 'sort=createdAt'])(
  '%s is refused',
  async (query) => {
    expect((await list(`?${query}`)).status).toBe(400)
  },
)

test('pages can be read forwards and backwards', async () => {
  const page = await list('?page[limit]=2&filter[status]=skipped')
  expect(idsOf(page)).toEqual([third, second])
  const next = await list(page.body.links.next.replace(/^.*operations/, ''))
  expect(idsOf(next)).toEqual([first])
  const back = await list(next.body.links.prev.replace(/^.*operations/, ''))
  expect(idsOf(back)).toEqual([third, second])
})

test('returns 400 for a cursor of another brand', async () => {
  expect((await list(`?page[after]=${ofOther}`)).status).toBe(400)
})

test('fields can be chosen', async () => {
  const { body } = await list('?fields[catalog-integration-operation]=status&page[limit]=1')
  expect(body.data[0].attributes).toEqual({ status: 'created' })
})

test('returns 403 to retailers', async () => {
  expect((await list('', 'retailer')).status).toBe(403)
})
