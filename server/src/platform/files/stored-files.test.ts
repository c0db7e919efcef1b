import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { bytesOf } from '../../../test/files.ts'
import { createTestPlatform, setClockOffset } from '../../../test/platform.ts'
import type { Queryable } from '../database.ts'
import { DOWNLOAD, type DocumentRun, type FileTables, storedFiles } from './stored-files.ts'

const DAY_MS = 24 * 3_600_000
const BRAND = '0b3a5e52-4a0f-4b40-9d9e-0f6f2f1b7a01'
const DOCUMENT = '0b3a5e52-4a0f-4b40-9d9e-0f6f2f1b7a02'

const oneFile: FileTables = {
  documents: 'scratch.reports',
  finishedAt: 'completed_at',
  chunks: 'scratch.report_chunks',
  documentId: 'report_id',
}
const manyFiles: FileTables = { ...oneFile, fileNumber: 'file' }

async function setUp(tables: FileTables) {
  const platform = await createTestPlatform(await createTestDatabase())
  const file = tables.fileNumber ? 'file integer not null,' : ''
  await platform.db.unsafe(`
    create schema scratch;
    create table scratch.reports (brand_id uuid, id uuid, run integer, completed_at timestamptz, expires_at timestamptz,
      purged_at timestamptz);
    create table scratch.report_chunks (brand_id uuid, report_id uuid, run integer, ${file} number integer, bytes bytea)`)
  const { db, clock } = platform
  const expiresAt = new Date(clock.now().getTime() + 30 * DAY_MS)
  await db`
    insert into scratch.reports (brand_id, id, run, expires_at) values (${BRAND}, ${DOCUMENT}, 2, ${expiresAt})`
  const run = (number: number): DocumentRun => ({ brand_id: BRAND, id: DOCUMENT, run: number })
  return { platform, db, files: storedFiles(tables), run }
}

const content = (letter: string, bytes = 600_000) => Readable.from([Buffer.alloc(bytes, letter)])

const finishing = (db: Queryable, { brand_id, id, run }: DocumentRun) => db`
  update scratch.reports
  set completed_at = ${new Date('2026-02-03T10:00:00Z')}
  where brand_id = ${brand_id} and id = ${id} and run = ${run} and completed_at is null
  returning id`

const countChunks = async (db: Queryable) => {
  const [row] = await db<{ count: number }[]>`select count(*) as count from scratch.report_chunks`
  return row?.count
}

test.each([
  ['one file', oneFile],
  ['several files', manyFiles],
])('only the download of the finished run remains, in documents with %s', async (_, tables) => {
  const { db, files, run } = await setUp(tables)
  await files.save(db, run(1), content('a'))
  expect(await files.save(db, run(2), content('b'))).toBe(600_000)
  if (tables.fileNumber) await files.save(db, run(2), content('c'), 1)

  expect(await files.finishRun(db, run(1), { update: finishing(db, run(1)), hasDownload: true })).toBe(false)
  expect(await bytesOf(files.read(db, run(1)))).toHaveLength(600_000)
  expect(await files.finishRun(db, run(2), { update: finishing(db, run(2)), hasDownload: true })).toBe(true)
  expect(await countChunks(db)).toBe(3)
  expect((await bytesOf(files.read(db, run(2), DOWNLOAD))).equals(Buffer.alloc(600_000, 'b'))).toBe(true)
})

test('a run that ends without a download leaves no chunk', async () => {
  const { db, files, run } = await setUp(manyFiles)
  await files.save(db, run(1), content('a'))
  await files.save(db, run(2), content('b'))
  expect(await files.finishRun(db, run(2), { update: finishing(db, run(2)), hasDownload: false })).toBe(true)
  expect(await countChunks(db)).toBe(0)
})

test('content is deleted when its document has expired, and counted once', async () => {
  const { platform, db, files, run } = await setUp(oneFile)
  await files.save(db, run(2), content('b'))
  await setClockOffset(platform, 31 * DAY_MS)
  // Its run has not ended, so the content is still being written.
  expect(await files.purgeExpired(platform)).toBe(0)
  await files.finishRun(db, run(2), { update: finishing(db, run(2)), hasDownload: true })
  expect(await files.purgeExpired(platform)).toBe(1)
  expect(await countChunks(db)).toBe(0)
  expect(await files.purgeExpired(platform)).toBe(0)
})
