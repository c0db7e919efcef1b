/** Migrations of each kind that may run while the API serves, of tables that are read and written all the time. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../src/platform/database.ts'

const MIGRATIONS: Record<string, string> = {
  '2001.do.columns.sql': `
    alter table catalog.products add column soak_note text;
    alter table catalog.variants add column soak_rank int;
    alter table catalog.variants alter column soak_rank set default 1;
    alter table stock.levels add column soak_note text;`,
  '2002.do.fill.sql': `-- resumable: all variants
    -- repeat until 0 rows
    update catalog.variants set soak_rank = 1
    where (brand_id, id) in (
      select brand_id, id from catalog.variants where soak_rank is null limit 500
    );
    create index concurrently if not exists soak_rank_idx on catalog.variants (soak_rank, id);
    alter table catalog.variants drop constraint if exists soak_rank_check;
    alter table catalog.variants add constraint soak_rank_check check (soak_rank is not null) not valid;
    alter table catalog.variants validate constraint soak_rank_check;`,
  '2003.do.last.sql': 'alter table ordering.orders add column soak_note text;',
}

export async function writeMigrations(folder: string): Promise<void> {
  await mkdir(folder)
  for (const [name, sql] of Object.entries(MIGRATIONS)) await writeFile(join(folder, name), sql)
}

/** Whether all of them have been applied, and have done what they should. */
export async function isMigrated(db: Database): Promise<boolean> {
  const [state] = await db<{ applied: number; missing: number; valid: boolean }[]>`
    select (select count(*) from public.schemaversion where version > 2000)::int as applied,
      (select count(*) from catalog.variants where soak_rank is null)::int as missing,
      (select indisvalid from pg_index where indexrelid = 'catalog.soak_rank_idx'::regclass) as valid`
  return state?.applied === Object.keys(MIGRATIONS).length && state.missing === 0 && state.valid
}

/** Takes them back, so that a backup of the database is one of this version. */
export async function takeBack(db: Database): Promise<void> {
  await db.unsafe('alter table catalog.products drop column if exists soak_note')
  await db.unsafe('alter table catalog.variants drop column if exists soak_rank')
  await db.unsafe('alter table stock.levels drop column if exists soak_note')
  await db.unsafe('alter table ordering.orders drop column if exists soak_note')
  await db`delete from public.schemaversion where version > 2000`
}
