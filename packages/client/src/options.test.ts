import { expect, test, vi } from 'vitest'
import { createClient } from './client.ts'
import { readOptions, runsInBrowser } from './options.ts'

const baseUrl = 'https://marketplace.example.com'
const MOZILLA = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/147.0.0.0' }

function where(globals: Record<string, unknown>): boolean {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  try {
    return runsInBrowser()
  } finally {
    vi.unstubAllGlobals()
  }
}

test.each([
  ['a page', { navigator: MOZILLA, process: undefined }, true],
  ['a page of a bundler that adds process', { navigator: MOZILLA, process: { env: {}, versions: {} } }, true],
  ['Node', {}, false],
  ['Node 20, which has no navigator', { navigator: undefined }, false],
  ['an imitated page in Node', { navigator: MOZILLA, window: {}, document: {} }, false],
  [
    'Workers of a hosting provider',
    { navigator: { userAgent: 'Cloudflare-Workers' }, process: undefined },
    false,
  ],
  ['Deno', { navigator: { userAgent: 'Deno/2.4.0' }, process: undefined }, false],
])('%s is recognized', (_, globals, expected) => {
  expect(where(globals)).toBe(expected)
})

test.each([{ clientId: 'a', clientSecret: 'b' }, { token: 'c' }, { clientSecret: 'b' }])(
  'in a browser %j is an error with a remedy',
  (credentials) => {
    expect(() => readOptions({ baseUrl, ...credentials }, true)).toThrow(
      'must not reach a browser: create the client without them',
    )
  },
)

test('in a browser the cookies of the page are sent, and its origin is the base URL', async () => {
  vi.stubGlobal('location', { origin: 'https://dashboard.example.com' })
  const settings = readOptions({}, true)
  vi.unstubAllGlobals()
  expect(settings).toMatchObject({ baseUrl: 'https://dashboard.example.com', credentials: { kind: 'none' } })
})

test.each([
  { clientId: 'a' },
  { clientSecret: 'b' },
  { clientId: 'a', clientSecret: 'b', token: 'c' },
  { clientId: 'a', clientSecret: 'line\n' },
  { token: '' },
])('%j is not complete, or not a credential', (credentials) => {
  expect(() => createClient({ baseUrl, ...credentials })).toThrow(
    'either clientId and clientSecret, or token',
  )
})

test.each(['timeoutMs', 'maxBytes', 'maxConcurrent', 'maxWaitMs'])('%s has to be above 0', (name) => {
  expect(() => createClient({ baseUrl, [name]: 0 })).toThrow(`${name} must be a number above 0`)
})

test.each([-1, 6, 1.5, Number.NaN])('%d is no number of retries', (maxRetries) => {
  expect(() => createClient({ baseUrl, maxRetries })).toThrow('maxRetries must be a whole number from 0 to 5')
})

test.each(['', ' ', 'line\nbreak', 'a  b', 'café/1'])('%j cannot be a User-Agent', (userAgent) => {
  expect(() => createClient({ baseUrl, userAgent })).toThrow('userAgent must be a text of visible ASCII')
})

test('in a browser there is no User-Agent to set', () => {
  expect(readOptions({ baseUrl, userAgent: 'shop/1' }, true).userAgent).toBeUndefined()
})
