import { describe, expect, test } from 'vitest'
import { settings } from '../../../config.ts'
import type { Outcome } from '../../../platform/outbound/poster.ts'
import { DEFAULT_RETRY_DELAYS, DEFAULT_RETRY_JITTER, judge, nameOf, type RetryRules } from './retry-rules.ts'

const now = new Date('2026-03-02T09:00:00Z')
const rules: RetryRules = { delaySeconds: DEFAULT_RETRY_DELAYS, jitterPercent: 0, random: () => 0.5 }
const answered = (status: number, retryAfter?: string): Outcome => ({
  status,
  retryAfter,
  excerpt: '',
  ms: 1,
})
const silent: Outcome = { failure: 'timed_out', detail: '', ms: 1 }
const waitAfter = (tries: number, outcome: Outcome, changed: Partial<RetryRules> = {}) => {
  const verdict = judge({ tries, outcome, now }, { ...rules, ...changed })
  return 'dueAt' in verdict ? (verdict.dueAt.getTime() - now.getTime()) / 1000 : verdict.state
}

test.each([200, 201, 202, 204, 299])('%i is a success', (status) => {
  expect(judge({ tries: 5, outcome: answered(status), now }, rules)).toEqual({ state: 'delivered' })
})

test.each([300, 301, 302, 307, 400, 401, 404, 408, 429, 500, 503])('%i is retried', (status) => {
  expect(waitAfter(1, answered(status))).toBe(10)
})

test('there are five attempts, with delays of 10, 100, 1 000 and 10 000 seconds', () => {
  expect([1, 2, 3, 4, 5].map((tries) => waitAfter(tries, silent))).toEqual([10, 100, 1000, 10_000, 'failed'])
})

test('the number of delays sets the number of attempts', () => {
  expect([1, 2].map((tries) => waitAfter(tries, silent, { delaySeconds: [3] }))).toEqual([3, 'failed'])
})

test('jitter shortens or lengthens a delay by up to its percentage', () => {
  const waits = [0, 0.5, 1].map((dice) => waitAfter(2, silent, { jitterPercent: 10, random: () => dice }))
  expect(waits).toEqual([90, 100, 110])
})

test('a delivery fails at once on 410', () => {
  expect(waitAfter(1, answered(410))).toBe('failed')
})

describe('Retry-After', () => {
  test.each([
    ['60', 60],
    ['3', 10],
    ['0', 10],
    ['999999999', 21_600],
    ['-5', 10],
    ['soon', 10],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 10],
    ['', 10],
  ])('%j means %i seconds', (retryAfter, seconds) => {
    expect(waitAfter(1, answered(503, retryAfter))).toBe(seconds)
  })

  test('does not cause an attempt after the last one', () => {
    expect(waitAfter(5, answered(503, '60'))).toBe('failed')
  })
})

test('the name of an outcome says what the receiver did', () => {
  expect([answered(204), answered(500), silent].map(nameOf)).toEqual([
    'delivered',
    'refused_by_receiver',
    'timed_out',
  ])
})

test('the operating guide documents the defaults that are used', () => {
  expect(settings.webhookRetrySeconds.shownDefault).toBe(DEFAULT_RETRY_DELAYS.join())
  expect(settings.webhookRetryJitter.shownDefault).toBe(String(DEFAULT_RETRY_JITTER))
})
