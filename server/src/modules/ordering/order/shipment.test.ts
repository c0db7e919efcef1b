import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSizes, writeSizes } from './shipment.ts'

test('sizes are read as they were written, in their order', () => {
  const whole = fc.integer({ min: 1, max: 30_000 })
  const size = fc.record(
    { length: whole, width: whole, height: whole, weight: whole },
    { noNullPrototype: true },
  )
  fc.assert(
    fc.property(fc.array(size, { minLength: 1, maxLength: 20 }), (sizes) => {
      expect(readSizes(writeSizes(sizes))).toEqual(sizes)
    }),
  )
})

test('a size is written in cm and g', () => {
  expect(writeSizes([{ length: 40, width: 30, height: 20, weight: 5200 }])).toBe('40x30x20x5200')
})
