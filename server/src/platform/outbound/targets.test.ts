import { expect, test } from 'vitest'
import { SPELLINGS } from '../../../test/closed-addresses.ts'
import { createResolve, readTarget, TargetRefused } from './targets.ts'

const production = { loopback: false }
const sandbox = { loopback: true }

test.each(SPELLINGS)('%s is refused in production', (text) => {
  expect(() => readTarget(text, production)).toThrow(TargetRefused)
})

const LOOPBACK = ['http://127.0.0.1:3000/hook', 'http://localhost:3000/', 'http://[::1]:3000/']

test.each([...LOOPBACK, 'https://2130706433:8443/'])('%s is accepted in the sandbox', (text) => {
  expect(readTarget(text, sandbox).href).toContain('://')
})

const PRIVATE = SPELLINGS.filter((each) => /10\.0|169|254|192\.168|172|fe80|fd00|ffff|64:ff9b/.test(each))

test.each(PRIVATE)('%s is refused in the sandbox', (text) => {
  expect(() => readTarget(text, sandbox)).toThrow(TargetRefused)
})

test.each([
  ['plain HTTP', 'http://example.com/', /https/],
  ['another protocol', 'ftp://example.com/', /https/],
  ['a file', 'file:///etc/passwd', /https/],
  ['a script', 'javascript:alert(1)', /https/],
  ['a user name', 'https://user@example.com/', /user name/],
  ['a password', 'https://:secret@example.com/', /password/],
  ['a part behind #', 'https://example.com/#x', /#/],
  ['a port of mail', 'https://example.com:25/', /Port 25/],
  ['a port of shells', 'https://example.com:22/', /Port 22/],
  ['no host', 'https://', /no address/],
  ['a path alone', '/hooks', /no address/],
  ['a space', 'https://exa mple.com/', /no address/],
  ['a zone', 'https://[fe80::1%25eth0]/', /./],
  ['too much', `https://example.com/${'x'.repeat(2000)}`, /2000 characters/],
])('%s is refused', (_what, text, reason) => {
  expect(() => readTarget(text, production)).toThrow(reason)
})

test.each([
  'https://example.com/hooks?a=1',
  'https://example.com:8443/',
  'https://example.com:443/',
  'https://1.1.1.1/',
  'https://[2606:4700::1111]/',
  'https://bücher.example/',
])('%s is accepted in production', (text) => {
  expect(readTarget(text, production).protocol).toBe('https:')
})

test('localhost and its subdomains are this machine, whatever a name server answers', async () => {
  const resolve = createResolve()
  for (const name of ['localhost', 'LOCALHOST', 'app.localhost'])
    expect(await resolve(name)).toEqual(['127.0.0.1', '::1'])
})

test('one trailing dot of a host is removed, more than one is refused', () => {
  const cases = [
    ['http://localhost.:3000/hook', 'http://localhost:3000/hook'],
    ['https://example.com./hook', 'https://example.com/hook'],
    ['https://EXAMPLE.com.:8443/', 'https://example.com:8443/'],
    ['http://127.0.0.1.:3000/', 'http://127.0.0.1:3000/'],
  ] as const
  for (const [text, href] of cases) expect(readTarget(text, sandbox).href).toBe(href)
  for (const text of [
    'https://example.com../',
    'https://localhost..:3000/',
    'https://a..example/',
    'https://./',
  ]) {
    expect(() => readTarget(text, sandbox), text).toThrow(TargetRefused)
  }
  expect(() => readTarget('http://localhost.:3000/', production)).toThrow(/https/)
})
