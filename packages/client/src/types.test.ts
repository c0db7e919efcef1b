/** Checked by the compiler; nothing here is sent. */
import { expect, expectTypeOf, test } from 'vitest'
import { createClient } from './client.ts'
import type { OrderStatus } from './orders.ts'
import type { Known, Schema } from './types.ts'
import type { EventName } from './webhooks.ts'

const client = createClient({ baseUrl: 'http://127.0.0.1:1' })
/** Compiled, never run. */
const compiled = (_: () => unknown) => expect(client).toBeDefined()

test('the type of `related` follows from the include argument', () => {
  compiled(async () => {
    const order = await client.orders.get('o', { include: ['retailer', 'orderItems.productVariant.product'] })
    expectTypeOf(order.type).toEqualTypeOf<'order'>()
    expectTypeOf(order.attributes.reference).toEqualTypeOf<number>()
    expectTypeOf(order.attributes.shippingOverview.provider).toEqualTypeOf<string | null>()
    expectTypeOf(order.related.retailer?.attributes.storeName).toEqualTypeOf<string | null | undefined>()
    const item = order.related.orderItems[0]
    expectTypeOf(item?.attributes.quantity).toEqualTypeOf<number | undefined>()
    expectTypeOf(item?.related.productVariant?.attributes.sku).toEqualTypeOf<string | undefined>()
    expectTypeOf(item?.related.productVariant?.related.product?.attributes.name).toEqualTypeOf<
      string | undefined
    >()
    // @ts-expect-error: it was not asked for
    order.related.billingItems
    // @ts-expect-error: a retailer includes nothing
    order.related.retailer?.related.orders
  })
})

test('without include there is nothing related', () => {
  compiled(async () => {
    const order = await client.get('/api/v1/orders/{order}', { path: { order: 'o' } })
    // @ts-expect-error: nothing was included
    order.related.retailer
  })
})

test('lists and included resources lack what only the single resource has', () => {
  compiled(async () => {
    for await (const order of client.orders.list({ include: ['orderItems.productVariant'] })) {
      expectTypeOf(order.attributes.status).not.toBeAny()
      expectTypeOf(order.attributes.reference).toEqualTypeOf<number>()
      // @ts-expect-error: a list has no shippingOverview
      order.attributes.shippingOverview.provider
      const variant = order.related.orderItems[0]?.related.productVariant
      // @ts-expect-error: nor has an included variant its images
      variant?.attributes.images.length
    }
  })
})

test('with sparse fieldsets any attribute may be missing', () => {
  compiled(async () => {
    const product = await client.get('/api/v1/products/{product}', {
      path: { product: 'p' },
      query: { 'fields[product]': ['name'] },
    })
    expectTypeOf(product.attributes.name).toEqualTypeOf<string | undefined>()
    const list = client.list('/api/v1/products', { query: { 'page[limit]': 5 } })
    expectTypeOf((await list.toArray())[0]?.attributes.name).toEqualTypeOf<string | undefined>()
    for await (const { attributes } of list) expectTypeOf(attributes.name).toEqualTypeOf<string>()
  })
})

test('a document has all attributes, those of a change too, unless `fields` asks for few', () => {
  compiled(async () => {
    const path = { product: 'p' }
    const { data } = await client.request('GET', '/api/v1/products/{product}', { path })
    expectTypeOf(data.attributes.images).not.toExtend<undefined>()
    expectTypeOf(data.attributes.name).toEqualTypeOf<string>()
    const [listed] = (await client.request('GET', '/api/v1/products')).data
    expectTypeOf(listed?.attributes.name).toEqualTypeOf<string | undefined>()
    // @ts-expect-error: a list has no images
    listed?.attributes.images.length
    const session = await client.request('POST', '/api/v1/sessions', {
      body: { data: { type: 'sessions', attributes: { email: 'e', password: 'p' } } },
    })
    expectTypeOf(session.data.attributes.state).not.toExtend<undefined>()
    const query: { 'fields[product]': 'name'[] } = { 'fields[product]': ['name'] }
    const sparse = await client.request('GET', '/api/v1/products/{product}', { path, query })
    expectTypeOf(sparse.data.attributes.name).toEqualTypeOf<string | undefined>()
  })
})

test('calls that the API does not have do not compile', () => {
  compiled(async () => {
    // @ts-expect-error: there is no such path
    await client.request('GET', '/api/v1/nothing')
    // @ts-expect-error: there is no such method on the path
    await client.request('DELETE', '/api/v1/orders')
    // @ts-expect-error: the path needs its parameter
    await client.request('GET', '/api/v1/orders/{order}')
    // @ts-expect-error: the parameter has another name
    await client.request('GET', '/api/v1/orders/{order}', { path: { id: 'o' } })
    // @ts-expect-error: no such filter
    await client.request('GET', '/api/v1/orders', { query: { 'filter[colour]': 'red' } })
    // @ts-expect-error: no such field
    await client.request('GET', '/api/v1/orders', { query: { 'fields[order]': ['colour'] } })
    // @ts-expect-error: no such include path
    await client.orders.get('o', { include: ['retailers'] })
    // @ts-expect-error: no such include path of a list of any path
    client.list('/api/v1/orders', { include: ['orderItems.retailer'] })
    // @ts-expect-error: an unknown option
    client.list('/api/v1/orders', { inculde: ['retailer'] })
    // @ts-expect-error: a body is missing
    await client.request('POST', '/api/v1/webhook-subscriptions')
    // @ts-expect-error: an attribute has the wrong type
    await client.variants.setStock('v', { stockQuantity: '7' })
    // @ts-expect-error: a reason is required
    await client.orders.reject('o')
    // @ts-expect-error: no such reason
    await client.orders.reject('o', { rejectType: 'BAD_WEATHER' })
  })
})

test('what the server sends may have values that are newer than the library, and can be sent back', () => {
  compiled(async () => {
    const { attributes } = await client.orders.get('o')
    expectTypeOf<'teleported'>().toExtend<OrderStatus>()
    // Without the open end a comparison with an unknown value does not compile.
    if (attributes.status === 'teleported' || attributes.shippingMethod === 'drone') return
    await client.orders.list({ status: attributes.status }).toArray()
    await client.request('GET', '/api/v1/orders', { query: { 'filter[status]': attributes.status } })
    const { operationType, updateFields } = (await client.imports.get('o')).attributes
    await client.imports.run([], { operationType, updateFields })
    for (const item of (await client.orders.get('o', { include: ['billingItems'] })).related.billingItems) {
      if (item.attributes.type === 'carbon_fees') return
    }
    const events: EventName[] = ['order.shipped', 'order.teleported']
    await client.request('GET', '/api/v1/webhook-deliveries', {
      query: { 'filter[event]': 'order.teleported' },
    })
    await client.request('POST', '/api/v1/webhook-subscriptions', {
      body: { data: { type: 'webhook-subscriptions', attributes: { url: 'https://example.com', events } } },
    })
  })
})

test('the known values of an open union can be named', () => {
  compiled(() => {
    expectTypeOf<'teleported'>().not.toExtend<Known<OrderStatus>>()
    expectTypeOf<'shipped'>().toExtend<Known<OrderStatus>>()
    expectTypeOf<Known<Schema<'OrderAttributes'>['shippingMethod']>>().toEqualTypeOf<
      'marketplace' | 'custom' | 'fulfillment' | null | undefined
    >()
  })
})

test('documents, bodies and schemas have the types of the API', () => {
  compiled(async () => {
    const page = await client.request('GET', '/api/v1/products', { query: { include: ['productVariant'] } })
    expectTypeOf(page.data).toExtend<Schema<'Product'>[]>()
    expectTypeOf(page.meta.page.perPage).toEqualTypeOf<number>()
    const nothing = await client.request('DELETE', '/api/v1/brands/brand-contacts/{id}', {
      path: { id: 'c' },
    })
    expectTypeOf(nothing).toEqualTypeOf<undefined>()
    const body = { data: { type: 'product-variants', id: 'v', attributes: { stockQuantity: 7 } } } as const
    await client.request('PATCH', '/api/v1/product-variants/{productVariant}/stock', {
      path: { productVariant: 'v' },
      body,
    })
    const { results } = await client.imports.run([{ id: '1', attributes: { name: 'Tea' } }])
    for await (const { attributes } of results) {
      expectTypeOf(attributes.status).toEqualTypeOf<'success' | 'failure' | 'skipped' | (string & {})>()
    }
  })
})
