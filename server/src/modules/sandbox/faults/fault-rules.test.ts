import { expect, test } from 'vitest'
import type { FaultRow } from './fault-queries.ts'
import { type Asked, injectedProblem, isAltering, matches } from './fault-rules.ts'

const APPLICATION = '01957000-0000-7000-8000-00000000000a'
const OTHER = '01957000-0000-7000-8000-00000000000b'

const fault = (members: Partial<FaultRow> = {}): FaultRow => ({
  id: '01957000-0002-7000-8000-000000000000',
  method: null,
  path: '*',
  status: 500,
  delay_ms: 0,
  share: 1,
  remaining: null,
  created_at: new Date(0),
  application_id: null,
  client_id: null,
  retry_after: null,
  errors: 1,
  disconnect: null,
  expire_tokens: false,
  unknowns: false,
  marker: null,
  ...members,
})

const asked = (members: Partial<Asked> = {}): Asked => ({
  method: 'GET',
  path: '/api/v1/me',
  claim: { applicationId: APPLICATION, tokenId: null },
  clientId: null,
  ...members,
})

test.each([
  [{ path: '*' }, true],
  [{ path: '/api/v1/m*' }, true],
  [{ path: '/api/v1/me' }, true],
  [{ path: '/api/v1/m' }, false],
  [{ path: '/api/v1/me/*' }, false],
  [{ method: 'GET' }, true],
  [{ method: 'POST' }, false],
])('the path and the method of %j match the request: %s', (members, expected) => {
  expect(matches(fault(members), asked())).toBe(expected)
})

test('a fault of an application hits only requests with its token or its client id', () => {
  const own = fault({ application_id: APPLICATION, client_id: 'c1' })
  const nobody = { applicationId: null, tokenId: null }
  expect(matches(own, asked())).toBe(true)
  expect(matches(own, asked({ claim: nobody, clientId: 'c1' }))).toBe(true)
  expect(matches(own, asked({ claim: { applicationId: OTHER, tokenId: null } }))).toBe(false)
  expect(matches(own, asked({ claim: nobody, clientId: 'c2' }))).toBe(false)
  expect(matches(own, asked({ claim: nobody }))).toBe(false)
})

test('a fault expires only tokens from before it, and ignores requests without a token', () => {
  const expiring = fault({ status: null, expire_tokens: true })
  const by = (tokenId: string | null) =>
    matches(expiring, asked({ claim: { applicationId: APPLICATION, tokenId } }))
  expect(by('01957000-0001-7000-8000-000000000000')).toBe(true)
  expect(by('01957000-0003-7000-8000-000000000000')).toBe(false)
  expect(by(null)).toBe(false)
})

test('only faults with unknown members or a marker are altering', () => {
  expect(isAltering(fault({ unknowns: true }))).toBe(true)
  expect(isAltering(fault({ marker: 'm7' }))).toBe(true)
  expect(isAltering(fault({ disconnect: 'after' }))).toBe(false)
})

test('a failure has Retry-After if the fault sets it, and always with 429', () => {
  const headersOf = (members: Partial<FaultRow>) => injectedProblem(fault(members), 5500).headers
  expect(headersOf({})).toEqual({})
  expect(headersOf({ retry_after: 0 })).toEqual({ 'retry-after': '0' })
  expect(headersOf({ status: 429 })).toEqual({ 'retry-after': '1', 'x-ratelimit-reset': '7' })
  expect(headersOf({ status: 429, retry_after: 20 })).toEqual({
    'retry-after': '20',
    'x-ratelimit-reset': '26',
  })
})

test('a failure names its fault in each of its errors', () => {
  const { status, errors } = injectedProblem(fault({ errors: 2 }), 0)
  expect(status).toBe(500)
  expect(errors).toMatchObject([
    { detail: expect.stringContaining('1 of 2'), meta: { faultId: fault().id } },
    { detail: expect.stringContaining('2 of 2'), meta: { faultId: fault().id } },
  ])
})
