import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { addTestProducts } from '../../../test/catalog.ts'
import { market, PRODUCTION, type SendOptions } from '../../../test/market.ts'
import { itemChange } from '../../../test/order-requests.ts'
import { placeOrder } from '../../../test/orders.ts'

const shop = await market({ cleanUp: afterAll, env: { TRADEHALL_RATE_LIMIT: 'off' } })

const newVariant = async () =>
  (await addTestProducts(shop.platform, shop.credentials.brandId, [{}]))[0].variants[0]?.id as string
const ignoredIn = ({ headers }: { headers: Record<string, unknown> }) => headers['x-ignored-members']

const id = await newVariant()
const setStock = (body: object, from = shop, options: SendOptions = {}) =>
  from.send('PATCH', `/api/v1/product-variants/${id}/stock`, { body, ...options })
const withAttributes = (more: object) => ({ data: { attributes: { stockQuantity: 5, ...more } } })

test('ignored members of the root, data, attributes, relationships and entries are named once', async () => {
  const answer = await setStock({
    data: {
      type: 'product-variants',
      attributes: { stockQuantity: 5, name: 'Lamp', channel: null },
      relationships: { product: { data: null } },
      extension: { nested: { deep: 1 } },
      meta: { mine: 1 },
      links: { self: '/' },
    },
    note: 1,
    jsonapi: { version: '1.1', profile: [] },
    included: [{ type: 'x', id: 'y', attributes: { a: 1 } }],
  })
  expect([answer.status, ignoredIn(answer)]).toEqual([
    200,
    'data.attributes.name, data.attributes.channel, data.relationships.product, data.extension, note',
  ])
  const other = await newVariant()
  const entry = (data: object) => ({
    op: 'update',
    href: '/x',
    data: { ...withAttributes({}).data, ...data },
  })
  const bulk = await shop.send('POST', '/api/v1/operations', {
    body: {
      'atomic:operations': [
        entry({ type: 'product-variants', id, note: 1 }),
        { ...entry({}), ref: { type: 'product-variants', id: other, lid: 'a' } },
      ],
    },
  })
  expect([bulk.status, ignoredIn(bulk)]).toEqual([
    200,
    'atomic:operations.*.href, atomic:operations.*.data.note, atomic:operations.*.ref.lid',
  ])
})

test('no header is sent if no member is ignored, or if the body is refused', async () => {
  expect(ignoredIn(await setStock(withAttributes({})))).toBeUndefined()
  const refused = await setStock(withAttributes({ colour: 1, stockQuantity: -1 }))
  expect([refused.status, ignoredIn(refused)]).toEqual([422, undefined])
})

test('names from clients cannot end the header or one of its items, and their number and length are limited', async () => {
  const named = async (attributes: object) => String(ignoredIn(await setStock(withAttributes(attributes))))
  const hostile = { 'a\r\nset-cookie: b': 1, 'c, d': 1, '\u{1f600}é': 1, 'e:f.g': 1 }
  expect(await named(hostile)).toBe(
    [
      'data.attributes.a%0D%0Aset-cookie:%20b',
      'data.attributes.c%2C%20d',
      'data.attributes.%F0%9F%98%80%C3%A9',
      'data.attributes.e:f.g',
    ].join(', '),
  )
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`k${i}`, 1]))
  const names = (await named(many)).split(', ')
  expect([names.length, names[19], names[20]]).toEqual([21, 'data.attributes.k19', '...'])
  const long = await named(Object.fromEntries(['é', 'è'].map((letter) => [letter.repeat(5000), 1])))
  expect(long.length).toBeLessThan(1100)
  expect(long.split(', ')).toHaveLength(2)
  const longer = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`${i}${'é'.repeat(50)}`, 1]))
  expect(await named(longer)).toMatch(/^(data\.attributes\.\d(%C3%A9)+, ){3}\.\.\.$/)
})

test('ignored members are also named in bodies that are validated in steps or processed later', async () => {
  const order = await placeOrder(shop)
  const item = { ...itemChange(order.item_ids[0], 1), note: 1 }
  const accepted = await shop.send('POST', `/api/v1/orders/${order.id}/-actions/transition`, {
    body: { data: { type: 'brand-validates', attributes: { orderItems: [item], by: 'me' }, via: 1 } },
  })
  expect([accepted.status, ignoredIn(accepted)]).toEqual([
    200,
    'data.attributes.orderItems.*.note, data.attributes.by, data.via',
  ])
  const { body } = await shop.send('POST', '/api/v1/catalog/integrations/operations', {
    body: {
      data: {
        type: 'catalog-integration-operation',
        attributes: { source: 'other', operationType: 'import' },
      },
    },
  })
  const entry = (attributes: object) => ({
    id: randomUUID(),
    type: 'catalog-integration-product',
    attributes,
  })
  const added = await shop.send('POST', `/api/v1/catalog/integrations/operations/${body.data.id}/products`, {
    body: {
      products: [entry({ name: 5, colour: 1 }), entry({ variants: [{ sku: 'a', ean: '1' }], colour: 1 })],
    },
  })
  expect([added.status, ignoredIn(added)]).toEqual([
    200,
    'products.*.attributes.colour, products.*.attributes.variants.*.ean',
  ])
})

test('the request log names ignored members too', async () => {
  const { headers } = await setStock(withAttributes({ colour: 1 }))
  const path = '/api/testing/requests'
  const { body } = await shop.send('GET', `${path}/${headers['x-request-id']}`)
  expect(body.data.attributes.ignoredMembers).toEqual(['data.attributes.colour'])
  await setStock(withAttributes({}))
  const listed = await shop.send('GET', `${path}?page[limit]=2&fields[requests]=ignoredMembers`)
  expect(listed.body.data.map(({ attributes }: { attributes: object }) => attributes)).toEqual([
    { ignoredMembers: [] },
    { ignoredMembers: ['data.attributes.colour'] },
  ])
})

test('production does not name ignored members', async () => {
  const { databaseUrl, credentials } = shop
  const production = await market({ env: PRODUCTION, databaseUrl, credentials })
  const asClient = { token: await shop.tokenOf('brand'), headers: { 'x-forwarded-proto': 'https' } }
  const answer = await setStock({ ...withAttributes({ colour: 1 }), note: 1 }, production, asClient)
  expect([answer.status, ignoredIn(answer)]).toEqual([200, undefined])
})
