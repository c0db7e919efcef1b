/** A connection with transactions, for one user at a time. */
import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createDatabase, openClient, outcome, plainClient, statement, types } from './fixtures/database.ts'
import { startProxy } from './fixtures/proxy.ts'
import { createSessions, isOutdated, type Session, type SessionListeners } from './index.ts'

const url = await createDatabase(afterAll)
const sessionOf = createSessions(types)

async function openSession(
  on = url,
  { onLost = () => {}, ...listeners }: Partial<SessionListeners> = {},
): Promise<Session> {
  const session = sessionOf(await openClient(on), { onLost, ...listeners })
  onTestFinished(() => session.close())
  return session
}

const begin = statement('begin')
const commit = statement('commit')
const rollback = statement('rollback')

test('statements that are asked at once run in their order, in one transaction', async () => {
  const admin = await plainClient(url)
  await admin.query('create table steps (n int primary key)')
  const session = await openSession()
  const add = statement('insert into steps values ($1) returning n')
  const count = statement('select count(*) as count from steps')
  const answers = await Promise.all([
    session.run(begin),
    session.run(count),
    session.run(add, ['1']),
    session.run(count),
    session.run(add, ['2']),
    session.run(count),
  ])
  expect(answers.slice(1)).toEqual([[{ count: 0 }], [{ n: 1 }], [{ count: 1 }], [{ n: 2 }], [{ count: 2 }]])
  expect((await admin.query(count.text)).rows).toEqual([{ count: 0 }])
  await session.run(commit)
  expect((await admin.query(count.text)).rows).toEqual([{ count: 2 }])
})

test('what follows a failure fails with its transaction, until that is ended', async () => {
  const session = await openSession()
  const fine = statement('select 1 as n')
  const failing = statement('select 1 / $1::int as n')
  const answers = [session.run(begin), session.run(failing, ['0']), session.run(fine), session.run(rollback)]
  expect(await Promise.all(answers.map(outcome))).toEqual([
    [],
    'DatabaseError 22012',
    'DatabaseError 25P02',
    [],
  ])
  expect(await session.run(fine)).toEqual([{ n: 1 }])
})

test('a script has the rows of its last statement that has any, and begins and ends what it says', async () => {
  const session = await openSession()
  expect(
    await session.script('select 1 as a union select 2; select 3 as b; set application_name = x'),
  ).toEqual([{ b: 3 }])
  expect(await session.script('')).toEqual([])
  expect(await outcome(session.script('select 1; select nothing'))).toBe('DatabaseError 42703')
  await session.script('begin; create table half (n int)')
  await session.script('rollback')
  expect(await session.script("select to_regclass('half') as it")).toEqual([{ it: null }])
})

test('a statement is described without being run, and then run', async () => {
  const session = await openSession()
  await session.script('create temp table described (n int, t text, j jsonb[])')
  for (const add of [
    statement('insert into described values ($1, $2, $3) returning n'),
    { name: '', text: 'insert into described values ($1, $2, $3) returning n' },
  ]) {
    expect(await session.describe(add)).toEqual({
      types: [23, 25, 3807],
      columns: [{ name: 'n', type: 23 }],
    })
    expect(await session.script('select from described')).toEqual([])
    expect(await session.run(add, ['7', 'x', null])).toEqual([{ n: 7 }])
    await session.script('truncate described')
  }
  expect(await session.describe(statement("select 1 as one, 'a' || 'b' as two"))).toEqual({
    types: [],
    columns: [
      { name: 'one', type: 23 },
      { name: 'two', type: 25 },
    ],
  })
  const silent = statement('create temp table silent ()')
  expect(await session.describe(silent)).toEqual({ types: [], columns: [] })
  await expect(session.describe(statement('select nothing'))).rejects.toMatchObject({ code: '42703' })
})

test('statements without a name are told apart', async () => {
  const session = await openSession()
  const asked = Array.from({ length: 5 }, (_, i) =>
    session.run({ name: '', text: `select ${i} as c${i}, $1::text as t` }, [`v${i}`]),
  )
  expect(await Promise.all(asked)).toEqual(asked.map((_, i) => [{ [`c${i}`]: i, t: `v${i}` }]))
  expect(await session.script('select from pg_prepared_statements')).toEqual([])
})

test.each([
  ['another column', 'select * from fickle where $1 = 0', 'alter table fickle add column more int'],
  [
    'another type',
    'insert into fickle (n) values ($1)',
    'alter table fickle alter n type jsonb using to_jsonb(n)',
  ],
  ['forgotten', 'select n from fickle where $1 = 0', undefined],
])(
  'a statement that became outdated (%s) is told to be, and runs the next time',
  async (_why, text, change) => {
    const admin = await plainClient(url)
    await admin.query('drop table if exists fickle; create table fickle (n int)')
    const session = await openSession()
    const one = statement(text)
    await session.run(one, ['1'])
    if (change) await admin.query(change)
    else await session.script('deallocate all')
    const error = await session.run(one, ['1']).catch((reason: unknown) => reason)
    expect(isOutdated(error)).toBe(true)
    await session.run(one, ['1'])
    // One that never fitted is only wrong.
    const wrong = await session.run(statement('select gone from fickle')).catch((reason: unknown) => reason)
    expect([isOutdated(wrong), (wrong as pg.DatabaseError).code]).toEqual([false, '42703'])
  },
)

test('notifications are heard while nothing is asked', async () => {
  const heard: string[][] = []
  const session = await openSession(url, { onNotification: (...news) => void heard.push(news) })
  await session.script('listen "some news"')
  const admin = await plainClient(url)
  await admin.query(`notify "some news", 'grün'`)
  await expect.poll(() => heard).toEqual([['some news', 'grün']])
})

test('a session that is lost or closed fails what is asked, then and later', async () => {
  const lost: string[] = []
  const session = await openSession(url, { onLost: (error) => lost.push(error.message) })
  const asleep = outcome(session.run(statement('select pg_sleep(60)')))
  session.lose('Enough.')
  session.lose('Enough again.')
  expect([await asleep, lost]).toEqual(['ConnectionLost CONNECTION_LOST', ['Enough.']])
  expect(await outcome(session.script('select 1'))).toBe('ConnectionLost CONNECTION_LOST')
  const closed = sessionOf(await openClient(url), { onLost: () => {} })
  await closed.close()
  expect(await outcome(closed.run(begin))).toBe('ConnectionLost CONNECTION_LOST')
})

test('silence is noticed by looks', async () => {
  const proxy = await startProxy(url)
  const lost: string[] = []
  const session = await openSession(proxy.url, { onLost: (error) => lost.push(error.message) })
  await session.script('select 1')
  for (let look = 0; look < 10; look++) session.checkTimeouts(3)
  proxy.stall()
  const answer = outcome(session.script('select 1'))
  for (let look = 0; look < 4; look++) session.checkTimeouts(3)
  expect([await answer, lost]).toEqual([
    'ConnectionLost CONNECTION_LOST',
    ['The database did not answer in time.'],
  ])
})

test('a talk of all kinds is understood wherever the network cuts it', async () => {
  const talk = async (session: Session) => {
    const heard = [
      session.describe(numbers),
      session.run(begin),
      session.run(numbers, ['3']),
      session.script('select 1 as a; select 2 as b'),
      session.run(numbers, ['x']),
      session.script('select 1'),
      session.run(rollback),
      session.run({ name: '', text: 'select $1::text as t' }, ['ü']),
    ].map((answer) => outcome(answer as Promise<object[]>))
    return await Promise.all(heard)
  }
  const numbers = statement('select n from generate_series(1, $1::int) as n')
  const proxy = await startProxy(url)
  const client = await openClient(proxy.url)
  proxy.record()
  const real = sessionOf(client, { onLost: () => {} })
  const expected = await talk(real)
  const bytes = proxy.record()
  await real.close()
  expect(expected).toEqual([
    { types: [23], columns: [{ name: 'n', type: 23 }] },
    [],
    [{ n: 1 }, { n: 2 }, { n: 3 }],
    [{ b: 2 }],
    'DatabaseError 22P02',
    'DatabaseError 25P02',
    [],
    [{ t: 'ü' }],
  ])
  for (let cut = 0; cut <= bytes.length; cut++) {
    const stream = Object.assign(new EventEmitter(), { write: () => true, destroy: () => {} })
    const paper = Object.assign(new EventEmitter(), { connection: { stream } }) as unknown as pg.Client
    const answers = talk(sessionOf(paper, { onLost: () => {} }))
    stream.emit('data', bytes.subarray(0, cut))
    stream.emit('data', bytes.subarray(cut))
    expect(await answers, `cut at ${cut} of ${bytes.length}`).toEqual(expected)
  }
})
