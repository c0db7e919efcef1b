import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { sumsBehind, writeBehind } from './write-behind.ts'

const log = createLog('silent')
const NEVER_MS = 1_000_000

test('the buffer is written at intervals and once more when it is stopped', async () => {
  let writes = 0
  const buffer = writeBehind(log, {
    what: 'test buffer',
    everyMs: 1,
    write: async () => {
      writes++
    },
  })
  await expect.poll(() => writes).toBeGreaterThan(1)
  const stopped = buffer.stop()
  const before = writes
  await stopped
  expect(writes).toBeGreaterThan(before)
})

test('writes run one at a time, and a failed one does not prevent the next', async () => {
  const steps: string[] = []
  let calls = 0
  const buffer = writeBehind(log, {
    what: 'test buffer',
    everyMs: NEVER_MS,
    write: async () => {
      const call = ++calls
      steps.push(`begin ${call}`)
      await Promise.resolve()
      if (call === 1) throw new Error('The first write fails.')
      steps.push(`end ${call}`)
    },
  })
  await Promise.all([buffer.flush(), buffer.flush()])
  await buffer.stop()
  expect(steps).toEqual(['begin 1', 'begin 2', 'end 2', 'begin 3', 'end 3'])
})

test('sums that could not be written are merged with later ones', async () => {
  let isBroken = true
  const written: number[][] = []
  const sums = sumsBehind<number>(log, {
    what: 'test sums',
    everyMs: NEVER_MS,
    merge: (before, since) => before + since,
    write: async (rows) => {
      if (isBroken) throw new Error('The database is away.')
      written.push(rows)
    },
  })
  sums.add('a', 1)
  sums.add('a', 2)
  await sums.flush()
  sums.add('b', 5)
  sums.add('a', 4)
  isBroken = false
  await sums.flush()
  await sums.stop()
  expect(written).toEqual([[7, 5]])
})
