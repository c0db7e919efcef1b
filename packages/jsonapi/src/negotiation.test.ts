import { expect, test } from 'vitest'
import { acceptsJsonApi, isJsonApi, JSON_API } from './negotiation.ts'

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
