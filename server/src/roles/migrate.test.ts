import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { afterAllTests } from '../../test/clean-up.ts'
import { createTestDatabase } from '../../test/database.ts'
import { readConfig } from '../config.ts'
import { connect, type Database } from '../platform/database.ts'
import { migrate } from './migrate.ts'
import { reportMigration } from './report-migration.ts'

let url: string
let db: Database
const cleanUp = afterAllTests()
beforeAll(async () => {
  url = await createTestDatabase(cleanUp)
  db = connect(url, { pool: 1, name: 'test' })
  cleanUp(() => db.end())
})

/** Collects what is written to a stream, by line. */
function linesOf(stream: NodeJS.WriteStream): () => string[] {
  let text = ''
  const write = vi.spyOn(stream, 'write').mockImplementation((part) => {
    text += part
    return true
  })
  onTestFinished(() => write.mockRestore())
  return () => text.split('\n').slice(0, -1)
}

const run = (options: object) => migrate(readConfig({ TRADEHALL_DATABASE_URL: url }), options)

/** The write probe: nothing else depends on it. */
async function forgetOne(): Promise<void> {
  await db`delete from public.schemaversion where version = 56`
  await db`drop table platform.write_probe`
}

test('--dry-run lists what would be applied, and applies nothing', async () => {
  await forgetOne()
  const lines = linesOf(process.stdout)
  expect(await run({ dryRun: true })).toBe(0)
  expect(await run({ dryRun: true, json: true })).toBe(0)
  expect(lines()).toEqual([
    '0056.do.write-probe.sql: in one transaction',
    'Migrations to apply: 1.',
    '{"file":"0056.do.write-probe.sql","resumable":false}',
    '{"pending":["write-probe"]}',
  ])
  expect(await db`select to_regclass('platform.write_probe') as name`).toEqual([{ name: null }])
})

test('a line for each file, as text or as JSON', async () => {
  const lines = linesOf(process.stdout)
  expect(await run({})).toBe(0)
  await forgetOne()
  expect(await run({ json: true })).toBe(0)
  expect(await run({})).toBe(0)
  expect(lines()).toEqual([
    expect.stringMatching(/^0056\.do\.write-probe\.sql applied in \d+\.\d\d s$/),
    'Migrations applied: 1.',
    expect.stringMatching(/^\{"file":"0056\.do\.write-probe\.sql","resumable":false,"seconds":[\d.]+\}$/),
    '{"applied":["write-probe"]}',
    'Nothing to migrate.',
  ])
})

test('progress and waits go to standard error, progress not more often than every few seconds', () => {
  const [output, errors] = [linesOf(process.stdout), linesOf(process.stderr)]
  const report = reportMigration({ json: true })
  const place = { file: '0099.do.fill.sql', line: 3 }
  report({ kind: 'begun', file: place.file, isResumable: true, number: 1, of: 2 })
  for (const rows of [500, 1000, 1500]) report({ kind: 'rows', ...place, rows })
  report({ kind: 'waiting', sentence: 'It waits.' })
  report({ kind: 'applied', file: place.file, seconds: 1.5 })
  expect(errors()).toEqual([
    '0099.do.fill.sql (1 of 2) runs statement by statement; if it is interrupted, the next run continues it.',
    '0099.do.fill.sql, line 3: 500 rows so far',
    'It waits.',
  ])
  expect(output()).toEqual(['{"file":"0099.do.fill.sql","resumable":true,"seconds":1.5}'])
})
