/** Requests as connectors send them that were written for other servers of this API. */
import { randomUUID } from 'node:crypto'
import { JSON_API } from '@tradehall/jsonapi'
import { afterAll, describe, expect, test } from 'vitest'
import { pointersOf } from './answers.ts'
import { addTestProducts } from './catalog.ts'
import { type Answer, market } from './market.ts'
import { readOrder } from './order-requests.ts'
import { placeOrder } from './orders.ts'

const env = { TRADEHALL_RATE_LIMIT: 'off' }
const shop = await market({ cleanUp: afterAll, env })
const { send } = shop
const VARIANTS = '/api/v1/product-variants'

async function addVariant(stock: { onHand: number } | 'always' = { onHand: 5 }): Promise<string> {
  const [product] = await addTestProducts(shop.platform, shop.credentials.brandId, [
    { variants: [stock === 'always' ? {} : { stock }] },
  ])
  const id = product.variants[0]?.id ?? ''
  if (stock === 'always')
    await send('PATCH', `${VARIANTS}/${id}/stock`, {
      body: { data: { attributes: { isAlwaysInStock: true } } },
    })
  return id
}

const quantityOf = ({ body }: Answer) => body.data.attributes.stockQuantity

describe('where the path names the variant', () => {
  const attributesOf = {
    stock: { stockQuantity: 7 },
    prices: { wholesalePrice: 700, retailPrice: 1400 },
  }

  test.each(['stock', 'prices'] as const)('the body of %s may leave out type and id', async (what) => {
    const id = await addVariant()
    const patch = (data: object) =>
      send('PATCH', `${VARIANTS}/${id}/${what}`, {
        body: { data: { attributes: attributesOf[what], ...data } },
      })
    for (const named of [{}, { id }, { type: 'product-variants' }, { id: null, type: null }]) {
      const { status, body } = await patch(named)
      expect([status, body.data.id], JSON.stringify(named)).toEqual([200, id])
      expect(body.data.attributes).toMatchObject(
        what === 'stock' ? attributesOf.stock : { originalWholesalePrice: 700, retailPrice: 1400 },
      )
    }
    for (const [named, pointer] of [
      [{ id: randomUUID() }, 'data.id'],
      [{ id: '7' }, 'data.id'],
      [{ type: 'order' }, 'data.type'],
    ] as const) {
      const refused = await patch(named)
      expect([refused.status, pointersOf(refused)]).toEqual([422, [pointer]])
    }
  })

  test('an unknown variant is not found, and the answer points at the id only where the body has one', async () => {
    const id = randomUUID()
    const patch = (data: object) => send('PATCH', `${VARIANTS}/${id}/stock`, { body: { data } })
    const bare = await patch({ attributes: { stockQuantity: 1 } })
    expect([bare.status, bare.body.errors[0].source]).toEqual([404, undefined])
    expect(pointersOf(await patch({ id, attributes: { stockQuantity: 1 } }))).toEqual(['data.id'])
  })

  test.each(['always', { onHand: 5 }] as const)(
    'a variant can be sent back as it was read: %j',
    async (stock) => {
      const id = await addVariant(stock)
      const read = (await send('GET', `${VARIANTS}/${id}`)).body
      const sent = await send('PATCH', `${VARIANTS}/${id}/stock`, { body: read })
      expect([sent.status, quantityOf(sent)]).toEqual([200, stock === 'always' ? null : 5])
      expect(sent.body.data.attributes.isAlwaysInStock).toBe(stock === 'always')
    },
  )
})

describe('null for what may be left out', () => {
  test('reads as left out in the documents of every API', async () => {
    const { brandId, retailer } = shop.credentials
    const order = await placeOrder(shop)
    const operator = (method: string, path: string, data: object) =>
      send(method, `/api/operator/v1/${path}`, { as: 'operator', body: { data, meta: null, links: null } })
    const calls: [string, Promise<Answer>][] = [
      [
        'email verification',
        send('POST', '/api/v1/email-verifications', {
          body: {
            data: { type: 'email-verifications', id: null, attributes: { email: 'a@b.test' } },
            included: null,
          },
        }),
      ],
      [
        'brand',
        operator('PATCH', `brands/${brandId}`, { type: null, attributes: { name: null, currency: null } }),
      ],
      ['retailer', operator('PATCH', `retailers/${retailer.retailerId}`, { attributes: { email: null } })],
      ['addresses', operator('PATCH', `orders/${order.id}`, { attributes: { billingAddress: null } })],
      [
        'billing export',
        send('POST', '/api/v1/ordering/billing-exports', {
          body: {
            data: {
              type: null,
              id: null,
              attributes: {
                from: '2026-02-01',
                to: '2026-02-28',
                exports: [{ type: 'accounting', formats: ['csv'] }],
              },
            },
          },
        }),
      ],
      [
        'expected day',
        send('PATCH', `/api/v1/master-orders/${order.id}`, { body: { data: { attributes: null } } }),
      ],
      [
        'autopilot',
        send('POST', '/api/testing/autopilot', {
          body: { enabled: false, seed: null, probabilities: { refuseReception: null } },
        }),
      ],
      [
        'fault',
        send('POST', '/api/testing/faults', {
          body: { path: '/nowhere', method: null, status: 500, delayMs: null, share: null, count: 1 },
        }),
      ],
      [
        'test order',
        send('POST', '/api/testing/orders/create', { body: { retailerId: null, productVariants: null } }),
      ],
    ]
    for (const [what, call] of calls) {
      const { status, text } = await call
      expect([200, 201], `${what}: ${text.slice(0, 300)}`).toContain(status)
    }
  })

  test('clears what can be empty, and is refused for what is needed', async () => {
    const path = `/api/operator/v1/retailers/${shop.credentials.retailer.retailerId}`
    const cleared = await send('PATCH', path, {
      as: 'operator',
      body: { data: { attributes: { segment: null } } },
    })
    expect(cleared.body.data.attributes.segment).toBeNull()
    const needed = await send('PATCH', `${VARIANTS}/${await addVariant()}/prices`, {
      body: { data: { attributes: { wholesalePrice: 1, retailPrice: null } } },
    })
    expect([needed.status, pointersOf(needed)]).toEqual([422, ['data.attributes.retailPrice']])
  })
})

describe('transitions', () => {
  const transition = (orderId: string, data: object) =>
    send('POST', `/api/v1/orders/${orderId}/-actions/transition`, { body: { data } })

  test.each([
    ['the id of the order', (id: string) => id],
    ['an id of its own', () => randomUUID()],
    ['none', () => null],
  ])('may have a data.id: %s', async (_what, idOf) => {
    const order = await placeOrder(shop)
    const answer = await transition(order.id, {
      type: 'brand-validates',
      id: idOf(order.id),
      attributes: null,
    })
    expect([answer.status, answer.body.data.id]).toEqual([200, order.id])
    expect(answer.body.data.attributes.status).toBe('brand_confirmed')
  })

  test('refuse an id that is none', async () => {
    const order = await placeOrder(shop)
    const answer = await transition(order.id, { type: 'brand-validates', id: 'x' })
    expect([answer.status, pointersOf(answer)]).toEqual([422, ['data.id']])
  })

  test('take a reason of null as none', async () => {
    const order = await placeOrder(shop)
    const attributes = { rejectType: 'PRODUCT_OUT_OF_STOCK', rejectReason: null }
    expect((await transition(order.id, { type: 'brand-rejects', attributes })).status).toBe(200)
    const other = await placeOrder(shop)
    const refused = await transition(other.id, {
      type: 'brand-rejects',
      attributes: { rejectType: 'OTHER', rejectReason: null },
    })
    expect(pointersOf(refused)).toEqual(['data.attributes.rejectReason'])
  })
})

describe('lists', () => {
  const LISTS = [
    ['/api/v1/product-variants', 'brand', 100],
    ['/api/v1/products', 'brand', 50],
    ['/api/v1/orders', 'brand', 100],
    ['/api/v1/master-orders', 'brand', 100],
    ['/api/stock/v1/stock/state', 'brand', 100],
    ['/api/stock/v1/stock/postings', 'brand', 100],
    ['/api/stock/v1/stock/transactions', 'brand', 100],
    ['/api/stock/v1/stock/locations', 'brand', 100],
    ['/api/retailer/v1/orders', 'retailer', 100],
    ['/api/operator/v1/brands', 'operator', 100],
    ['/api/operator/v1/retailers', 'operator', 100],
    ['/api/operator/v1/orders', 'operator', 100],
  ] as const

  test.each(LISTS)('%s', async (path, as, max) => {
    const get = (query: string) => send('GET', `${path}?${query}`, { as })
    expect((await get(`page[limit]=${max}`)).body.meta.page.perPage).toBe(max)
    expect((await get(`page[limit]=${max + 1}`)).status).toBe(400)
    for (const query of ['page[after]=', 'page[before]=', 'page[after]=&page[before]='])
      expect((await get(query)).body).toEqual((await get('')).body)
  })

  test('a repeated include is joined, and links keep it', async () => {
    await placeOrder(shop)
    await placeOrder(shop)
    const joined = await send('GET', '/api/v1/orders?include=retailer,orderItems&page[limit]=1')
    const repeated = await send(
      'GET',
      '/api/v1/orders?include=retailer&include=orderItems&include=&page[limit]=1',
    )
    expect(repeated.body.data).toEqual(joined.body.data)
    expect(repeated.body.included).toEqual(joined.body.included)
    const { pathname, search, searchParams } = new URL(repeated.body.links.next)
    expect(searchParams.getAll('include')).toEqual(['retailer', 'orderItems', ''])
    const next = await send('GET', pathname + search)
    expect(next.body.included.map(({ type }: { type: string }) => type)).toContain('order-items')
    const single = await send('GET', `/api/v1/orders/${joined.body.data[0].id}?include=&include=retailer`)
    expect(single.body.included).toHaveLength(1)
  })
})

describe('master orders', () => {
  const deep =
    'internalOrder.retailer,internalOrder.billingItems,internalOrder.orderItems.productVariant.product'

  test.each([
    ['one', (id: string) => send('GET', `/api/v1/master-orders/${id}?include=${deep}`)],
    ['the list', () => send('GET', `/api/v1/master-orders?include=${deep}&page[limit]=1`)],
    [
      'a change',
      (id: string) => send('PATCH', `/api/v1/master-orders/${id}?include=${deep}`, { body: { data: {} } }),
    ],
  ])('include what the order of a master order includes: %s', async (_what, ask) => {
    await shop.advance(1)
    const { id } = await placeOrder(shop)
    const { status, body } = await ask(id)
    expect(status).toBe(200)
    const order = await readOrder(shop, id, deep.replaceAll('internalOrder.', ''))
    // The same as of the order itself, which is whole; what it leads to has the form of lists.
    const [wrapped, ...rest] = body.included
    expect(wrapped).toEqual({ ...order.body.data, type: 'internal-orders' })
    expect(wrapped.attributes).toHaveProperty('shippingOverview')
    const byId = (rows: { type: string; id: string }[]) =>
      rows.toSorted((a, b) => (a.type + a.id < b.type + b.id ? -1 : 1))
    expect(byId(rest)).toEqual(byId(order.body.included))
    expect(rest.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['retailer', 'billing-items', 'order-items', 'productVariant', 'product']),
    )
  })

  test.each(['internal-order', 'internal-orders', 'order', 'orders', 'master-orders', undefined])(
    'take the type %s in a change',
    async (type) => {
      const { id } = await placeOrder(shop)
      const attributes = { expected_maximum_shipping_date: '2026-12-24' }
      const data = { id, attributes, ...(type && { type }) }
      expect((await send('PATCH', `/api/v1/master-orders/${id}`, { body: { data } })).status).toBe(200)
      expect(
        (await readOrder(shop, id)).body.data.attributes.shippingOverview.expectedShippingDates,
      ).toMatchObject({
        updatedMaximum: '2026-12-24T23:59:59+00:00',
      })
    },
  )
})

describe('bulk stock', () => {
  const ATOMIC = `${JSON_API}; ext="https://jsonapi.org/ext/atomic"`
  const bulk = (entries: object[], headers: Record<string, string> = {}) =>
    send('POST', '/api/v1/operations', { body: { 'atomic:operations': entries }, headers })
  const attributes = { stockQuantity: 9 }

  test('may name the extension in the media type, and the answer names it to who asked for it', async () => {
    const entry = { op: 'update', data: { type: 'product-variants', id: await addVariant(), attributes } }
    for (const [accept, contentType, answered] of [
      [ATOMIC, ATOMIC, ATOMIC],
      [JSON_API, ATOMIC, JSON_API],
      [ATOMIC, JSON_API, ATOMIC],
      [`${ATOMIC}, ${JSON_API};q=0.5`, ATOMIC, ATOMIC],
    ] as const) {
      const answer = await bulk([entry], { accept, 'content-type': contentType })
      expect([answer.status, answer.headers['content-type']]).toEqual([200, answered])
      expect(answer.headers.vary).toBe('Accept, Accept-Encoding')
      expect(answer.body['atomic:results'][0].data.attributes.stockQuantity).toBe(9)
    }
  })

  test('refuses other extensions, and other endpoints refuse this one', async () => {
    const entry = { op: 'update', data: { type: 'product-variants', id: await addVariant(), attributes } }
    const other = `${JSON_API}; ext="https://example.test/other"`
    expect((await bulk([entry], { 'content-type': other })).status).toBe(415)
    expect((await bulk([entry], { accept: other })).status).toBe(406)
    expect((await send('GET', '/api/v1/orders', { headers: { accept: ATOMIC } })).status).toBe(406)
    const refused = await bulk([{}], { accept: ATOMIC })
    expect([refused.status, refused.headers['content-type']]).toEqual([422, JSON_API])
  })

  test('may name the variant in ref, alone or beside data', async () => {
    const id = await addVariant()
    const ref = { type: 'product-variants', id }
    for (const entry of [
      { op: 'update', ref, data: { attributes } },
      { op: 'update', ref, data: { ...ref, attributes } },
      { op: 'update', ref: null, data: { ...ref, attributes } },
      { op: 'update', ref: { ...ref, id: id.toUpperCase() }, data: { type: 'productVariants', attributes } },
    ]) {
      const answer = await bulk([entry])
      expect([answer.status, answer.body['atomic:results']?.[0].data.id], answer.text).toEqual([200, id])
    }
  })

  test('refuses an entry that names no variant, or two', async () => {
    const id = await addVariant()
    const ref = { type: 'product-variants', id }
    const at = 'atomic:operations.0'
    for (const [entry, pointer] of [
      [{ data: { attributes } }, `${at}.data.id`],
      [{ data: { type: 'product-variants', attributes } }, `${at}.data.id`],
      [{ data: { id, attributes } }, `${at}.data.type`],
      [{ ref, data: { id: randomUUID(), attributes } }, `${at}.data.id`],
      [{ ref: { type: ref.type, lid: 'x' }, data: { attributes } }, `${at}.ref.id`],
      [{ ref: { id }, data: { attributes } }, `${at}.ref.type`],
    ] as const) {
      const answer = await bulk([{ op: 'update', ...entry }])
      expect([answer.status, pointersOf(answer)], JSON.stringify(entry)).toEqual([422, [pointer]])
    }
    const unknown = await bulk([{ op: 'update', ref: { ...ref, id: randomUUID() }, data: { attributes } }])
    expect([unknown.status, pointersOf(unknown)]).toEqual([404, [`${at}.ref.id`]])
    const twice = await bulk([
      { op: 'update', data: { ...ref, attributes } },
      { op: 'update', ref, data: { attributes } },
    ])
    expect([twice.status, pointersOf(twice)]).toEqual([422, ['atomic:operations.1.ref.id']])
  })
})

describe('media types', async () => {
  const lenient = await market({ cleanUp: afterAll, env: { ...env, TRADEHALL_MEDIA_TYPES: 'lenient' } })
  const ACCEPTED = ['*/*', 'application/json', 'application/json, text/plain, */*', undefined]
  const orders = ({ send }: typeof shop, accept: string | undefined) =>
    send('GET', '/api/v1/orders', { headers: { accept } })

  test.each(ACCEPTED)('Accept %j is taken only where the server is lenient', async (accept) => {
    const taken = await orders(lenient, accept)
    expect([taken.status, taken.headers['content-type']]).toEqual([200, JSON_API])
    expect((await orders(shop, accept)).status).toBe(406)
  })

  test('what excludes JSON is refused in both', async () => {
    for (const server of [shop, lenient])
      for (const accept of ['text/html', 'application/json;q=0', 'image/*'])
        expect((await orders(server, accept)).status).toBe(406)
  })

  test('plain JSON is taken as a body only where the server is lenient, and a body without a type never', async () => {
    const post = ({ send }: typeof shop, contentType: string | undefined) =>
      send('POST', '/api/v1/email-verifications', {
        body: { data: { type: 'email-verifications', attributes: { email: 'a@b.test' } } },
        headers: { 'content-type': contentType, accept: JSON_API },
      })
    for (const contentType of ['application/json', 'application/json; charset=utf-8']) {
      const taken = await post(lenient, contentType)
      expect([taken.status, taken.headers['content-type']]).toEqual([201, JSON_API])
      expect((await post(shop, contentType)).status).toBe(415)
    }
    for (const contentType of ['text/plain', 'application/json; charset=latin1', undefined]) {
      expect((await post(lenient, contentType)).status).toBe(415)
      expect((await post(shop, contentType)).status).toBe(415)
    }
  })

  test('errors are JSON:API too', async () => {
    const { status, headers } = await lenient.send('GET', `/api/v1/orders/${randomUUID()}`, {
      headers: { accept: '*/*' },
    })
    expect([status, headers['content-type']]).toEqual([404, JSON_API])
  })
})
