import { expect, test } from 'vitest'
import { alter, isAlterable, withoutMarkers } from './alterations.ts'

const UNKNOWNS = { unknowns: true, marker: null }
const MARKER = { unknowns: false, marker: 'm7' }

test('every resource gets unknown members in addition to its own', () => {
  const data = { type: 'a', id: '1', attributes: { name: 'x' }, relationships: { b: { data: null } } }
  const document = { data: [data], included: [{ type: 'b', id: '2', attributes: {} }], meta: { page: 1 } }
  alter(document, UNKNOWNS)
  expect(document).toMatchObject({
    unknownMember: {},
    links: {},
    meta: { page: 1, unknownMeta: ['unknown'] },
  })
  for (const resource of [...document.data, ...document.included]) {
    expect(resource).toMatchObject({
      attributes: { unknownText: 'unknown', unknownNumber: 42.5, unknownNull: null, unknownObject: {} },
      relationships: { unknownRelation: { data: { type: 'unknown-things' } } },
      links: { unknownLink: expect.any(String) },
      meta: { unknownMeta: 'unknown' },
    })
  }
  expect(data).toMatchObject({ attributes: { name: 'x' }, relationships: { b: { data: null } } })
})

test.each([[{ data: null }], [{ data: [] }], [{ jsonapi: { version: '1.0' } }]])(
  '%j without a resource gets unknown members too',
  (document) => {
    alter(document, UNKNOWNS)
    expect(document).toMatchObject({ unknownMember: {} })
  },
)

test('a resource identifier gets no attributes or relationships', () => {
  const data = { type: 'a', id: '1' }
  alter({ data }, UNKNOWNS)
  expect(Object.keys(data)).toEqual(['type', 'id', 'meta'])
})

test('a marker is added to all links of pages, and to no other document', () => {
  const first = 'http://x/api/v1/orders?page%5Blimit%5D=2'
  const pages = { links: { first, next: `${first}&page%5Bafter%5D=b`, prev: null, self: 'http://x/api' } }
  expect(isAlterable(pages, MARKER)).toBe(true)
  alter(pages, MARKER)
  expect(pages.links).toEqual({
    first: `${first}&marker=m7`,
    next: `${first}&page%5Bafter%5D=b&marker=m7`,
    prev: null,
    self: 'http://x/api?marker=m7',
  })
  const one = { data: null, links: { self: first } }
  expect(isAlterable(one, MARKER)).toBe(false)
  expect(isAlterable(one, UNKNOWNS)).toBe(true)
  alter(one, { ...MARKER, unknowns: true })
  expect(one.links).toMatchObject({ self: first })
})

test.each([
  ['/a?marker=m7', '/a'],
  ['/a?x=%5B1&marker=m7&y=+', '/a?x=%5B1&y=+'],
  ['/a?marker=m7&marker=k', '/a'],
  ['/a?marker=other&xmarker=m7', '/a?marker=other&xmarker=m7'],
  ['/a', '/a'],
])('%s without its markers is %s', (url, expected) => {
  expect(withoutMarkers(url, ['m7', 'k'])).toBe(expected)
})
