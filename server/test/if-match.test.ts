/** Every operation that evaluates If-Match is asked with tags that are current, outdated or meant for something else. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { DEMO } from '../src/modules/identity/index.ts'
import { addTestProducts } from './catalog.ts'
import { sessionsWaiting } from './locks.ts'
import { type Answer, market, type SendOptions, type Who } from './market.ts'
import { placeOrder } from './orders.ts'
import { tagOf, versionReader } from './versions.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })
const { db } = shop.platform
const { brandId, retailer } = shop.credentials
const read = versionReader(shop)

interface Case {
  /** The operation that writes. */
  id: string
  method: 'PATCH' | 'POST'
  as: Who
  /** The resource whose tag the write expects. */
  resource: string
  target: string
  /** A different valid change for each number. */
  body: (n: number) => object
  /** The same write of an id that does not exist. */
  unknown?: string
  /** Somebody to whom the resource does not belong, and what this account is answered. */
  stranger?: { as: Who; status: number }
}

const data = (type: string, attributes: object) => ({ data: { type, attributes } })
const [{ variants }] = await addTestProducts(shop.platform, brandId, [{}])
const variant = variants[0]?.id ?? ''
const order = await placeOrder(shop)
const [drawn] = await db<
  { id: string }[]
>`select id from pictures.pictures where brand_id = ${brandId} limit 1`
const [shown] = await db<
  { id: string }[]
>`select id from catalog.products where brand_id = ${brandId} limit 1`
const street = (n: number) => ({ street: `Kaai ${n}`, city: 'Gent', postalCode: '9000', countryCode: 'BE' })

const VARIANTS = '/api/v1/product-variants'
const OPERATOR = '/api/operator/v1'
const ofVariant = (part: string) => ({
  method: 'PATCH' as const,
  as: 'brand' as const,
  resource: `${VARIANTS}/${variant}`,
  target: `${VARIANTS}/${variant}/${part}`,
  unknown: `${VARIANTS}/${randomUUID()}/${part}`,
  stranger: { as: 'otherBrand' as const, status: 403 },
})
const atPath = (path: string, id: string) => ({
  method: 'PATCH' as const,
  resource: `${path}/${id}`,
  target: `${path}/${id}`,
  unknown: `${path}/${randomUUID()}`,
})

const cases: Case[] = [
  {
    ...ofVariant('stock'),
    id: 'updateProductVariantStock',
    body: (n) => data('product-variants', { stockQuantity: 100 + n }),
  },
  {
    ...ofVariant('prices'),
    id: 'updateProductVariantPrices',
    body: (n) => data('product-variants', { wholesalePrice: 1000 + n, retailPrice: 2000 + n }),
  },
  {
    ...atPath(`/api/v1/products/${shown?.id}`, 'pictures'),
    id: 'updateProductPictures',
    as: 'brand',
    body: (n) =>
      data('product-pictures', { pictures: [{ picture: drawn?.id, alternativeText: `View ${n}` }] }),
    unknown: `/api/v1/products/${randomUUID()}/pictures`,
    stranger: { as: 'otherBrand', status: 403 },
  },
  {
    ...atPath('/api/v1/brands/shipping-settings', brandId),
    id: 'updateShippingSettings',
    as: 'brand',
    body: (n) => ({ publicAddress: street(n) }),
    stranger: { as: 'otherBrand', status: 403 },
  },
  {
    id: 'updateMyBrand',
    method: 'PATCH',
    as: 'brand',
    resource: '/api/v1/brands/me',
    target: '/api/v1/brands/me',
    body: (n) => data('brands', { name: `Brand ${n}` }),
  },
  {
    ...atPath('/api/v1/brands/retailers', retailer.retailerId),
    id: 'updateBrandRetailer',
    as: 'brand',
    body: (n) => data('brand-retailers', { automaticOrderValidationMode: n % 2 === 1 }),
  },
  {
    id: 'saveFrancoSettings',
    method: 'POST',
    as: 'brand',
    resource: '/api/v1/brands/franco-settings',
    target: '/api/v1/brands/franco-settings',
    body: (n) => data('franco-settings', { corridor: n % 2 ? 'domestic' : 'eu8', amount: 100 * n, fee: 10 }),
  },
  {
    ...atPath('/api/v1/master-orders', order.id),
    id: 'updateMasterOrder',
    as: 'brand',
    body: (n) => data('internal-order', { expected_maximum_shipping_date: `2026-12-${10 + n}` }),
    stranger: { as: 'otherBrand', status: 403 },
  },
  {
    ...atPath(`${OPERATOR}/orders`, order.id),
    id: 'updateOrder',
    as: 'operator',
    body: (n) => data('orders', { shippingAddress: { ...street(n), organisationName: 'Harbour Lane' } }),
  },
  {
    ...atPath(`${OPERATOR}/brands`, DEMO.otherBrandId),
    id: 'updateBrand',
    as: 'operator',
    body: (n) => data('brands', { name: `Brand ${n}`, address: street(n) }),
  },
  {
    ...atPath(`${OPERATOR}/retailers`, retailer.retailerId),
    id: 'updateRetailer',
    as: 'operator',
    body: (n) => data('retailers', { segment: `segment-${n}` }),
  },
]

const write = ({ method, target, as, body }: Case, n: number, tag: string, options: SendOptions = {}) =>
  shop.send(method, target, { as, body: body(n), headers: { 'if-match': tag }, ...options })
const succeeds = ({ status }: Answer) => status === 200 || status === 201

/** The next write of each target, which differs from the one before, so that none leaves a resource as it was. */
const written = new Map<string, number>()
const next = ({ id }: Case) => {
  const n = ((written.get(id) ?? 0) + 1) % 15
  written.set(id, n)
  return n
}

async function current({ resource, as }: Case): Promise<string> {
  const { status, version } = await read(resource, as)
  expect(status).toBe(200)
  expect(version).toMatch(/^[\w-]{22}$/)
  return tagOf(version)
}

const events = async () => (await db`select id from platform.outbox`).length

test('every operation that evaluates If-Match is tested here', () => {
  const declared = shop.http.operations.filter(({ conditional }) => conditional)
  expect(declared.map(({ id }) => id).sort()).toEqual(cases.map(({ id }) => id).sort())
})

describe.each(cases.map((one) => [one.id, one] as const))('%s', (_id, one) => {
  test('changes the version that was read, and nothing once it has changed', async () => {
    const tag = await current(one)
    const changed = await write(one, next(one), tag)
    expect(succeeds(changed), changed.text).toBe(true)
    const before = await read(one.resource, one.as)
    const recorded = await events()
    const refused = await write(one, 20, tag)
    expect(refused.status).toBe(412)
    expect(refused.body.errors).toEqual([
      expect.objectContaining({
        status: '412',
        code: 'RESOURCE_CHANGED',
        title: 'Precondition Failed',
        detail: expect.stringMatching(/Nothing was changed\. Read the resource again/),
        source: { header: 'If-Match' },
      }),
    ])
    const after = await read(one.resource, one.as)
    expect([after.text, after.version]).toEqual([before.text, before.version])
    expect(await events()).toBe(recorded)
  })

  test.each([
    ['a weak tag', (tag: string) => `W/${tag}`],
    ['an encoding suffix', (tag: string) => tag.replace(/"$/, '-gzip"')],
    ['another representation', (tag: string) => tag.replace('rep_1', 'zz')],
    ['a list', (tag: string) => `"other.x", W/${tag}`],
    ['an asterisk', () => '*'],
  ])('accepts %s', async (_what, form) => {
    const answer = await write(one, next(one), form(await current(one)))
    expect(succeeds(answer), answer.text).toBe(true)
  })

  test('refuses the tag of a body, and says which one it needs', async () => {
    const answer = await write(one, 20, '"c0ffee"')
    expect([answer.status, answer.body.errors[0].detail]).toEqual([
      412,
      expect.stringContaining('by its own address'),
    ])
  })

  test('refuses what is no tag', async () => {
    const answer = await write(one, 20, 'c0ffee')
    expect([answer.status, answer.body.errors[0].source]).toEqual([400, { header: 'If-Match' }])
  })

  test('of several writers with one tag exactly one succeeds', async () => {
    for (let round = 0; round < 3; round++) {
      const tag = await current(one)
      const n = next(one)
      const answers = await Promise.all([1, 2, 3, 4].map(() => write(one, n, tag)))
      expect(answers.map((answer) => (succeeds(answer) ? 'success' : answer.status)).sort()).toEqual([
        412,
        412,
        412,
        'success',
      ])
    }
  })

  test('answers 404 or 403 as without the header', async () => {
    const tag = tagOf('outdated')
    if (one.unknown) expect((await write({ ...one, target: one.unknown }, 1, tag)).status).toBe(404)
    if (one.stranger) {
      const { as, status } = one.stranger
      expect((await write({ ...one, as }, 1, tag)).status).toBe(status)
    }
  })
})

describe('a variant', () => {
  const [stock, prices] = cases as [Case, Case]

  test('is written by one of two writers, also when they set different things', async () => {
    for (let round = 0; round < 5; round++) {
      const tag = await current(stock)
      const answers = await Promise.all([stock, prices].map((one) => write(one, next(one), tag)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    }
  })

  test('that an order reserves meanwhile has changed, even if the write began before', async () => {
    const tag = await current(stock)
    let writing: Promise<Answer> | undefined
    await db.begin(async (tx) => {
      await tx`
        update stock.levels set available = available - 1, reserved = reserved + 1
        where brand_id = ${brandId} and variant_id = ${variant}`
      writing = write(stock, next(stock), tag)
      await expect.poll(() => sessionsWaiting(db), { timeout: 30_000 }).toBe(1)
      await tx`
        update stock.levels set available = available + 1, reserved = reserved - 1
        where brand_id = ${brandId} and variant_id = ${variant}`
    })
    expect((await writing)?.status).toBe(412)
  })

  test('and an order that reserves it at the same time do not disturb each other', async () => {
    const tag = await current(stock)
    const lines = [{ productVariantId: variant, quantity: 1 }]
    const attributes = { brandId, retailerId: retailer.retailerId, lines }
    const [changed, ordered] = await Promise.all([
      write(stock, next(stock), tag),
      shop.send('POST', `${OPERATOR}/orders`, { as: 'operator', body: data('orders', attributes) }),
    ])
    expect(ordered.status, ordered.text).toBe(201)
    expect([200, 412]).toContain(changed.status)
    expect((await write(stock, next(stock), tag)).status).toBe(412)
  })

  test('has changed when its stock is set in bulk, and the refusal tells the quantity', async () => {
    const tag = await current(stock)
    const update = {
      op: 'update',
      data: { type: 'product-variants', id: variant, attributes: { stockQuantity: 77 } },
    }
    const sent = { body: { 'atomic:operations': [update] } }
    expect((await shop.send('POST', '/api/v1/operations', sent)).status).toBe(200)
    const refused = await write(stock, 20, tag)
    expect([refused.status, refused.body.errors[0].meta]).toEqual([412, { stockQuantity: 77 }])
  })

  test('is compared by tag before it is compared by quantity', async () => {
    const send = (tag: string, expectedStockQuantity: number) => {
      const { data: resource } = stock.body(20) as { data: object }
      return write(stock, 20, tag, { body: { data: { ...resource, meta: { expectedStockQuantity } } } })
    }
    const { body, version } = await read(stock.resource)
    const { stockQuantity } = body.data.attributes
    expect((await send(tagOf('other'), -1)).status).toBe(412)
    expect((await send(tagOf(version), -1)).status).toBe(409)
    expect((await send(tagOf(version), stockQuantity)).status).toBe(200)
  })

  test('keeps its version while nothing changes, and on every node', async () => {
    const other = await market({ databaseUrl: shop.databaseUrl })
    const readThere = versionReader(other)
    const { version } = await read(stock.resource)
    expect((await read(stock.resource)).version).toBe(version)
    expect((await readThere(stock.resource)).version).toBe(version)
    const headers = { 'if-match': tagOf(version) }
    const there = await other.send('PATCH', stock.target, { body: stock.body(next(stock)), headers })
    expect(there.status).toBe(200)
    expect((await write(stock, 20, tagOf(version))).status).toBe(412)
  })

  test('changes its version with every write, wherever the clock stands', async () => {
    const seen = new Set<string | undefined>()
    for (const moment of ['2026-03-05T09:00:00Z', '2026-03-02T09:00:00Z', '2026-03-05T09:00:00Z']) {
      await shop.setTime(moment)
      for (const quantity of [5, 6, 5]) {
        const body = data('product-variants', { stockQuantity: quantity })
        expect((await shop.send('PATCH', stock.target, { body })).status).toBe(200)
        seen.add((await read(stock.resource)).version)
      }
    }
    // The first write of the second and of the third time sets what is set already.
    expect(seen.size).toBe(7)
  })
})

describe('an operation that does not evaluate If-Match', () => {
  test.each([
    ['POST', '/api/v1/operations'],
    ['POST', `/api/v1/orders/${order.id}/-actions/transition`],
    ['PATCH', '/api/stock/v1/stock/state'],
    ['DELETE', `/api/v1/brands/brand-contacts/${randomUUID()}`],
    ['GET', '/api/v1/orders'],
  ])('%s %s refuses tags, and takes an asterisk', async (method, url) => {
    const refused = await shop.send(method, url, { headers: { 'if-match': '"v1.q"' } })
    expect([refused.status, refused.body.errors[0].source]).toEqual([400, { header: 'If-Match' }])
    const taken = await shop.send(method, url, { headers: { 'if-match': '*' } })
    expect(taken.body.errors?.[0].source?.header).not.toBe('If-Match')
  })
})

test('the ETag of a read is a condition of the write, with included resources and chosen fields too', async () => {
  for (const query of [
    '',
    '?include=product',
    '?fields[productVariant]=name',
    '?include=product&fields[product]=name',
  ]) {
    const { headers } = await shop.send('GET', `${VARIANTS}/${variant}${query}`)
    const etag = String(headers.etag)
    const change = (stockQuantity: number) =>
      shop.send('PATCH', `${VARIANTS}/${variant}/stock`, {
        headers: { 'if-match': etag },
        body: { data: { type: 'product-variants', attributes: { stockQuantity } } },
      })
    const current = (await read(`${VARIANTS}/${variant}`)).body.data.attributes.stockQuantity
    expect([query, (await change(current + 1)).status]).toEqual([query, 200])
    expect([query, (await change(current + 2)).status]).toEqual([query, 412])
  }
})

test('the ETag of a list with a version is a condition of the write, as that of free shipping by corridor', async () => {
  const url = '/api/v1/brands/franco-settings'
  const save = (etag: string, amount: number) =>
    shop.send('POST', url, {
      headers: { 'if-match': etag },
      body: data('franco-settings', { corridor: 'international', amount, fee: 100 }),
    })
  const { etag } = (await shop.send('GET', url)).headers
  expect((await save(String(etag), 70_001)).status).toBe(201)
  expect((await save(String(etag), 70_002)).status).toBe(412)
})
