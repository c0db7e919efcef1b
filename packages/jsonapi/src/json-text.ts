/** Serializes single values. Whatever the row contains, the result is one valid JSON value. */

// Lone surrogates must be escaped, and searching for any surrogate is cheaper than searching for lone ones.
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings must escape exactly these
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/

export const writers = {
  text(value: unknown): string {
    return typeof value === 'string' ? writeString(value) : writeAny(value)
  },

  number(value: unknown): string {
    return typeof value === 'number' && Number.isFinite(value) ? `${value}` : writeAny(value)
  },

  any: writeAny,

  id(value: unknown): string {
    return writeString(String(value))
  },

  encoded(value: unknown, encode: (value: unknown) => unknown): string {
    return value === null || value === undefined ? 'null' : writeAny(encode(value))
  },

  /** For codecs whose text never needs escaping. */
  plain(value: unknown, encode: (value: unknown) => unknown): string {
    return value === null || value === undefined ? 'null' : `"${encode(value)}"`
  },

  one(id: unknown, opening: string): string {
    return id === null || id === undefined ? 'null' : `${opening}${writeString(String(id))}}`
  },

  many(ids: readonly string[] | null | undefined, opening: string): string {
    if (!ids || ids.length === 0) return '[]'
    let text = ''
    for (const id of ids.length > FEW ? new Set(ids) : ids.filter(isFirst)) {
      text += `${text === '' ? '[' : ','}${opening}${writeString(String(id))}}`
    }
    return `${text}]`
  },

  /** Joins the members that are present; empty if there is none. */
  members(texts: readonly string[], opening: string, closing: string): string {
    const present = texts.filter((text) => text !== '')
    return present.length === 0 ? '' : opening + present.join(',') + closing
  },
}

// Up to this number of ids, pairwise comparison is cheaper than a set.
const FEW = 16

const isFirst = (id: string, i: number, ids: readonly string[]) => ids.indexOf(id) === i

// Starting the regular expression costs about as much as a loop over this many characters.
const SHORT = 24

function writeString(value: string): string {
  if (value.length > SHORT) return NEEDS_ESCAPE.test(value) ? JSON.stringify(value) : `"${value}"`
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    if (code < 32 || code === 34 || code === 92 || (code >= 0xd800 && code <= 0xdfff)) {
      return JSON.stringify(value)
    }
  }
  return `"${value}"`
}

function writeAny(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return writeString(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'number':
      return Number.isFinite(value) ? `${value}` : 'null'
    case 'bigint':
      return value.toString()
    case 'object':
      return value === null ? 'null' : (JSON.stringify(value) ?? 'null')
    default:
      return 'null'
  }
}
