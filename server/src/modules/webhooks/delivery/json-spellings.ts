/**
 * The same JSON value in other bytes than `JSON.stringify` would write, as servers in other languages do: a receiver that
 * verifies what it has parsed and serialized again, instead of the bytes as they came, refuses these.
 */
export const SPELLINGS = ['plain', 'spaced', 'escaped', 'decimals', 'reordered', 'astral'] as const
export type Spelling = (typeof SPELLINGS)[number]

/** Beyond the Basic Multilingual Plane: four bytes in UTF-8, two escapes in JSON. */
const ASTRAL = '\u{1F56F}\u{1F4E6} \u{20BB7}'

export function spell(text: string, spelling: Spelling): string {
  const value: unknown = JSON.parse(text)
  switch (spelling) {
    case 'plain':
      return text
    case 'spaced':
      return `\r\n${JSON.stringify(value, null, '\t').replaceAll('\n', ' \r\n')}\n`
    case 'escaped':
      return text.replaceAll(/"(?:[^"\\]|\\.)*"/g, escapeString)
    case 'decimals':
      return write(value, (number) => (Number.isSafeInteger(number) ? `${number}.0` : `${number}`))
    case 'reordered':
      return JSON.stringify(reversed(value))
    case 'astral':
      return JSON.stringify(withAstral(value))
  }
}

/** Slashes, and everything that is not ASCII; the first sign too, so that no string is as it was. */
const escapeString = (literal: string) =>
  JSON.stringify(JSON.parse(literal))
    .replaceAll('/', '\\/')
    .replaceAll(/[^\u0020-\u007e]/g, unicodeEscape)
    .replace(/^"(?=[^"\\])./, (start) => `"${unicodeEscape(start.slice(1))}`)

const unicodeEscape = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

function write(value: unknown, writeNumber: (number: number) => string): string {
  if (typeof value === 'number') return writeNumber(value)
  if (Array.isArray(value)) return `[${value.map((each) => write(each, writeNumber)).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}:${write(each, writeNumber)}`,
  )
  return `{${members.join()}}`
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, each]) => [name, reversed(each)]),
  )
}

/** In a member that nobody knows, so that nothing of the resource is different. */
const withAstral = (value: unknown) => ({ ...(value as object), unknownText: ASTRAL })
