import { expect, test } from 'vitest'
import { lesson } from '../lesson.ts'
import { REPORT } from './fixtures.ts'
import { headlineOf, isPassed, type ReportedLesson, reportSkipped } from './report.ts'

const TEXT = { text: 'x.', reference: 'x', fix: 'x.' }
const STOCK = lesson({
  id: 'stock',
  title: 'Stock',
  about: 'x.',
  needs: {},
  requirements: { once: TEXT, kept: TEXT, advice: { ...TEXT, isAdvice: true } },
  play: async () => {},
  grade: () => [],
})
const [, SKIPPED] = REPORT.lessons as [ReportedLesson, ReportedLesson]
const PASSED: ReportedLesson = { ...SKIPPED, verdict: 'passed', notObserved: [] }

test('the requirements of a skipped lesson were not observed, unless nobody claims them; advice never counts', () => {
  expect(reportSkipped(STOCK, 'No action.', true).notObserved).toEqual(['stock.once', 'stock.kept'])
  expect(reportSkipped(STOCK, 'Not claimed.', false).notObserved).toEqual([])
})

test('what was not observed fails a strict run only', () => {
  const partly = { ...PASSED, notObserved: ['stock.once'] }
  expect([isPassed([partly], false), isPassed([partly], true)]).toEqual([true, false])
  expect(isPassed([PASSED], true)).toBe(true)
  expect(isPassed([{ ...SKIPPED, notObserved: [] }], true)).toBe(false)
})

test('the headline counts what was not observed', () => {
  const headline = (...notObserved: string[]) =>
    headlineOf({ isPassed: true, lessons: [{ ...PASSED, notObserved }] })
  expect(headline()).toBe('Passed')
  expect(headline('a.b')).toBe('Passed; 1 requirement not observed: a.b')
  expect(headline('a.b', 'a.c')).toBe('Passed; 2 requirements not observed: a.b, a.c')
})
