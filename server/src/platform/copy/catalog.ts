/** What a database consists of, as far as it is copied: tables with their columns, sequences, and applied migrations. */
import type { Session } from './session.ts'

export interface Table {
  /** Schema and table, quoted where SQL needs it. */
  name: string
  /** Without generated ones, which the database computes. */
  columns: string[]
  bytes: number
}

export interface Migration {
  version: number
  md5: string | null
}

/** Tables that record migrations: the target gets its own when it is migrated. */
const NOT_COPIED = ['public.schemaversion', 'graphile_worker.migrations', 'public.unfinished_copy']

/** For queries on `pg_class` with the schema as `n`: no objects of PostgreSQL itself or of extensions. */
export const OWN_RELATIONS = `
  n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
  and not exists (
    select 1 from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e'
  )`

export async function listTables(session: Session): Promise<Table[]> {
  const { rows } = await session.query<{ name: string; columns: string[]; bytes: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, pg_relation_size(c.oid) as bytes,
      array(
        select quote_ident(attname) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum
      ) as columns
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind = 'r' and ${OWN_RELATIONS}
    order by n.nspname, c.relname`,
  )
  return rows
    .filter(({ name }) => !NOT_COPIED.includes(name))
    .map((row) => ({ ...row, bytes: Number(row.bytes) }))
}

export async function listSequences(session: Session): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${OWN_RELATIONS}
    order by n.nspname, c.relname`,
  )
  return rows.map(({ name }) => name)
}

/** Returns `undefined` if this is not a database of Tradehall. */
export async function listMigrations(session: Session): Promise<Migration[] | undefined> {
  const { rows: found } = await session.query(`select to_regclass('public.schemaversion') as name`)
  if (found[0].name === null) return undefined
  const { rows } = await session.query<Migration>(
    'select version::int as version, md5 from public.schemaversion where version > 0 order by schemaversion.version',
  )
  return rows
}
