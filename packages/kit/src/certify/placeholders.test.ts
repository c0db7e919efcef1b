import { describe, expect, test } from 'vitest'
import { fillJson, fillText } from './placeholders.ts'

const values = { port: 3000, order: '0197', products: [{ id: 'A' }] }

test('a text is filled with what is known, and other braces stay', () => {
  expect(fillText('http://localhost:{port}/orders/{order}?{unknown}', values)).toBe(
    'http://localhost:3000/orders/0197?{unknown}',
  )
  expect(fillText('--products={products}', values)).toBe('--products=[{"id":"A"}]')
})

describe('in JSON', () => {
  test('a text that is nothing but a placeholder becomes the value itself', () => {
    expect(fillJson({ list: '{products}', n: ['{port}'], id: 'order {order}', yes: true }, values)).toEqual({
      list: [{ id: 'A' }],
      n: [3000],
      id: 'order 0197',
      yes: true,
    })
  })

  test('an unknown placeholder stays as it is', () => {
    expect(fillJson('{sku}', values)).toBe('{sku}')
  })
})
