/**
 * The table of applied migrations. Its columns are those that databases of earlier versions have, and its checksums show
 * whether a file was changed afterwards.
 */
import { StartRefused } from '@tradehall/kit/failures'
import type { MigrationFile } from './files.ts'
import { replacementOf } from './replaced.ts'
import type { MigrationSession } from './session.ts'

interface MigrationRecord {
  version: number
  md5: string | null
}

/** Asks first: `if not exists` would require the privilege to create tables even where nothing has to be created. */
export async function createRecords(session: MigrationSession): Promise<void> {
  if (await hasRecords(session)) return
  await session.query(`create table public.schemaversion (
    version bigint primary key, name text, md5 text, run_at timestamptz
  )`)
}

async function hasRecords(session: MigrationSession): Promise<boolean> {
  const { rows } = await session.query<{ exists: boolean }>(
    "select to_regclass('public.schemaversion') is not null as exists",
  )
  return rows[0]?.exists === true
}

async function readRecords(session: MigrationSession): Promise<MigrationRecord[]> {
  if (!(await hasRecords(session))) return []
  const records = await session.query<MigrationRecord>(
    'select version::int as version, md5 from public.schemaversion order by version',
  )
  return records.rows
}

/**
 * The files that are not recorded, whatever their numbers: branches are merged in another order than that of their numbers.
 * Files that were replaced after they were applied count as missing. Refuses any other file that has changed.
 */
export async function missingMigrations(
  session: MigrationSession,
  files: readonly MigrationFile[],
): Promise<MigrationFile[]> {
  const records = new Map((await readRecords(session)).map((record) => [record.version, record]))
  return files.filter((file) => {
    const record = records.get(file.version)
    if (!record) return true
    if (record.md5 === null || record.md5 === file.md5) return false
    if (replacementOf(file.version, record.md5)) return true
    throw new StartRefused(
      `The migration ${file.file} has changed since it was applied to this database; restore the original file, or use another database.`,
    )
  })
}
