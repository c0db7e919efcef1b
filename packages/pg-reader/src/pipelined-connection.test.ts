/** One connection, with a server whose bytes a test decides. */
import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createDatabase, openClient, outcome, plainClient, statement, types } from './fixtures/database.ts'
import { startProxy } from './fixtures/proxy.ts'
import type { ParameterValue } from './outgoing.ts'
import { createPending, type Statement } from './pending-statement.ts'
import { PipelinedConnection } from './pipelined-connection.ts'
import { createShapes, type ResultRow } from './row-shape.ts'

const url = await createDatabase(afterAll)

/** A fake client with only the members that the connection uses. */
function fakeClient() {
  const written: Buffer[] = []
  const stream = Object.assign(new EventEmitter(), {
    destroyed: false,
    write: (bytes: Buffer) => written.push(bytes),
    destroy: () => {
      stream.destroyed = true
    },
  })
  const client = Object.assign(new EventEmitter(), { connection: { stream } }) as unknown as pg.Client
  return { client, stream, written: () => Buffer.concat(written).toString('latin1') }
}

function connectionOf(client: pg.Client, onLost: (error: Error) => void = () => {}): PipelinedConnection {
  return new PipelinedConnection(client, {
    shapeOf: createShapes(types),
    isSession: false,
    onAnswer: () => {},
    onLost,
  })
}

function send(
  connection: PipelinedConnection,
  statement: Statement,
  values: readonly ParameterValue[] = [],
  startTick = 0,
): Promise<ResultRow[]> {
  return new Promise((resolve, reject) => {
    connection.send(createPending({ task: 'run', statement, values, resolve, reject, startTick }))
  })
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

const message = (type: string, body: string) => {
  const bytes = Buffer.from(`${type}0000${body}`, 'latin1')
  bytes.writeInt32BE(bytes.length - 1, 1)
  return bytes
}
const READY = message('Z', 'I')
const DONE = Buffer.concat([message('C', 'SELECT 1\0'), READY])
const oneColumn = message('T', `\0\x01n\0${'\0'.repeat(9)}\x17${'\0'.repeat(8)}`)
const row = (text: string) => message('D', `\0\x01\0\0\0${String.fromCharCode(text.length)}${text}`)
const failure = (code: string) => message('E', `SERROR\0VERROR\0C${code}\0Mno\0\0`)

const talk: [Statement, ParameterValue[]][] = [
  [statement('select $1::int4 as n, $2::text as t, null::uuid as nothing'), ['42', 'grün \\ "x" 🌊']],
  [statement('select 1 / $1::int4 as n'), ['0']],
  [statement('select g as n, repeat(chr(64 + g), g) as t from generate_series(1, 12) g'), []],
  [statement('select from generate_series(1, 2)'), []],
  [statement(''), []],
  [statement('select oops'), []],
  [statement(`select noisy($1) as t, '{"a": [1, null]}'::jsonb as j, array['a', null, 'b,"'] as a`), ['x']],
  [
    statement('select $1::bytea as b, $2::timestamptz as at'),
    [Buffer.from([0, 255, 7]), '2026-03-04 05:06:07+00'],
  ],
]

test('what was said to a pipeline is understood wherever the network cuts it', async () => {
  const admin = await plainClient(url)
  await admin.query(`create function noisy(t text) returns text language plpgsql as
    $$ begin raise notice 'hear %', t; perform set_config('application_name', t, false); return t; end $$`)
  const proxy = await startProxy(url)
  const client = await openClient(proxy.url)
  proxy.record()
  const real = connectionOf(client)
  const askAll = (connection: PipelinedConnection) =>
    Promise.all(talk.map(([statement, values]) => outcome(send(connection, statement, values))))
  const expected = await askAll(real)
  const bytes = proxy.record()
  await real.close('done')
  expect(expected[0]).toEqual([{ n: 42, t: 'grün \\ "x" 🌊', nothing: null }])
  expect(expected.slice(1, 2).concat(expected[5])).toEqual(['DatabaseError 22012', 'DatabaseError 42703'])
  expect(bytes.includes('hear x') && bytes.includes('application_name')).toBe(true)

  for (let cut = 0; cut <= bytes.length; cut++) {
    const { client, stream } = fakeClient()
    const answers = askAll(connectionOf(client))
    stream.emit('data', bytes.subarray(0, cut))
    stream.emit('data', bytes.subarray(cut))
    expect(await answers, `cut at ${cut} of ${bytes.length}`).toEqual(expected)
  }
  const { client: slow, stream } = fakeClient()
  const answers = askAll(connectionOf(slow))
  for (let at = 0; at < bytes.length; at++) stream.emit('data', bytes.subarray(at, at + 1))
  expect(await answers).toEqual(expected)
})

test('what one turn of the event loop asks goes out in one piece, each closed off by itself', async () => {
  const { client, stream } = fakeClient()
  const pieces: string[] = []
  stream.write = (bytes) => pieces.push(bytes.toString('latin1'))
  const connection = connectionOf(client)
  const one = statement('select 1 as n')
  const answers = [send(connection, one), send(connection, one), send(connection, one)]
  expect(pieces).toEqual([])
  await turn()
  expect(pieces.length).toBe(1)
  expect(pieces[0]?.split('select 1 as n').length).toBe(2)
  expect(pieces[0]?.split('S\0\0\0\x04').length).toBe(4)
  stream.emit('data', Buffer.concat([oneColumn, row('1'), DONE, row('2'), DONE, row('3'), DONE]))
  expect(await Promise.all(answers)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
})

test('a statement whose rows cannot be read is not sent again, and is prepared anew at its next use', async () => {
  const { client, stream, written } = fakeClient()
  const connection = connectionOf(client)
  const one = statement('insert into notes values (1) returning n')
  const answers = [outcome(send(connection, one)), outcome(send(connection, one))]
  await turn()
  // The first is broken off after Parse and before Describe; the second runs.
  stream.emit(
    'data',
    Buffer.concat([message('1', ''), failure('57014'), READY, message('2', ''), row('1'), DONE]),
  )
  expect(await Promise.all(answers)).toEqual(['DatabaseError 57014', 'UnreadableRow UNREADABLE_ROW'])
  await turn()
  expect(written().split(one.text).length).toBe(2)
  const third = send(connection, one)
  await turn()
  expect(written().split(one.text).length).toBe(3)
  stream.emit('data', Buffer.concat([message('1', ''), oneColumn, row('1'), DONE]))
  expect(await third).toEqual([{ n: 1 }])
})

test('a stale statement is tried again once', async () => {
  const { client, stream, written } = fakeClient()
  const connection = connectionOf(client)
  const one = statement('select 1 as n')
  const answer = outcome(send(connection, one))
  for (const code of ['26000', '0A000']) {
    await turn()
    stream.emit('data', Buffer.concat([failure(code), READY]))
  }
  expect(await answer).toBe('DatabaseError 0A000')
  await turn()
  expect(written().split('select 1 as n').length).toBe(3)
})

test('an answer that is owed for too long ends the connection, idleness does not', async () => {
  const { client, stream } = fakeClient()
  const lost: string[] = []
  const connection = connectionOf(client, (error) => lost.push(error.message))
  for (let look = 1; look <= 10; look++) connection.checkTimeouts(look, 3)
  const answer = outcome(send(connection, statement('select 1 as n'), [], 10))
  for (let look = 11; look <= 13; look++) {
    // However much comes of it.
    stream.emit('data', look === 11 ? oneColumn : row('1'))
    connection.checkTimeouts(look, 3)
  }
  expect([lost, stream.destroyed]).toEqual([[], false])
  connection.checkTimeouts(14, 3)
  expect(await answer).toBe('ConnectionLost CONNECTION_LOST')
  expect([lost, stream.destroyed]).toEqual([['The database did not answer in time.'], true])
})

test('who waits for too long is told so, also when the statement before it was answered just now', async () => {
  const { client, stream } = fakeClient()
  const lost: string[] = []
  const connection = connectionOf(client, (error) => lost.push(error.message))
  const one = statement('select 1 as n')
  const [first, second, third] = [
    outcome(send(connection, one)),
    outcome(send(connection, one)),
    send(connection, one, [], 3),
  ]
  for (let look = 1; look <= 3; look++) connection.checkTimeouts(look, 3)
  stream.emit('data', Buffer.concat([message('1', ''), oneColumn, failure('57014'), READY]))
  connection.checkTimeouts(4, 3)
  expect([await first, await second]).toEqual(['DatabaseError 57014', 'ConnectionLost CONNECTION_LOST'])
  // The answer to the second is of no use to anybody, and the third gets its own.
  stream.emit('data', Buffer.concat([row('77'), DONE, row('3'), DONE]))
  connection.checkTimeouts(5, 3)
  expect(await third).toEqual([{ n: 3 }])
  expect(lost).toEqual([])
})

test('a connection that works on what nobody waits for is given up', async () => {
  const { client } = fakeClient()
  const lost: string[] = []
  const connection = connectionOf(client, (error) => lost.push(error.message))
  const one = statement('select 1 as n')
  const answers = [outcome(send(connection, one)), outcome(send(connection, one, [], 4))]
  for (let look = 1; look <= 4; look++) connection.checkTimeouts(look, 3)
  expect(await Promise.all(answers)).toEqual(Array(2).fill('ConnectionLost CONNECTION_LOST'))
  expect(lost).toEqual(['The database did not answer in time.'])
})

test('a statement that was given up is not sent a second time', async () => {
  const { client, stream, written } = fakeClient()
  const connection = connectionOf(client)
  const [slow, late] = [statement('select 1 as n'), statement('insert into notes values (2)')]
  const answers = [outcome(send(connection, slow, [], 9)), outcome(send(connection, late))]
  connection.checkTimeouts(9, 3)
  stream.emit('data', Buffer.concat([oneColumn, row('1'), DONE, failure('26000'), READY]))
  expect(await Promise.all(answers)).toEqual([[{ n: 1 }], 'ConnectionLost CONNECTION_LOST'])
  await turn()
  expect(written().split(late.text).length).toBe(2)
})

test.each([
  ['an unknown message', message('~', '')],
  ['a length that is none', Buffer.from([0x44, 0, 0, 0, 1])],
  ['a fatal error', message('E', 'SFATAL\0VFATAL\0C57P01\0Mgoing\0\0')],
  ['an open transaction', message('Z', 'T')],
  ['a broken transaction', message('Z', 'E')],
  ['a wish to copy', message('G', '\0\0\0')],
])('%s ends the connection, and nothing said after it counts', async (_what, bytes) => {
  const { client, stream } = fakeClient()
  let lost = 0
  const connection = connectionOf(client, () => lost++)
  const one = statement('select 1 as n')
  const answers = [outcome(send(connection, one)), outcome(send(connection, one))]
  stream.emit('data', Buffer.concat([bytes, row('1'), DONE, row('2'), DONE]))
  client.emit('error', new Error('reset'))
  expect((await Promise.all(answers)).at(-1)).toBe('ConnectionLost CONNECTION_LOST')
  expect([lost, stream.destroyed]).toEqual([1, true])
})

test.each([
  ['an answer', READY],
  ['an error', failure('57P05')],
])('%s to nobody ends the connection', async (_what, bytes) => {
  const { client, stream } = fakeClient()
  const lost: Error[] = []
  const connection = connectionOf(client, (error) => lost.push(error))
  const answer = send(connection, statement('select 1 as n'))
  stream.emit('data', Buffer.concat([oneColumn, row('1'), DONE]))
  expect(await answer).toEqual([{ n: 1 }])
  expect(lost).toEqual([])
  stream.emit('data', bytes)
  expect([lost.length, stream.destroyed]).toEqual([1, true])
})
