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
