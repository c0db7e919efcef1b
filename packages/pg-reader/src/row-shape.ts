/** Generates a function for each set of columns that parses rows into objects with one hidden class. */
import type pg from 'pg'
import type { Column } from './incoming.ts'

export type ResultRow = Record<string, unknown>
/** Parses a DataRow from its first column on. */
export type ReadRow = (bytes: Buffer, at: number, end: number) => ResultRow
type Parse = (text: string) => unknown

/** Types whose text format is ASCII: numbers, booleans, bytea, uuids, and dates and times in the ISO style. */
const ASCII = new Set([
  16, 17, 20, 21, 23, 26, 700, 701, 1082, 1083, 1114, 1184, 1186, 1266, 1700, 2950,
  // Arrays of these types.
  1000, 1005, 1007, 1016, 1021, 1022, 1115, 1182, 1185, 1231, 2951,
])

/** Bounds the cache for statements that are generated at run time. */
const MAX_SHAPES = 500

/** Caches the functions: statements with the same columns share one, on all connections. */
export function createShapes(types: pg.CustomTypesConfig): (columns: readonly Column[]) => ReadRow {
  const shapes = new Map<string, ReadRow>()
  return (columns) => {
    const key = JSON.stringify(columns)
    const known = shapes.get(key)
    if (known) return known
    const made = compileShape(columns, types)
    const [oldest] = shapes.keys()
    if (oldest !== undefined && shapes.size >= MAX_SHAPES) shapes.delete(oldest)
    shapes.set(key, made)
    return made
  }
}

function compileShape(columns: readonly Column[], types: pg.CustomTypesConfig): ReadRow {
  const parsers = columns.map(({ type }) => types.getTypeParser(type, 'text') as Parse)
  const code = `
    return (bytes, at, end) => {
      const from = at
      const text = end - at <= ${MAX_ROW_BYTES} ? bytes.latin1Slice(at, end) : undefined
      let length
      ${columns.map((column, index) => columnCode(column, index, parsers[index] as Parse)).join('')}
      return { ${columns.map(({ name }, index) => `${keyCode(name)}: value${index}`).join()} }
    }`
  return new Function('parsers', 'helpers', `const { ascii, utf8, number } = helpers\n${code}`)(parsers, {
    ascii,
    utf8,
    number,
  })
}

/** As a plain key, `__proto__` would set the prototype. */
const keyCode = (name: string) => (name === '__proto__' ? `['__proto__']` : JSON.stringify(name))

function columnCode({ type }: Column, index: number, parse: Parse): string {
  const range = 'bytes, text, from, at, at + length'
  const raw = `${ASCII.has(type) ? 'ascii' : 'utf8'}(${range})`
  const value = ASCII.has(type) && parse === Number ? `number(${range})` : `parsers[${index}](${raw})`
  return `
      let value${index} = null
      length = (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]
      at += 4
      if (length !== -1) {
        value${index} = ${value}
        at += length
      }`
}

/**
 * A call of the decoder costs as much as fifty characters. So a row is decoded by one call as Latin-1, and its ASCII
 * columns are slices of that string. A slice keeps the whole string alive, so this is limited to small rows.
 */
const MAX_ROW_BYTES = 4096
/** For longer columns, checking each byte takes longer than calling the decoder. */
const LONG_BYTES = 200

type Decode<T = string> = (
  bytes: Buffer & {
    latin1Slice(from: number, to: number): string
    utf8Slice(from: number, to: number): string
  },
  row: string | undefined,
  from: number,
  at: number,
  end: number,
) => T

const ascii: Decode = (bytes, row, from, at, end) =>
  row === undefined ? bytes.latin1Slice(at, end) : row.slice(at - from, end - from)

const utf8: Decode = (bytes, row, from, at, end) => {
  if (row === undefined || end - at > LONG_BYTES) return bytes.utf8Slice(at, end)
  for (let i = at; i < end; i++) if ((bytes[i] as number) > 127) return bytes.utf8Slice(at, end)
  return row.slice(at - from, end - from)
}

/** Integers with up to 15 digits are exact in a double. */
const MAX_DIGITS = 15

/** Equivalent to `Number` of the text, but parses integers without creating a string. */
const number: Decode<number> = (bytes, row, from, at, end) => {
  const first = bytes[at] === 45 ? at + 1 : at
  if (end === first || end - first > MAX_DIGITS) return Number(ascii(bytes, row, from, at, end))
  let value = 0
  for (let i = first; i < end; i++) {
    const digit = (bytes[i] as number) - 48
    if (digit < 0 || digit > 9) return Number(ascii(bytes, row, from, at, end))
    value = value * 10 + digit
  }
  return first > at ? -value : value
}
