/**
 * Where the rows of each table are in a database that is distributed with Citus. Computed from the catalog, so that a new
 * table has a class without a list of its own.
 */
import type { Queryable } from '../database.ts'

/**
 * - `distributed`: by brand, on the worker nodes; tables with `brand_id` in the primary key.
 * - `reference`: small tables that are joined with those of brands; a copy on every node.
 * - `local`: on the coordinator.
 * - `joint`: on the coordinator, and known to Citus, so that transactions that change it are committed in two phases.
 */
type TableClass = 'distributed' | 'reference' | 'local' | 'joint'

/** With their schemas. The functions of lists by change read the moves of the clock on the node that has the rows. */
export const REFERENCE_TABLES = [
  'identity.brands',
  'identity.retailers',
  'identity.users',
  'identity.applications',
  'identity.application_secrets',
  'fulfillment.warehouses',
  'fulfillment.enrolments',
  'general.currency_rates',
  'platform.clock_moves',
] as const

/**
 * Tables with `brand_id` in the primary key that are read for all brands at once. They have a row or two for each
 * brand.
 */
export const LOCAL_TABLES_OF_BRANDS = ['sandbox.autopilots', 'platform.due_brands'] as const

/** See `sql/transactions.ts`. */
export const JOINT_TABLE = 'platform.joint_commits'

/** All other distributed tables are colocated with this one. It exists as long as the marketplace does. */
export const FIRST_DISTRIBUTED = 'catalog.products'

export interface ClassifiedTable {
  /** With its schema. */
  table: string
  class: TableClass
}

/** All tables but those of libraries: the job queue and the list of migrations stay on the coordinator untouched. */
export async function classifyTables(db: Queryable): Promise<ClassifiedTable[]> {
  const rows = await db<{ table: string; has_brand_key: boolean }[]>`
    select c.oid::regclass::text as table, exists (
      select 1
      from pg_index as key
      join pg_attribute as a on a.attrelid = key.indrelid and a.attnum = any(key.indkey)
      where key.indrelid = c.oid and key.indisprimary and a.attname = 'brand_id'
    ) as has_brand_key
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public', 'graphile_worker', 'citus', 'citus_internal')
    order by 1`
  return rows.map(({ table, has_brand_key }) => ({ table, class: classOf(table, has_brand_key) }))
}

function classOf(table: string, hasBrandKey: boolean): TableClass {
  if (table === JOINT_TABLE) return 'joint'
  if ((REFERENCE_TABLES as readonly string[]).includes(table)) return 'reference'
  const isLocal = !hasBrandKey || (LOCAL_TABLES_OF_BRANDS as readonly string[]).includes(table)
  return isLocal ? 'local' : 'distributed'
}
