import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Reference } from './reference.ts'

const DOCUMENT = new URL('../../../../docs/openapi.json', import.meta.url)
const reference = new Reference(JSON.parse(readFileSync(DOCUMENT, 'utf8')))
const best = (query: string, count = 3) =>
  reference
    .search(query)
    .slice(0, count)
    .map(({ id }) => id)

test.each([
  ['accept an order', 'transitionOrder'],
  ['create webhook subscription', 'createWebhookSubscription'],
  ['subscribtion', 'listWebhookSubscriptions'],
  ['update stock of a variant', 'updateProductVariantStock'],
  ['move clock forward', 'advanceClock'],
  ['make requests fail', 'createFault'],
  ['packing slip', 'downloadPackingSlip'],
  ['GET /api/v1/orders', 'listOrders'],
  ['oauth token', 'createToken'],
])('"%s" finds %s', (query, id) => {
  expect(best(query, 5)).toContain(id)
})

test('no words find everything, and nonsense nothing', () => {
  expect(reference.search(' ').length).toBeGreaterThan(300)
  expect(reference.search('qqqqzzzz')).toEqual([])
})

test('an operation is found by its id, and by method and path with any parameters', () => {
  for (const name of ['getOrder', 'GET /api/v1/orders/{order}', 'get /api/v1/orders/0197 '])
    expect(reference.find(name)?.id).toBe('getOrder')
  for (const name of ['', 'GET', 'GET /api/v1/orders/', 'PUT /api/v1/orders/1', 'constructor', '__proto__'])
    expect(reference.find(name)).toBeUndefined()
  expect(reference.text('getOrder')).toContain('# GET /api/v1/orders/{order}')
})
