/** Whatever the database can send of the types that we read, the reader and the plain driver make the same of it. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, newClient, plainClient, statement, types } from './fixtures/database.ts'
import { openReader, type ParameterValue } from './index.ts'

const url = await createDatabase(afterAll)
const plain = await plainClient(url, afterAll)
const reader = openReader({ client: () => newClient(url), connections: 2, queue: 100, types })
afterAll(() => reader.end())
beforeAll(async () => {
  await plain.query(`create type mood as enum ('calm', 'größer', 'with "quotes", and \\ more')`)
  await plain.query(`create domain price as numeric(12, 2)`)
  await plain.query(`create type pair as (a int, b text)`)
})

// A text of the database holds no NUL.
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replaceAll('\0', '').toWellFormed()),
  fc.string({ unit: 'grapheme-ascii', maxLength: 600 }),
  fc.constantFrom(
    '',
    ' ',
    '\\',
    '"',
    "'",
    '{}',
    'NULL',
    'null',
    '\n',
    'é',
    '🌊',
    'ÿ',
    '\u007f',
    '\u0080',
    'a'.repeat(4100),
  ),
)
const arrayOf = (item: fc.Arbitrary<string>) =>
  fc
    .array(fc.option(item), { maxLength: 5 })
    .map(
      (items) =>
        `{${items.map((one) => (one === null ? 'NULL' : `"${one.replace(/["\\]/g, '\\$&')}"`)).join()}}`,
    )
const instant = fc
  .date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(999_999))
  .map(([whole, rest]) => `${whole}.${rest}`)
const json = fc.json({ stringUnit: 'grapheme' }).map((text) => text.replaceAll('\\u0000', '?'))
const small = (bits: number) =>
  fc.bigInt({ min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n }).map(String)

const kinds: [type: string, value: fc.Arbitrary<ParameterValue>][] = [
  ['text', text],
  ['varchar', text],
  ['uuid', fc.uuid()],
  ['bool', fc.constantFrom('t', 'f')],
  ['int2', small(16)],
  ['int4', small(32)],
  ['int8', small(64)],
  ['numeric', fc.oneof(decimal, small(64), fc.constantFrom('NaN', 'Infinity', '-Infinity', '0', '0.00'))],
  ['price', fc.nat(1_000_000).map((minor) => `-${minor}.5`)],
  ['float8', fc.double().map(String)],
  ['float4', fc.float().map(String)],
  [
    'timestamptz',
    fc.oneof(instant, fc.constantFrom('infinity', '-infinity', '2026-03-04 05:06:07.123456+00')),
  ],
  ['timestamp', instant],
  ['date', fc.oneof(instant, fc.constant('infinity'))],
  ['time', fc.constantFrom('00:00', '23:59:59.999999')],
  ['interval', fc.nat(10_000_000).map((seconds) => `${seconds} seconds`)],
  ['json', json],
  ['jsonb', json],
  ['bytea', fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))],
  ['mood', fc.constantFrom('calm', 'größer', 'with "quotes", and \\ more')],
  ['pair', fc.nat().map((n) => `(${n},"a ""b""")`)],
  ['inet', fc.ipV4()],
  ['text[]', arrayOf(text.filter((one) => one.length < 50))],
  ['uuid[]', arrayOf(fc.uuid())],
  ['int4[]', arrayOf(small(32))],
  ['int8[]', arrayOf(small(64))],
  ['numeric[]', arrayOf(decimal)],
  ['bool[]', arrayOf(fc.constantFrom('t', 'f'))],
  ['timestamptz[]', arrayOf(instant)],
  ['jsonb[]', arrayOf(fc.constantFrom('1', '{}', '"x"'))],
  ['mood[]', arrayOf(fc.constantFrom('calm', 'größer'))],
]

/** A table of some columns, as values for the parameters of a statement, row by row. */
const table = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 8 }).chain((columns) =>
  fc
    .array(fc.tuple(...columns.map(([, value]) => fc.option(value, { freq: 6 }))), {
      minLength: 1,
      maxLength: 4,
    })
    .map((rows) => ({ columns: columns.map(([type]) => type), rows })),
)

test('rows of all types are those of the plain driver', async () => {
  const read = async (columns: readonly string[], rows: readonly (readonly ParameterValue[])[]) => {
    const lines = rows.map(
      (_, y) => `(${columns.map((type, x) => `$${y * columns.length + x + 1}::${type}`).join()})`,
    )
    const names = columns.map((_, x) => `c${x}`)
    const one = statement(`select * from (values ${lines.join()}) as t (${names.join()})`)
    const values = rows.flat()
    const [ours, { rows: theirs }] = await Promise.all([
      reader.read(one, values),
      plain.query(one.text, values as unknown[]),
    ])
    expect(ours).toEqual(theirs)
    return ours
  }
  await fc.assert(
    fc.asyncProperty(table, async ({ columns, rows }) => {
      expect((await read(columns, rows)).length).toBe(rows.length)
    }),
    { numRuns: 300 },
  )
  // Chance may have left one out.
  for (const [type, value] of kinds) {
    const rows = fc.sample(value, 20).map((one) => [one])
    expect((await read([type], [...rows, [null]])).at(-1)).toEqual({ c0: null })
  }
})
