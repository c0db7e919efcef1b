import { describe, expect, test } from 'vitest'
import { connectionCandidates } from './settings.ts'

const candidates = (url: string) => connectionCandidates(url, { name: 'test' })
const unverified = { rejectUnauthorized: false }
const verified = { rejectUnauthorized: true }

describe('encryption follows the URL', () => {
  test.each([
    ['', [undefined]],
    ['?sslmode=disable', [false]],
    ['?sslmode=allow', [unverified]],
    ['?sslmode=prefer', [unverified, false]],
    ['?sslmode=require', [unverified]],
    ['?sslmode=verify-ca', [verified]],
    ['?sslmode=verify-full', [verified]],
    ['?ssl=true', [verified]],
    ['?sslmode=require&sslrootcert=system', [verified]],
    ['?sslrootcert=system', [verified]],
    ['?sslmode=no-such-mode', [verified]],
  ])('%s', (query, expected) => {
    const found = candidates(`postgres://user:secret@db.test/shop${query}`)
    expect(found.map(({ ssl }) => ssl)).toEqual(expected)
    for (const { connectionString } of found) expect(connectionString).not.toContain('ssl')
  })
})

test('each of several hosts is a separate candidate', () => {
  expect(
    candidates('postgres://user:secret@one.test,two.test:5433/shop').map(
      (candidate) => candidate.connectionString,
    ),
  ).toEqual(['postgres://user:secret@one.test:5433/shop', 'postgres://user:secret@two.test:5433/shop'])
})

test('a host that is a folder names a socket, and remains in the URL', () => {
  const [candidate] = candidates('postgres://user@localhost/shop?host=/run/db&port=5544')
  expect(new URL(candidate.connectionString as string).searchParams.get('host')).toBe('/run/db')
})

test('the settings of a session come from the URL and from the options', () => {
  const url = 'postgres://user@localhost/shop?options=-c%20search_path%3Dgeneral'
  const [candidate] = connectionCandidates(url, { name: 'reader', isReadOnly: true, answerWithinMs: 8000 })
  expect(candidate).toMatchObject({
    application_name: 'reader',
    options: '-c search_path=general -c default_transaction_read_only=on',
    statement_timeout: 7000,
    idle_in_transaction_session_timeout: 30_000,
  })
  expect(candidate.connectionString).not.toContain('options')
})
