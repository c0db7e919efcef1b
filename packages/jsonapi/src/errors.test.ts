import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { declaredCodes } from './codes.ts'
import { type ErrorObject, errorDocument, joinProblems, problem } from './errors.ts'
import { errorSchema } from './schema.ts'

const conflict = problem('NOT_PENDING', 409, 'Order is not pending', 'It is shipped.')
const bare = problem(null, 401, null)
const failed = problem('INTERNAL_ERROR', 500, null, 'It is broken.')

test('a declared problem carries its code, status, title and where it happened', () => {
  const cause = new Error('because')
  const thrown = conflict('It was shipped.', { pointer: 'data.attributes.state', meta: { a: 1 }, cause })
  expect(thrown.status).toBe(409)
  expect(thrown.cause).toBe(cause)
  expect(thrown.message).toBe('It was shipped.')
  expect(thrown.errors).toEqual([
    {
      status: '409',
      code: 'NOT_PENDING',
      title: 'Order is not pending',
      detail: 'It was shipped.',
      source: { pointer: 'data.attributes.state' },
      meta: { a: 1 },
    },
  ])
})

test('a bare problem has only status and detail', () => {
  expect(bare('Unauthorized').errors).toEqual([{ status: '401', detail: 'Unauthorized' }])
})

test('a problem can carry headers of the answer', () => {
  expect(bare('Slow down', { headers: { 'Retry-After': '3' } }).headers).toEqual({ 'Retry-After': '3' })
})

test('joined problems keep every error and the common status', () => {
  const joined = joinProblems([conflict('one'), conflict('two', { headers: { a: 'b' } })])
  expect(joined.status).toBe(409)
  expect(joined.errors.map((error) => error.detail)).toEqual(['one', 'two'])
  expect(joined.headers).toEqual({ a: 'b' })
})

test('mixed client errors become 400 and any server error makes it 500', () => {
  expect(joinProblems([conflict('one'), bare('two')]).status).toBe(400)
  expect(joinProblems([conflict('one'), failed('two')]).status).toBe(500)
})

test('joining no problems at all is a mistake of the caller', () => {
  expect(() => joinProblems([])).toThrow(TypeError)
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\ud800', '\udfff x', '\u0000\u001f', '\u2028\u2029', '"\\'),
)
const anyError: fc.Arbitrary<ErrorObject> = fc.record(
  {
    status: fc.integer({ min: 400, max: 599 }).map(String),
    detail: anyText,
    title: anyText,
    code: anyText,
    source: fc.record({ pointer: anyText, parameter: anyText, header: anyText }, { requiredKeys: [] }),
    meta: fc.dictionary(fc.string(), fc.jsonValue()),
  },
  { requiredKeys: ['status', 'detail'] },
)

test('any error list renders to a valid error document', () => {
  const validator = Compile(errorSchema)
  fc.assert(
    fc.property(fc.array(anyError, { minLength: 1 }), (errors) => {
      const text = errorDocument(errors)
      const document = JSON.parse(text)
      expect(validator.Check(document)).toBe(true)
      expect(text.isWellFormed()).toBe(true)
      expect(document.errors).toEqual(JSON.parse(JSON.stringify(errors)))
    }),
  )
})

test('a code means the same wherever it is declared', () => {
  expect(declaredCodes()).toContainEqual({ code: 'NOT_PENDING', status: 409, meaning: 'It is shipped.' })
  problem('NOT_PENDING', 409, 'Conflict', 'It is shipped.')
  expect(() => problem('NOT_PENDING', 409, 'Conflict', 'It is paid.')).toThrow('two meanings')
})
