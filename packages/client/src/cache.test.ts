import { expect, test } from 'vitest'
import { ResponseCache } from './cache.ts'

const entry = (text: string) => ({ etag: '"1"', text })

test('the least recently used entry goes first', () => {
  const cache = new ResponseCache({ maxEntries: 2 })
  cache.set('a', entry('A'))
  cache.set('b', entry('B'))
  cache.get('a')
  cache.set('c', entry('C'))
  expect(['a', 'b', 'c'].map((url) => cache.get(url)?.text)).toEqual(['A', undefined, 'C'])
})

test('the characters of all entries are bounded, and those of a replaced one are given back', () => {
  const cache = new ResponseCache({ maxCharacters: 10 })
  cache.set('a', entry('123456'))
  cache.set('a', entry('1234'))
  cache.set('b', entry('123456'))
  expect(cache.get('a')?.text).toBe('1234')
  cache.set('c', entry('12'))
  expect(['b', 'a', 'c'].map((url) => cache.get(url)?.text)).toEqual([undefined, '1234', '12'])
  cache.set('d', entry('12345678901'))
  expect(['a', 'd'].map((url) => cache.get(url)?.text)).toEqual(['1234', undefined])
})
