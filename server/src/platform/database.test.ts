import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { connect, isDatabaseAway, type Transaction, transaction } from './database.ts'

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

  test('takes back a step that fails, and goes on', async () => {
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

  test('fails when one of its statements failed, whoever caught that', async () => {
    const work = db.begin(async (tx) => {
      await tx`insert into notes values ('unnoticed')`
      await tx`insert into notes values (null)`.catch(() => {})
    })
    await expect(work).rejects.toThrow('not-null')
    expect(await notes()).not.toContain('unnoticed')
  })

  test('is waited for when the connections are closed', async () => {
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

  test('takes no statement after its end', async () => {
    const kept: Transaction[] = []
    await db.begin(async (tx) => void kept.push(tx as Transaction))
    await expect(Promise.all(kept.map((tx) => tx`insert into notes values ('late')`))).rejects.toThrow('lost')
    expect(await notes()).not.toContain('late')
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

test('transactions keep to themselves when all connections are full of other statements', async () => {
  const notes = async () => Number((await db<{ count: number }[]>`select count(*) from notes`)[0]?.count)
  const before = await notes()
  const problems: string[] = []
  const write = (isLost: boolean) =>
    transaction(db, async (tx) => {
      await tx`insert into notes values ('new')`
      if (isLost) throw new Error('taken back')
    }).catch((error: Error) => void problems.push(error.message))
  // The driver pipelines a hundred statements: a transaction must not begin as the hundredth, nor behind any other.
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

test('arrays of ids go in and come out as they are', async () => {
  const ids = [randomUUID(), randomUUID()]
  const [row] = await db`
    select ${ids}::uuid[] as some, ${[]}::uuid[] as none, cardinality(array_remove(${[ids[0] ?? null, null]}::uuid[], null)) as holey`
  expect(row).toEqual({ some: ids, none: [], holey: 1 })
})
