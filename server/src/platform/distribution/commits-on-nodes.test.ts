import { expect, test } from 'vitest'
import { awaitEnds } from './commits-on-nodes.ts'

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
  await awaitEnds(all.read)
  expect(all.reads).toBe(3)
})

test('does not wait where none is prepared', async () => {
  const none = reader([])
  await awaitEnds(none.read)
  expect(none.reads).toBe(1)
})

test('fails if one does not end, so that the work is tried again later', async () => {
  await expect(awaitEnds(reader(['a']).read, 20)).rejects.toThrow(
    'has not committed 1 prepared transactions yet',
  )
})
