import { describe, expect, test } from 'vitest'
import { failed, graded, lesson, passed, reasonToSkip, skipped, verdictOf } from './lesson.ts'
import { evidenceOf, request } from './lessons/fixtures.ts'
import { LESSONS } from './lessons/index.ts'
import { reportLesson } from './report/report.ts'
import { COMMON, members } from './run-lesson.ts'

test('a lesson fails with any failure, warns with any warning, and is skipped if nothing could be seen', () => {
  const verdict = (...verdicts: ('passed' | 'failed' | 'warning' | 'skipped')[]) =>
    verdictOf(verdicts.map((each) => ({ verdict: each })))
  expect(verdict('passed', 'failed', 'warning')).toBe('failed')
  expect(verdict('passed', 'warning', 'skipped')).toBe('warning')
  expect(verdict('passed', 'skipped')).toBe('passed')
  expect(verdict('skipped')).toBe('skipped')
})

test('advice that is not followed is a warning', () => {
  const requirement = { text: 'x', reference: 'x', fix: 'x' }
  const one = lesson({
    id: 'one',
    title: 'One',
    about: '',
    needs: {},
    requirements: {
      must: requirement,
      should: { ...requirement, isAdvice: true },
      may: requirement,
      can: requirement,
    },
    play: async () => ({}),
    grade: () => [
      failed('must', 'no'),
      failed('should', 'no'),
      passed('may', 'yes'),
      skipped('can', 'unseen'),
    ],
  })
  expect(graded(one, evidenceOf({}, {})).map(({ verdict }) => verdict)).toEqual([
    'failed',
    'warning',
    'passed',
    'skipped',
  ])
})

test('members of requests that were ignored are listed as advice, each once', () => {
  const responseHeaders = { 'x-ignored-members': 'data.note, data.attributes.colour' }
  const ignoring = [1, 2].map((at) => request(at, 'POST /api/v1/operations', 200, { responseHeaders }))
  const check = members({ requests: [request(0, 'GET /api/v1/me'), ...ignoring] })
  expect(check).toEqual({
    requirement: 'members',
    verdict: 'warning',
    finding: 'Of 2 requests members were ignored: data.note, data.attributes.colour.',
    requests: ignoring,
  })
  expect(members({ requests: [request(0, 'GET /api/v1/me')] }).verdict).toBe('passed')
  const [about] = LESSONS
  const result = { verdict: 'warning', checks: [check], seconds: 1, output: '' } as const
  const [reported] = about ? reportLesson(about, result).checks : []
  expect(reported).toMatchObject({ isAdvice: true, fix: COMMON.members.fix })
  expect(reported?.requests).toHaveLength(2)
})

test('a requirement without a check is an error of the lesson, not of the connector', () => {
  const requirement = { text: 'x', reference: 'x', fix: 'x' }
  const one = {
    ...LESSONS[0],
    requirements: { a: requirement, b: requirement },
    grade: () => [passed('a', 'yes')],
  }
  expect(() => graded(one as never, evidenceOf({}, {}))).toThrow(/has no check of b/)
})

describe('a lesson is skipped', () => {
  const given = { claims: ['orders'], actions: { ship: {} }, books: undefined }
  test.each([
    [{ claims: ['orders'] as const, actions: ['ship'] as const }, undefined],
    [{ claims: ['orders', 'stock'] as const }, 'The connector does not claim stock.'],
    [{ actions: ['ship', 'import'] as const }, 'certify.json has no action import.'],
    [{ books: true as const }, 'certify.json names no books.'],
  ])('that needs %j', (needs, reason) => {
    expect(reasonToSkip({ needs }, given)).toBe(reason)
  })
})

describe.each(LESSONS.map((each) => [each.id, each] as const))('%s', (id, { requirements, about, needs }) => {
  test('names each requirement of its own, and refers to its section', () => {
    for (const [name, { text, fix, reference }] of Object.entries(requirements)) {
      expect(Object.keys(COMMON), name).not.toContain(name)
      expect([text.endsWith('.'), fix.endsWith('.'), reference], name).toEqual([
        true,
        true,
        `certify.md#${id}`,
      ])
    }
    expect(about).toMatch(/\.$/)
    expect(needs).toBeDefined()
  })
})

test('every lesson has a name of its own', () => {
  const names = LESSONS.map(({ id }) => id)
  expect(new Set(names).size).toBe(names.length)
})
