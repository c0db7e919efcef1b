/** Transactions on a real database: each takes effect completely or not at all, and the caller learns which. */
import { Socket } from 'node:net'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { connect, type Queryable, type Transaction, transaction } from '../database.ts'

const url = await createTestDatabase(afterAll)
const db = connect(url, { pool: 1, name: 'test' })
afterAll(() => db.end())
await db`create table kept (number int primary key, text text)`

const add = (on: Queryable, number: number) => on`insert into kept values (${number}, ${'x'})`
const kept = async () => (await db<{ number: number }[]>`select number from kept`).map(({ number }) => number)

/** What happens when a pooler moves the connection to another server. */
const forgetPrepared = () => db.unsafe('deallocate all')

describe('a database that has lost its prepared statements', () => {
  test('keeps nothing of a transaction that throws', async () => {
    await db.begin((tx) => add(tx, 1))
    for (const number of [2, 3]) {
      await forgetPrepared()
      const work = db.begin(async (tx) => {
        // This statement is not prepared.
        await tx.unsafe(`insert into kept values (${number})`)
        throw new Error('taken back')
      })
      await expect(work).rejects.toThrow('taken back')
      expect(await kept()).toEqual([1])
    }
  })

  test('makes a transaction run once more, however many statements it has', async () => {
    const work = (first: number) => async (tx: Transaction) => {
      await add(tx, first)
      await tx`update kept set text = ${'y'} where number = ${first}`
      await tx`select text from kept where number = ${first}`
      await tx`select number from kept where text = ${'y'}`
      await tx`delete from kept where number = ${first}`
      await tx`select count(*) from kept where number > ${first}`
      await add(tx, first + 1)
    }
    await transaction(db, work(10))
    await forgetPrepared()
    let tries = 0
    await transaction(db, async (tx) => {
      tries++
      await work(20)(tx)
    })
    expect(tries).toBe(2)
    expect(await kept()).toEqual([1, 11, 21])
  })
})

test('a statement that is sent while the transaction is committed is refused', async () => {
  let late: Promise<unknown> | undefined
  await db.begin(async (tx) => {
    await add(tx, 30)
    // After the callback has returned, and before COMMIT is answered.
    setImmediate(() => {
      late = add(tx, 31).then(
        () => 'done',
        () => 'refused',
      )
    })
  })
  await expect.poll(() => late).toBe('refused')
  expect(await kept()).not.toContain(31)
})

test('a statement that is not awaited is part of the transaction, and its error fails the transaction', async () => {
  const forgetful = (number: number) =>
    db.begin(async (tx) => {
      await add(tx, 40)
      add(tx, number).catch(() => {})
    })
  await expect(forgetful(40)).rejects.toThrow()
  expect(await kept()).not.toContain(40)
  await forgetful(41)
  expect(await kept()).toEqual(expect.arrayContaining([40, 41]))
})

test('raw SQL that leaves a transaction open loses its connection, and no other statement runs inside the transaction', async () => {
  const [before] = await db`select pg_backend_pid() as pid for update`
  await db.unsafe('begin; insert into kept values (50)')
  await expect
    .poll(async () => (await db`select pg_backend_pid() as pid for update`)[0]?.pid)
    .not.toBe(before?.pid)
  await add(db, 51)
  expect(await kept()).toContain(51)
  expect(await kept()).not.toContain(50)
})

describe('the types of parameters', () => {
  /** Counts the Describe messages that are sent. */
  function countDescribes(): () => number {
    let describes = 0
    const write = Socket.prototype.write
    const spy = vi.spyOn(Socket.prototype, 'write').mockImplementation(function (this: Socket, ...args) {
      const [bytes] = args as unknown as [Buffer]
      if (Buffer.isBuffer(bytes) && bytes[0] !== 0) describes += describesIn(bytes)
      return (write as (...all: unknown[]) => boolean).apply(this, args)
    })
    onTestFinished(() => spy.mockRestore())
    return () => describes
  }

  function describesIn(bytes: Buffer): number {
    let found = 0
    for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
      if (bytes.toString('latin1', at, at + 1) === 'D') found++
    }
    return found
  }

  test.each<[string, (number: number) => Promise<unknown>]>([
    ['alone', (number) => add(db, number)],
    ['together', (number) => db.together([add(db, number), db`update kept set text = ${'z'}`])],
    ['in a transaction', (number) => db.begin((tx) => add(tx, number))],
    ['by their values', () => db`insert into kept values (${'no number'}, ${'x'})`],
  ])('are not queried again after statements that were refused, %s', async (_how, write) => {
    const refused = () =>
      write(60).then(
        () => 'done',
        (error) => error.code,
      )
    // The first runs prepare everything that has to be prepared.
    await db`delete from kept`
    await write(60).catch(() => {})
    await refused()
    const describes = countDescribes()
    const codes = new Set<string>()
    for (let i = 0; i < 50; i++) codes.add(await refused())
    expect([codes.size, codes.has('done'), describes()]).toEqual([1, false, 0])
  })

  test('are refreshed when the table has changed, also where nothing was prepared before', async () => {
    await db`create table changing (it text)`
    const write = (it: unknown) => db`insert into changing values (${it as string})`
    await write('plain')
    await db.unsafe('alter table changing alter it type jsonb using to_jsonb(it)')
    await db`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'test' and datname = current_database() and pid <> pg_backend_pid()`
    await expect.poll(() => write('quoted').then(() => 'done', String)).toBe('done')
    expect(await db`select it from changing`).toEqual([{ it: 'plain' }, { it: 'quoted' }])
  })
})
