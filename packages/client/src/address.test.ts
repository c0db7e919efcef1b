import { expect, test } from 'vitest'
import { checkBaseUrl, fillPath, formatQuery } from './address.ts'

test.each([
  ['https://marketplace.example.com', 'https://marketplace.example.com'],
  ['https://marketplace.example.com/shop//', 'https://marketplace.example.com/shop'],
  ['http://localhost:8080/', 'http://localhost:8080'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
])('%s is a base URL', (given, expected) => {
  expect(checkBaseUrl(given, false)).toBe(expected)
})

test.each([
  [undefined, 'must be the address of the server'],
  ['marketplace.example.com', 'must be the address of the server'],
  ['ftp://marketplace.example.com', 'must be the address of the server'],
  ['https://user:secret@marketplace.example.com', 'no user, password'],
  ['https://marketplace.example.com/?a=b', 'no user, password, query'],
  ['http://marketplace.example.com', 'would show the credentials to the network: use https'],
  ['http://127.0.0.1.example.com', 'would show the credentials'],
])('%s is none, with a remedy and without what it contains', (given, said) => {
  expect(() => checkBaseUrl(given, false)).toThrow(said)
  expect(() => checkBaseUrl(given, false)).not.toThrow('secret@')
})

test('plain HTTP to other machines has to be asked for', () => {
  expect(checkBaseUrl('http://api:8080', true)).toBe('http://api:8080')
})

test('parameters of a path are encoded', () => {
  expect(fillPath('/orders/{order}/x/{item}', { order: 'a/b?c', item: 'é' })).toBe(
    '/orders/a%2Fb%3Fc/x/%C3%A9',
  )
})

test.each(['', '.', '..', undefined])('%j is no value of a path parameter', (order) => {
  expect(() => fillPath('/api/v1/orders/{order}', { order: order as string })).toThrow(
    'needs a value for order',
  )
})

test('lists are repeated where the name ends in brackets, and joined elsewhere', () => {
  const query = {
    include: ['retailer', 'orderItems'],
    'filter[id][]': ['1', '2'],
    'page[limit]': 5,
    'filter[archived]': false,
    none: undefined,
    empty: [],
  }
  expect(decodeURIComponent(formatQuery(query))).toBe(
    '?include=retailer,orderItems&filter[id][]=1&filter[id][]=2&page[limit]=5&filter[archived]=false',
  )
  expect(formatQuery({})).toBe('')
})
