import { expect, test } from 'vitest'
import { namesProgram } from './user-agents.ts'

test.each([
  undefined,
  '',
  'node',
  'undici',
  'axios/1.7.2',
  'python-requests/2.32.3',
  'Python/3.12 aiohttp/3.9.5',
  'curl/8.5.0',
  'Go-http-client/1.1',
  'okhttp/5.1.0',
  'Java/21.0.2',
  'Apache-HttpClient/5.3 (Java/17.0.9)',
  'GuzzleHttp/7',
  'Symfony HttpClient (Curl)',
  'tradehall-client/0.1.0',
])('%s names no program', (userAgent) => {
  expect(namesProgram(userAgent)).toBe(false)
})

test.each([
  'my-connector/1.2',
  'my-connector/1.2 tradehall-client/0.1.0',
  'okhttp/5.1.0 BrewSync',
  'ERP (contact@example.com)',
])('%s names a program', (userAgent) => {
  expect(namesProgram(userAgent)).toBe(true)
})
