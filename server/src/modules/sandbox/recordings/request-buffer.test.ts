import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseAway } from '../../../platform/database-health/away.ts'
import { createLog } from '../../../platform/log.ts'
import type { NewRecordedRequest } from './recording-queries.ts'
import { bufferRequests } from './request-buffer.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval'] }))
afterEach(() => void vi.useRealTimers())

const row = (id: number, body = '') =>
  ({ recording_id: 'r', id: String(id), request_body: body, response_body: null }) as NewRecordedRequest

function buffered() {
  const stored: NewRecordedRequest[][] = []
  const marked: string[][] = []
  const failures: unknown[] = []
  const buffer = bufferRequests(createLog('silent'), async (rows, incomplete) => {
    const failure = failures.shift()
    if (failure) throw failure
    stored.push([...rows])
    marked.push([...incomplete])
  })
  return { buffer, stored, marked, failures }
}

test('rows are stored by the timer, or when the buffer is flushed', async () => {
  const { buffer, stored } = buffered()
  buffer.add(row(1))
  await Promise.resolve()
  expect(stored).toEqual([])
  await buffer.flush()
  expect(stored).toEqual([[row(1)]])
  buffer.add(row(2))
  await vi.advanceTimersByTimeAsync(200)
  expect(stored).toHaveLength(2)
})

test('many rows, or long ones, are stored at once', async () => {
  const { buffer, stored } = buffered()
  for (let i = 0; i < 500; i++) buffer.add(row(i))
  await vi.waitFor(() => expect(stored).toHaveLength(1))
  expect(stored[0]).toHaveLength(500)
  for (let i = 0; i < 20; i++) buffer.add(row(i, 'x'.repeat(60_000)))
  await vi.waitFor(() => expect(stored).toHaveLength(2))
})

test('while the database is unavailable, rows are kept in order and bodies are cut', async () => {
  const { buffer, stored, failures } = buffered()
  failures.push(new DatabaseAway('away'))
  expect(buffer.textLimit()).toBe(65_536)
  for (let i = 0; i < 140; i++) buffer.add(row(i, 'x'.repeat(60_000)))
  expect(buffer.textLimit()).toBe(1024)
  await buffer.flush()
  await buffer.flush()
  expect(stored.flat().map(({ id }) => Number(id))).toEqual(Array.from({ length: 140 }, (_, i) => i))
  expect(buffer.textLimit()).toBe(65_536)
})

test('rows that cannot be stored are not retried', async () => {
  const { buffer, stored, failures } = buffered()
  failures.push(new Error('no such column'))
  buffer.add(row(1))
  await buffer.flush()
  buffer.add(row(2))
  await buffer.flush()
  expect(stored).toEqual([[row(2)]])
})

test('a recording that lost rows is marked, also after repeated failures', async () => {
  const { buffer, stored, marked, failures } = buffered()
  failures.push(new DatabaseAway('away'), new DatabaseAway('away'))
  for (let i = 0; i <= 20_000; i++) buffer.add(row(i))
  await buffer.flush()
  await buffer.flush()
  await buffer.flush()
  expect(stored.flat()).toHaveLength(20_000)
  expect(marked).toEqual([['r']])
})
