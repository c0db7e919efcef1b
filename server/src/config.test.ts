import { ConfigError } from '@tradehall/kit/failures'
import { describe, expect, test } from 'vitest'
import { readConfig, settings, unknownVariables } from './config.ts'

const KEY = Buffer.alloc(32, 1).toString('base64')
const production = {
  TRADEHALL_MODE: 'production',
  TRADEHALL_DATABASE_URL: 'postgres://db.test/tradehall',
  TRADEHALL_SECRET_KEY: KEY,
  TRADEHALL_TRUST_PROXY: '10.0.0.0/8',
  TRADEHALL_PAYMENT_PUBLIC_KEY: 'pk_live_x',
}

test('without any variable the server is a sandbox on loopback with an embedded database', () => {
  expect(readConfig({})).toMatchObject({
    mode: 'sandbox',
    host: '127.0.0.1',
    port: 8080,
    dataDir: expect.stringMatching(/\.tradehall$/),
    databaseUrl: undefined,
    redisUrl: undefined,
    rateLimit: 'on',
    processes: 1,
  })
})

test('an empty variable counts as absent', () => {
  expect(readConfig({ TRADEHALL_PORT: ' ', TRADEHALL_REDIS_URL: '' })).toMatchObject({
    port: 8080,
    redisUrl: undefined,
  })
})

describe('a bad value stops the start with one sentence that names the variable', () => {
  test.each([
    ['TRADEHALL_MODE', 'live'],
    ['TRADEHALL_PORT', '80a'],
    ['TRADEHALL_PORT', '70000'],
    ['TRADEHALL_PORT', '-1'],
    ['TRADEHALL_TRACE_RATIO', '1.5'],
    ['TRADEHALL_TRACE_RATIO', '-0.1'],
    ['TRADEHALL_TRACE_RATIO', '10%'],
    ['TRADEHALL_TRACE_RATIO', '.'],
    ['TRADEHALL_PROCESSES', '0'],
    ['TRADEHALL_DATABASE_URL', 'mysql://x'],
    ['TRADEHALL_DATABASE_URL', 'nonsense'],
    ['TRADEHALL_REDIS_URL', 'http://x'],
    ['TRADEHALL_RATE_LIMIT', 'maybe'],
    ['TRADEHALL_INTEGRATION_SOURCES', 'Shop One'],
    ['TRADEHALL_INTEGRATION_SOURCES', 'one,,two'],
    ['TRADEHALL_EXTERNAL_PLATFORMS', 'Shop One'],
    ['TRADEHALL_TRUST_PROXY', 'everyone'],
    ['TRADEHALL_MONITORING_HOSTS', 'api-1:9464'],
    ['TRADEHALL_MONITORING_HOSTS', 'api-1,http://api-2'],
    ['TRADEHALL_MONITORING_HOSTS', '*.example.test'],
    ['TRADEHALL_TRUST_PROXY', '10.0.0.0/8/9'],
    ['TRADEHALL_SECRET_KEY', 'short'],
    ['TRADEHALL_SECRET_KEY', `${KEY},short`],
    ['TRADEHALL_SECRET_KEY', `${KEY}${KEY}`],
    ['TRADEHALL_SECRET_KEY', ','],
    ['TRADEHALL_SECRET_KEY', `${KEY}, ${KEY}`],
    ['TRADEHALL_CARRIER_SECRETS', 'northpost'],
    ['TRADEHALL_CARRIER_SECRETS', 'northpost=x, =y'],
    ['TRADEHALL_TLS_CERT', '/cert.pem'],
    ['TRADEHALL_DEMO_DATE', '2026-03-02'],
    ['TRADEHALL_DEMO_DATE', '2026-03-02T07:50:00'],
    ['TRADEHALL_DEMO_DATE', '2026-13-02T07:50:00Z'],
  ])('%s=%s', (variable, value) => {
    const read = () => readConfig({ [variable]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`${variable}.*\\.$`))
  })

  test('and a secret value is not repeated', () => {
    expect(() => readConfig({ TRADEHALL_DATABASE_URL: 'x://user:hunter2@db' })).toThrow(/^(?!.*hunter2)/)
  })
})

test('a ring has several secret keys, and a bad one is not repeated', () => {
  const other = Buffer.alloc(32, 8).toString('base64')
  expect(readConfig({ TRADEHALL_SECRET_KEY: `${KEY}, ${other}` }).secretKey).toBe(`${KEY}, ${other}`)
  expect(() => readConfig({ TRADEHALL_SECRET_KEY: `${KEY},hunter2` })).toThrow(/^(?!.*hunter2)/)
})

test('secrets of carriers are pairs, and the secret may hold an equals sign', () => {
  const { carrierSecrets } = readConfig({ TRADEHALL_CARRIER_SECRETS: 'northpost=a==, swiftroad=b' })
  expect([...carrierSecrets]).toEqual([
    ['northpost', 'a=='],
    ['swiftroad', 'b'],
  ])
  expect(() => readConfig({ TRADEHALL_CARRIER_SECRETS: 'hunter2' })).toThrow(/^(?!.*hunter2)/)
})

describe('production', () => {
  test('starts with a database, a key and a trusted proxy', () => {
    expect(readConfig(production).mode).toBe('production')
  })

  test.each([
    ['without a database', { TRADEHALL_DATABASE_URL: undefined }, /TRADEHALL_DATABASE_URL/],
    ['without a key', { TRADEHALL_SECRET_KEY: undefined }, /TRADEHALL_SECRET_KEY/],
    [
      'without TLS or a trusted proxy',
      { TRADEHALL_TRUST_PROXY: undefined },
      /TRADEHALL_TLS_CERT.*TRADEHALL_TRUST_PROXY/,
    ],
    ['without limits', { TRADEHALL_RATE_LIMIT: 'off' }, /TRADEHALL_RATE_LIMIT/],
    [
      'with the demo payment key',
      { TRADEHALL_PAYMENT_PUBLIC_KEY: undefined },
      /TRADEHALL_PAYMENT_PUBLIC_KEY/,
    ],
    ['with a plain public address', { TRADEHALL_PUBLIC_URL: 'http://x.test' }, /TRADEHALL_PUBLIC_URL/],
  ])('refuses to start %s', (_what, change, message) => {
    expect(() => readConfig({ ...production, ...change })).toThrow(message)
  })
})

test('variables that are no settings are named', () => {
  expect(
    unknownVariables({ TRADEHALL_PROT: '1', TRADEHALL_PORT: '2', TRADEHALL_TEST_X: '3', PATH: '4' }),
  ).toEqual(['TRADEHALL_PROT'])
})

test('every setting explains itself', () => {
  for (const { variable, explanation } of Object.values(settings)) {
    expect(variable).toMatch(/^TRADEHALL_[A-Z_]+$/)
    expect(explanation).toMatch(/\.$/)
  }
})

test.each([
  [undefined, 1],
  ['0', 0],
  ['1', 1],
  ['1.0', 1],
  ['0.25', 0.25],
  ['.5', 0.5],
])('the share of traces %s is %d', (TRADEHALL_TRACE_RATIO, traceRatio) => {
  expect(readConfig({ TRADEHALL_TRACE_RATIO })).toMatchObject({ traceRatio })
})

test('headers of the collector are pairs, and an error does not show them', () => {
  const read = (TRADEHALL_OTLP_HEADERS: string) => readConfig({ TRADEHALL_OTLP_HEADERS }).otlpHeaders
  expect(read('authorization=Bearer a=b, x-team=shop')).toEqual(
    new Map([
      ['authorization', 'Bearer a=b'],
      ['x-team', 'shop'],
    ]),
  )
  expect(() => read('top-secret')).toThrow(
    'TRADEHALL_OTLP_HEADERS must list pairs as name=value; entry 1 is not a pair.',
  )
})
