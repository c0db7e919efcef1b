import { expect, test } from 'vitest'
import { connectExtensions, extensionPoint, fill, singleExtensionPoint } from './extension-points.ts'

test('extensions come in the order of the modules that fill the point', () => {
  const greetings = extensionPoint<string>('hall.greetings')
  connectExtensions([
    { offers: [greetings] },
    { fills: [fill(greetings, 'hello'), fill(greetings, 'welcome')] },
    { fills: [fill(greetings, 'good day')] },
  ])
  expect(greetings.extensions).toEqual(['hello', 'welcome', 'good day'])
})

test('a module that is left out of the list extends nothing', () => {
  const keeper = singleExtensionPoint<string>('hall.keeper')
  const hall = { offers: [keeper] }
  connectExtensions([hall, { fills: [fill(keeper, 'one')] }])
  expect(keeper.extension).toBe('one')
  connectExtensions([hall])
  expect(keeper.extension).toBeUndefined()
})

test('a point cannot be used before the modules are connected', () => {
  expect(() => extensionPoint('hall.doors').extensions).toThrow(
    'modules are connected before hall.doors is used',
  )
})

test('a point whose owner is left out of the list is not connected', () => {
  const point = extensionPoint<string>('hall.doors')
  connectExtensions([{ fills: [fill(point, 'north')] }])
  expect(() => point.extensions).toThrow()
})

test('extensions that contradict each other are refused', () => {
  const single = singleExtensionPoint<string>('hall.keeper')
  const keyed = extensionPoint<{ door: string }>('hall.doors', ({ door }) => door)
  const hall = { offers: [single, keyed] }
  const connectWith = (...fills: ReturnType<typeof fill>[]) => connectExtensions([hall, { fills }])
  expect(() => connectWith(fill(single, 'a'), fill(single, 'b'))).toThrow('hall.keeper')
  expect(() => connectWith(fill(keyed, { door: 'north' }), fill(keyed, { door: 'north' }))).toThrow(
    'hall.doors',
  )
  connectWith(fill(keyed, { door: 'north' }), fill(keyed, { door: 'south' }))
  expect(keyed.extensions).toHaveLength(2)
})
