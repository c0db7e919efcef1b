import type { Problem } from '@tradehall/jsonapi'
import { expect, test } from 'vitest'
import { lengthAndGirth, readParcels } from './parcels.ts'

const FINE = { length: 40, width: 30, height: 20, kg: 5.2 }

function pointersOf(body: unknown): (string | undefined)[] {
  try {
    readParcels(body)
    return []
  } catch (error) {
    return (error as Problem).errors.map(({ source }) => source?.pointer)
  }
}

test('sides are rounded up to centimetres, weights to grams', () => {
  expect(readParcels({ parcels: [{ ...FINE, length: 40.2, kg: 0.0012 }] })).toEqual([
    { lengthCm: 41, widthCm: 30, heightCm: 20, weightG: 1 },
  ])
})

test.each([
  [{ length: 1, width: 1, height: 1, kg: 0.001 }],
  [{ length: 274, width: 31, height: 32, kg: 30 }],
  [{ length: 32, width: 274, height: 31, kg: 30 }],
])('%j is valid', (parcel) => {
  expect(pointersOf({ parcels: [parcel] })).toEqual([])
})

test.each([
  [{ ...FINE, length: 0.9 }, ['parcels.0.length']],
  [{ ...FINE, length: 274.1, width: 1, height: 1 }, ['parcels.0.length']],
  [{ ...FINE, kg: 0.0009 }, ['parcels.0.kg']],
  [{ ...FINE, kg: 30.01 }, ['parcels.0.kg']],
  [{ ...FINE, kg: '5' }, ['parcels.0.kg']],
  [{ length: 1, width: 1 }, ['parcels.0.height', 'parcels.0.kg']],
  // 274 + 2 × (31 + 32.1) = 400.2
  [{ length: 274, width: 31, height: 32.1, kg: 1 }, ['parcels.0']],
  [{ length: 32.1, width: 274, height: 31, kg: 31 }, ['parcels.0.kg', 'parcels.0']],
  [null, ['parcels.0']],
])('%j is refused at %j', (parcel, pointers) => {
  expect(pointersOf({ parcels: [parcel] }).sort()).toEqual(pointers.sort())
})

test('every violated rule of every parcel is reported', () => {
  const huge = { length: 200, width: 200, height: 200, kg: 40 }
  expect(pointersOf({ parcels: [FINE, huge, { ...FINE, width: 0 }] }).sort()).toEqual([
    'parcels.1',
    'parcels.1.kg',
    'parcels.2.width',
  ])
})

test.each([
  [{}],
  [{ parcels: [] }],
  [{ parcels: Array.from({ length: 21 }, () => FINE) }],
  [{ parcels: null }],
])('one to twenty parcels are required', (body) => {
  expect(pointersOf(body)).toEqual(['parcels'])
})

test('a side outside the parcels is refused, and unknown members are ignored', () => {
  expect(pointersOf({ parcels: [FINE], length: 1 })).toEqual(['length'])
  expect(pointersOf({ parcels: [FINE], format: 'x' })).toEqual([])
})

test('the girth goes around the two shorter sides', () => {
  expect(lengthAndGirth([10, 20, 30])).toBe(30 + 2 * (10 + 20))
})

test('a parcel of exactly the limit is accepted, whatever decimals its sides have', () => {
  const parcels = [
    { length: 273.2, width: 61.6, height: 1.8, kg: 1 },
    { length: 100.1, width: 75.05, height: 74.9, kg: 1 },
  ]
  expect(readParcels({ parcels })).toHaveLength(2)
  expect(pointersOf({ parcels: [{ length: 273.2, width: 61.6, height: 1.80001, kg: 1 }] })).toEqual([
    'parcels.0',
  ])
})
