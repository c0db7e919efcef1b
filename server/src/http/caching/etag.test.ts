import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONTENT_CODINGS } from '../answers/accept-encoding.ts'
import { bodyTag, currentTag, encodedTag } from './etag.ts'

const BASE = bodyTag('a body')

test('a tag has at least 96 bits, and characters that a tag may contain', () => {
  expect(BASE).toMatch(/^[\w-]{16,}$/)
})

test('different bodies have different tags, and equal ones the same', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(bodyTag(one) === bodyTag(other)).toBe(Buffer.from(one).equals(Buffer.from(other)))
      expect(bodyTag(Buffer.from(one))).toBe(bodyTag(one))
    }),
  )
})

test('each content coding has a tag of its own', () => {
  const tags = [undefined, ...CONTENT_CODINGS].map((coding) => encodedTag(BASE, coding))
  expect(tags).toEqual([`"${BASE}"`, `"${BASE}-zstd"`, `"${BASE}-br"`, `"${BASE}-gzip"`])
})

describe('If-None-Match', () => {
  test.each([
    [`"${BASE}"`, `"${BASE}"`],
    [`W/"${BASE}"`, `"${BASE}"`],
    [`"other", W/"x" ,"${BASE}"`, `"${BASE}"`],
    [`"${BASE}-gzip"`, `"${BASE}-gzip"`],
    [`W/"${BASE}-gzip"`, `"${BASE}-gzip"`],
    [`"${BASE}-br", "${BASE}-gzip"`, `"${BASE}-gzip"`],
    ['*', `"${BASE}"`],
    [' * ', `"${BASE}"`],
  ])('%s lists the current tag %s', (header, tag) => {
    expect(currentTag(header, BASE, ['gzip'])).toBe(tag)
  })

  test.each([
    undefined,
    '',
    BASE,
    `"${BASE}`,
    `"${BASE}x"`,
    `"x${BASE}"`,
    `"${BASE}-"`,
    `"${BASE}-deflate"`,
    `"${BASE}.gzip"`,
    '"*"',
    '"a", *',
    '""',
    ',,,',
  ])('%j lists no current tag', (header) => {
    expect(currentTag(header, BASE, ['gzip'])).toBeUndefined()
  })

  test('does not match a coding that the client no longer accepts', () => {
    expect(currentTag(`"${BASE}-br"`, BASE, ['gzip'])).toBeUndefined()
    expect(currentTag(`"${BASE}-br"`, BASE, ['br'])).toBe(`"${BASE}-br"`)
  })

  test('matches the base in every list that contains it, and in no other', () => {
    const opaque = fc.stringMatching(/^[!#-~\u0080-\u00ff]{0,30}$/)
    const element = fc.record({
      weak: fc.constantFrom('', 'W/'),
      tag: fc.oneof(opaque, fc.constant(BASE)),
      space: fc.constantFrom('', ' ', '\t'),
    })
    fc.assert(
      fc.property(fc.array(element, { minLength: 1 }), (list) => {
        const header = list.map(({ weak, tag, space }) => `${space}${weak}"${tag}"${space}`).join(',')
        expect(currentTag(header, BASE, []) !== undefined).toBe(list.some(({ tag }) => tag === BASE))
      }),
    )
  })
})
