import { expect, test } from 'vitest'
import { haveEnded } from './commits-on-nodes.ts'

/** Reads these lists one after the other, and the last one for ever. */
function reader(...lists: readonly (readonly string[])[]) {
  let reads = 0
  return {
    read: async () => lists[Math.min(reads++, lists.length - 1)] as readonly string[],
    get reads() {
      return reads
    },
  }
}

test('waits for the transactions that were prepared at first, and for no later ones', async () => {
  const all = reader(['a', 'b'], ['b', 'c'], ['c', 'd'], ['b'])
  expect(await haveEnded(all.read)).toBe(true)
  expect(all.reads).toBe(3)
})

test('does not wait where none is prepared', async () => {
  const none = reader([])
  expect(await haveEnded(none.read)).toBe(true)
  expect(none.reads).toBe(1)
})

test('gives up if one does not end, so that the work is tried again later', async () => {
  expect(await haveEnded(reader(['a']).read, 20)).toBe(false)
})
