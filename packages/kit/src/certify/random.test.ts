import { expect, test } from 'vitest'
import { randomOf } from './random.ts'

const choices = (seed: number, name: string) => {
  const random = randomOf(seed, name)
  return [random.between(1, 1000), random.word(8), random.pick(['a', 'b', 'c', 'd']), random.between(1, 1000)]
}

test('a seed repeats its choices, and each lesson has its own', () => {
  expect(choices(7, 'tokens')).toEqual(choices(7, 'tokens'))
  expect(choices(7, 'tokens')).not.toEqual(choices(8, 'tokens'))
  expect(choices(7, 'tokens')).not.toEqual(choices(7, 'retries'))
})

test('both ends of a range are reached, and nothing beyond them', () => {
  const random = randomOf(1, 'range')
  const seen = new Set(Array.from({ length: 200 }, () => random.between(2, 4)))
  expect([...seen].toSorted()).toEqual([2, 3, 4])
})
