import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readIfMatch } from './if-match.ts'

const read = (header: string | undefined) => readIfMatch({ conditional: true }, header)
const statusOf = (run: () => unknown) => {
  try {
    run()
    return 200
  } catch (error) {
    return (error as { status: number; errors: { source: object }[] }).status
  }
}

describe('tags', () => {
  test.each([
    ['one', '"v1.q"', ['v1']],
    ['a list', '"v1.q", "v2.r" ,\t"v3.s"', ['v1', 'v2', 'v3']],
    ['an encoding suffix', '"v1.q-gzip"', ['v1']],
    ['a weak tag', 'W/"v1.q"', ['v1']],
    ['a list of weak tags', 'W/"v1.q-br",W/"v2.q"', ['v1', 'v2']],
    ['empty elements of the list', ', ,"v1.q",,', ['v1']],
    ['a comma inside of a tag', '"v1.a,b", "v2.q"', ['v1', 'v2']],
    ['several dots', '"v1.q.r"', ['v1']],
    ['a tag of a body', '"c0ffee"', []],
    ['a tag of a body beside one with a version', '"c0ffee", "v1.q"', ['v1']],
    ['a tag of another server', '"\u00e9!.x"', []],
    ['an empty tag', '""', []],
  ])('%s', (_what, header, versions) => {
    expect([...(read(header) ?? ['none'])]).toEqual(versions)
  })

  test('are found in every list that the grammar allows, and nothing else is', () => {
    const space = fc.stringMatching(/^[ \t]{0,2}$/)
    const version = fc.stringMatching(/^[\w-]{1,22}$/)
    const rest = fc.stringMatching(/^[!#-~\u0080-\u00ff]{0,12}$/)
    const tag = fc.record({ mark: fc.constantFrom('', 'W/'), version, rest, before: space, after: space })
    const list = fc.array(tag, { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(list, (tags) => {
        const header = tags
          .map(({ mark, version, rest, before, after }) => `${before}${mark}"${version}.${rest}"${after}`)
          .join(',')
        expect(read(header)).toEqual(new Set(tags.map(({ version }) => version)))
      }),
    )
  })
})

test('without the header, and with an asterisk, every version is accepted', () => {
  expect(read(undefined)).toBeNull()
  expect(read('*')).toBeNull()
  expect(read(' * ')).toBeNull()
})

describe('a malformed list of tags', () => {
  test.each([
    '',
    ' ',
    ',,',
    '"',
    'v1.q',
    '"v1.q',
    '"v1.q" "v2.q"',
    '"v1.q""v2.q"',
    'w/"v1.q"',
    'W/ "v1.q"',
    '*, "v1.q"',
    '"v1.q", *',
    '"v 1.q"',
  ])('%j is a bad request that names the header', (header) => {
    expect(() => read(header)).toThrow(
      expect.objectContaining({
        status: 400,
        errors: [expect.objectContaining({ source: { header: 'If-Match' } })],
      }),
    )
  })

  test('never causes another error', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ',', ' ', 'W', '/', '*', '.', 'a') }), (header) => {
        expect([200, 400]).toContain(statusOf(() => read(header)))
      }),
    )
  })
})

test('an operation that does not evaluate tags refuses them', () => {
  for (const header of ['"v1.q"', 'W/"v1.q"', 'x', '']) {
    expect(() => readIfMatch({}, header)).toThrow(
      expect.objectContaining({
        status: 400,
        errors: [expect.objectContaining({ source: { header: 'If-Match' } })],
      }),
    )
  }
  for (const header of ['*', undefined]) expect(readIfMatch({}, header)).toBeNull()
})
