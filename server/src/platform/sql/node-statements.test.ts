import { expect, onTestFinished, test } from 'vitest'
import { callsOf, distributeOnStandIn } from '../../../test/citus-stand-in.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { connect, onNodeOf, violatedConstraint } from '../database.ts'
import { callOnNode } from './node-statements.ts'

const tables = new Set(['stock.levels', 'stock.postings'])
const templateOf = (text: string, parameters: readonly string[] = []) => {
  const call = callOnNode(text, { tables, parameters, columns: [] })
  return /run_on_node\(\$1, '\{(.*?)\}', '(.*)', false, \$2\)/s.exec(call)?.slice(1)
}

test.each([
  ['select * from stock.levels', 'select * from %1$s as levels'],
  ['select * from stock.levels as l', 'select * from %1$s as l'],
  [
    'select * from stock.levels l join stock.postings p using (id)',
    'select * from %1$s l join %2$s p using (id)',
  ],
  ['select * from (select 1 from stock.levels) as a', 'select * from (select 1 from %1$s as levels) as a'],
  ['insert into stock.levels (a) values (1)', 'insert into %1$s as levels (a) values (1)'],
  ['update stock.levels set a = 1', 'update %1$s as levels set a = 1'],
  ['delete from stock.levels where a = 1', 'delete from %1$s as levels where a = 1'],
  ['select stock.is_orderable(a) from stock.levels', 'select stock.is_orderable(a) from %1$s as levels'],
  ['select null::stock.levels from stock.levels', 'select null::stock.levels from %1$s as levels'],
  ['select * from stock.levels, stock.levels as two', 'select * from %1$s as levels, %1$s as two'],
])('tables are replaced by shards: %s', (text, expected) => {
  expect(templateOf(text)?.[1]).toBe(expected)
})

test('parameters get their types, and what a format would read is escaped', () => {
  expect(
    templateOf(`select $2, $1 % 2, 'it''s 5% of stock.levels' as "a%" from stock.levels`, [
      'bigint',
      'uuid[]',
    ]),
  ).toEqual([
    'stock.levels',
    `select ($1[2])::uuid[], ($1[1])::bigint %% 2, ''it''''s 5%% of stock.levels'' as "a%%" from %1$s as levels`,
  ])
})

test('columns keep their names and types', () => {
  const columns = [
    { name: 'id', type: 'uuid' },
    { name: 'a "b"', type: 'timestamp with time zone' },
  ]
  expect(callOnNode('select 1', { tables, parameters: [], columns })).toMatch(
    /true, \$2\) as rows \("id" uuid,"a ""b""" timestamp with time zone\)$/,
  )
})

test('a marked statement has the same result on a distributed database as on a plain one', async () => {
  const url = await createTestDatabase(onTestFinished)
  const setUp = connect(url, { pool: 1, name: 'tests' })
  await setUp.unsafe(
    'create table stock.kinds (brand_id uuid, i bigint, t text, j jsonb, at timestamptz, u uuid[], b bytea, n numeric, flag boolean, primary key (brand_id, i))',
  )
  const brand = '6b1f0f54-1f6e-4b0f-8a52-0c7a2c9fd1b3'
  const run = async () => {
    const db = connect(url, { pool: 1, name: 'tests' })
    onTestFinished(() => db.end())
    const insert = (i: number) =>
      onNodeOf(
        brand,
        db`
      with given as (select ${i}::bigint as i)
      insert into stock.kinds (brand_id, i, t, j, at, u, b, n, flag)
      select ${brand}, i, ${`it's "50%" \\ ${i}`}, ${db.json({ a: [1, null] })}, ${new Date('2026-03-01T10:00:00.123Z')},
        ${[brand]}, ${Buffer.from([0, 255])}, ${1.5}, ${true}
      from given
      returning *`,
      )
    const rows = [await insert(1), await db.begin(async (tx) => [await insert(2), await tx`select 1 as one`])]
    const silent = await onNodeOf(
      brand,
      db`update stock.kinds set t = ${null} where brand_id = ${brand} and i = 1`,
    )
    const twice = await insert(1).catch(violatedConstraint)
    await db`delete from stock.kinds`
    return { rows, silent: [...silent], twice }
  }
  const plain = await run()
  await distributeOnStandIn(setUp)
  expect(await run()).toEqual(plain)
  const calls = await callsOf(setUp)
  await setUp.end()
  expect(plain.twice).toBe('kinds_pkey')
  // The call that was refused has left none.
  expect(calls.filter((call) => call.startsWith('on node'))).toHaveLength(3)
})
