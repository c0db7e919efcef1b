/**
 * Whether the role of the database URL has the rights that it needs. Without this check a server would fail at the first
 * statement that needs a missing one, after others have succeeded.
 *
 * The tables of the server are those that belong to the owner of `public.schemaversion`: whoever migrated created them.
 */
import { StartRefused } from '@tradehall/kit/failures'
import type { Database } from '../database.ts'

/** Refuses a role that may not read and write every table. A database without tables is accepted. */
export async function refuseMissingRightsToServe(db: Database): Promise<void> {
  const missing = await missingRightsToServe(db)
  if (missing) throw new StartRefused(missing)
}

/** Refuses a role that may not create or change the tables, before a migration has done a part of its work. */
export async function refuseMissingRightsToMigrate(db: Database): Promise<void> {
  const missing = await missingRightsToMigrate(db)
  if (missing) throw new StartRefused(missing)
}

interface Closed {
  role: string
  schema: string
  table: string
  count: number
}

/** A sentence with a remedy, or `null` if nothing is missing. */
export async function missingRightsToServe(db: Database): Promise<string | null> {
  // `has_table_privilege(…, 'select, insert')` is true with either of the rights, so each right has a call of its own.
  const [closed] = await db<Closed[]>`
    select current_user as role, schema.nspname as schema, closed.relname as table, count(*) over ()::int as count
    from pg_class as closed
    join pg_namespace as schema on schema.oid = closed.relnamespace
    where closed.relkind in ('r', 'p')
    and schema.nspname <> 'information_schema' and schema.nspname not like 'pg\\_%'
    and closed.relowner = (select relowner from pg_class where oid = to_regclass('public.schemaversion'))
    and not (
      has_schema_privilege(schema.oid, 'usage')
      and has_table_privilege(closed.oid, 'select')
      and (
        closed.oid = to_regclass('public.schemaversion')
        or (
          has_table_privilege(closed.oid, 'insert')
          and has_table_privilege(closed.oid, 'update')
          and has_table_privilege(closed.oid, 'delete')
        )
      )
    )
    order by 2, 3
    limit 1`
  if (!closed) return await missingRightOnNodes(db)
  const { role, schema, table, count } = closed
  const others = count === 1 ? '' : ` and ${count - 1} other${count === 2 ? '' : 's'}`
  return `The role "${role}" may not read and write the table ${schema}.${table}${others}; let the owner grant it usage on the schemas, and select, insert, update and delete on all tables in them.`
}

/** In a distributed database, statements that write are executed by a function. */
async function missingRightOnNodes(db: Database): Promise<string | null> {
  const [closed] = await db<{ role: string }[]>`
    select current_user as role
    from pg_proc
    where oid = to_regproc('platform.run_on_node')::oid
    and to_regproc('citus_version') is not null
    and not has_function_privilege(oid, 'execute')`
  if (!closed) return null
  return `The role "${closed.role}" may not execute the function platform.run_on_node; let the owner grant it execute on it.`
}

interface MigrationRights {
  role: string
  database: string
  mayCreateSchemas: boolean
  mayCreateVersionTable: boolean
  /** Null in a database without tables. */
  owner: string | null
  isOwner: boolean | null
}

/** A sentence with a remedy, or `null` if nothing is missing. */
export async function missingRightsToMigrate(db: Database): Promise<string | null> {
  const [rights] = await db<MigrationRights[]>`
    select current_user as role, current_database() as database,
      has_database_privilege(current_database(), 'create') as "mayCreateSchemas",
      has_schema_privilege(to_regnamespace('public'), 'create') as "mayCreateVersionTable",
      pg_get_userbyid(versions.relowner) as owner,
      pg_has_role(versions.relowner, 'usage') as "isOwner"
    from (select to_regclass('public.schemaversion') as id) as named
    left join pg_class as versions on versions.oid = named.id`
  if (!rights) return null
  const { role, database, owner } = rights
  if (owner !== null && !rights.isOwner)
    return `The role "${role}" may not change the tables of the database "${database}", which belong to "${owner}"; migrate as that role.`
  if (!rights.mayCreateSchemas)
    return `The role "${role}" may not create schemas in the database "${database}"; let its owner run: grant create on database "${database}" to "${role}".`
  if (owner === null && !rights.mayCreateVersionTable)
    return `The role "${role}" may not create tables in the schema public of the database "${database}"; let its owner run: grant create on schema public to "${role}".`
  return null
}
