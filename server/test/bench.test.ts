/** What the benchmark measures against has to stay true while the schema changes; its figures are not for tests. */
import { expect, onTestFinished, test } from 'vitest'
import { cases } from '../bench/cases.ts'
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
