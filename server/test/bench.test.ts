/** What the benchmark measures against has to stay true while the schema changes; its figures are not for tests. */
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type BenchRequest, cases } from '../bench/cases.ts'
import { httpBytes, openHttpLine } from '../bench/http-line.ts'
import { openRawLine, requestBytes } from '../bench/raw-line.ts'
import { connect } from '../src/platform/database.ts'
import { createTestDatabase } from './database.ts'

async function line() {
  const opened = await openRawLine(await createTestDatabase())
  onTestFinished(opened.end)
  return opened
}

const how = { inFlight: 3, seconds: 0.05 }

test('every ceiling fits the schema, and every floor has a ceiling', async () => {
  const { prepare } = await line()
  for (const { ceiling, floor } of cases) {
    if (floor !== undefined) expect(ceiling).toBeDefined()
    await prepare(ceiling?.statements ?? [])
  }
})

test('a request counts once, however many statements it has and however its answer is torn', async () => {
  const url = await createTestDatabase()
  const { prepare, repeat, end } = await openRawLine(url)
  const db = connect(url, { pool: 1, name: 'test' })
  onTestFinished(() => db.end())
  onTestFinished(end)
  await db`create sequence public.requests`
  const texts = [
    "select nextval('public.requests')",
    "select repeat('x', $1::int) from generate_series(1, 3)",
  ]
  await prepare(texts)
  const counted = await repeat(
    [1, 70_000, 3].map((length) => requestBytes(texts, [String(length)])),
    how,
  )
  const [row] = await db<{ sent: number }[]>`select last_value as sent from public.requests`
  // Those that were answered too late are not counted.
  expect(row?.sent).toBe(counted + how.inFlight)
})

test('a statement that fails or finds nothing gives no rate', async () => {
  const failing = await line()
  const division = ['select 1 / $1::int']
  await failing.prepare(division)
  await expect(failing.repeat([requestBytes(division, ['0'])], how)).rejects.toThrow(
    'The database refuses a statement: division by zero',
  )
  const idle = await line()
  const nothing = ['select 1', 'select where $1::boolean']
  await idle.prepare(nothing)
  await expect(idle.repeat([requestBytes(nothing, ['false'])], how)).rejects.toThrow(
    'A statement found nothing to do',
  )
  const wrong = await line()
  await expect(wrong.prepare(['select no_such_column'])).rejects.toThrow('no_such_column')
})

describe('the load', () => {
  /** A server that answers each request with the next of these texts, a few bytes at a time. */
  async function serve(texts: readonly string[], bytesAtOnce = Number.POSITIVE_INFINITY) {
    const asked: string[] = []
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.setNoDelay()
      socket.on('data', async (bytes) => {
        const text = texts[asked.push(bytes.toString()) - 1]
        if (text === undefined) return socket.destroy()
        for (let at = 0; at < text.length; at += bytesAtOnce) {
          socket.write(text.slice(at, at + bytesAtOnce))
          await new Promise(setImmediate)
        }
      })
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const line = await openHttpLine(origin)
    onTestFinished(line.end)
    const statuses: number[] = []
    const seconds = 100
    const onAnswer = (status: number) => statuses.push(status)
    const send = (request: BenchRequest) => line.repeat([httpBytes(origin, request)], { seconds, onAnswer })
    return { send, statuses, asked, host: new URL(origin).host }
  }
  const answer = (status: number, body: string) =>
    `HTTP/1.1 ${status} Whatever\r\nX-Other: 1\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const GET = { method: 'GET', path: '/a', headers: { accept: 'x' } } as const

  test.each([1, 7, Number.POSITIVE_INFINITY])(
    'is counted by answers, which may come %d bytes at a time',
    async (bytesAtOnce) => {
      const texts = [
        answer(200, 'x'.repeat(50)),
        'HTTP/1.1 204 None\r\n\r\n',
        answer(409, ''),
        answer(201, 'y'),
      ]
      const { send, statuses, asked, host } = await serve(texts, bytesAtOnce)
      // It goes on until the time is over, or the server.
      await expect(send(GET)).rejects.toThrow('The server closed the connection.')
      expect(statuses).toEqual([200, 204, 409, 201])
      expect(asked[0]).toBe(`GET /a HTTP/1.1\r\nhost: ${host}\r\naccept: x\r\n\r\n`)
    },
  )

  test('has the body of a request with its length', async () => {
    const { send, asked } = await serve([])
    await expect(send({ ...GET, method: 'POST', body: '{"a":"é"}' })).rejects.toThrow()
    expect(asked[0]?.split('\r\n').slice(-3)).toEqual(['content-length: 10', '', '{"a":"é"}'])
  })

  test('refuses what it cannot tell the end of', async () => {
    const endless = await serve(['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n'])
    await expect(endless.send(GET)).rejects.toThrow('does not say how long it is')
    const chatty = await serve([answer(200, 'x') + answer(200, 'y')])
    await expect(chatty.send(GET)).rejects.toThrow('more than it was asked')
  })
})
