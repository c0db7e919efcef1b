/** Entity tags of many operations, on two nodes, while data change and the clock moves. */
import { afterAll, expect, test } from 'vitest'
import { chance } from './chance.ts'
import { FULL } from './full.ts'
import { type Market, market, type Who } from './market.ts'
import { placeOrder } from './orders.ts'
import { labelledOrder } from './shipping.ts'

const ROUNDS = FULL ? 8 : 3
const env = { TRADEHALL_RATE_LIMIT: 'off', TRADEHALL_PUBLIC_URL: 'https://api.tradehall.test' }
const one = await market({ cleanUp: afterAll, env })
// The second node gets new secrets of the same applications, so the first one asks for its tokens before.
await Promise.all((['brand', 'retailer', 'operator'] as const).map(one.tokenOf))
const other = await market({ cleanUp: afterAll, env, databaseUrl: one.databaseUrl })
const nodes = [one, other]

interface Read {
  as: Who
  url: string
}

const idsAt = async (url: string, as: Who): Promise<string[]> => {
  const { status, body, text } = await other.send('GET', `${url}?page[limit]=2`, { as })
  if (status !== 200) throw new Error(text)
  return body.data.map(({ id }: { id: string }) => id)
}

/** Single resources and lists, with and without includes, fields, sorts and pages. */
async function readsOf(labelledId: string): Promise<Read[]> {
  const variants = await idsAt('/api/v1/product-variants', 'brand')
  const products = await idsAt('/api/v1/products', 'brand')
  const orders = [labelledId, ...(await idsAt('/api/v1/orders', 'brand'))]
  const ofBrand = [
    ...variants.flatMap((id) => [
      `/api/v1/product-variants/${id}`,
      `/api/v1/product-variants/${id}?include=product`,
      `/api/v1/product-variants/${id}?fields[product-variants]=sku`,
    ]),
    ...products.map((id) => `/api/v1/products/${id}`),
    ...orders.flatMap((id) => [
      `/api/v1/orders/${id}`,
      `/api/v1/orders/${id}?include=orderItems`,
      `/api/v1/orders/${id}?fields[orders]=status`,
      `/api/v1/orders/${id}/history`,
    ]),
    '/api/v1/orders?page[limit]=50',
    '/api/v1/orders?page[limit]=3&include=orderItems',
    '/api/v1/products?page[limit]=5',
    '/api/v1/product-variants?page[limit]=5&fields[product-variants]=stockQuantity',
    '/api/v1/master-orders?page[limit]=3',
    '/api/stock/v1/stock/state?page[limit]=5',
    '/api/v1/me',
    '/api/v1/me/config',
    '/api/v1/applications',
    '/api/v1/currencies/rates/latest',
    '/api/v1/brands/me',
    '/api/testing/clock',
    '/openapi.json',
  ]
  return [
    ...ofBrand.map((url) => ({ as: 'brand' as const, url })),
    ...orders.map((id) => ({ as: 'operator' as const, url: `/api/operator/v1/orders/${id}` })),
    { as: 'retailer', url: '/api/retailer/v1/orders?page[limit]=5' },
    { as: 'retailer', url: '/api/v1/me' },
    { as: 'retailer', url: '/api/v1/me/config' },
  ]
}

test('responses with equal tags have equal bodies, and a client that is told 304 has the current body', async () => {
  const pick = chance()(0)
  const { order } = await labelledOrder(one)
  const reads = await readsOf(order.id)
  const bodies = new Map<string, string>()
  const latest = new Map<string, string>()
  let unchanged = 0

  async function check(node: Market, { as, url }: Read): Promise<void> {
    const plain = await node.send('GET', url, { as })
    expect([url, plain.status, plain.headers['cache-control']]).toEqual([url, 200, 'private, no-cache'])
    const tag = String(plain.headers.etag)
    const key = `${url} ${tag}`
    expect(bodies.get(key) ?? plain.text, key).toBe(plain.text)
    bodies.set(key, plain.text)
    const known = latest.get(`${as} ${url}`)
    latest.set(`${as} ${url}`, tag)
    if (known === undefined) return
    const again = await node.send('GET', url, { as, headers: { 'if-none-match': known } })
    expect([200, 304]).toContain(again.status)
    if (again.status === 200) expect(again.headers.etag).not.toBe(known)
    else {
      unchanged++
      expect([again.text, bodies.get(`${url} ${known}`)]).toEqual(['', plain.text])
    }
  }

  const variants = await idsAt('/api/v1/product-variants', 'brand')
  const changes = [
    async () => undefined,
    async () => one.advance(1 + pick(90)),
    async () => one.advance(3600 * (1 + pick(30))),
    async () => placeOrder(other),
    async () => {
      const id = variants[pick(variants.length)] ?? ''
      const data = { type: 'product-variants', id, attributes: { stockQuantity: pick(100) } }
      const { status } = await other.send('PATCH', `/api/v1/product-variants/${id}/stock`, { body: { data } })
      expect(status).toBe(200)
    },
  ]
  for (let round = 0; round < ROUNDS; round++) {
    await changes[round % changes.length]?.()
    await other.platform.signals.refresh()
    for (const read of reads) for (const node of nodes) await check(node, read)
  }
  expect(unchanged).toBeGreaterThan(reads.length * ROUNDS)
})

test('nodes give the same tag to the same document', async () => {
  for (const url of ['/api/v1/orders?page[limit]=5', '/api/v1/me', '/openapi.json']) {
    const [first, second] = await Promise.all(nodes.map((node) => node.send('GET', url)))
    expect([url, second?.headers.etag]).toEqual([url, first?.headers.etag])
  }
})
