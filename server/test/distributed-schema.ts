/** What the rules of `statement-shape.ts` need to know about a migrated database. */
import type { Queryable } from '../src/platform/database.ts'
import { classifyTables } from '../src/platform/distribution/table-classes.ts'

export interface Schema {
  /** Tables, and views of them, that are distributed by brand, with their schemas. */
  distributed: readonly string[]
  /** Pairs of distributed tables: the first one has a foreign key to the second one. */
  references: readonly (readonly [child: string, parent: string])[]
  /** Names of functions that are stable or volatile, whatever their arguments. */
  mutable: readonly string[]
  /** Those among them that are volatile. */
  volatile: readonly string[]
}

export async function readSchema(db: Queryable): Promise<Schema> {
  const distributed = (await classifyTables(db)).filter((table) => table.class === 'distributed')
  const names = distributed.map(({ table }) => table)
  const views = await db<{ name: string }[]>`
    select distinct view.oid::regclass::text as name
    from pg_class as view
    join pg_rewrite as rule on rule.ev_class = view.oid
    join pg_depend as d on d.objid = rule.oid and d.classid = 'pg_rewrite'::regclass
    where view.relkind = 'v' and d.refobjid::regclass::text = any(${names}::text[])`
  const references = await db<{ child: string; parent: string }[]>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent
    from pg_constraint
    where contype = 'f' and conrelid::regclass::text = any(${names}::text[])
      and confrelid::regclass::text = any(${names}::text[])`
  const functions = await db<{ name: string; is_volatile: boolean }[]>`
    select proname::text as name, bool_and(provolatile = 'v') as is_volatile
    from pg_proc
    group by proname
    having not bool_or(provolatile = 'i')`
  return {
    distributed: [...names, ...views.map(({ name }) => name)],
    references: references.map(({ child, parent }) => [child, parent] as const),
    mutable: functions.map(({ name }) => name),
    volatile: functions.filter(({ is_volatile }) => is_volatile).map(({ name }) => name),
  }
}
