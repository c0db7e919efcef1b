import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { connect } from '../database.ts'
import type { Argument } from './query.ts'

const db = connect(await createTestDatabase(afterAll), { pool: 1, name: 'test' })
afterAll(() => db.end())

const ID = '0190b5a3-0000-7000-8000-00000000000a'
const MOMENT = new Date('2026-03-02T09:00:00.123Z')

describe('a value is read as it was written', () => {
  test.each<[type: string, value: Argument]>([
    ['text', 'a "quoted" \\ text, with {braces}, ünï and \n lines'],
    ['text', ''],
    ['varchar', 'x'],
    ['int2', -3],
    ['int4', 2 ** 31 - 1],
    ['int8', 2 ** 53 - 1],
    ['numeric', 12.345],
    ['float8', -0.1],
    ['boolean', true],
    ['boolean', false],
    ['uuid', ID],
    ['date', '2026-03-02'],
    ['timestamptz', MOMENT],
    ['bytea', Buffer.from([0, 1, 255])],
    ['text', null],
    ['text[]', ['a', '', 'null', 'b"c', 'd\\e', 'f,g', '{h}', null]],
    ['text[]', []],
    ['int4[]', [1, -2, null]],
    ['int8[]', [2 ** 53 - 1]],
    ['numeric[]', [1.5]],
    ['boolean[]', [true, false, null]],
    ['uuid[]', [ID, null, ID]],
    ['uuid[]', []],
    ['date[]', ['2026-03-02']],
    ['timestamptz[]', [MOMENT, null]],
    ['bytea[]', [Buffer.from([0, 1, 255]), Buffer.from('x')]],
  ])('%s %j', async (type, value) => {
    const [row] = await db`select ${value}::${db.unsafe(type)} as it`
    expect(row?.it).toEqual(value)
  })
})

describe('JSON', () => {
  const values = [{ a: [1, { b: null }] }, [1, 'two'], [], 'text', 'a "quoted" text', 7, true]

  test.each(values)('%j is written with db.json', async (value) => {
    const [row] = await db`select ${db.json(value)} as it`
    expect(row?.it).toEqual(value)
  })

  // The text of the statement casts a boolean, which the column refuses.
  test.each(values.filter((value) => value !== true))(
    '%j is serialized as JSON because of its column, in a row',
    async (value) => {
      await db`create table if not exists documents (number int, told jsonb, written json)`
      await db`delete from documents`
      await db`insert into documents ${db({ number: 1, told: value, written: null })}`
      await db`update documents set ${db({ written: value })} where number = ${1}`
      expect(await db`select * from documents`).toEqual([{ number: 1, told: value, written: value }])
    },
  )

  test('null is the null of SQL, not that of JSON', async () => {
    expect(await db`select ${db.json(null)} is null as it`).toEqual([{ it: true }])
  })

  test('arrays of documents are written and read', async () => {
    const [row] =
      await db`select ${['{"a": 1}', '{}'].map((text) => JSON.parse(text)) as never}::jsonb[] as it`
    expect(row?.it).toEqual([{ a: 1 }, {}])
  })
})

test('a time may be passed as text, and is UTC without a zone', async () => {
  await db`create table moments (at timestamptz)`
  await db.begin(async (tx) => {
    await tx`set local time zone 'Asia/Tokyo'`
    await tx`insert into moments values (${'2026-03-02'})`
  })
  expect(await db`select at from moments`).toEqual([{ at: new Date('2026-03-02T00:00:00Z') }])
})

describe('a time is parsed as Date parses it', () => {
  test.each([
    '2026-03-02 09:00:00+00',
    '2026-03-02 09:00:00.1+00',
    '2026-12-31 23:59:59.999999+00',
    '2024-02-29 00:00:00.000001+00',
    '1969-12-31 23:59:59.5+00',
    '9999-12-31 23:59:59.12+00',
  ])('%s', async (text) => {
    const [row] = await db`select ${text}::timestamptz as it`
    expect(row?.it).toEqual(new Date(text.replace(' ', 'T').replace('+00', 'Z')))
  })
})

test('nested arrays are read', async () => {
  const [row] = await db`select array[array[1, 2], array[3, null]] as it, array['2026-03-02'::date] as days`
  expect(row).toEqual({
    it: [
      [1, 2],
      [3, null],
    ],
    days: ['2026-03-02'],
  })
})

test.each<[string, unknown]>([
  ['an object for a text parameter', { a: 1 }],
  ['an array with a hole', ['a', undefined]],
])('%s is refused before anything is sent', async (_what, value) => {
  await expect(db`select ${value as string}::text`).rejects.toThrow(TypeError)
  expect(await db`select 1 as one`).toEqual([{ one: 1 }])
})
