import { expect, test } from 'vitest'
import { clientOf, drop, inTurn, scriptServer } from './fixtures/scripted-server.ts'

test('any number of stocks is set, 50 a request, in order, each request again if its response is lost', async () => {
  const answer = { body: { 'atomic:results': [{ data: { type: 'productVariant', id: 'v' } }] } }
  const server = await scriptServer(inTurn(answer, drop, answer))
  async function* changes() {
    for (let i = 0; i < 120; i++) yield { id: `v${i}`, stockQuantity: i }
  }
  const updated = await clientOf(server).variants.setStocks(changes())
  const sent = server.requests.map(({ body }) => JSON.parse(body)['atomic:operations'])
  expect(sent.map(({ length }) => length)).toEqual([50, 50, 50, 20])
  expect(sent[3][19]).toEqual({
    op: 'update',
    data: { type: 'product-variants', id: 'v119', attributes: { stockQuantity: 119 } },
  })
  expect(updated).toHaveLength(3)
  expect(await clientOf(server).variants.setStocks([])).toEqual([])
})

test('filters of variants are parameters', async () => {
  const server = await scriptServer(() => ({ body: { data: [] } }))
  await clientOf(server)
    .variants.list({ ids: ['1', '2'], skus: ['A', 'B'], archived: false })
    .toArray()
  expect(decodeURIComponent(server.lines()[0] ?? '')).toBe(
    'GET /api/v1/product-variants?filter[id][]=1&filter[id][]=2&filter[sku]=A,B&filter[archived]=false',
  )
})
