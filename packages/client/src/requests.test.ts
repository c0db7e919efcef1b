import { expect, test } from 'vitest'
import { clientOf, drop, inTurn, scriptServer } from './fixtures/scripted-server.ts'
import { responseOf } from './requests.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
const SUBSCRIPTION = {
  data: {
    type: 'webhook-subscriptions',
    attributes: { url: 'https://erp.example.com/hooks', events: ['order.shipped'] },
  },
} as const
const STOCK = '/api/v1/product-variants/{productVariant}/stock'
const stockOf = (id: string) => ({
  path: { productVariant: id },
  body: { data: { type: 'product-variants', id, attributes: { stockQuantity: 1 } } } as const,
})

test('a create sends an id of its own, and the same one when it is retried', async () => {
  const server = await scriptServer(inTurn(drop, { status: 503 }, { status: 200, body: { data: {} } }))
  await clientOf(server).request('POST', '/api/v1/webhook-subscriptions', { body: SUBSCRIPTION })
  const ids = server.requests.map(({ body }) => JSON.parse(body).data.id)
  expect(ids).toHaveLength(3)
  expect(ids[0]).toMatch(UUID)
  expect(new Set(ids).size).toBe(1)
  expect(SUBSCRIPTION.data).not.toHaveProperty('id')
})

test('two creates have different ids, and an id of the caller is kept', async () => {
  const server = await scriptServer(() => ({ status: 201, body: { data: {} } }))
  const client = clientOf(server)
  await client.request('POST', '/api/v1/webhook-subscriptions', { body: SUBSCRIPTION })
  await client.request('POST', '/api/v1/webhook-subscriptions', { body: SUBSCRIPTION })
  const id = '0b5f6c9e-6a5e-4f3f-9d53-0f5b8e0f2f11'
  await client.request('POST', '/api/v1/webhook-subscriptions', {
    body: { data: { ...SUBSCRIPTION.data, id } },
  })
  const [one, other, own] = server.requests.map(({ body }) => JSON.parse(body).data.id)
  expect(one).not.toBe(other)
  expect(own).toBe(id)
})

test('a create that was serialized before is not repeated, because its id is not known', async () => {
  const server = await scriptServer(() => drop)
  const call = clientOf(server).request('POST', '/api/v1/webhook-subscriptions', {
    body: JSON.stringify(SUBSCRIPTION),
  })
  await expect(call).rejects.toMatchObject({ name: 'OutcomeUnknownError' })
})

test('setting many stocks at once is repeated, because it sets values', async () => {
  const server = await scriptServer(inTurn(drop, { body: { 'atomic:results': [] } }))
  await clientOf(server).request('POST', '/api/v1/operations', { body: { 'atomic:operations': [] } })
  expect(server.requests).toHaveLength(2)
})

test('an error has all entries, pointers, codes, the status and the request id', async () => {
  const errors = [
    {
      status: '422',
      detail: 'Expected an integer.',
      source: { pointer: 'data.attributes.stockQuantity' },
      code: 'A',
    },
    { status: '422', title: 'Unknown', source: { parameter: 'colour' }, meta: { more: 1 } },
    { status: '422', detail: 'No id.', source: { header: 'Accept' }, unheardOf: true },
  ]
  const server = await scriptServer(() => ({
    status: 422,
    headers: { 'x-request-id': 'r-17' },
    body: { errors },
  }))
  const error = await clientOf(server)
    .request('PATCH', STOCK, stockOf('v1'))
    .catch((thrown) => thrown)
  expect(error).toMatchObject({ name: 'ValidationError', status: 422, requestId: 'r-17', errors })
  expect(error.pointers).toEqual(['data.attributes.stockQuantity', 'colour', 'Accept'])
  expect(error.codes).toEqual(['A'])
  expect(error.message).toBe(
    'PATCH /api/v1/product-variants/v1/stock was answered with 422: Expected an integer. (data.attributes.stockQuantity) Unknown No id. Request id: r-17.',
  )
})

test('a conflict has the resource as it is now', async () => {
  const conflict = { status: 409, body: { errors: [{ status: '409', detail: 'It is shipped.' }] } }
  const order = { type: 'order', id: 'o1', attributes: { status: 'shipped' } }
  const server = await scriptServer(({ method }) =>
    method === 'POST' ? conflict : { body: { data: order } },
  )
  const call = clientOf(server).request('POST', '/api/v1/orders/{order}/-actions/transition', {
    path: { order: 'o1' },
    body: { data: { type: 'brand-validates' } },
  })
  await expect(call).rejects.toMatchObject({ name: 'ConflictError', current: order })
  expect(server.lines()).toEqual(['POST /api/v1/orders/o1/-actions/transition', 'GET /api/v1/orders/o1'])
})

test('a conflict whose resource cannot be read is still that conflict', async () => {
  const conflict = { status: 409, body: { errors: [{ status: '409', detail: 'It is shipped.' }] } }
  const server = await scriptServer(({ method }) => (method === 'POST' ? conflict : { status: 404 }))
  const call = clientOf(server).request('POST', '/api/v1/orders/{order}/-actions/transition', {
    path: { order: 'o1' },
    body: { data: { type: 'brand-validates' } },
  })
  await expect(call).rejects.toMatchObject({ name: 'ConflictError', current: undefined })
})

test('what the library does not know passes through', async () => {
  const body = {
    data: { type: 'order', id: 'o', attributes: { status: 'teleported', newField: 7 } },
    newMember: {},
  }
  const server = await scriptServer(() => ({ body }))
  expect(await clientOf(server).request('GET', '/api/v1/orders/{order}', { path: { order: 'o' } })).toEqual(
    body,
  )
})

test('a response has its status, headers, ETag and request id', async () => {
  const headers = { etag: '"7"', 'x-request-id': 'r-1' }
  const server = await scriptServer(() => ({ headers, body: { data: { type: 'order', id: 'o' } } }))
  const document = await clientOf(server).request('GET', '/api/v1/orders/{order}', { path: { order: 'o' } })
  expect(responseOf(document)).toMatchObject({ status: 200, etag: '"7"', requestId: 'r-1' })
  expect(responseOf(document.data)?.etag).toBe('"7"')
})

test('If-Match is sent with a write, from an ETag or from what was read', async () => {
  const server = await scriptServer(() => ({
    headers: { etag: '"7"' },
    body: { data: { type: 'order', id: 'o' } },
  }))
  const client = clientOf(server)
  const variant = await client.variants.get('v1')
  await client.variants.setStock('v1', { stockQuantity: 5 }, { ifMatch: variant })
  await client.request('PATCH', STOCK, { ...stockOf('v1'), ifMatch: '"own"' })
  expect(server.requests.map(({ headers }) => headers['if-match'])).toEqual([undefined, '"7"', '"own"'])
})

test('ifMatch without an ETag is an error before anything is sent', async () => {
  const server = await scriptServer(() => ({ body: { data: {} } }))
  const call = clientOf(server).request('PATCH', STOCK, { ...stockOf('v1'), ifMatch: {} })
  await expect(call).rejects.toThrow('ifMatch has no ETag')
  expect(server.requests).toHaveLength(0)
})

test('412 is an error of its own; after a lost response the outcome is unknown', async () => {
  const failed = { status: 412, body: { errors: [{ status: '412', detail: 'It has changed.' }] } }
  const server = await scriptServer(inTurn(failed, drop, failed))
  const client = clientOf(server)
  const inputs = { ...stockOf('v1'), ifMatch: '"7"' }
  await expect(client.request('PATCH', STOCK, inputs)).rejects.toMatchObject({
    name: 'PreconditionFailedError',
  })
  await expect(client.request('PATCH', STOCK, inputs)).rejects.toMatchObject({ name: 'OutcomeUnknownError' })
})

test('with a cache an unchanged response is not sent again', async () => {
  const server = await scriptServer(({ headers }) =>
    headers['if-none-match'] === '"1"'
      ? { status: 304, headers: { etag: '"1"' } }
      : {
          headers: { etag: '"1"' },
          body: { data: { type: 'order', id: 'o', attributes: { status: 'shipped' } } },
        },
  )
  const client = clientOf(server, { cache: true })
  const first = await client.orders.get('o')
  first.attributes.status = 'cancelled'
  const second = await client.orders.get('o')
  expect(second.attributes.status).toBe('shipped')
  expect(server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"'])
  expect(responseOf(second)).toMatchObject({ status: 304, etag: '"1"' })
})

test('without a cache nothing is asked conditionally', async () => {
  const server = await scriptServer(() => ({ headers: { etag: '"1"' }, body: { data: {} } }))
  const client = clientOf(server)
  await client.orders.get('o')
  await client.orders.get('o')
  expect(server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined])
})

test('headers of a call are sent, and an Authorization of its own needs no token', async () => {
  const server = await scriptServer(() => ({ body: { data: [] } }))
  const headers = { Authorization: 'Basic bmFkaWE6c2VjcmV0', 'X-Trace': '1' }
  await clientOf(server).request('GET', '/api/integrations/v1/applications', { headers })
  expect(server.requests[0]?.headers).toMatchObject({ authorization: headers.Authorization, 'x-trace': '1' })
  expect(server.tokenRequests).toHaveLength(0)
})

test('a plain request sends what it is given, and its response is not parsed', async () => {
  const server = await scriptServer(() => ({ status: 200, body: '<p>no document</p>' }))
  const inputs = { query: { 'page[limit]': 2 }, headers: { accept: 'text/html' }, body: { a: 1 } }
  const { status, headers, text } = await clientOf(server).sendPlainly('PATCH', '/some/path', inputs)
  expect([status, text]).toEqual([200, '<p>no document</p>'])
  expect(headers.get('content-type')).not.toBe(null)
  expect(server.requests).toMatchObject([
    { method: 'PATCH', url: '/some/path?page%5Blimit%5D=2', body: '{"a":1}' },
  ])
})

test('a plain write is not repeated, a plain read is', async () => {
  const server = await scriptServer(inTurn(drop, { status: 200, body: {} }, drop))
  const client = clientOf(server)
  await client.sendPlainly('GET', '/some/path')
  await expect(client.sendPlainly('DELETE', '/some/path')).rejects.toMatchObject({
    name: 'OutcomeUnknownError',
  })
  expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'DELETE'])
})

test('an error has the body as it was sent, without the credentials of the client', async () => {
  const server = await scriptServer(() => ({
    status: 422,
    body: { errors: [{ detail: 'No.' }], meta: { a: 1 } },
  }))
  const error = await clientOf(server)
    .sendPlainly('GET', '/some/path')
    .catch((thrown) => thrown)
  expect(error).toMatchObject({
    name: 'ValidationError',
    body: '{"errors":[{"detail":"No."}],"meta":{"a":1}}',
  })
})
