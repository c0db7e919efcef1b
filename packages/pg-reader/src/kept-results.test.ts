/** Results that are read again: the same objects for the same bytes, and never anything but what the database sends. */
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createDatabase, plainClient, statement, testReader } from './fixtures/database.ts'
import type { Reader, ResultRow } from './index.ts'

const url = await createDatabase(afterAll)
const plain = await plainClient(url, afterAll)
const KEEP = { connections: 1, keepBytes: 200_000 }

interface Shelf {
  name: string
  tags: string[]
  box: { size: { width: number } }
}

let tables = 0
/** Twenty rows of about 200 bytes. */
async function newTable(): Promise<string> {
  const name = `shelf_${++tables}`
  await plain.query(
    `create table ${name} (id int primary key, name text, tags text[], box jsonb, at timestamptz)`,
  )
  await plain.query(`
    insert into ${name}
    select n, repeat('x', 200) || n, array['a', 'b'], '{"size": {"width": 3}}', '2026-01-05T17:02:41Z'
    from generate_series(1, 20) as n`)
  return name
}

/** The rows from the third time on, when a result is kept. */
async function readOften(read: () => Promise<ResultRow[]>): Promise<ResultRow[]> {
  await read()
  await read()
  return await read()
}

const pageOf = (table: string) => statement(`select * from ${table} where id > $1 order by id`)

test('rows that arrive again with the same bytes are the same objects', async () => {
  const page = pageOf(await newTable())
  const reader = testReader(url, KEEP)
  const first = await reader.read(page, ['0'])
  const second = await reader.read(page, ['0'])
  const third = await reader.read(page, ['0'])
  expect(second).toEqual(first)
  expect(third).toEqual(first)
  expect(third.every((row, i) => row === second[i])).toBe(true)
  // A result that is read once is not kept.
  expect(second.some((row, i) => row === first[i])).toBe(false)
  // Callers own the list.
  expect(third).not.toBe(second)
})

test('kept rows cannot be changed, nor what is in them', async () => {
  const page = pageOf(await newTable())
  const reader = testReader(url, KEEP)
  const [row] = (await readOften(() => reader.read(page, ['0']))) as unknown as [Shelf]
  expect(() => {
    row.name = 'other'
  }).toThrow(TypeError)
  expect(() => row.tags.push('c')).toThrow(TypeError)
  expect(() => {
    row.box.size.width = 4
  }).toThrow(TypeError)
})

test('a changed row is a new object, and the others stay', async () => {
  const table = await newTable()
  const page = pageOf(table)
  const reader = testReader(url, KEEP)
  const before = await readOften(() => reader.read(page, ['0']))
  await plain.query(`update ${table} set name = upper(name) where id = 7`)
  const after = await reader.read(page, ['0'])
  expect(after[6]).toMatchObject({ id: 7, name: expect.stringMatching(/^X{200}7$/) })
  expect(after.map((row, i) => row === before[i])).toEqual(before.map((_, i) => i !== 6))
  const again = await reader.read(page, ['0'])
  expect(again.every((row, i) => row === after[i])).toBe(true)
})

test('parameters of one statement have results of their own', async () => {
  const page = pageOf(await newTable())
  const reader = testReader(url, KEEP)
  const all = await readOften(() => reader.read(page, ['0']))
  const some = await readOften(() => reader.read(page, ['2']))
  expect(all).toHaveLength(20)
  expect(some.map(({ id }) => id)).toEqual(all.slice(2).map(({ id }) => id))
  expect((await reader.read(page, ['0']))[0]).toBe(all[0])
})

test('columns that have changed are read anew, even if the bytes are the same', async () => {
  const table = await newTable()
  const page = statement(`select * from ${table} order by id`)
  const reader = testReader(url, KEEP)
  await readOften(() => reader.read(page, []))
  await plain.query(`alter table ${table} rename name to title`)
  const [row] = await reader.read(page, [])
  expect(row).toHaveProperty('title')
  expect(row).not.toHaveProperty('name')
})

test.each<[string, string, Partial<typeof KEEP>]>([
  ['is smaller than 2 KB', 'select n, n::text from generate_series(1, 20) as n', {}],
  [
    'has bytes, which cannot be frozen',
    `select n, repeat('x', 200)::bytea from generate_series(1, 20) as n`,
    {},
  ],
  [
    'has a value that is too deep to be frozen',
    `select n, (repeat('[', 100) || repeat(']', 100))::json from generate_series(1, 20) as n`,
    {},
  ],
  [
    'takes more than an eighth of the memory',
    `select n, repeat('x', 200) from generate_series(1, 20) as n`,
    { keepBytes: 30_000 },
  ],
  ['is read without memory', `select n, repeat('x', 200) from generate_series(1, 20) as n`, { keepBytes: 0 }],
])('a result is not kept that %s', async (_why, text, options) => {
  const reader = testReader(url, { ...KEEP, ...options })
  const rows = statement(text)
  const before = await readOften(() => reader.read(rows, []))
  const after = await reader.read(rows, [])
  expect(after).toEqual(before)
  expect(after.some((row, i) => row === before[i])).toBe(false)
  expect(Object.isFrozen(after[0])).toBe(false)
})

test('what was used last stays when the memory is full', async () => {
  const page = pageOf(await newTable())
  // About 4.5 KB each, so that not all of twenty fit.
  const reader = testReader(url, { connections: 1, keepBytes: 50_000 })
  const used = await readOften(() => reader.read(page, ['0']))
  const forgotten = await readOften(() => reader.read(page, ['1']))
  for (let i = 0; i < 20; i++) {
    await readOften(() => reader.read(page, [String(-i)]))
    expect((await reader.read(page, ['0']))[0]).toBe(used[0])
  }
  expect((await reader.read(page, ['1']))[0]).not.toBe(forgotten[0])
})

test('a walk over many pages displaces nothing and keeps nothing, however often it is repeated', async () => {
  const page = pageOf(await newTable())
  const reader = testReader(url, { connections: 1, keepBytes: 50_000 })
  const kept = await readOften(() => reader.read(page, ['0']))
  for (let round = 1; round <= 4; round++) {
    for (let i = 1; i <= 30; i++) {
      const [row] = await reader.read(page, [String(-i)])
      expect(Object.isFrozen(row)).toBe(false)
    }
  }
  expect((await reader.read(page, ['0']))[0]).toBe(kept[0])
})

test('many at once get the same, whichever is kept', async () => {
  const page = pageOf(await newTable())
  const reader = testReader(url, { connections: 3, keepBytes: 200_000 })
  const readMany = () => Promise.all(Array.from({ length: 30 }, () => reader.read(page, ['0'])))
  await readMany()
  const [first, ...others] = await readMany()
  for (const one of others) expect(one).toEqual(first)
  const [later, ...rest] = await readMany()
  for (const one of rest) expect(one.every((row, i) => row === later?.[i])).toBe(true)
})

test('statements that run together, and those of sessions, do not share rows', async () => {
  const page = pageOf(await newTable())
  const reader = testReader(url, KEEP)
  const kept = await readOften(() => reader.read(page, ['0']))
  const [rows] = await reader.runTogether({ statement: page, values: ['0'] })
  expect(rows).toEqual(kept)
  expect(Object.isFrozen(rows?.[0])).toBe(false)
})

test('whatever changes between reads, the reader returns what the plain driver does', async () => {
  const change = fc.oneof(
    fc.record({
      sql: fc.constant('update % set name = $2 where id = $1'),
      id: fc.nat(30),
      text: fc.string(),
    }),
    fc.record({
      sql: fc.constant(`insert into % values ($1, $2 || repeat('y', 150)) on conflict do nothing`),
      id: fc.nat(30),
      text: fc.string(),
    }),
    fc.record({
      sql: fc.constant('delete from % where id = $1 and $2::text is not null'),
      id: fc.nat(30),
      text: fc.constant(''),
    }),
    fc.constant(undefined),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 15 }), async (changes) => {
      const table = await newTable()
      const reader: Reader = testReader(url, KEEP)
      const text = `select * from ${table} where id > $1 order by id limit 15`
      const page = statement(text)
      for (const one of changes) {
        if (one)
          await plain.query(one.sql.replace('%', table), [
            one.id,
            one.text.replaceAll('\0', '').toWellFormed(),
          ])
        for (const from of ['0', '4']) {
          expect(await reader.read(page, [from])).toEqual((await plain.query(text, [from])).rows)
        }
      }
      await reader.end()
    }),
    { numRuns: 20, seed: 1 },
  )
})
