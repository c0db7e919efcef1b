/** Several statements as one transaction, in one round trip. */
import { afterAll, expect, test } from 'vitest'
import { createDatabase, outcome, plainClient, statement, testReader } from './fixtures/database.ts'
import { startProxy } from './fixtures/proxy.ts'

const url = await createDatabase(afterAll)
const admin = await plainClient(url, afterAll)
await admin.query('create table together (n int primary key, of text)')
const add = statement('insert into together values ($1, $2) returning n')
const kept = async () => (await admin.query('select n from together order by n')).rows.map(({ n }) => n)
const part = (n: number, of = 'x') => ({ statement: add, values: [String(n), of] })

test('all are done, or none, and others on the connection do not notice', async () => {
  const writer = testReader(url, { connections: 1 })
  const count = statement('select count(*) as count from together')
  const answers = await Promise.all([
    outcome(writer.runTogether(part(1), part(2), { statement: count, values: [] })),
    outcome(writer.runTogether(part(3), part(1))),
    outcome(writer.read(count, [])),
    outcome(writer.runTogether(part(1), part(4))),
    outcome(writer.runTogether(part(5), part(6))),
    outcome(writer.read(count, [])),
  ])
  expect(answers).toEqual([
    [[{ n: 1 }], [{ n: 2 }], [{ count: 2 }]],
    'DatabaseError 23505',
    [{ count: 2 }],
    'DatabaseError 23505',
    [[{ n: 5 }], [{ n: 6 }]],
    [{ count: 4 }],
  ])
  expect(await kept()).toEqual([1, 2, 5, 6])
})

test('a later one sees what an earlier one did', async () => {
  await admin.query('truncate together')
  const writer = testReader(url)
  const follow = statement('insert into together select n + 100, $2 from together where n = $1')
  await writer.runTogether(part(1), { statement: follow, values: ['1', 'y'] })
  await writer.runTogether(
    { statement: statement('insert into together select 2 where false'), values: [] },
    { statement: follow, values: ['2', 'y'] },
  )
  expect(await kept()).toEqual([1, 101])
})

test('rows of a later one that cannot be read fail all', async () => {
  const getTypeParser = () => (text: string) => {
    if (text === 'bad') throw new TypeError('The value cannot be read.')
    return text
  }
  const reader = testReader(url, { connections: 1, types: { getTypeParser } as never })
  const echo = statement('select $1::text as echo')
  const call = (text: string) => ({ statement: echo, values: [text] })
  expect(await outcome(reader.runTogether(call('good'), call('bad'), call('good')))).toContain('TypeError')
  expect(await reader.runTogether(call('good'), call('fine'))).toEqual([
    [{ echo: 'good' }],
    [{ echo: 'fine' }],
  ])
})

test('one that cannot be prepared fails all, and the others can be used right after', async () => {
  await admin.query('truncate together')
  const writer = testReader(url, { connections: 1 })
  const wrong = { statement: statement('insert into nowhere values (1)'), values: [] }
  const fresh = { statement: statement('insert into together values ($1, null) returning n'), values: ['8'] }
  expect(await outcome(writer.runTogether(part(1), wrong, fresh))).toBe('DatabaseError 42P01')
  expect(await outcome(writer.runTogether(wrong, fresh))).toBe('DatabaseError 42P01')
  expect(await writer.runTogether(fresh, part(9))).toEqual([[{ n: 8 }], [{ n: 9 }]])
  expect(await kept()).toEqual([8, 9])
  await expect(writer.runTogether(part(10), { statement: add, values: [7 as never] })).rejects.toThrow(
    'not number',
  )
})

test('those that are outdated are prepared anew, once, and run once', async () => {
  await admin.query('create table fickle (n int)')
  const writer = testReader(url, { connections: 1 })
  const some = { statement: statement('insert into fickle values (1) returning *'), values: [] }
  const more = { statement: statement('insert into fickle values (2)'), values: [] }
  await writer.runTogether(more, some)
  await admin.query(`alter table fickle add column t text default 'new'`)
  expect(await writer.runTogether(some, more)).toEqual([[{ n: 1, t: 'new' }], []])
  await admin.query(`alter table fickle drop column t`)
  expect(await writer.runTogether(more, some)).toEqual([[], [{ n: 1 }]])
  expect((await admin.query('select count(*) as count from fickle')).rows).toEqual([{ count: 6 }])
})

test('a connection that is cut at any place leaves all or none of each', async () => {
  await admin.query('truncate together')
  const proxy = await startProxy(url)
  const writer = testReader(proxy.url, { connections: 1 })
  let told = 0
  for (let i = 1; i <= 60; i++) {
    proxy.cutAfter(i * 7)
    const answers = [0, 1, 2].map((k) =>
      writer.runTogether(part(i * 10 + k, 'first'), part(-(i * 10 + k), 'second')).then(
        () => told++,
        () => {},
      ),
    )
    await Promise.all(answers)
    proxy.mend()
    await expect.poll(() => outcome(writer.read(statement('select 1 as n'), []))).toEqual([{ n: 1 }])
  }
  // Those that were under way when their connection was lost may still be on their way to the end.
  await expect
    .poll(
      async () =>
        (
          await admin.query(
            `select from pg_stat_activity where application_name = 'reader' and state = 'active'`,
          )
        ).rowCount,
    )
    .toBe(0)
  const numbers = await kept()
  expect(
    numbers
      .filter((n) => n > 0)
      .map((n) => -n)
      .sort(),
  ).toEqual(numbers.filter((n) => n < 0).sort())
  expect(numbers.length / 2).toBeGreaterThanOrEqual(told)
  expect(told).toBeGreaterThan(0)
})
