import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from './log.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00.007Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('every line says when it was written', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  for (const ms of [0, 0, 1, 1000]) {
    vi.advanceTimersByTime(ms)
    log.info('a line')
  }
  const times = lines.map((line) => JSON.parse(line).time)
  expect(times).toEqual([
    '2026-03-02T09:00:00.007Z',
    '2026-03-02T09:00:00.007Z',
    '2026-03-02T09:00:00.008Z',
    '2026-03-02T09:00:01.008Z',
  ])
})
