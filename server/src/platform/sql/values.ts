/** Serializes parameter values to the text format of PostgreSQL, and parses result values. */
import pg from 'pg'
import { Json } from './query.ts'

/** The OIDs of built-in types, which are the same in every PostgreSQL. */
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

const ELEMENT_TYPES: ReadonlyMap<number, number> = new Map([
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

type Parse = (text: string) => unknown

type Nested<T> = (T | Nested<T>)[]
const parseTexts = pg.types.getTypeParser(TEXT_ARRAY as number) as (text: string) => Nested<string | null>

const UTC_END = '+00'
/** '2026-01-05 17:02:41', before the fraction and the zone. */
const SECONDS_LENGTH = 19
const POINT = 46

/** Parses four-digit years in UTC digit by digit, several times faster than `Date`; others fall back to `Date`. */
const parseDate: Parse = (text) => {
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

/** PostgreSQL omits trailing zeros; digits below a millisecond are truncated. Undefined if there is no valid fraction. */
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

const PARSERS = new Map<number, Parse>([
  [BOOL, (text) => text === 't'],
  [BYTEA, (text) => Buffer.from(text.slice(2), 'hex')],
  // Amounts and counters are far below 2^53.
  ...[...NUMBERS].map((type) => [type, Number] as const),
  ...[TIMESTAMP, TIMESTAMPTZ].map((type) => [type, parseDate] as const),
  ...[JSON_TEXT, JSONB].map((type) => [type, JSON.parse as Parse] as const),
])
for (const [array, element] of ELEMENT_TYPES) PARSERS.set(array, arrayOf(PARSERS.get(element)))
// Ids contain nothing to unescape, so splitting replaces the array parser, which inspects each character.
PARSERS.set(UUID_ARRAY, (text) =>
  text.includes('N') ? parseTexts(text) : text === '{}' ? [] : text.slice(1, -1).split(','),
)

/** Other types stay text, dates included: as a `Date` they would shift with the time zone of the machine. */
export const parserFor = (type: number): Parse => PARSERS.get(type) ?? String

function arrayOf(read: Parse | undefined): Parse {
  if (!read) return parseTexts
  const parseAll = (items: Nested<string | null>): unknown[] =>
    items.map((item) => (Array.isArray(item) ? parseAll(item) : item === null ? null : read(item)))
  return (text) => parseAll(parseTexts(text))
}

export const serializeParameters = (values: readonly unknown[], types: readonly number[]) =>
  values.map((value, i) => serializeValue(value, types[i] ?? 0))

/** `type` is the OID of the parameter. */
function serializeValue(value: unknown, type: number): string | null {
  if (value === null) return null
  if (value instanceof Json) return value.value === null ? null : JSON.stringify(value.value)
  if (type === JSONB || type === JSON_TEXT) return JSON.stringify(value)
  if (Array.isArray(value))
    return type === UUID_ARRAY ? serializeIds(value) : serializeArray(value, ELEMENT_TYPES.get(type))
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (value instanceof Date) return value.toISOString()
  // A text without a time zone would be interpreted in that of the database.
  if (type === TIMESTAMPTZ || type === TIMESTAMP) return new Date(value as string | number).toISOString()
  if (typeof value === 'object') throw new TypeError('An object can only be serialized for a JSON parameter.')
  return String(value)
}

const serializeIds = (ids: readonly (string | null)[]) => `{${ids.map((id) => id ?? 'null').join(',')}}`

export function serializeArray(items: readonly unknown[], type = TEXT): string {
  return `{${items.map((item) => serializeItem(item, type)).join(',')}}`
}

function serializeItem(item: unknown, type: number): string {
  if (item === undefined) throw new TypeError('An array parameter contains an undefined value.')
  if (typeof item === 'number' && NUMBERS.has(type)) return String(item)
  if (Array.isArray(item)) return serializeArray(item, type)
  const text = serializeValue(item, type)
  return text === null ? 'null' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
