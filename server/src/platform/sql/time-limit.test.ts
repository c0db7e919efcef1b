/** Statements that wait for a locked table are given up in time, however many there are. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { connect, isDatabaseAway, type Queryable, retried, transaction } from '../database.ts'

const url = await createTestDatabase(afterAll)
const holder = connect(url, { pool: 1, name: 'holder' })
afterAll(() => holder.end())
// One connection of each kind, so that everything waits behind everything else.
const db = connect(url, { pool: 1, name: 'limited', answerWithinMs: 2000 })
afterAll(() => db.end({ timeout: 1 }))
await db`create table locked (number int primary key)`
await db`create table free (number int)`
// Classified as a read because of its name; a direct call of `pg_sleep` would not be.
await db.unsafe(`create function nap(seconds float8) returns void language sql as 'select pg_sleep(seconds)'`)

/** Counts the ticks until the response: unlike time, they do not depend on how busy the machine is. */
async function request(work: () => Promise<unknown>): Promise<{ outcome: string; looks: number }> {
  const wait = db.limit.newWait()
  const outcome = await db.limit.run(wait, () =>
    work().then(
      () => 'answered',
      (error) => (isDatabaseAway(error) ? 'away' : String(error)),
    ),
  )
  db.limit.pause(wait)
  return { outcome, looks: wait.spent }
}

const MOST_LOOKS = 4
/** One tick to exceed the limit, and one that may itself be late. */
const IN_TIME = MOST_LOOKS + 2

describe('while a table is locked', () => {
  let release = () => {}
  let released: Promise<unknown>
  beforeAll(async () => {
    // Prepares the statements, so that later they wait for the lock when they run.
    await read()
    await write()
    await writeInTransaction()
    await new Promise<void>((locked) => {
      released = holder.begin(async (tx) => {
        await tx`lock table locked in access exclusive mode`
        locked()
        await new Promise<void>((resolve) => {
          release = resolve
        })
      })
    })
  })
  afterAll(async () => {
    release()
    await released
  })

  const read = () => db`select number from locked`
  const write = () => db`insert into locked values (${1}) on conflict do nothing`
  const writeInTransaction = () => transaction(db, (tx) => tx`update locked set number = number`)

  test.each<[string, () => Promise<unknown>]>([
    ['reads behind each other', read],
    ['writes behind each other', write],
    ['transactions that wait for the connection of another', writeInTransaction],
    ['statements that are sent together', () => db.together([db`insert into free values (${1})`, write()])],
    ['statements that have to be described', () => db`select number + ${1} as more from locked`],
    ['statements that are retried', () => retried(db, write)],
    ['statements that run alone', () => db`select number from locked for update`],
  ])('%s are given up in time', async (_what, ask) => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => request(ask)))
    for (const { outcome, looks } of answers) {
      expect(outcome).toBe('away')
      expect(looks).toBeLessThanOrEqual(IN_TIME)
    }
  })

  test('other tables can be used', async () => {
    await expect
      .poll(async () => (await request(async () => await db`select number from free`)).outcome)
      .toBe('answered')
    await expect
      .poll(async () => (await request(async () => await db`insert into free values (${2})`)).outcome)
      .toBe('answered')
  })
})

describe('many statements that are each quick enough', () => {
  const slowly = async (on: Queryable) => {
    for (let i = 0; i < 40; i++) await on`select nap(0.3)`
  }

  test.each<[string, () => Promise<unknown>]>([
    ['alone', () => slowly(db)],
    ['in a transaction', () => db.begin(slowly)],
    [
      'in several transactions',
      async () => {
        for (let i = 0; i < 40; i++) await db.begin((tx) => tx`select nap(0.3)`)
      },
    ],
  ])('share the limit of their request, %s', async (_how, ask) => {
    const { outcome, looks } = await request(ask)
    expect(outcome).toBe('away')
    expect(looks).toBeLessThanOrEqual(IN_TIME)
  })

  test('each have their own limit outside of a request', async () => {
    const severally = async (on: Queryable) => {
      for (let i = 0; i < 10; i++) await on`select nap(0.3)`
    }
    await Promise.all([severally(db), db.begin(severally)])
  })
})
