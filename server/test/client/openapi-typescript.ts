/**
 * The round trip with `openapi-fetch` and the types that `openapi-typescript` generates. This client is tested in more
 * detail than the others, including calls that must not compile.
 */
import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'
import type { components, paths } from './openapi-typescript.gen.ts'
import { EVENT, RECEIVER } from './round-trip.ts'

const [clientId = '', clientSecret = '', baseUrl = ''] = process.argv.slice(2)
const JSON_API = 'application/vnd.api+json'

const { data: token } = await createClient<paths>({ baseUrl }).POST('/oauth/token', {
  body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope: '*' },
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
})
assert(token)
assert.equal(token.expires_in satisfies number, 3600)

// Headers that the document requires on every request are set once, as in any client.
const api = createClient<paths>({
  baseUrl,
  headers: {
    Accept: JSON_API,
    'Content-Type': JSON_API,
    Authorization: `${token.token_type} ${token.access_token}`,
  },
  // The document specifies comma-separated lists for names that do not end in brackets.
  querySerializer: { array: { style: 'form', explode: false } },
})

async function listProducts() {
  const { data: page } = await api.GET('/api/v1/products', {
    params: { query: { include: ['productVariant', 'productOption'], 'page[limit]': 2 } },
  })
  assert(page)
  assert.equal(page.data.length, 2)
  assert.equal(page.meta.page.perPage satisfies number, 2)
  assert(page.links.next)
  const price: number | undefined = page.data[0]?.attributes.wholesalePrice
  assert.equal(typeof price, 'number')
  const variants = page.included?.filter((resource) => resource.type === 'productVariant') ?? []
  const policies: (components['schemas']['ProductVariant']['attributes']['inventoryPolicy'] | undefined)[] =
    variants.map(({ attributes }) => attributes.inventoryPolicy)
  assert(policies.includes('deny'))
  return variants
}

async function readWithFewFields(id: string) {
  const { data } = await api.GET('/api/v1/products/{product}', {
    params: { path: { product: id }, query: { 'fields[product]': ['name', 'vatRate'] } },
  })
  assert.deepEqual(Object.keys(data?.data.attributes ?? {}), ['name', 'vatRate'])
  // @ts-expect-error: an attribute may be left out, so it may be missing
  const name: string = data?.data.attributes.name
  assert.equal(typeof name, 'string')
}

async function filterVariants(ids: string[]) {
  const { data } = await api.GET('/api/v1/product-variants', {
    params: { query: { 'filter[id][]': ids, 'filter[archived]': false } },
    // The document specifies repeated parameters for names that end in brackets.
    querySerializer: { array: { style: 'form', explode: true } },
  })
  assert.deepEqual(data?.data.map(({ id }) => id).sort(), ids.toSorted())
}

async function setStock(id: string) {
  const { data } = await api.PATCH('/api/v1/product-variants/{productVariant}/stock', {
    params: { path: { productVariant: id } },
    body: { data: { type: 'product-variants', id, attributes: { stockQuantity: 123 } } },
  })
  const quantity: number | null | undefined = data?.data.attributes.stockQuantity
  assert.equal(quantity, 123)
}

async function subscribe() {
  const { data: applications } = await api.GET('/api/v1/applications')
  const application = applications?.data[0]
  assert(application)
  const { data } = await api.POST('/api/v1/webhook-subscriptions', {
    body: {
      data: {
        type: 'webhook-subscriptions',
        attributes: { url: RECEIVER, events: [EVENT] },
        relationships: { application: { data: { type: 'applications', id: application.id } } },
      },
    },
  })
  const secret: string | null | undefined = data?.data.attributes.signingSecret
  assert.equal(typeof secret, 'string')
  assert.deepEqual(data?.data.attributes.events, [EVENT])
}

async function acceptOrder() {
  const { data: orders } = await api.GET('/api/v1/orders', {
    params: { query: { 'filter[status]': 'ankor_confirmed', include: ['orderItems'] } },
  })
  const order = orders?.data[0]
  assert(order)
  const { data } = await api.POST('/api/v1/orders/{order}/-actions/transition', {
    params: {
      path: { order: order.id },
      query: { include: ['orderItems.productVariant.product', 'retailer'] },
    },
    body: { data: { type: 'brand-validates' } },
  })
  const status: components['schemas']['OrderStatus'] | undefined = data?.data.attributes.status
  assert.equal(status, 'brand_confirmed')
  const types = new Set(data?.included?.map(({ type }) => type))
  assert.deepEqual([...types].sort(), ['order-items', 'product', 'productVariant', 'retailer'])
  return order.id
}

async function acceptAgain(order: string) {
  const { error, response } = await api.POST('/api/v1/orders/{order}/-actions/transition', {
    params: { path: { order } },
    body: { data: { type: 'brand-rejects', attributes: { rejectType: 'PRODUCT_OUT_OF_STOCK' } } },
  })
  assert.equal(response.status, 409)
  const code: string | undefined = error?.errors[0]?.code
  assert.equal(code, 'ORDER_ACTION_REJECT_FAILED')
}

/** Never called: these calls must not compile. */
export const mistakes = [
  // @ts-expect-error: nothing of this name can be included
  () => api.GET('/api/v1/products', { params: { query: { include: ['variants'] } } }),
  // @ts-expect-error: there is no such status
  () => api.GET('/api/v1/orders', { params: { query: { 'filter[status]': 'lost' } } }),
  () =>
    api.POST('/api/v1/orders/{order}/-actions/transition', {
      params: { path: { order: '' } },
      // @ts-expect-error: a rejection needs its type
      body: { data: { type: 'brand-rejects', attributes: {} } },
    }),
]

const [variant, other] = await listProducts()
assert(variant && other)
const product = variant.relationships?.product?.data?.id
assert(product)
await readWithFewFields(product)
await filterVariants([variant.id, other.id])
await setStock(variant.id)
await subscribe()
await acceptAgain(await acceptOrder())
console.log('All calls were answered as the types say.')
