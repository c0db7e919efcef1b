/** Reads a whole database as of one moment, while others may go on writing to it. */
import { pipeline, type Readable } from 'node:stream'
import { StartRefused } from '@tradehall/kit/failures'
import { to as copyTo } from 'pg-copy-streams'
import { VERSION } from '../version.ts'
import { listMigrations, listSequences, listTables, type Table } from './catalog.ts'
import type { CopyHeader, CopySource, CopySummary, SumsQuery } from './copy-source.ts'
import { RowDigest, type TableFigures } from './row-digest.ts'
import type { Session } from './session.ts'

export interface ReadOptions {
  /** See `CopyHeader`. */
  id: string
  sums: SumsQuery
  /** Bytes of the tables on disk that were read, and of all of them. */
  onBytes?: (done: number, of: number) => void
}

/** A try fails only if a migration ran between two of its statements, so several failures in a row are unlikely. */
const MAX_TRIES = 5

/** Begins a transaction, which `summary` ends. */
export async function readDatabase(session: Session, options: ReadOptions): Promise<CopySource> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
    const tables = await listTables(session)
    await session.query('begin isolation level repeatable read read only')
    // The locks come before the first query, which takes the snapshot, so no migration can change a table in between.
    if (tables.length > 0)
      await session.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`)
    const locked = await listTables(session)
    if (shapesOf(locked) === shapesOf(tables)) return await sourceOf(session, locked, options)
    await session.query('rollback')
  }
  throw new StartRefused('The tables of the database keep changing; try again when its migration has ended.')
}

const shapesOf = (tables: Table[]) => JSON.stringify(tables.map(({ name, columns }) => [name, columns]))

async function sourceOf(
  session: Session,
  tables: Table[],
  { id, sums, onBytes }: ReadOptions,
): Promise<CopySource> {
  const migrations = await listMigrations(session)
  if (!migrations)
    throw new StartRefused('This database has no tables of Tradehall, so there is nothing to copy.')
  const { rows } = await session.query<{ version: string; now: Date }>(
    `select current_setting('server_version') as version, now() as now`,
  )
  const [server] = rows
  const header: CopyHeader = {
    id,
    tradehall: VERSION,
    postgresql: server?.version ?? '',
    createdAt: server?.now.toISOString() ?? '',
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
  }
  const allBytes = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  const figures: Record<string, TableFigures> = {}
  return {
    header,
    async *tables() {
      let bytesBefore = 0
      for (const { name, columns, bytes } of tables) {
        let read = 0
        const digest = new RowDigest((count) => {
          read += count
          onBytes?.(bytesBefore + Math.min(read, bytes), allBytes)
        })
        yield { name, rows: copyOut(session, { name, columns }, digest) }
        figures[name] = digest.figures
        bytesBefore += bytes
        onBytes?.(bytesBefore, allBytes)
      }
    },
    async summary() {
      const summary = { tables: figures, ...(await readSums(session, sums)) }
      await session.query('commit')
      return summary
    },
  }
}

function copyOut(
  session: Session,
  { name, columns }: { name: string; columns: string[] },
  digest: RowDigest,
): Readable {
  const rows = session.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
  // Whoever reads the digest gets the error.
  return pipeline(rows, digest, () => {})
}

/** Reads a table for its figures alone. */
export async function readFigures(
  session: Session,
  table: { name: string; columns: string[] },
): Promise<TableFigures> {
  const digest = new RowDigest()
  for await (const _chunk of copyOut(session, table, digest)) {
    // `RowDigest` counts the rows as they pass.
  }
  return digest.figures
}

export async function readSums(session: Session, sums: SumsQuery): Promise<Omit<CopySummary, 'tables'>> {
  const sequences: CopySummary['sequences'] = []
  for (const name of await listSequences(session)) {
    const { rows } = await session.query(`select last_value::text as value, is_called from ${name}`)
    sequences.push({ name, value: rows[0].value, isCalled: rows[0].is_called })
  }
  const { rows } = await session.query<{ name: string; sum: string }>(sums)
  return { sequences, sums: Object.fromEntries(rows.map(({ name, sum }) => [name, sum])) }
}
