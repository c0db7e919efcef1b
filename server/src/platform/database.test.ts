import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { connect, transaction } from './database.ts'

const db = connect(await createTestDatabase(afterAll), { pool: 2, name: 'test' })
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
