import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import {
  connect,
  type Database,
  isDatabaseAway,
  type Queryable,
  rolledBack,
  type Transaction,
  transaction,
  violatedConstraint,
} from './database.ts'

const url = await createTestDatabase(afterAll)
const db = connect(url, { pool: 2, name: 'test' })
afterAll(() => db.end())
await db`create table notes (text text not null)`

test('a transaction within a transaction is part of it', async () => {
  const write = (text: string, isLost: boolean) =>
    transaction(db, async (tx) => {
      await transaction(tx, (inner) => inner`insert into notes values (${text})`)
      if (isLost) throw new Error('lost')
    })
  await write('kept', false)
  await expect(write('lost', true)).rejects.toThrow('lost')
  expect(await db`select text from notes`).toEqual([{ text: 'kept' }])
})

describe('a transaction', () => {
  const notes = async () => (await db<{ text: string }[]>`select text from notes`).map(({ text }) => text)

  test('rolls back a failed step and continues', async () => {
    await db.begin(async (tx) => {
      await tx`insert into notes values ('before')`
      const step = tx.savepoint(async (inner) => {
        await inner`insert into notes values ('inside')`
        await inner`insert into notes values (null)`
      })
      await expect(step).rejects.toThrow('not-null')
      await tx`insert into notes values ('after')`
    })
    expect(await notes()).toEqual(expect.arrayContaining(['before', 'after']))
    expect(await notes()).not.toContain('inside')
  })

  test('fails if one of its statements failed, even if the error was caught', async () => {
    const work = db.begin(async (tx) => {
      await tx`insert into notes values ('unnoticed')`
      await tx`insert into notes values (null)`.catch(() => {})
    })
    await expect(work).rejects.toThrow('not-null')
    expect(await notes()).not.toContain('unnoticed')
  })

  test('ends before its connection is closed', async () => {
    const closing = connect(url, { pool: 1, name: 'test' })
    let end: Promise<void> | undefined
    await closing.begin(async (tx) => {
      end = closing.end()
      await new Promise((resume) => setTimeout(resume, 50))
      await tx`insert into notes values ('in time')`
    })
    await end
    expect(await notes()).toContain('in time')
    await expect(closing.begin((tx) => tx`select 1`)).rejects.toThrow('closed')
  })

  test('refuses statements after its end', async () => {
    const kept: Transaction[] = []
    await db.begin(async (tx) => void kept.push(tx as Transaction))
    await expect(Promise.all(kept.map((tx) => tx`insert into notes values ('late')`))).rejects.toThrow('lost')
    expect(await notes()).not.toContain('late')
  })

  test('takes back what was rolled back on purpose, also as a part of another one', async () => {
    const tried = await transaction(db, async (tx) => {
      await tx`insert into notes values ('kept')`
      return await rolledBack(tx, (inner) => inner`insert into notes values ('tried') returning text`)
    })
    expect(tried).toEqual([{ text: 'tried' }])
    expect(await notes()).toContain('kept')
    expect(await notes()).not.toContain('tried')
  })

  test('whose connection is lost writes nothing, not even on a new connection', async () => {
    const work = db.begin(async (tx) => {
      await tx`insert into notes values ('early')`
      const [own] = await tx`select pg_backend_pid() as pid`
      await db`select pg_terminate_backend(${own?.pid})`
      await expect.poll(() => tx`select 1`.then(() => 'answered', isDatabaseAway)).toBe(true)
      await tx`insert into notes values ('too late')`
    })
    await expect(work).rejects.toSatisfy(isDatabaseAway)
    expect(await notes()).not.toEqual(expect.arrayContaining(['early']))
    expect(await notes()).not.toEqual(expect.arrayContaining(['too late']))
    // The pool of the test has two: both still work.
    await Promise.all(
      ['one', 'two', 'three'].map((text) => db.begin((tx) => tx`insert into notes values (${text})`)),
    )
  })
})

test('statements of others never run inside a transaction, even if all connections are busy', async () => {
  const notes = async () => Number((await db<{ count: number }[]>`select count(*) from notes`)[0]?.count)
  const before = await notes()
  const problems: string[] = []
  const write = (isLost: boolean) =>
    transaction(db, async (tx) => {
      await tx`insert into notes values ('new')`
      if (isLost) throw new Error('taken back')
    }).catch((error: Error) => void problems.push(error.message))
  // Single reads and writes have their own connections: they must never run inside a transaction.
  for (let ahead = 95; ahead < 105; ahead++) {
    const others = [db`select pg_sleep(0.02)`, db`select pg_sleep(0.02)`].map((held) => held.execute())
    for (let i = 0; i < 2 * ahead; i++) others.push(db`select 1`.execute())
    await Promise.all([
      ...others,
      write(true),
      write(false),
      write(false),
      ...Array.from({ length: 50 }, () => db`select 1`),
    ])
  }
  expect(problems).toEqual(Array(10).fill('taken back'))
  expect(await notes()).toBe(before + 20)
})

describe('a transaction', () => {
  const counted = async (on: Queryable) => Number((await on`select count(*) as count from counted`)[0]?.count)

  test('contains statements that are sent concurrently, in the order of sending', async () => {
    await db`create table counted (number int primary key, next int references counted)`
    const add = (tx: Queryable, number: number, next: number | null) =>
      tx`insert into counted (number, next) values (${number}, ${next})`
    await db.begin((tx) => Promise.all([add(tx, 1, null), tx`update counted set next = ${1}`, add(tx, 2, 1)]))
    expect(await db`select number, next from counted order by number`).toEqual([
      { number: 1, next: 1 },
      { number: 2, next: 1 },
    ])
    const failing = db.begin((tx) => Promise.all([add(tx, 3, 99), add(tx, 4, 1), tx`delete from counted`]))
    await expect(failing).rejects.toThrow('counted_next_fkey')
    expect(await counted(db)).toBe(2)
  })

  test('without statements sends nothing to the database', async () => {
    const nowhere = connect('postgres://nobody@127.0.0.1:1/nothing', { pool: 1, name: 'test' })
    await expect(nowhere.begin((tx) => tx`select 1`)).rejects.toSatisfy(isDatabaseAway)
    await nowhere.end()
    expect(await db.begin(async () => 'nothing')).toBe('nothing')
    expect(await db.begin(async (tx) => await counted(tx))).toBe(2)
  })

  test('whose commit has an unknown outcome fails and is not retried', async () => {
    let runs = 0
    const work = transaction(db, async (tx) => {
      runs++
      // Ends the connection while the commit is checked.
      await tx`create or replace function cut_off() returns trigger language plpgsql as $$
        begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`
      await tx`
        create constraint trigger cut_off after insert on notes deferrable initially deferred
        for each row execute function cut_off()`
      await tx`insert into notes values ('uncertain')`
    })
    await expect(work).rejects.toSatisfy(isDatabaseAway)
    expect(runs).toBe(1)
  })
})

test('a read sees every write that was acknowledged before it was sent, on any connection', async () => {
  await db`create table seen (number int)`
  await db`insert into seen values (0)`
  const see = async () => (await db<{ number: number }[]>`select number from seen`)[0]?.number
  await Promise.all(Array.from({ length: 20 }, see))
  for (let number = 1; number <= 300; number++) {
    if (number % 2) await db`update seen set number = ${number}`
    else await db.begin((tx) => tx`update seen set number = ${number}`)
    expect(await Promise.all([see(), see(), see(), see()])).toEqual(Array(4).fill(number))
  }
})

describe('single writes', () => {
  test('are committed when they are acknowledged, and an error fails only its own write', async () => {
    await db`create table written (number int primary key)`
    const add = (number: number) => db`insert into written values (${number}) returning number`
    const answers = await Promise.allSettled(Array.from({ length: 200 }, (_, i) => add(i % 150)))
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(50)
    expect(await db`select count(*) as count from written`).toEqual([{ count: 150 }])
  })

  test('that fail at their commit are rejected', async () => {
    await db`create table checked (number int, constraint known foreign key (number) references written deferrable initially deferred)`
    await expect(db`insert into checked values (${1000})`).rejects.toMatchObject({ constraint: 'known' })
    await db`insert into checked values (${1})`
    expect(await db`select number from checked`).toEqual([{ number: 1 }])
  })
})

describe('statements that are sent together', () => {
  const add = (text: string | null) => db`insert into paired values (${text}) returning text`
  const pairs = async () => (await db<{ text: string }[]>`select text from paired`).map(({ text }) => text)

  test('are one transaction, and return the rows of the first', async () => {
    await db`create table paired (text text not null)`
    expect(await db.together([add('a'), add('b')])).toEqual([{ text: 'a' }])
    await expect(db.together([add('c'), add(null)])).rejects.toMatchObject({
      code: '23502',
      stack: expect.stringContaining('database.test.ts'),
    })
    await expect(db.together([add(null), add('d')])).rejects.toMatchObject({ code: '23502' })
    expect(await pairs()).toEqual(['a', 'b'])
  })

  test('are not mixed with statements of others', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 200 }, (_, i) => db.together([add(`x${i}`), add(i % 3 ? `y${i}` : null)])),
    )
    const done = answers.flatMap(({ status }, i) => (status === 'fulfilled' ? [`x${i}`, `y${i}`] : []))
    expect(done).toHaveLength(2 * 133)
    expect((await pairs()).filter((text) => /\d/.test(text)).sort()).toEqual(done.sort())
  })

  test('are retried when a table was altered since they were prepared', async () => {
    await db.unsafe('alter table paired alter text type jsonb using to_jsonb(text)')
    await db.together([add('later'), add('last')])
    expect(await pairs()).toEqual(expect.arrayContaining(['later', 'last']))
  })
})

describe('reads', () => {
  test('run on connections that cannot write', async () => {
    expect(await db`select current_setting('transaction_read_only') as it`).toEqual([{ it: 'on' }])
    expect(await db.begin((tx) => tx`select current_setting('transaction_read_only') as it`)).toEqual([
      { it: 'off' },
    ])
  })

  test('that call a function which writes succeed', async () => {
    await db`create table called (at int)`
    await db`create function call_it() returns int language sql as 'insert into called values (1) returning at'`
    for (let i = 0; i < 3; i++) expect(await db`select call_it() as it`).toEqual([{ it: 1 }])
    expect(await db`select * from called`).toHaveLength(3)
  })
})

describe('a table that is altered after statements were prepared', () => {
  const find = (on: Queryable, text: string) => on`select * from changing where text = ${text}`
  const add = (on: Queryable, text: string) => on`insert into changing (text) values (${text}) returning *`
  const changes = ['add column number int', 'drop column number', 'alter column text type varchar(50)']

  test.each<[string, (work: (on: Queryable) => Promise<unknown>) => Promise<unknown>]>([
    ['alone', (work) => work(db)],
    ['in transactions', (work) => transaction(db, work)],
  ])('causes no error, %s', async (_where, inside) => {
    await db`drop table if exists changing`
    await db`create table changing (text text)`
    for (const change of ['alter column text set not null', ...changes]) {
      await db.unsafe(`alter table changing ${change}`)
      // More than there are connections, so that each is used.
      for (let i = 0; i < 5; i++) {
        await inside(async (on) => {
          expect(await add(on, 'x')).toHaveLength(1)
          expect(await find(on, 'y')).toEqual([])
        })
      }
    }
  })
})

test('a connection keeps a limited number of prepared statements, and evicts the oldest', async () => {
  await db.begin(async (tx) => {
    const ask = (i: number) => tx`select ${1}::int as ${tx(`column_${i}`)}`
    for (let i = 0; i < 520; i++) expect(await ask(i)).toEqual([{ [`column_${i}`]: 1 }])
    expect(await tx.unsafe('select 1 from pg_prepared_statements')).toHaveLength(500)
    expect(await ask(0)).toEqual([{ column_0: 1 }])
  })
})

test('an error of the database names the call site of its query, and fails no other query', async () => {
  const ask = (id: string) => db`select ${id}::uuid as id`
  const id = randomUUID()
  const answers = await Promise.allSettled([ask(id), ask('nonsense'), ask(id)])
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  const { reason } = answers[1] as PromiseRejectedResult
  expect(reason).toMatchObject({ code: '22P02', stack: expect.stringContaining('database.test.ts') })
})

test.each<[string, (on: Queryable, id: string) => Promise<unknown>]>([
  ['a read', (on, id) => on`select ${id}::uuid as first`],
  ['a write', (on, id) => on`delete from notes where ${id}::uuid is null`],
  ['another', (on, id) => on`select ${id}::uuid as other from notes where false for update`],
])('%s that failed at first can be repeated, alone and in transactions', async (_what, ask) => {
  for (const on of [ask, (on: Queryable, id: string) => (on as Database).begin((tx) => ask(tx, id))]) {
    for (const id of ['nonsense', 'nonsense']) await expect(on(db, id)).rejects.toThrow('uuid')
    await on(db, randomUUID())
    await expect(on(db, 'nonsense')).rejects.toThrow('uuid')
    await on(db, randomUUID())
  }
})

test('a text with several statements returns the rows of the last', async () => {
  expect(await db.unsafe('select 1 as a; select 2 as b')).toEqual([{ b: 2 }])
})

test('the pool reports how many connections are used, and how many transactions wait', async () => {
  const other = connect(url, { pool: 1, name: 'test' })
  expect(other.poolUsage()).toEqual({ used: 0, idle: 0, waiting: 0 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const first = other.begin(async (tx) => {
    await tx`select 1`
    started.resolve()
    await promise
  })
  await started.promise
  const second = other.begin((tx) => tx`select 1`)
  expect(other.poolUsage()).toEqual({ used: 1, idle: 0, waiting: 1 })
  resolve()
  await Promise.all([first, second])
  expect(other.poolUsage()).toEqual({ used: 0, idle: 1, waiting: 0 })
  await other.end()
})

describe('waiting for a connection', () => {
  const impatient = (name: string) => connect(url, { pool: 1, name, answerWithinMs: 2000 })

  test('ends in bounded time when all are taken', async () => {
    const busy = impatient('busy')
    const startedAt = performance.now()
    await busy.begin(async (tx) => {
      await tx`select 1`
      await expect(busy`lock table notes`).rejects.toThrow('free')
      await expect(busy.begin((other) => other`select 1`)).rejects.toSatisfy(isDatabaseAway)
      // These have connections of their own.
      expect(await busy`select ${1}::int as one`).toEqual([{ one: 1 }])
      await busy`insert into notes values (${'meanwhile'})`
    })
    expect(performance.now() - startedAt).toBeLessThan(20_000)
    await busy`insert into notes values ('at last')`
    await busy.end()
  })

  test('a statement that takes too long is ended by the database', async () => {
    const busy = impatient('busy')
    await expect(busy`select pg_sleep(20)`).rejects.toMatchObject({ code: '57014' })
    await expect(busy.begin((tx) => tx`select pg_sleep(20)`)).rejects.toSatisfy(isDatabaseAway)
    await busy.end()
  })
})

test('idle connections that the database closes are replaced', async () => {
  const resting = connect(url, { pool: 3, name: 'resting' })
  const use = (one: Database) =>
    Promise.all([
      one`select 1`,
      one`select 2`,
      one.begin((tx) => tx`select 3`),
      one`insert into notes values ('new')`,
    ])
  await use(resting)
  await db`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'resting'`
  await expect.poll(() => use(resting).then(() => 'answered', isDatabaseAway)).toBe('answered')
  await resting.end()
})

test('a listener listens again when its connection is lost', async () => {
  const listening = connect(url, { pool: 1, name: 'listening' })
  const heard: string[] = []
  let begins = 0
  const { unlisten } = await listening.listen(
    'news',
    (text) => void heard.push(text),
    () => begins++,
  )
  expect(begins).toBe(1)
  await db`select pg_notify('news', ${'first'})`
  await expect.poll(() => heard).toEqual(['first'])
  await db`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listening'`
  await expect.poll(() => begins).toBe(2)
  await db`select pg_notify('news', ${'second'})`
  await expect.poll(() => heard).toEqual(['first', 'second'])
  await unlisten()
  await listening.end()
})

test('a listener that the database refuses leaves no connection open', async () => {
  const refused = connect(url, { pool: 1, name: 'refused' })
  const ignore = () => {}
  // The empty channel name is an error.
  for (let i = 0; i < 3; i++) await expect(refused.listen('', ignore, ignore)).rejects.toThrow('zero-length')
  await expect.poll(() => db`select pid from pg_stat_activity where application_name = 'refused'`).toEqual([])
  await refused.end()
})

test('arrays of ids are stored and read unchanged', async () => {
  const ids = [randomUUID(), randomUUID()]
  const [row] = await db`
    select ${ids}::uuid[] as some, ${[]}::uuid[] as none, cardinality(array_remove(${[ids[0] ?? null, null]}::uuid[], null)) as holey`
  expect(row).toEqual({ some: ids, none: [], holey: 1 })
})

describe('the violated constraint', () => {
  const failed = (code: string, message: string, constraint?: string) =>
    violatedConstraint(Object.assign(new pg.DatabaseError(message, 0, 'error'), { code, constraint }))

  test('is that of the error', async () => {
    await db`create table named (a integer constraint named_a_key unique, b integer constraint named_b_check check (b > 0))`
    await db`insert into named values (1, 1)`
    expect(await db`insert into named values (1, 1)`.catch(violatedConstraint)).toBe('named_a_key')
    expect(await db`insert into named values (2, 0)`.catch(violatedConstraint)).toBe('named_b_check')
    expect(await db`select 1 / 0`.catch(violatedConstraint)).toBeUndefined()
  })

  // As Citus 13.2.2 sent them.
  test.each([
    [
      '23505',
      'duplicate key value violates unique constraint "contacts_email_key_102118"',
      'contacts_email_key',
    ],
    [
      'XX000',
      'duplicate key value violates unique constraint "contacts_email_key_102118"',
      'contacts_email_key',
    ],
    [
      '23503',
      'insert or update on table "levels_103782" violates foreign key constraint "levels_location_fkey_103782"',
      'levels_location_fkey',
    ],
    [
      '23514',
      'new row for relation "discount_rules_102240" violates check constraint "discount_rules_period"',
      'discount_rules_period',
    ],
    [
      '23502',
      'null value in column "name" of relation "products_102022" violates not-null constraint',
      undefined,
    ],
    ['XX000', 'could not find the intermediate result file', undefined],
    ['42P01', 'relation "a violates unique constraint "b"" does not exist', undefined],
  ])('is read from the message of a node: %s %s', (code, message, constraint) => {
    expect(failed(code, message)).toBe(constraint)
  })

  test('has the name of the table, not of its shard', () => {
    expect(failed('23503', '', 'mail_links_user_fkey_102011')).toBe('mail_links_user_fkey')
    expect(failed('23505', '', 'retries_20_key')).toBe('retries_20_key')
  })
})

describe('what a cluster loses between its nodes, or a deadlock ends', () => {
  const ENDED =
    'connection to the remote node me@two:5432 failed with the following error: connection not open'
  const MARKED = 'failure on connection marked as essential: two:5432'
  const UNKNOWN = 'could not commit transaction for shard 7 on any active node'
  beforeAll(() =>
    db.unsafe(`
      create sequence tries;
      create function fails(times integer, code text, reason text) returns text language plpgsql as $$
      begin
        if nextval('tries') <= times then raise exception using errcode = code, message = reason; end if;
        return 'done';
      end $$`),
  )
  const tries = async () => {
    const [row] = await db<[{ count: number }]>`select last_value::integer as count from tries`
    return row.count
  }

  const single = (on: Queryable) => (times: number, code: string, reason: string) =>
    on`insert into notes select fails(${times}::integer, ${code}::text, ${reason}::text) returning text`
  const together = (times: number, code: string, reason: string) =>
    db.together([single(db)(times, code, reason), db`select 1`])
  const inTransaction = (times: number, code: string, reason: string) =>
    transaction(db, (tx) => single(tx)(times, code, reason))

  test.each([
    ['a statement', single(db), 'CIINF', '', 1],
    ['a statement', single(db), '40P01', 'deadlock detected', 1],
    ['a transaction', inTransaction, '40P01', 'deadlock detected', 4],
    ['a statement, which Citus has sent over a new connection itself,', single(db), '08006', ENDED, 0],
    ['a statement', single(db), 'XX000', MARKED, 1],
    ['statements in one round trip', together, '08006', ENDED, 1],
    ['statements in one round trip', together, '40P01', 'deadlock detected', 1],
    ['a transaction', inTransaction, 'CIINF', '', 4],
    ['a transaction', inTransaction, '08006', ENDED, 1],
    ['a transaction', inTransaction, 'XX000', MARKED, 1],
    ['a statement', single(db), 'XX000', UNKNOWN, 0],
    ['a transaction', inTransaction, 'XX000', UNKNOWN, 0],
  ])('%s is tried again as often as it may', async (_what, run, code, reason, again) => {
    await db`select setval('tries', 1, false)`
    expect(await run(again, code, reason)).toEqual([{ text: 'done' }])
    expect(await tries()).toBe(again + 1)
    await db`select setval('tries', 1, false)`
    await expect(run(9, code, reason)).rejects.toMatchObject({ code })
    expect(await tries()).toBe(again + 1)
  })
})
