/** A transaction is done as a whole or not at all, whatever happens between two messages. */
import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import {
  createDatabase,
  newClient,
  openClient,
  outcome,
  plainClient,
  statement,
  types,
} from './fixtures/database.ts'
import { startProxy } from './fixtures/proxy.ts'
import { createSessions, type Session } from './index.ts'

const url = await createDatabase(afterAll)
const admin = await plainClient(url, afterAll)
await admin.query('create table steps (run int, n int, primary key (run, n))')
const sessionOf = createSessions(types)
const add = statement('insert into steps values ($1, $2) returning n')
const stepsOf = async (run: number): Promise<number[]> =>
  (await admin.query('select n from steps where run = $1 order by n', [run])).rows.map(({ n }) => n)
let runs = 0

async function openSession(on = url): Promise<Session> {
  const session = sessionOf(await openClient(on), { onLost: () => {} })
  onTestFinished(() => session.close())
  return session
}

/** Two statements with BEGIN, two more after their answer, and the end. */
async function runSteps(session: Session, run: number, end: 'commit' | 'rollback'): Promise<void> {
  const step = (n: number) => session.run(add, [String(run), String(n)])
  session.begin()
  try {
    await settled([step(1), step(2)])
    await settled([step(3), step(4)])
    if (end === 'rollback') throw new Error('taken back')
    await session.commit()
  } catch (error) {
    await session.rollback().catch((reason) => session.lose('The rollback failed.', reason))
    throw error
  }
}

async function settled(all: Promise<unknown>[]): Promise<void> {
  for (const end of await Promise.allSettled(all)) if (end.status === 'rejected') throw end.reason
}

/** A client of which nothing is real but what the session uses, and a server whose bytes a test decides. */
function paperSession() {
  const written: Buffer[] = []
  const stream = Object.assign(new EventEmitter(), {
    write: (bytes: Buffer) => written.push(bytes),
    destroy: () => {},
  })
  const client = Object.assign(new EventEmitter(), { connection: { stream } }) as unknown as pg.Client
  return {
    session: sessionOf(client, { onLost: () => {} }),
    /** The types of the messages since the last call, scripts with their text. */
    sent: () => messagesOf(Buffer.concat(written.splice(0))),
    answer: (...messages: Buffer[]) => void stream.emit('data', Buffer.concat(messages)),
  }
}

function messagesOf(bytes: Buffer): string {
  const found: string[] = []
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const type = String.fromCharCode(bytes[at] as number)
    const body = bytes.toString('latin1', at + 5, at + 1 + bytes.readInt32BE(at + 1))
    if (type === 'Q') found.push(body.slice(0, -1))
    else found.push(type === 'P' && body.startsWith('\0begin') ? 'P(begin)' : type)
  }
  return found.join(' ')
}

const message = (type: string, body = '') => {
  const bytes = Buffer.from(`${type}0000${body}`, 'latin1')
  bytes.writeInt32BE(bytes.length - 1, 1)
  return bytes
}
const ready = (status: 'I' | 'T' | 'E') => message('Z', status)
const DONE = message('C', 'OK\0')
const failure = (code: string) => message('E', `SERROR\0VERROR\0C${code}\0Mno\0\0`)
/** Until everything that is to be sent is sent. */
const turn = async () => {
  for (let i = 0; i < 3; i++) await new Promise<void>((resolve) => setImmediate(resolve))
}
const one = statement('insert into steps values (0, 0)')
const BEGUN = [message('1'), message('2'), DONE]
const PREPARED = [message('1'), message('t', '\0\0'), message('n')]
const RAN = [message('2'), DONE]

test('what is asked with BEGIN shares its Sync, and the rest waits until the transaction is open', async () => {
  const { session, sent, answer } = paperSession()
  session.begin()
  expect(sent()).toBe('')
  const first = [outcome(session.run(one)), outcome(session.run(one))]
  await turn()
  expect(sent()).toBe('P(begin) B E C P D B E B E S')
  const later = outcome(session.run(one))
  const script = outcome(session.script('savepoint x'))
  const last = outcome(session.run(one))
  const commit = session.commit()
  await turn()
  expect(sent()).toBe('')
  answer(...BEGUN, ...PREPARED, ...RAN, ...RAN)
  await turn()
  expect(sent()).toBe('')
  answer(ready('T'))
  expect(await Promise.all(first)).toEqual([[], []])
  await turn()
  expect(sent()).toBe('B E S savepoint x B E S')
  answer(...RAN, ready('T'), DONE, ready('T'))
  await turn()
  expect(sent()).toBe('')
  answer(...RAN, ready('T'))
  expect(await Promise.all([later, script, last])).toEqual([[], [], []])
  await turn()
  expect(sent()).toBe('commit')
  answer(message('C', 'COMMIT\0'), ready('I'))
  await commit
  expect(session.isClean).toBe(true)
})

test('a COMMIT that the database turns into a rollback is no success', async () => {
  const { session, answer } = paperSession()
  session.begin()
  const first = outcome(session.run(one))
  await turn()
  answer(...BEGUN, ...PREPARED, ...RAN, ready('T'))
  await first
  const commit = expect(session.commit()).rejects.toThrow('ROLLBACK')
  await turn()
  answer(message('C', 'ROLLBACK\0'), ready('I'))
  await commit
})

test('a script does not share the Sync of BEGIN, and neither does what comes after it', async () => {
  const { session, sent, answer } = paperSession()
  session.begin()
  const answers = [session.script('create table t ()'), session.run(one)].map(outcome)
  await turn()
  expect(sent()).toBe('P(begin) B E S')
  answer(...BEGUN, ready('T'))
  await turn()
  expect(sent()).toBe('create table t () C P D B E S')
  answer(DONE, ready('T'), ...PREPARED, ...RAN, ready('T'))
  expect(await Promise.all(answers)).toEqual([[], []])
})

test.each(['57014', '53200', '26000'])(
  'a BEGIN that fails with %s fails everything, and no COMMIT is sent',
  async (code) => {
    const { session, sent, answer } = paperSession()
    session.begin()
    const first = [outcome(session.run(one)), outcome(session.run(one))]
    await turn()
    const held = outcome(session.run(one))
    sent()
    answer(failure(code), ready('I'))
    expect(await Promise.all([...first, held])).toEqual(Array(3).fill(`DatabaseError ${code}`))
    expect(await outcome(session.run(one))).toBe(`DatabaseError ${code}`)
    await expect(session.commit()).rejects.toMatchObject({ code })
    await turn()
    expect(sent()).toBe('')
    await session.rollback()
    expect(session.isClean).toBe(true)
    // The next transaction prepares what the failed one did not.
    session.begin()
    const again = outcome(session.run(one))
    await turn()
    expect(sent()).toBe('P(begin) B E C P D B E S')
    answer(...BEGUN, ...PREPARED, ...RAN, ready('T'))
    expect(await again).toEqual([])
  },
)

test('a statement that fails with BEGIN aborts those behind it, and COMMIT becomes a rollback', async () => {
  const { session, sent, answer } = paperSession()
  session.begin()
  const answers = [session.run(one), session.run(one), session.run(one)].map(outcome)
  await turn()
  sent()
  answer(...BEGUN, ...PREPARED, ...RAN, message('2'), failure('23505'), ready('E'))
  expect(await Promise.all(answers)).toEqual([[], 'DatabaseError 23505', 'DatabaseError 25P02'])
  const commit = expect(session.commit()).rejects.toThrow('aborted')
  await turn()
  expect(sent()).toBe('rollback')
  answer(DONE, ready('I'))
  await commit
  await session.rollback()
  expect(sent()).toBe('')
})

test('statements that nobody waits for are answered before COMMIT is sent', async () => {
  const { session, sent, answer } = paperSession()
  session.begin()
  const first = outcome(session.run(one))
  const commit = expect(session.commit()).rejects.toThrow('aborted')
  await turn()
  expect(sent()).not.toContain('commit')
  answer(...BEGUN, ...PREPARED, message('2'), failure('23505'), ready('E'))
  expect(await first).toBe('DatabaseError 23505')
  await turn()
  expect(sent()).toBe('rollback')
  answer(DONE, ready('I'))
  await commit
})

test('a transaction that ended by itself is not committed', async () => {
  const { session, sent, answer } = paperSession()
  session.begin()
  const first = outcome(session.run(statement('rollback')))
  await turn()
  const held = outcome(session.run(one))
  sent()
  answer(...BEGUN, ...PREPARED, ...RAN, ready('I'))
  expect(await first).toEqual([])
  expect(await held).toMatch('ended immediately after BEGIN')
  await expect(session.commit()).rejects.toThrow('ended immediately after BEGIN')
  expect(sent()).toBe('')
})

test('a rollback does not send what was held back', async () => {
  const { session, sent, answer } = paperSession()
  session.begin()
  const first = outcome(session.run(one))
  await turn()
  const held = outcome(session.run(one))
  sent()
  const rollback = session.rollback()
  answer(...BEGUN, ...PREPARED, ...RAN, ready('T'))
  expect(await first).toEqual([])
  expect(await held).toMatch('rolled back')
  await turn()
  expect(sent()).toBe('rollback')
  answer(DONE, ready('I'))
  await rollback
})

test('a transaction on a real server is kept as a whole, or taken back as a whole', async () => {
  const session = await openSession()
  for (const end of ['commit', 'rollback', 'commit'] as const) {
    const run = ++runs
    const told = await runSteps(session, run, end).then(() => 'kept', String)
    expect([told, await stepsOf(run)]).toEqual(
      end === 'commit' ? ['kept', [1, 2, 3, 4]] : ['Error: taken back', []],
    )
    expect(session.isClean).toBe(true)
  }
})

test('a BEGIN that a real server refuses leaves nothing, and the session can be used again', async () => {
  const proxy = await startProxy(url)
  const session = await openSession(proxy.url)
  for (const end of ['commit', 'rollback'] as const) {
    // A text of the same length that is no statement.
    proxy.rewrite((bytes) =>
      Buffer.from(bytes.toString('latin1').replace('\0begin\0', '\0bogus\0'), 'latin1'),
    )
    const run = ++runs
    await expect(runSteps(session, run, end)).rejects.toMatchObject({ code: '42601' })
    expect(await stepsOf(run)).toEqual([])
    expect(session.isClean).toBe(true)
    proxy.mend()
    await runSteps(session, run, 'commit')
    expect(await stepsOf(run)).toEqual([1, 2, 3, 4])
  }
})

test('a server that has forgotten prepared statements leaves nothing of a transaction', async () => {
  const session = await openSession()
  await runSteps(session, ++runs, 'commit')
  for (const end of ['commit', 'rollback'] as const) {
    await session.script('deallocate all')
    const run = ++runs
    await expect(runSteps(session, run, end)).rejects.toMatchObject({ code: '26000' })
    expect(await stepsOf(run)).toEqual([])
    await runSteps(session, run, 'commit')
    expect(await stepsOf(run)).toEqual([1, 2, 3, 4])
  }
})

const CANCEL = statement('select pg_cancel_backend(pg_backend_pid()), pg_sleep(60)')

test.each([0, 1, 2, 3, 4])('a cancel at step %i leaves nothing', async (at) => {
  const session = await openSession()
  const run = ++runs
  const step = (n: number) => (n === at ? session.run(CANCEL) : session.run(add, [String(run), String(n)]))
  session.begin()
  const answers = await Promise.all([step(0), step(1)].map(outcome))
  answers.push(...(await Promise.all([step(2), step(3)].map(outcome))))
  if (at === 4) {
    await session.script(`create or replace function cancel() returns trigger language plpgsql as
      $$ begin perform pg_cancel_backend(pg_backend_pid()), pg_sleep(60); return null; end $$;
      create constraint trigger cancel after insert on steps deferrable initially deferred
      for each row execute function cancel()`)
    await session.run(add, [String(run), '4'])
    await expect(session.commit()).rejects.toMatchObject({ code: '57014' })
  } else {
    expect(answers[at]).toBe('DatabaseError 57014')
    expect(answers.slice(at + 1)).toEqual(answers.slice(at + 1).map(() => 'DatabaseError 25P02'))
    await expect(session.commit()).rejects.toThrow('aborted')
  }
  await session.rollback()
  expect([await stepsOf(run), session.isClean]).toEqual([[], true])
})

test.each([
  ['answers', 'commit'],
  ['answers', 'rollback'],
  ['requests', 'commit'],
  ['requests', 'rollback'],
] as const)('a connection whose %s are cut at any byte leaves all or nothing of a %s', async (which, end) => {
  const proxy = await startProxy(url)
  const told = new Map<number, { cut: number; isKept: boolean }>()
  for (let cut = 0, isWhole = false; !isWhole; cut++) {
    const run = ++runs
    const client = newClient(proxy.url, { application_name: 'cut' })
    await client.connect()
    const session = sessionOf(client, { onLost: () => {} })
    await session.describe(add)
    if (which === 'answers') proxy.cutAfter(cut)
    else proxy.cutSentAfter(cut)
    const isKept = await runSteps(session, run, end).then(
      () => true,
      () => false,
    )
    told.set(run, { cut, isKept })
    isWhole = session.isClean
    session.lose('Done.')
    proxy.mend()
  }
  // The server may still work on what has reached it.
  await expect.poll(async () => (await admin.query(BUSY)).rowCount).toBe(0)
  const found = Map.groupBy((await admin.query('select run from steps')).rows, ({ run }) => run)
  for (const [run, { cut, isKept }] of told) {
    const possible = isKept ? [4] : end === 'commit' ? [0, 4] : [0]
    expect(possible, `${which} cut at ${cut}`).toContain(found.get(run)?.length ?? 0)
  }
  const kept = [...told.values()].filter(({ isKept }) => isKept).length
  expect(told.size - kept).toBeGreaterThan(50)
  expect(kept > 0).toBe(end === 'commit')
})

const BUSY = `select from pg_stat_activity
  where datname = current_database() and application_name = 'cut'`
