import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['quantity', 'quantity', 0],
  ['quantiy', 'quantity', 1],
  ['quantitys', 'quantity', 1],
  ['quamtity', 'quantity', 1],
  ['quantiyt', 'quantity', 1],
  ['uqantiyt', 'quantity', 2],
  ['weight', 'height', 1],
  ['kitten', 'sitting', 3],
])('%j and %j are %i edits apart', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance)
  expect(editDistance(other, one)).toBe(distance)
})
