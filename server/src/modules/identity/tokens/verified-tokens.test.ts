import { expect, test } from 'vitest'
import { type VerifiedToken, VerifiedTokens } from './verified-tokens.ts'

const verified = (n: number): VerifiedToken => ({
  actor: { applicationId: `${n}`, userId: null, account: { kind: 'operator' }, session: null } as never,
  expiresAtMs: n,
})

test('a token is found again after many other tokens', () => {
  const tokens = new VerifiedTokens()
  const count = 2500
  for (let n = 0; n < count; n++) tokens.add(`token ${n}`, verified(n))
  for (let round = 0; round < 2; round++)
    for (let n = 0; n < count; n++) expect(tokens.find(`token ${n}`)?.expiresAtMs).toBe(n)
})

test('a token that differs in one character is not found', () => {
  const tokens = new VerifiedTokens()
  tokens.add('token', verified(1))
  expect(tokens.find('token')).toBeDefined()
  for (const other of ['Token', 'token ', 'toke', '']) expect(tokens.find(other)).toBeUndefined()
})

test('the oldest token is dropped when there are too many', () => {
  const tokens = new VerifiedTokens()
  for (let n = 0; n <= 50_000; n++) tokens.add(`token ${n}`, verified(n))
  expect(tokens.find('token 0')).toBeUndefined()
  expect(tokens.find('token 1')).toBeDefined()
})
