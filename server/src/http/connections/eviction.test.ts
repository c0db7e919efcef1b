import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ConnectionActivity, EvictionQueue, STAGES, type Stage } from './eviction.ts'

interface Fake extends ConnectionActivity {
  id: number
  isNew: boolean
  hasMoved: boolean
}

const connections = (stages: readonly (Stage | null)[]) =>
  fc
    .array(fc.record({ stage: fc.constantFrom(...stages), isNew: fc.boolean(), hasMoved: fc.boolean() }))
    .map((list) => list.map((one, id): Fake => ({ ...one, id, progress: 0 })))

function queueOf(fakes: readonly Fake[]): EvictionQueue<Fake> {
  const queue = new EvictionQueue<Fake>(({ stage, progress }) => ({ stage, progress }))
  for (const fake of fakes) queue.put(fake, fake)
  for (const fake of fakes) if (fake.hasMoved) fake.progress += 1
  return queue
}

function evictAll(queue: EvictionQueue<Fake>): Fake[] {
  const evicted: Fake[] = []
  for (let next = queue.evict(); next; next = queue.evict()) evicted.push(next)
  return evicted
}

test('connections are closed in the order of stage, lack of progress, and time without traffic', () => {
  fc.assert(
    fc.property(connections([...STAGES, null]), (fakes) => {
      const queue = queueOf(fakes)
      const order = ({ stage, isNew, hasMoved, id }: Fake) => [
        STAGES.indexOf(stage as Stage),
        isNew || hasMoved ? 1 : 0,
        id,
      ]
      const expected = fakes
        .filter(({ stage }) => stage !== null)
        .sort((a, b) => compare(order(a), order(b)))
        .map(({ id }) => id)
      expect(queue.size).toBe(expected.length)
      expect(evictAll(queue).map(({ id }) => id)).toEqual(expected)
      expect(queue.size).toBe(0)
    }),
  )
})

test('a connection whose request has arrived in the meantime is not closed', () => {
  fc.assert(
    fc.property(connections(STAGES), fc.infiniteStream(fc.boolean()), (fakes, arrives) => {
      const queue = queueOf(fakes)
      for (const fake of fakes) if (arrives.next().value) fake.stage = null
      const open = fakes.filter(({ stage }) => stage !== null)
      expect(evictAll(queue).toSorted((a, b) => a.id - b.id)).toEqual(open)
      expect(queue.size).toBe(0)
    }),
  )
})

test('an idle connection that has begun a request is closed after those that have not', () => {
  const fakes = [0, 1].map((id): Fake => ({ id, stage: 'idle', progress: 0, isNew: false, hasMoved: false }))
  const queue = queueOf(fakes)
  Object.assign(fakes[0] as Fake, { stage: 'anonymous', progress: 1 })
  expect(evictAll(queue).map(({ id }) => id)).toEqual([1, 0])
})

test('a connection that was removed is not chosen', () => {
  const fakes = [0, 1].map((id): Fake => ({ id, stage: 'idle', progress: 0, isNew: false, hasMoved: false }))
  const queue = queueOf(fakes)
  queue.delete(fakes[0] as Fake)
  queue.delete(fakes[0] as Fake)
  expect(evictAll(queue).map(({ id }) => id)).toEqual([1])
})

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i])
  return at < 0 ? 0 : (a[at] as number) - (b[at] as number)
}
