/** How values are written for the database, and how its texts are read. */
import pg from 'pg'
import { Json } from './query.ts'

/** Numbers of types, as PostgreSQL has given them once and for all. */
const BOOL = 16
const BYTEA = 17
const INT8 = 20
const INT2 = 21
const INT4 = 23
const TEXT = 25
const OID = 26
const JSON_TEXT = 114
const FLOAT4 = 700
const FLOAT8 = 701
const DATE = 1082
const TIMESTAMP = 1114
const TIMESTAMPTZ = 1184
const NUMERIC = 1700
const UUID = 2950
const JSONB = 3802
const UUID_ARRAY = 2951
const TEXT_ARRAY = 1009

const ELEMENTS: ReadonlyMap<number, number> = new Map([
  [199, JSON_TEXT],
  [1000, BOOL],
  [1001, BYTEA],
  [1003, TEXT], // name
  [1005, INT2],
  [1007, INT4],
  [TEXT_ARRAY, TEXT],
  [1014, TEXT], // bpchar
  [1015, TEXT], // varchar
  [1016, INT8],
  [1021, FLOAT4],
  [1022, FLOAT8],
  [1028, OID],
  [1115, TIMESTAMP],
  [1182, DATE],
  [1185, TIMESTAMPTZ],
  [1231, NUMERIC],
  [UUID_ARRAY, UUID],
  [3807, JSONB],
])

type Read = (text: string) => unknown

type Nested<T> = (T | Nested<T>)[]
const readTexts = pg.types.getTypeParser(TEXT_ARRAY as number) as (text: string) => Nested<string | null>

const UTC_END = '+00'
/** '2026-01-05 17:02:41', before the fraction and the zone. */
const SECONDS_LENGTH = 19
const POINT = 46

/** By its digits, several times faster than the parser of dates, for what lies in our time and zone. */
const readDate: Read = (text) => {
  const isPlain = text.charCodeAt(4) === DASH && text.endsWith(UTC_END)
  const ms = isPlain ? fractionMs(text) : undefined
  if (ms === undefined) return new Date(text)
  return new Date(
    Date.UTC(
      digitsAt(text, 0) * 100 + digitsAt(text, 2),
      digitsAt(text, 5) - 1,
      digitsAt(text, 8),
      digitsAt(text, 11),
      digitsAt(text, 14),
      digitsAt(text, 17),
      ms,
    ),
  )
}

const DASH = 45
const ZERO = 48
const digitsAt = (text: string, at: number) =>
  (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO

/** The database leaves out zeros at the end; what is finer than a millisecond is cut off. Undefined: it is none. */
function fractionMs(text: string): number | undefined {
  const end = text.length - UTC_END.length
  if (end === SECONDS_LENGTH) return 0
  if (text.charCodeAt(SECONDS_LENGTH) !== POINT) return undefined
  let ms = 0
  for (let at = SECONDS_LENGTH + 1; at < SECONDS_LENGTH + 4; at++) {
    ms = ms * 10 + (at < end ? text.charCodeAt(at) - ZERO : 0)
  }
  return ms
}

const NUMBERS: ReadonlySet<number> = new Set([INT2, INT4, INT8, OID, FLOAT4, FLOAT8, NUMERIC])

const READS = new Map<number, Read>([
  [BOOL, (text) => text === 't'],
  [BYTEA, (text) => Buffer.from(text.slice(2), 'hex')],
  // Amounts and counters stay far below 2^53.
  ...[...NUMBERS].map((type) => [type, Number] as const),
  ...[TIMESTAMP, TIMESTAMPTZ].map((type) => [type, readDate] as const),
  ...[JSON_TEXT, JSONB].map((type) => [type, JSON.parse as Read] as const),
])
for (const [array, element] of ELEMENTS) READS.set(array, arrayOf(READS.get(element)))
// Ids have nothing to quote or to escape: the reader of arrays looks at each character.
READS.set(UUID_ARRAY, (text) =>
  text.includes('N') ? readTexts(text) : text === '{}' ? [] : text.slice(1, -1).split(','),
)

/** What is not among them stays text: a date too, which has no zone, and as a Date would move with the machine's. */
export const readerOf = (type: number): Read => READS.get(type) ?? String

function arrayOf(read: Read | undefined): Read {
  if (!read) return readTexts
  const readAll = (items: Nested<string | null>): unknown[] =>
    items.map((item) => (Array.isArray(item) ? readAll(item) : item === null ? null : read(item)))
  return (text) => readAll(readTexts(text))
}

export const written = (values: readonly unknown[], types: readonly number[]) =>
  values.map((value, i) => writeValue(value, types[i] ?? 0))

/** `type` is what the database takes in this place. */
export function writeValue(value: unknown, type: number): string | null {
  if (value === null) return null
  if (value instanceof Json) return value.value === null ? null : JSON.stringify(value.value)
  if (type === JSONB || type === JSON_TEXT) return JSON.stringify(value)
  if (Array.isArray(value))
    return type === UUID_ARRAY ? writeIds(value) : writeArray(value, ELEMENTS.get(type))
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (value instanceof Date) return value.toISOString()
  // A text without a zone would be read in that of the database.
  if (type === TIMESTAMPTZ || type === TIMESTAMP) return new Date(value as string | number).toISOString()
  if (typeof value === 'object')
    throw new TypeError('An object can only become JSON; here is no place for it.')
  return String(value)
}

const writeIds = (ids: readonly (string | null)[]) => `{${ids.map((id) => id ?? 'null').join(',')}}`

function writeArray(items: readonly unknown[], type = TEXT): string {
  return `{${items.map((item) => writeItem(item, type)).join(',')}}`
}

function writeItem(item: unknown, type: number): string {
  if (item === undefined) throw new TypeError('An array for the database has an undefined value.')
  if (typeof item === 'number' && NUMBERS.has(type)) return String(item)
  if (Array.isArray(item)) return writeArray(item, type)
  const text = writeValue(item, type)
  return text === null ? 'null' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
