import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { market, type Who } from '../../../test/market.ts'
import { addRetailer } from '../../../test/order-requests.ts'
import { placeOrder } from '../../../test/orders.ts'
import { customersOf } from '../ordering/index.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const LIST = '/api/v1/brands/retailers'

type Row = { id: string; attributes: Record<string, unknown> }
const list = async (query = '', as: Who = 'brand'): Promise<Row[]> => {
  const { status, body, text } = await shop.send('GET', `${LIST}?page[limit]=100&${query}`, { as })
  if (status !== 200) throw new Error(text)
  return body.data
}
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)
const accept = (id: string, mode: boolean | null) =>
  shop.send('PATCH', `${LIST}/${id}`, {
    body: { data: { type: 'brand-retailers', id, attributes: { automaticOrderValidationMode: mode } } },
  })

test('lists retailers with orders, their numbers and the setting, the newest order first', async () => {
  const [old, recent, stranger] = [
    await addRetailer(shop, { storeName: 'Old Mill', companyName: 'Mill Trading' }),
    await addRetailer(shop, { storeName: 'Recent Finds' }),
    await addRetailer(shop),
  ]
  await accept(stranger, true)
  await placeOrder(shop, { retailerId: old })
  await shop.advance(60)
  await placeOrder(shop, { retailerId: recent })
  await shop.advance(60)
  expect(idsOf(await list()).slice(0, 2)).toEqual([recent, old])
  await placeOrder(shop, { retailerId: old })
  await accept(old, true)
  const rows = await list()
  expect(idsOf(rows).slice(0, 2)).toEqual([old, recent])
  expect(rows[0]).toEqual({
    type: 'brand-retailers',
    id: old,
    attributes: {
      automaticOrderValidationMode: true,
      storeName: 'Old Mill',
      companyName: 'Mill Trading',
      city: 'Berlin',
      countryCode: 'DE',
      ordersCount: 2,
      firstOrderAt: expect.stringMatching(/^2026-03-/),
      lastOrderAt: expect.stringMatching(/^2026-03-/),
    },
  })
  expect(Date.parse(String(rows[0]?.attributes.lastOrderAt))).toBeGreaterThan(
    Date.parse(String(rows[0]?.attributes.firstOrderAt)),
  )
  expect(rows[1]?.attributes).toMatchObject({ automaticOrderValidationMode: null, ordersCount: 1 })
  // A retailer without orders is not shown, even if the brand has a setting for it.
  expect(idsOf(rows)).not.toContain(stranger)
  expect(idsOf(await list('', 'otherBrand'))).not.toContain(old)
})

test('can be searched by the name of store or company, and filtered by the setting', async () => {
  const found = await addRetailer(shop, { storeName: 'Quince & Co', companyName: '100% Fruit' })
  const other = await addRetailer(shop, { storeName: 'Quinoa Bar' })
  for (const retailerId of [found, other]) await placeOrder(shop, { retailerId })
  await accept(found, true)
  await accept(other, false)
  expect(idsOf(await list('filter[q]=QUINCE'))).toEqual([found])
  expect(idsOf(await list('filter[q]=0%25 fru'))).toEqual([found])
  expect(idsOf(await list('filter[q]=quin')).sort()).toEqual([found, other].sort())
  expect(idsOf(await list('filter[q]=quin&filter[automaticOrderValidationMode]=true'))).toEqual([found])
  expect(idsOf(await list('filter[automaticOrderValidationMode]=false'))).toContain(other)
  expect(idsOf(await list('filter[automaticOrderValidationMode]=false'))).not.toContain(found)
  expect((await shop.send('GET', `${LIST}?filter[q]=`)).status).toBe(400)
})

test('is paged in both directions', async () => {
  for (let n = 0; n < 4; n++) {
    await shop.advance(1)
    await placeOrder(shop, { retailerId: await addRetailer(shop, { storeName: `Paged ${n}` }) })
  }
  const all = idsOf(await list('filter[q]=paged'))
  const path = (link: string) => link.replace(/^https?:\/\/[^/]+/, '')
  const first = await shop.send('GET', `${LIST}?filter[q]=paged&page[limit]=3`)
  const second = await shop.send('GET', path(first.body.links.next))
  expect([...idsOf(first.body.data), ...idsOf(second.body.data)]).toEqual(all)
  expect(idsOf((await shop.send('GET', path(second.body.links.prev))).body.data)).toEqual(all.slice(0, 3))
  const unknown = await shop.send('GET', `${LIST}?page[after]=${randomUUID()}`)
  expect([unknown.status, unknown.body.errors[0].source.parameter]).toEqual([400, 'page[after]'])
})

test.each<Who>(['retailer', 'operator'])('is not for a %s', async (as) => {
  expect((await shop.send('GET', LIST, { as })).status).toBe(403)
})

test('orders are counted with an index-only scan', async () => {
  const { db } = shop.platform
  const plan = await db.begin(async (tx) => {
    await tx`set local enable_seqscan = off`
    await tx`set local enable_bitmapscan = off`
    return await tx<Record<string, string>[]>`explain ${customersOf(tx, shop.credentials.brandId)}`
  })
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(text).toContain('Index Only Scan using orders_retailer_idx')
})
