/** The dashboard says every error of the API in words of its own, so a new code needs a sentence there. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { declaredCodes } from '@tradehall/jsonapi'
import { expect, test } from 'vitest'
import { errors } from '../../dashboard/src/words/en/errors.ts'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))
const modules = globSync('modules/*/index.ts', { cwd: SOURCES })
await Promise.all(modules.map((path) => import(`${SOURCES}${path}`)))

/** No page calls what ends on 1 December 2026. Another test of this process may have loaded it. */
const ending = globSync('deprecated/**/*.ts', { cwd: SOURCES })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(SOURCES + path, 'utf8'))
  .join('')
const declared = declaredCodes()
  .map(({ code }) => code)
  .filter((code) => !ending.includes(`'${code}'`))
const format = {
  day: String,
  moment: String,
  money: (amount: number, currency: string) => `${amount} ${currency}`,
}

test('each code that the modules declare has a sentence in the dashboard, and no other has one', () => {
  expect(declared.length).toBeGreaterThan(50)
  expect(Object.keys(errors.codes).sort()).toEqual(declared)
})

/** What the modules send with their codes. */
const FIGURES = [
  {},
  { status: 'shipped', possibleIn: 'ankor_confirmed' },
  { reason: 'quotes-void', missing: 'eoriNumber', country: 'GB' },
  { minLength: 1, maxLength: 200, minimum: 1, maximum: 5, minItems: 1, maxItems: 3, format: 'email' },
  { available: 3, ordered: 3, most: 10, maxDays: 366, currency: 'EUR', reference: 3109482 },
  { earliest: '2026-03-02', possibleAt: '2026-03-02T09:00:00.000Z' },
]

test.each(Object.entries(errors.codes))('the sentence for %s is one for people', (_code, sentence) => {
  for (const figures of FIGURES) {
    const said = sentence(figures, format)
    expect(said).toMatch(/^[A-Z].*[.!?]$/)
    // No status, path or name of a member.
    expect(said).not.toMatch(/_|\/api|undefined|null|NaN|\bmeta\b/)
  }
})

test('a status is told in words too', () => {
  for (const sentence of [...Object.values(errors.statuses), errors.failed, errors.unknownOutcome]) {
    expect(sentence).toMatch(/^[A-Z].*\.$/)
  }
})
