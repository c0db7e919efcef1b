import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SPELLINGS, spell } from './json-spellings.ts'

const EVENT =
  '{"meta":{"event":{"timestamp":1772701200}},"data":{"id":"a","attributes":{"rate":1.5,"url":"https://x.example/a","note":"é \\"q\\" \\n"}}}'

test('plain is the text as it was', () => {
  expect(spell('{"b": 1}', 'plain')).toBe('{"b": 1}')
})

test.each(SPELLINGS.slice(1))(
  '%s: other bytes than those that a JSON library writes, for the same value',
  (spelling) => {
    const text = spell(EVENT, spelling)
    expect(text).not.toBe(EVENT)
    const { unknownText, ...same } = JSON.parse(text)
    expect(same).toEqual(JSON.parse(EVENT))
    if (spelling !== 'reordered' && spelling !== 'astral')
      expect(JSON.stringify(JSON.parse(text))).not.toBe(text)
  },
)

test('each spelling differs in what it is named after', () => {
  expect(spell(EVENT, 'spaced')).toMatch(/^\r\n\{ \r\n\t"meta": \{/)
  expect(spell(EVENT, 'escaped')).toContain('"\\u0068ttps:\\/\\/x.example\\/a"')
  expect(spell(EVENT, 'escaped')).not.toMatch(/[^\u0020-\u007e]/)
  expect(spell(EVENT, 'decimals')).toContain('"timestamp":1772701200.0')
  expect(spell(EVENT, 'decimals')).toContain('"rate":1.5')
  expect(spell(EVENT, 'reordered').indexOf('"data"')).toBeLessThan(
    spell(EVENT, 'reordered').indexOf('"meta"'),
  )
  expect(spell(EVENT, 'astral')).toMatch(/[\u{10000}-\u{10ffff}]/u)
})

test('any value keeps what it is', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(...SPELLINGS),
      (value, spelling) => {
        const text = JSON.stringify(value)
        const { unknownText, ...same } = JSON.parse(spell(text, spelling))
        const { unknownText: _, ...before } = JSON.parse(text)
        expect(same).toEqual(before)
      },
    ),
  )
})
