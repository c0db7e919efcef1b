import { describe, expect, test } from 'vitest'
import { type Query, sqlOf } from './query.ts'
import { type StatementKind, statementOf } from './statements.ts'

const sql = sqlOf(() => Promise.reject(new Error('Nothing is sent here.')))
const written = (query: Query) => {
  const { statement, values } = statementOf(query)
  return [statement.text.replace(/\s+/g, ' ').trim(), values]
}

describe('the text', () => {
  const moment = new Date(0)

  test.each<[string, Query, string, unknown[]]>([
    ['numbers its values', sql`select ${1}, ${'two'}, ${null}`, 'select $1, $2, $3', [1, 'two', null]],
    [
      'casts values whose type cannot be inferred',
      sql`select ${moment}, ${true}, ${sql.json([1])}, ${Buffer.from('x')}`,
      'select $1::timestamptz, $2::boolean, $3::jsonb, $4::bytea',
      [moment, true, sql.json([1]), Buffer.from('x')],
    ],
    [
      'keeps an array as one value',
      sql`any(${['a', 'b']}) or any(${[]})`,
      'any($1) or any($2)',
      [['a', 'b'], []],
    ],
    [
      'embeds fragments, with their values in order',
      sql`a ${1} ${sql`b ${2} ${sql`c ${3}`}`} d ${4}`,
      'a $1 b $2 c $3 d $4',
      [1, 2, 3, 4],
    ],
    [
      'embeds several fragments at once',
      sql`where ${[sql`a = ${1}`, sql`and b = ${2}`]}`,
      'where a = $1 and b = $2',
      [1, 2],
    ],
    ['embeds raw SQL', sql`select 1 ${sql.unsafe('limit 5')}`, 'select 1 limit 5', []],
    [
      'quotes names',
      sql`select ${sql('a"b')} from ${sql('general.rates')}`,
      'select "a""b" from "general"."rates"',
      [],
    ],
    [
      'inserts a row',
      sql`with x as (insert into general.rates ${sql({ a: 1, b: sql`now()`, c: moment })} returning a) select 1`,
      'with x as (insert into general.rates ("a", "b", "c") values ($1, now(), $2::timestamptz) returning a) select 1',
      [1, moment],
    ],
    [
      'inserts rows',
      sql`insert into rates ${sql([
        { a: 1, b: 2 },
        { b: 4, a: 3 },
      ])}`,
      'insert into rates ("a", "b") values ($1, $2), ($3, $4)',
      [1, 2, 3, 4],
    ],
    [
      'sets columns',
      sql`insert into t values (1) on conflict do update set ${sql({ a: 1, b: null })} where c = ${3}`,
      'insert into t values (1) on conflict do update set "a" = $1, "b" = $2 where c = $3',
      [1, null, 3],
    ],
    ['lists values', sql`id in ${sql(['a', 'b'])}`, 'id in ($1, $2)', ['a', 'b']],
    [
      'pads a list with its last value',
      sql`id in ${sql(['a', 'b', 'c'])}`,
      'id in ($1, $2, $3, $4)',
      ['a', 'b', 'c', 'c'],
    ],
    ['finds nothing in an empty list', sql`id in ${sql([])}`, 'id in ($1)', [null]],
  ])('%s', (_what, query, text, values) => {
    expect(written(query)).toEqual([text, values])
  })

  test.each<[string, () => Query, string]>([
    [
      'a value that is undefined',
      () => sql`select a where b = ${undefined as never}`,
      'after "select a where b ="',
    ],
    ['a column that is undefined', () => sql`update t set ${sql({ a: 1, b: undefined })}`, 'after "b"'],
    [
      'a row that lacks a column of the first',
      () => sql`insert into t ${sql([{ a: 1, b: 1 }, { a: 2 }])}`,
      'after "b"',
    ],
    ['an empty list of rows', () => sql`insert into t ${sql([])}`, 'list of rows to insert is empty'],
    ['rows in another place', () => sql`select * from ${sql({ a: 1 })}`, 'insert into'],
  ])('refuses %s', (_what, query, reason) => {
    expect(() => statementOf(query())).toThrow(reason)
  })
})

describe('a statement', () => {
  const { statement: one } = { statement: of(1, true) }
  function of(value: unknown, isNamed: boolean) {
    return statementOf(sql`select ${value as string} ${isNamed ? sql`named ${2}` : sql``}`).statement
  }

  test('is the same for a call site and its fragments, whatever the values', () => {
    expect(of(2, true)).toBe(one)
    expect(of('text', true)).toBe(one)
    expect(of(null, true)).toBe(one)
  })

  test('differs where the text differs, which includes the kind of a value', () => {
    const all = [one, of(1, false), of(true, true), of(new Date(), true), of(sql.json({}), true)]
    expect(new Set(all.map(({ text }) => text)).size).toBe(5)
    expect(new Set(all.map(({ name }) => name)).size).toBe(5)
  })

  test('is kept for each set of columns, and for few lengths of lists', () => {
    const insert = (row: object) => statementOf(sql`insert into t ${sql(row)}`).statement
    expect(insert({ a: 1, b: 2 })).toBe(insert({ a: 3, b: 4 }))
    expect(insert({ a: 1, b: 2 }).text).not.toBe(insert({ a: 1 }).text)
    const find = (length: number) => statementOf(sql`id in ${sql(Array(length).fill('x'))}`).statement
    expect(new Set(Array.from({ length: 1000 }, (_, i) => find(i + 1))).size).toBe(11)
  })

  test('has no name if each number of rows would need another text', () => {
    const insert = (rows: number) =>
      statementOf(sql`insert into t ${sql(Array(rows).fill({ a: 1 }))}`).statement
    expect(insert(1).name).not.toBe('')
    expect([2, 3, 100].map((rows) => insert(rows).name)).toEqual(['', '', ''])
  })

  test('has no name when it is planned anew', () => {
    const search = (isPlannedAnew: boolean) =>
      statementOf(Object.assign(sql`select ${'x'}`, { isPlannedAnew })).statement
    expect(search(true).name).toBe('')
    expect(search(false).name).not.toBe('')
    expect(search(true)).toBe(search(true))
  })

  test('is evicted with all others when there are too many, and rendered again', () => {
    const made = (text: string) => statementOf(sql`select ${sql.unsafe(text)}`).statement
    const first = made('first')
    for (let i = 0; i < 3000; i++) made(String(i))
    expect(made('first')).not.toBe(first)
    expect(made('first').text).toBe(first.text)
    expect(made('first').name).not.toBe(first.name)
  })
})

test.each<[StatementKind, string]>([
  ['read', 'select 1'],
  [
    'read',
    '\n  SELECT updated_at, "for" from catalog.products where name in (select name from deleted_ones)',
  ],
  ['read', 'with a as (select unnest($1::uuid[])) select count(*) from a join stock.levels on (true)'],
  ['write', 'insert into t values (1)'],
  ['write', 'insert into general.rates (a, b) values ($1, $2) on conflict do nothing'],
  ['write', 'update stock.levels set a = $1 where b in (select 1 from t for update)'],
  ['write', 'delete from t'],
  ['write', 'with gone as (delete from t returning 1) select 1 from gone'],
  ['write', 'with entry as (insert into ordering.moves ("a") values ($1)) update t set a = 1'],
  ['other', 'with entry as (insert into t values (1)) select pg_notify($1, $2)'],
  ['read', 'select stock.is_orderable(a) from t'],
  ['write', 'update t set a = general.next(b)'],
  ['other', 'select 1 from t for update skip locked'],
  ['other', 'select 1 from t for no key update'],
  ['other', 'select 1 from t for key share'],
  ['other', "select nextval('s')"],
  ['other', 'select pg_advisory_xact_lock(1)'],
  ['other', "select pg_notify('a', '')"],
  ['other', 'select 1 from graphile_worker.add_job($1)'],
  ['other', 'select * into copy from t'],
  ['other', "select set_config('a', 'b', false)"],
  ['other', 'truncate t'],
  ['other', 'lock table t'],
  ['other', 'create table t ()'],
])('is a %s: %s', (kind, text) => {
  expect(statementOf(sql`${sql.unsafe(text)}`).statement.kind).toBe(kind)
})
