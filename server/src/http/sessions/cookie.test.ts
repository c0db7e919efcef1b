import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { clockAt } from '../../platform/clock.ts'
import { createSecrets } from '../../platform/secrets/secrets.ts'
import { SessionCookies } from './cookie.ts'

const clock = clockAt(new Date('2026-03-02T09:00:00Z'))
const instance = (...bytes: number[]) => {
  const ring = bytes.map((byte) => Buffer.alloc(32, byte).toString('base64')).join()
  return new SessionCookies({ clock, secrets: createSecrets(ring) })
}
const [here, there] = [instance(1), instance(2)]
const VALUE = 'v'.repeat(43)

const request = (protocol: 'http' | 'https', cookie?: string) =>
  ({ protocol, headers: { cookie } }) as unknown as FastifyRequest

const expiresAt = new Date('2026-03-02T10:00:00Z')

/** The Set-Cookie headers that `write` sets. */
function written(write: (reply: FastifyReply) => void): string[] {
  let headers: string[] = []
  const reply = { header: (_name: string, value: string | string[]) => (headers = [value].flat()) }
  write(reply as unknown as FastifyReply)
  return headers
}
const setBy = (cookies: SessionCookies, protocol: 'http' | 'https') =>
  written((reply) => cookies.set(request(protocol), reply, { value: VALUE, expiresAt }))[0] ?? ''
const pairOf = (header: string) => header.split(';', 1)[0] ?? ''

test('two sandboxes on two ports of one host use different cookie names, and ignore the cookie of the other', () => {
  const [mine, other] = [pairOf(setBy(here, 'http')), pairOf(setBy(there, 'http'))]
  expect(mine).not.toBe(other)
  expect(here.read(request('http', `${other}; ${mine}`))).toBe(VALUE)
  expect(here.read(request('http', other))).toBeUndefined()
})

test('over HTTPS the cookie is bound to its host, and one without the prefix, which a subdomain could set, is ignored', () => {
  expect(setBy(here, 'https')).toBe(
    `__Host-tradehall=${VALUE}; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure`,
  )
  expect(here.read(request('https', pairOf(setBy(here, 'http'))))).toBeUndefined()
  expect(here.read(request('https', `__Host-tradehall=${VALUE}`))).toBe(VALUE)
})

test('a cookie with the name of an older key is read, renamed by any response, and deleted with the session', () => {
  const [before, during, after] = [instance(1), instance(2, 1), instance(2)]
  const old = pairOf(setBy(before, 'http'))
  expect(during.read(request('http', old))).toBe(VALUE)
  expect(after.read(request('http', old))).toBeUndefined()
  const renamed = written((reply) => during.keep(request('http', old), reply, expiresAt))
  expect(renamed).toEqual([
    expect.stringMatching(/^tradehall-\w{12}=v{43}; Path=\/; Max-Age=3600; /),
    expect.stringMatching(/^tradehall-\w{12}=; Path=\/; Max-Age=0; /),
  ])
  expect(renamed[1]).toContain(old.split('=')[0])
  const fresh = pairOf(renamed[0] ?? '')
  expect(after.read(request('http', fresh))).toBe(VALUE)
  // A cookie with the new name is not changed, and is preferred to one with the old name.
  expect(written((reply) => during.keep(request('http', fresh), reply, expiresAt))).toEqual([])
  expect(during.read(request('http', `${old.replace(/v+$/, 'w'.repeat(43))}; ${fresh}`))).toBe(VALUE)
  const ended = written((reply) => during.set(request('http', `${fresh}; ${old}`), reply, null))
  expect(ended.map((header) => /Max-Age=(\d+)/.exec(header)?.[1])).toEqual(['0', '0'])
})

test.each(['', 'x', `${'v'.repeat(42)}=`, 'v'.repeat(44)])(
  'an invalid value is not looked up: %j',
  (value) => {
    expect(here.read(request('https', `__Host-tradehall=${value}`))).toBeUndefined()
  },
)
