/**
 * What the data of the first version looked like, through its API and in its tables, to be compared with what it looks like
 * afterwards. Later versions may show and store more, so that only what was there is compared.
 */
import { createHash } from 'node:crypto'
import type { Database } from '../../src/platform/database.ts'
import { type Check, check } from '../judgement/check.ts'
import type { Client } from '../load/client.ts'

/** What is read of each account. The load changes none of it. */
const LISTS = [
  '/api/v1/orders?page[limit]=50',
  '/api/v1/products?page[limit]=50',
  '/api/v1/product-variants?page[limit]=50',
  '/api/v1/webhook-subscriptions',
]
const ACCOUNTS = ['brand', 'otherBrand']

/** By address. */
export type Picture = ReadonlyMap<string, unknown>

export async function takePicture(client: Client, until: AbortSignal): Promise<Picture> {
  const picture = new Map<string, unknown>()
  for (const as of ACCOUNTS) {
    for (const list of LISTS) {
      const answer = await client.persist({ as, method: 'GET', path: list }, [200], until)
      for (const { id } of answer?.body.data ?? []) {
        const path = `${list.split('?')[0]}/${id}`
        picture.set(`${as} ${path}`, await read(client, as, path, until))
      }
    }
  }
  return picture
}

async function read(client: Client, as: string, path: string, until: AbortSignal): Promise<unknown> {
  return (await client.persist({ as, method: 'GET', path }, [200], until))?.body
}

export async function comparePicture(client: Client, before: Picture, until: AbortSignal): Promise<Check> {
  const after = new Map<string, unknown>()
  for (const key of before.keys()) {
    const [as = '', path = ''] = key.split(' ')
    after.set(key, await read(client, as, path, until))
  }
  const projected = new Map([...before].map(([key, value]) => [key, projectOnto(value, after.get(key))]))
  const [old, now] = [digestOf(before), digestOf(projected)]
  const [first] = [...before].flatMap(([key, value]) => {
    const place = differenceBetween(value, projected.get(key))
    return place === undefined ? [] : [`${key}: ${place}`]
  })
  const rule = `${before.size} resources of the first version are shown with the same values`
  return check(rule, old === now && before.size > 0, first ?? `digest ${now}`)
}

/** The members of `now` that `before` has. */
function projectOnto(before: unknown, now: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(now))
    return now.map((item, i) => (i < before.length ? projectOnto(before[i], item) : item))
  if (isSignedLink(before) && isSignedLink(now) && withoutQuery(before) === withoutQuery(now)) return before
  if (isObject(before) && isObject(now))
    return Object.fromEntries(Object.keys(before).map((name) => [name, projectOnto(before[name], now[name])]))
  return now
}

function differenceBetween(one: unknown, other: unknown, at = ''): string | undefined {
  if (typeof one === 'object' && one && typeof other === 'object' && other) {
    const [mine, theirs] = [one, other] as Record<string, unknown>[]
    for (const name of Object.keys(mine ?? {})) {
      const found = differenceBetween(mine?.[name], theirs?.[name], `${at}/${name}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (JSON.stringify(one) === JSON.stringify(other)) return undefined
  return `${at}: ${JSON.stringify(one)} became ${JSON.stringify(other)}`
}

/** Each answer has a signature of its own in it. */
const isSignedLink = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\/[^?]+\?/.test(value)
const withoutQuery = (link: string) => link.split('?')[0]

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function digestOf(picture: Picture): string {
  const hash = createHash('sha256')
  for (const [key, value] of picture) hash.update(`${key} ${JSON.stringify(value)}\n`)
  return hash.digest('hex').slice(0, 16)
}

/** Tables whose rows are not changed once they are written, or whose demo rows the load leaves alone. */
const TABLES = [
  ...['ordering.orders', 'ordering.items', 'ordering.billing_items', 'ordering.moves'],
  ...['catalog.products', 'catalog.variants', 'stock.levels', 'stock.transactions', 'stock.postings'],
  ...['identity.applications', 'identity.users', 'brands.brands'],
]
/**
 * What a migration may set anew for all rows. It may complete the document `shipment`, too, of which the API shows what is
 * compared as part of the picture.
 */
const LEFT_OUT = ['updated_at', 'indexed_at', 'row_version', 'shipment']
const KEPT = 'kept_by_the_soak'

/** Keeps a copy of the rows that are there now. */
export async function keepRows(db: Database): Promise<void> {
  await db.unsafe(`create schema ${KEPT}`)
  for (const table of await existing(db)) await db.unsafe(`create table ${copyOf(table)} as table ${table}`)
}

export async function compareRows(db: Database): Promise<Check[]> {
  try {
    const checks: Check[] = []
    for (const table of await existing(db)) checks.push(await compareTable(db, table))
    return checks
  } finally {
    await db.unsafe(`drop schema ${KEPT} cascade`)
  }
}

async function compareTable(db: Database, table: string): Promise<Check> {
  const columns = await db<{ name: string }[]>`
    select quote_ident(now.column_name) as name
    from information_schema.columns as now
    join information_schema.columns as kept
      on kept.table_schema = ${KEPT} and kept.table_name = ${table.replace('.', '_')}
      and kept.column_name = now.column_name and kept.data_type = now.data_type
    where now.table_schema || '.' || now.table_name = ${table} and now.column_name <> all(${LEFT_OUT})
    order by now.ordinal_position`
  const key = await db<{ name: string }[]>`
    select quote_ident(attname) as name
    from pg_index
    join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indrelid = ${table}::regclass and indisprimary`
  const names = columns.map(({ name }) => name).join(', ')
  const isSame = key.map(({ name }) => `kept.${name} = ${table}.${name}`).join(' and ')
  const digest = async (from: string) => {
    const [row] = await db.unsafe<{ rows: number; digest: string }[]>(`
      select count(*)::int as rows, coalesce(md5(string_agg(hash, '' order by hash)), '') as digest
      from (select md5(row(${names})::text) as hash from ${from}) as hashed`)
    return row
  }
  const before = await digest(copyOf(table))
  const after = await digest(`${table} where exists (select from ${copyOf(table)} as kept where ${isSame})`)
  const isKept = before?.digest === after?.digest && before?.rows === after?.rows
  const seen = `digest ${before?.digest}${isKept ? '' : `, now ${after?.digest} of ${after?.rows} rows`}`
  return check(`${before?.rows} rows of ${table}`, isKept, seen)
}

/** A condition: the order was not there before the run. */
export const isOfTheRun = (orderId: string) =>
  `${orderId} not in (select id from ${copyOf('ordering.orders')})`

const copyOf = (table: string) => `${KEPT}.${table.replace('.', '_')}`

async function existing(db: Database): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select name from unnest(${TABLES}::text[]) as name where to_regclass(name) is not null`
  return rows.map(({ name }) => name)
}
