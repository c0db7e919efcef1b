import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog, type Log } from './log.ts'

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

describe('infoLine', () => {
  const FIELDS = { text: 'a "b" \u2028 é', count: 1.5, none: null, absent: undefined, is: true }

  function linesAt(level: 'info' | 'warn', write: (log: Log) => void): string[] {
    const lines: string[] = []
    write(createLog(level, { write: (line) => void lines.push(line) }))
    return lines
  }

  test('writes the line that info writes', () => {
    const [expected] = linesAt('info', (log) => log.info(FIELDS, 'a line'))
    expect(linesAt('info', (log) => log.infoLine(FIELDS, 'a line'))).toEqual([expected])
  })

  test('writes nothing above its level', () => {
    expect(linesAt('warn', (log) => log.infoLine(FIELDS, 'a line'))).toEqual([])
  })
})

test.each([
  ['by process.exit', 'process.exit(0)'],
  ['with nothing left to do', ''],
])('a process that ends %s has written its buffered lines, in order', (_how, end) => {
  // Fewer lines than fill the buffer: a full buffer is written asynchronously, and the process may end before that.
  const count = 100
  const script = `
    import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
    const [first, second] = [createLog('info'), createLog('info')]
    for (let n = 0; n < ${count}; n++) (n % 2 ? first : second).info({ n }, 'a line')
    ${end}`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  const numbers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).n)
  expect(numbers).toEqual(Array.from({ length: count }, (_, n) => n))
})
