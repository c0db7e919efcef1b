import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { clockAt } from '../platform/clock.ts'
import { createSecrets } from '../platform/secrets.ts'
import { SessionCookies } from './session-cookie.ts'

const clock = clockAt(new Date('2026-03-02T09:00:00Z'))
const instance = (byte: number) =>
  new SessionCookies({ clock, secrets: createSecrets(Buffer.alloc(32, byte).toString('base64')) })
const [here, there] = [instance(1), instance(2)]
const VALUE = 'v'.repeat(43)

const request = (protocol: 'http' | 'https', cookie?: string) =>
  ({ protocol, headers: { cookie } }) as unknown as FastifyRequest

/** The Set-Cookie header. */
function setBy(cookies: SessionCookies, protocol: 'http' | 'https'): string {
  let written = ''
  const reply = { header: (_name: string, value: string) => (written = value) } as unknown as FastifyReply
  cookies.set(request(protocol), reply, { value: VALUE, expiresAt: new Date('2026-03-02T10:00:00Z') })
  return written
}
const pairOf = (header: string) => header.split(';', 1)[0] ?? ''

test('two sandboxes at two ports of one host have cookies of different names, and ignore that of the other', () => {
  const [mine, other] = [pairOf(setBy(here, 'http')), pairOf(setBy(there, 'http'))]
  expect(mine).not.toBe(other)
  expect(here.read(request('http', `${other}; ${mine}`))).toBe(VALUE)
  expect(here.read(request('http', other))).toBeUndefined()
})

test('by HTTPS the cookie is bound to its host, and one without the prefix, which a subdomain may plant, is ignored', () => {
  expect(setBy(here, 'https')).toBe(
    `__Host-tradehall=${VALUE}; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure`,
  )
  expect(here.read(request('https', pairOf(setBy(here, 'http'))))).toBeUndefined()
  expect(here.read(request('https', `__Host-tradehall=${VALUE}`))).toBe(VALUE)
})

test.each(['', 'x', `${'v'.repeat(42)}=`, 'v'.repeat(44)])(
  'a value that is none is not looked up: %j',
  (value) => {
    expect(here.read(request('https', `__Host-tradehall=${value}`))).toBeUndefined()
  },
)
