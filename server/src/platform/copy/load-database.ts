/**
 * Loads a copy into a database whose tables are migrated to the version of the source. Everything happens in one transaction
 * that ends with the comparison: until then the target has no rows, whatever interrupts the copy.
 */
import { pipeline } from 'node:stream/promises'
import { StartRefused } from '@tradehall/kit/failures'
import { from as copyFrom } from 'pg-copy-streams'
import { listMigrations, listTables, OWN_RELATIONS, type Table } from './catalog.ts'
import { type CopySource, type CopySummary, differencesBetween, type SumsQuery } from './copy-source.ts'
import { readFigures, readSums } from './read-database.ts'
import { RowDigest, type TableFigures } from './row-digest.ts'
import type { Session } from './session.ts'

export interface LoadOptions {
  sums: SumsQuery
  /** Called when all rows are loaded, before they are compared and the indexes are built. */
  onLoaded?: () => void
}

/** Returns what was loaded. */
export async function loadDatabase(
  session: Session,
  source: CopySource,
  { sums, onLoaded }: LoadOptions,
): Promise<CopySummary> {
  await refuseOtherMigrations(session, source)
  const { tables } = source.header
  const existing = await listTables(session)
  refuseUnknownTables(existing, source)
  await session.query('begin')
  const restore = await suspendRules(session)
  // Migrations may have inserted rows.
  await session.query(`truncate ${existing.map(({ name }) => name).join(', ')}`)
  const received: Record<string, TableFigures> = Object.fromEntries(
    tables.map(({ name }) => [name, new RowDigest().figures]),
  )
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]))
  for await (const { name, rows } of source.tables()) {
    const digest = new RowDigest()
    const columns = columnsOf.get(name)?.join(', ')
    await pipeline(rows, digest, session.query(copyFrom(`copy ${name} (${columns}) from stdin`)))
    received[name] = digest.figures
  }
  const summary = await source.summary()
  refuseDifferences(summary, { ...summary, tables: received }, 'The rows that arrived')
  for (const { name, value, isCalled } of summary.sequences) {
    await session.query('select setval($1::regclass, $2, $3)', [name, value, isCalled])
  }
  onLoaded?.()
  const stored: Record<string, TableFigures> = {}
  for (const table of tables) stored[table.name] = await readFigures(session, table)
  const loaded = { tables: stored, ...(await readSums(session, sums)) }
  refuseDifferences(summary, loaded, 'The rows that were stored')
  for (const statement of restore) await session.query(statement)
  await session.query('commit')
  await session.query(`analyze ${existing.map(({ name }) => name).join(', ')}`)
  return loaded
}

/** The migrations must be those of the source: another version of a migration file may create different tables. */
async function refuseOtherMigrations(session: Session, { header }: CopySource): Promise<void> {
  const applied = await listMigrations(session)
  const other = header.migrations.find(
    ({ version, md5 }, i) => applied?.[i]?.version !== version || applied[i].md5 !== md5,
  )
  if (!other) return
  throw new StartRefused(
    `The copy was made with another migration ${String(other.version).padStart(4, '0')} than that of this version; use the version of Tradehall that it was made with (${header.tradehall}).`,
  )
}

/** The names become part of statements, so those of a file must be names of the database itself. */
function refuseUnknownTables(existing: Table[], { header }: CopySource): void {
  const columnsOf = new Map(existing.map(({ name, columns }) => [name, columns]))
  const unknown = header.tables.find(
    ({ name, columns }) =>
      !columnsOf.has(name) || !columns.every((column) => columnsOf.get(name)?.includes(column)),
  )
  if (!unknown) return
  throw new StartRefused(
    `The copy has the table ${unknown.name} with columns that this version does not know; use the version of Tradehall that it was made with (${header.tradehall}).`,
  )
}

/**
 * Drops foreign keys, so that tables can be loaded in any order and keys are checked once for all rows. Drops indexes
 * that do not belong to a constraint, because building them after the rows are loaded is several times as fast.
 * Disables triggers, because they have already run for these rows. Returns the statements that undo all of this.
 */
async function suspendRules(session: Session): Promise<string[]> {
  const { rows } = await session.query<{ suspend: string; restore: string }>(`
    select suspend, restore
    from (
      select 1 as step, format('alter table %s drop constraint %I', conrelid::regclass, conname) as suspend,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
      from pg_constraint
      where contype = 'f' and conparentid = 0
      union all
      select 2, format('drop index %s', c.oid::regclass), pg_get_indexdef(c.oid)
      from pg_class as c
      join pg_namespace as n on n.oid = c.relnamespace
      join pg_index on indexrelid = c.oid
      where ${OWN_RELATIONS} and not exists (select 1 from pg_constraint where conindid = c.oid and contype <> 'f')
      union all
      select distinct 3, format('alter table %s disable trigger user', tgrelid::regclass),
        format('alter table %s enable trigger user', tgrelid::regclass)
      from pg_trigger
      where not tgisinternal
    ) as rules
    order by step, suspend`)
  for (const { suspend } of rows) await session.query(suspend)
  return rows.map(({ restore }) => restore).reverse()
}

function refuseDifferences(expected: CopySummary, found: CopySummary, what: string): void {
  const differences = differencesBetween(expected, found)
  if (differences.length === 0) return
  throw new StartRefused(
    `${what} are not those of the source, so nothing was kept: ${differences.slice(0, 3).join(', ')}; copy again.`,
  )
}
