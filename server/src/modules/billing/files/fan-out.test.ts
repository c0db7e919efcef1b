import { expect, test } from 'vitest'
import { fanOut } from './fan-out.ts'

async function* numbers(count: number, taken: number[] = []) {
  for (let i = 0; i < count; i++) {
    taken.push(i)
    yield i
  }
}

async function readAll(batches: AsyncIterable<number>): Promise<number[]> {
  const seen: number[] = []
  for await (const batch of batches) seen.push(batch)
  return seen
}

test('every reader gets all batches in order, and a failure of one does not affect the others', async () => {
  const fails = async (batches: AsyncIterable<number>) => {
    for await (const batch of batches) if (batch === 3) throw new Error('three')
    return []
  }
  const ends = await fanOut(numbers(50), [readAll, fails, readAll])
  const all = Array.from({ length: 50 }, (_, i) => i)
  expect(ends).toEqual([
    { status: 'fulfilled', value: all },
    { status: 'rejected', reason: new Error('three') },
    { status: 'fulfilled', value: all },
  ])
})

test('a reader that fails before it reads, or stops early, does not block the others', async () => {
  const ends = await fanOut(numbers(20), [
    async () => Promise.reject(new Error('at once')),
    async (batches) => {
      for await (const batch of batches) if (batch === 1) break
      return [1]
    },
    readAll,
  ])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(ends[2]).toMatchObject({ value: { length: 20 } })
})

test('the slowest reader limits how much is read from the source (backpressure)', async () => {
  const taken: number[] = []
  let resume = () => {}
  const gate = new Promise<void>((open) => {
    resume = open
  })
  const slow = async (batches: AsyncIterable<number>) => {
    for await (const _first of batches) await gate
    return []
  }
  const end = fanOut(numbers(1000, taken), [slow, readAll])
  // Enough ticks for an unbounded reader to consume everything.
  for (let i = 0; i < 200; i++) await new Promise((turn) => setImmediate(turn))
  expect(taken.length).toBeLessThan(10)
  resume()
  await end
  expect(taken.length).toBe(1000)
})

test('if the source fails, the readers and the caller get its error', async () => {
  async function* breaking() {
    yield 1
    throw new Error('source')
  }
  let told: unknown
  const reader = async (batches: AsyncIterable<number>) => {
    try {
      return await readAll(batches)
    } catch (error) {
      told = error
      throw error
    }
  }
  await expect(fanOut(breaking(), [reader])).rejects.toThrow('source')
  expect(told).toEqual(new Error('source'))
})
