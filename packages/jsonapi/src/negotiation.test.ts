import { expect, test } from 'vitest'
import { acceptsExtension, acceptsJsonApi, isJsonApi, JSON_API } from './negotiation.ts'

test.each([
  JSON_API,
  'Application/VND.API+JSON',
  `text/html, ${JSON_API};q=0.5`,
  `${JSON_API}; charset=utf-8`,
  `${JSON_API};ext="a,b", ${JSON_API}`,
  `${JSON_API};q=1.000`,
])('%s accepts JSON:API', (accept) => {
  expect(acceptsJsonApi(accept)).toBe(true)
})

test.each([
  undefined,
  '',
  '*/*',
  'application/*',
  'application/json',
  `${JSON_API};q=0`,
  `${JSON_API};q=0.000`,
  `${JSON_API};q=high`,
  `${JSON_API}; ext="x"`,
  `${JSON_API}; profile=x`,
  `${JSON_API}; charset=latin1`,
  `text/plain;x="${JSON_API}, ${JSON_API}"`,
  `text/plain;x=",${JSON_API},"`,
  `x${JSON_API}`,
])('%s does not accept JSON:API', (accept) => {
  expect(acceptsJsonApi(accept)).toBe(false)
})

test.each([JSON_API, `${JSON_API};charset=UTF-8`, `${JSON_API}; charset="utf-8"`])(
  '%s is JSON:API',
  (type) => {
    expect(isJsonApi(type)).toBe(true)
  },
)

test.each([
  undefined,
  '',
  'application/json',
  `${JSON_API};q=1`,
  `${JSON_API}; ext=x`,
  `${JSON_API}, ${JSON_API}`,
])('%s is not JSON:API as a content type', (type) => {
  expect(isJsonApi(type)).toBe(false)
})

const extension = 'https://example.test/ext/bulk'

test.each([`${JSON_API}; ext="${extension}"`, `${JSON_API};ext=${extension};charset=utf-8`])(
  '%s is JSON:API where the extension is known',
  (type) => {
    expect(isJsonApi(type, { extension })).toBe(true)
    expect(acceptsJsonApi(type, { extension })).toBe(true)
    expect(acceptsExtension(`text/html, ${type};q=0.8`, extension)).toBe(true)
    expect(isJsonApi(type)).toBe(false)
    expect(acceptsJsonApi(type)).toBe(false)
  },
)

test('other extensions stay unknown, and what is not listed is not used', () => {
  for (const type of [`${JSON_API}; ext="${extension} x"`, `${JSON_API}; ext="${extension}"; profile=x`]) {
    expect(isJsonApi(type, { extension })).toBe(false)
    expect(acceptsJsonApi(type, { extension })).toBe(false)
    expect(acceptsExtension(type, extension)).toBe(false)
  }
  expect(acceptsExtension(JSON_API, extension)).toBe(false)
  expect(acceptsExtension(`${JSON_API}; ext="${extension}"; q=0.0`, extension)).toBe(false)
  expect(acceptsExtension(undefined, extension)).toBe(false)
})

test.each([
  undefined,
  '',
  '*/*',
  'application/*;q=0.1',
  'application/json',
  'text/plain, application/json; charset=utf-8',
  JSON_API,
])('leniently, %s accepts JSON:API', (accept) => {
  expect(acceptsJsonApi(accept, { lenient: true })).toBe(true)
})

test.each(['text/html', 'text/*', '*/*;q=0', 'application/json;q=0.0', 'application/xml'])(
  '%s does not accept JSON:API even leniently',
  (accept) => {
    expect(acceptsJsonApi(accept, { lenient: true })).toBe(false)
  },
)

test('leniently, plain JSON in UTF-8 is JSON:API as a content type, and nothing else is', () => {
  for (const type of ['application/json', 'Application/JSON; charset=UTF-8', JSON_API])
    expect(isJsonApi(type, { lenient: true })).toBe(true)
  for (const type of [undefined, '', '*/*', 'text/plain', 'application/json; charset=latin1'])
    expect(isJsonApi(type, { lenient: true })).toBe(false)
})
