import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { market } from '../../../test/market.ts'
import { placeOrder } from '../../../test/orders.ts'
import type { Walk } from '../../platform/queries/keyset.ts'
import { readPage } from './paging.ts'

/** A list in memory with the paging of the queries: any known id is a position, even if the filter excludes its row. */
function listOf(all: readonly string[], isListed: (id: string) => boolean) {
  const fetch = async ({ cursor, backwards, limit }: Walk) => {
    const at = cursor === undefined ? -1 : all.indexOf(cursor)
    const beyond = backwards ? all.slice(0, at).reverse() : all.slice(at + 1)
    return beyond
      .filter(isListed)
      .slice(0, limit)
      .map((id) => ({ id }))
  }
  return (page: { limit: number; after?: string; before?: string }) =>
    readPage({ page } as never, fetch, async (id) => all.includes(id))
}

test('the page before an empty one ends with the last row of the list, whatever rows a filter excludes', async () => {
  const scenario = fc.record({
    listed: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
    limit: fc.integer({ min: 1, max: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(scenario, async ({ listed, limit }) => {
      const all = listed.map((_, i) => `row-${i}`)
      const rows = all.filter((_, i) => listed[i])
      const read = listOf(all, (id) => rows.includes(id))
      for (const after of all.slice(all.indexOf(rows.at(-1) ?? ''))) {
        const empty = await read({ limit, after })
        expect(empty.rows).toEqual([])
        expect(empty.page.hasMore).toBe(false)
        if (rows.length === 0) {
          expect(empty).not.toHaveProperty('prev')
          continue
        }
        const place = empty.prev === 'first' ? {} : empty.prev
        const last = await read({ limit, ...place })
        expect(last.rows.map(({ id }) => id)).toEqual(rows.slice(-limit))
      }
    }),
  )
})

describe('over HTTP', async () => {
  const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
  await shop.platform.db`truncate ordering.orders cascade`
  for (let i = 0; i < 5; i++) {
    await shop.advance(1)
    await placeOrder(shop)
  }
  const get = async (url: string) => (await shop.send('GET', url)).body
  const follow = async (link: string) => {
    const { pathname, search } = new URL(link)
    return await get(pathname + search)
  }
  const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

  test.each([
    ['/api/v1/orders', ''],
    ['/api/v1/master-orders', ''],
    ['/api/v1/product-variants', ''],
    ['/api/stock/v1/stock/state', ''],
    ['/api/stock/v1/stock/postings', ''],
    ['/api/stock/v1/stock/postings', '&sort=transaction.createdAt'],
    ['/api/stock/v1/stock/transactions', '&sort=-createdAt'],
  ])('%s%s leads from an empty page back to its end, and forth to its start', async (path, sort) => {
    const everything: string[] = []
    for (let url = `${path}?page[limit]=50${sort}`; url; ) {
      const page = await get(url)
      everything.push(...idsOf(page))
      const next = page.links.next && new URL(page.links.next)
      url = next ? next.pathname + next.search : ''
    }
    const last = everything.at(-1) ?? ''
    const hasEpochs = path.endsWith('/postings') || path.endsWith('/transactions')
    for (const cursor of hasEpochs ? [last, `${last},1700000000`] : [last]) {
      const empty = await get(`${path}?page[limit]=3${sort}&page[after]=${cursor}`)
      expect([empty.data, empty.meta.page.hasMore]).toEqual([[], false])
      const before = await follow(empty.links.prev)
      expect(idsOf(before)).toEqual(everything.slice(-3))
      expect(idsOf(await follow(before.links.prev))).toEqual(everything.slice(-6, -3))
      const all = await get(`${path}?page[limit]=100${sort}&page[after]=${cursor}`)
      expect(idsOf(await follow(all.links.prev))).toEqual(everything.slice(-100))
    }
    const start = await get(`${path}?page[limit]=3${sort}&page[before]=${everything[0]}`)
    expect([start.data, start.meta.page.hasMore]).toEqual([[], true])
    expect(idsOf(await follow(start.links.next))).toEqual(everything.slice(0, 3))
  })

  test('a cursor without a row is refused; one whose row a filter excludes is a position', async () => {
    const [newest, ...others] = idsOf(await get('/api/v1/orders'))
    await shop.send('POST', `/api/v1/orders/${newest}/accept`)
    const filter = 'filter[status]=ankor_confirmed'
    expect(idsOf(await get(`/api/v1/orders?${filter}&page[after]=${newest}`))).toEqual(others)
    const empty = await get(
      `/api/v1/orders?filter[status]=brand_confirmed&page[after]=${others.at(-1)}&page[limit]=1`,
    )
    expect(idsOf(await follow(empty.links.prev))).toEqual([newest])
    const unknown = await shop.send('GET', `/api/v1/orders?page[after]=${shop.credentials.brandId}`)
    expect([unknown.status, unknown.body.errors[0].source]).toEqual([400, { parameter: 'page[after]' }])
  })
})
