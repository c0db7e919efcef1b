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
  /** The functions of the schema. */
  functions: readonly SchemaFunction[]
  /** Tables that Citus keeps on nodes: the distributed ones without views, and the reference tables. */
  onNodes: readonly string[]
  /** Distributed tables with an identity column. */
  identities: readonly string[]
  /** Columns of distributed tables that are times with a time zone. */
  instants: readonly string[]
}

export interface SchemaFunction {
  name: string
  definition: string
  /** Whether its body was parsed when it was created: `return`, or `begin atomic`. */
  isParsed: boolean
  /** Whether it reads a table, or calls a function that does. */
  isReader: boolean
}

export async function readSchema(db: Queryable): Promise<Schema> {
  const tables = await classifyTables(db)
  const distributed = tables.filter((table) => table.class === 'distributed')
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
  const instants = await db<{ name: string }[]>`
    select distinct attname::text as name
    from pg_attribute
    where attrelid::regclass::text = any(${names}::text[]) and atttypid = 'timestamptz'::regtype and attnum > 0`
  const identities = await db<{ name: string }[]>`
    select distinct attrelid::regclass::text as name
    from pg_attribute
    where attrelid::regclass::text = any(${names}::text[]) and attidentity <> ''`
  const ofReference = tables.filter((table) => table.class === 'reference')
  return {
    onNodes: [...names, ...ofReference.map(({ table }) => table)],
    identities: identities.map(({ name }) => name),
    distributed: [...names, ...views.map(({ name }) => name)],
    references: references.map(({ child, parent }) => [child, parent] as const),
    mutable: functions.map(({ name }) => name),
    volatile: functions.filter(({ is_volatile }) => is_volatile).map(({ name }) => name),
    functions: withReaders(await readFunctions(db)),
    instants: instants.map(({ name }) => name),
  }
}

const readFunctions = async (db: Queryable) =>
  await db<Omit<SchemaFunction, 'isReader'>[]>`
    select proname::text as name, pg_get_functiondef(p.oid) as definition, prosqlbody is not null as "isParsed"
    from pg_proc as p
    join pg_namespace as n on n.oid = pronamespace
    where nspname !~ '^pg_' and nspname not in ('information_schema', 'public', 'graphile_worker')
    order by 1`

/** In a function tables have their schema, or are of the system. */
const TABLE = /\b(from|join|into|update)\s+(\w+\.\w+|pg_\w+)\b(?!\()/i

function withReaders(functions: readonly Omit<SchemaFunction, 'isReader'>[]): SchemaFunction[] {
  const readers = new Set(
    functions.filter(({ definition }) => TABLE.test(definition)).map(({ name }) => name),
  )
  const calls = ({ name, definition }: Pick<SchemaFunction, 'name' | 'definition'>) =>
    [...readers].some((reader) => reader !== name && new RegExp(`\\.${reader}\\(`).test(definition))
  for (let known = -1; known < readers.size; ) {
    known = readers.size
    for (const one of functions) if (calls(one)) readers.add(one.name)
  }
  return functions.map((one) => ({ ...one, isReader: readers.has(one.name) }))
}
