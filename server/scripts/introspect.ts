/** Reads the schema of the migrated database and prints it as SQL for the documentation and as types for the compiler. */
import type { Database } from '../src/platform/database.ts'

interface Column {
  schema: string
  table: string
  name: string
  type: string
  nullable: boolean
  default: string | null
  identity: string
  isGenerated: boolean
  unlogged: boolean
}

interface Extra {
  schema: string
  table: string
  definition: string
}

export interface Schema {
  views: readonly { name: string; columns: string }[]
  functions: readonly string[]
  columns: readonly Column[]
  constraints: readonly Extra[]
  indexes: readonly Extra[]
  triggers: readonly Extra[]
}

export async function readSchema(db: Database): Promise<Schema> {
  const columns = await db<Column[]>`
    select n.nspname as schema, c.relname as table, a.attname as name,
      format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
      pg_get_expr(d.adbin, d.adrelid) as default, a.attidentity as identity, a.attgenerated <> '' as "isGenerated",
      c.relpersistence = 'u' as unlogged
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'p') and n.nspname not in ('public', 'graphile_worker', 'information_schema')
      and n.nspname not like 'pg\_%'
    order by n.nspname, c.relname, a.attnum`
  const constraints = await db<Extra[]>`
    select n.nspname as schema, c.relname as table,
      format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    where k.contype in ('p', 'u', 'f', 'c', 'x') and n.nspname not in ('public', 'graphile_worker')
    order by n.nspname, c.relname, array_position(array['p', 'u', 'c', 'x', 'f'], k.contype::text), k.conname`
  const indexes = await db<Extra[]>`
    select n.nspname as schema, c.relname as table, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname not in ('public', 'graphile_worker', 'pg_toast', 'pg_catalog')
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    order by 1, 2, 3`
  const triggers = await db<Extra[]>`
    select n.nspname as schema, c.relname as table, pg_get_triggerdef(t.oid) as definition
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and n.nspname not in ('public', 'graphile_worker')
    order by 1, 2, 3`
  const views = await db<{ name: string; columns: string }[]>`
    select format('%s.%s', n.nspname, c.relname) as name,
      string_agg(format('%s %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relkind = 'v' and n.nspname not in ('public', 'graphile_worker', 'information_schema', 'pg_catalog')
    group by 1
    order by 1`
  const functions = await db<{ signature: string }[]>`
    select format('%s.%s (%s) returns %s', n.nspname, p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid)) as signature
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where n.nspname not in ('public', 'graphile_worker', 'information_schema', 'pg_catalog')
    order by 1`
  const signatures = functions.map(({ signature }) => signature)
  return { columns, constraints, indexes, triggers, views, functions: signatures }
}

export function printSql(schema: Schema): string {
  const header =
    '-- The migrated database, written by `npm run generate`. Change it with a migration, never here.\n'
  const tables = tablesOf(schema).map((table) => printTable(schema, table))
  // The text of views and functions differs between PostgreSQL versions; only their signature is printed.
  const views = schema.views.map(({ name, columns }) => `-- view ${name} (${columns})`)
  const functions = schema.functions.map((signature) => `-- function ${signature}`)
  return `${header}\n${[...tables, ...views, ...functions].join('\n\n')}\n`
}

function printTable(schema: Schema, columns: readonly Column[]): string {
  const [first] = columns as [Column]
  const name = `${first.schema}.${first.table}`
  const here = (extra: Extra) => extra.schema === first.schema && extra.table === first.table
  const lines = [
    ...columns.map(printColumn),
    ...schema.constraints.filter(here).map(({ definition }) => `  ${definition}`),
  ]
  const table = `create ${first.unlogged ? 'unlogged ' : ''}table ${name} (\n${lines.join(',\n')}\n);`
  const after = [...schema.indexes, ...schema.triggers].filter(here)
  return [table, ...after.map(({ definition }) => `${definition};`)].join('\n')
}

function printColumn({ name, type, nullable, default: fallback, identity, isGenerated }: Column): string {
  const parts = [`  ${name} ${type}`]
  if (!nullable) parts.push('not null')
  if (isGenerated) parts.push(`generated always as ${fallback} stored`)
  else if (fallback !== null) parts.push(`default ${fallback}`)
  if (identity !== '') parts.push(`generated ${identity === 'a' ? 'always' : 'by default'} as identity`)
  return parts.join(' ')
}

export function printTypes(schema: Schema): string {
  const header =
    '/** Row types of the migrated database, written by `npm run generate`. Change them with a migration. */\n'
  const kinds = [...new Set(Object.values(IDS))].sort().map((kind) => `  ${kind},\n`)
  const imports = `import type {\n${kinds.join('')}} from './ids.ts'\n`
  return `${header}${imports}\n${tablesOf(schema).map(printInterface).join('\n\n')}\n`
}

/** Branded id types of columns, by column name or, for `id`, by table. */
const IDS: Record<string, string> = {
  brand_id: 'BrandId',
  'identity.brands': 'BrandId',
  retailer_id: 'RetailerId',
  'identity.retailers': 'RetailerId',
  application_id: 'ApplicationId',
  'identity.applications': 'ApplicationId',
  user_id: 'UserId',
  'identity.users': 'UserId',
  product_id: 'ProductId',
  'catalog.products': 'ProductId',
  variant_id: 'VariantId',
  'catalog.variants': 'VariantId',
  location_id: 'LocationId',
  'stock.locations': 'LocationId',
  order_id: 'OrderId',
  'ordering.orders': 'OrderId',
  operation_id: 'OperationId',
  'integrations.operations': 'OperationId',
}

function printInterface(columns: readonly Column[]): string {
  const [{ schema, table }] = columns as [Column]
  const lines = columns.map(
    (column) => `  ${column.name}: ${typeOfColumn(column)}${column.nullable ? ' | null' : ''}`,
  )
  return `export interface ${pascal(schema)}${pascal(table)}Row {\n${lines.join('\n')}\n}`
}

const typeOfColumn = ({ schema, table, name, type }: Column) =>
  IDS[name === 'id' ? `${schema}.${table}` : name] ?? typeOf(type)

const TYPES: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  date: 'string',
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  numeric: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
  'timestamp with time zone': 'Date',
}

function typeOf(type: string): string {
  if (type.endsWith('[]')) return `${typeOf(type.slice(0, -2))}[]`
  const known = TYPES[type]
  if (!known) throw new Error(`No TypeScript type is known for the column type ${type}; add it to TYPES.`)
  return known
}

const pascal = (name: string) => name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

function tablesOf({ columns }: Schema): Column[][] {
  return [...Map.groupBy(columns, ({ schema, table }) => `${schema}.${table}`).values()]
}
