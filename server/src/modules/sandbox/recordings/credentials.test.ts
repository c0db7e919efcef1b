import { describe, expect, test } from 'vitest'
import { headerTexts, tokensIn, withoutCredentials, withoutTokens } from './credentials.ts'

const JWT = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl'

describe('credentials in a url', () => {
  test.each([
    ['/api/v1/me?access_token=abc', '/api/v1/me?access_token=[redacted]'],
    ['/api/v1/me?accessToken=abc&x=1', '/api/v1/me?accessToken=[redacted]&x=1'],
    ['/api/v1/me?x=1&Access-Token=abc', '/api/v1/me?x=1&Access-Token=[redacted]'],
    ['/api/v1/me?%74oken=abc', '/api/v1/me?%74oken=[redacted]'],
    ['/oauth/token?client_id=a&client_secret=b', '/oauth/token?client_id=a&client_secret=[redacted]'],
    [`/api/v1/me?key=${JWT}`, '/api/v1/me?key=[redacted]'],
    [`/api/v1/me?key=${JWT.replaceAll('.', '%2E')}`, '/api/v1/me?key=[redacted]'],
    [`/api/v1/me?${JWT}`, '/api/v1/me?[redacted]'],
    [`/${JWT}/orders`, '/[redacted]/orders'],
    ['/api/v1/me?key=presented-secret', '/api/v1/me?key=[redacted]'],
    ['/presented-secret', '/[redacted]'],
  ])('%s', (url, stored) => {
    expect(withoutCredentials(url, ['presented-secret'])).toEqual({ url: stored, found: true })
  })

  test.each([
    '/api/v1/me',
    '/api/v1/orders?page[after]=0199&filter[token]=x',
    '/api/v1/me?token=',
    '/oauth/token?client_id=abc',
    '/api/v1/eyJ.x.y',
    '/%zz?%zz=%zz',
  ])('none in %s', (url) => {
    expect(withoutCredentials(url, ['presented-secret'])).toEqual({ url, found: false })
  })
})

test('tokens are found in a url', () => {
  expect(tokensIn(`/api/v1/me?a=1&b=${JWT}`)).toEqual([JWT])
  expect(tokensIn('/api/v1/me')).toEqual([])
})

test('every token is removed from texts, in linear time also for hostile texts', () => {
  expect(withoutTokens(`{"a":"${JWT}","b":"my-secret","c":"${JWT}"}`, ['my-secret'])).toBe(
    '{"a":"[redacted]","b":"[redacted]","c":"[redacted]"}',
  )
  const hostile = 'eyJ'.repeat(400_000)
  expect(withoutTokens(hostile, [])).toBe(hostile)
})

test('headers have names in lower case and no secrets', () => {
  const headers = {
    Authorization: `Bearer ${JWT}`,
    Cookie: 'session=1',
    'X-Api-Key': 'k',
    'X-Custom': `about ${JWT} and my-secret`,
    'set-cookie': ['a=1', 'b=2'],
    via: ['one', 'two'],
    'content-length': 12,
    absent: undefined,
  }
  expect(headerTexts(headers, ['my-secret'])).toEqual({
    authorization: 'Bearer [redacted]',
    cookie: '[redacted]',
    'x-api-key': '[redacted]',
    'x-custom': 'about [redacted] and [redacted]',
    'set-cookie': '[redacted]',
    via: 'one, two',
    'content-length': '12',
  })
  expect(headerTexts({ authorization: 'Basic YTpi' }, [])).toEqual({ authorization: 'Basic [redacted]' })
  expect(headerTexts({ authorization: 'Digest abc' }, [])).toEqual({ authorization: '[redacted]' })
})
