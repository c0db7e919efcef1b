import { validate, version } from 'uuid'
import { expect, test } from 'vitest'
import type { Clock } from './clock.ts'
import { createIds } from './ids.ts'

const clockAt = (moment: Date): Clock => ({
  now: () => moment,
  offsetMs: () => 0,
  toRealTime: (time) => time,
})

test('ids are unique UUIDv7 with the time of the clock', () => {
  const moment = new Date('2026-03-02T09:00:00Z')
  const ids = createIds(clockAt(moment))
  const made = Array.from({ length: 10_000 }, () => ids.next())
  expect(new Set(made).size).toBe(10_000)
  for (const id of made) {
    expect(validate(id) && version(id)).toBe(7)
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(moment.getTime())
  }
})

test('ids of one millisecond ascend in the order of their creation, from a random start', () => {
  const clock = clockAt(new Date('2026-03-02T09:00:00Z'))
  const ids = createIds(clock)
  const made = Array.from({ length: 1000 }, () => ids.next())
  expect(made).toEqual(made.toSorted())
  const firsts = Array.from({ length: 100 }, () => createIds(clock).next().slice(14, 23))
  expect(new Set(firsts).size).toBeGreaterThan(90)
})

test('two generators do not generate the same ids', () => {
  const clock = clockAt(new Date('2026-03-02T09:00:00Z'))
  const [one, two] = [createIds(clock), createIds(clock)]
  const made = Array.from({ length: 1000 }, () => [one.next(), two.next()]).flat()
  expect(new Set(made).size).toBe(2000)
})
