/**
 * How many rows the statements of each request read, for a brand of a few orders among many brands and for one of very many:
 * PostgreSQL says it for each statement as it was executed (`auto_explain`). Unlike a rate it does not depend on the machine.
 */

import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net'
import { JSON_API } from '@tradehall/jsonapi'
import type { SandboxCredentials } from '@tradehall/kit/sandbox-file'
import { buildApp } from '../src/app.ts'
import { modulesFor } from '../src/composition.ts'
import { readConfig } from '../src/config.ts'
import type { Http } from '../src/http/http.ts'
import { seedDemo } from '../src/modules/sandbox/index.ts'
import { connect, type Database } from '../src/platform/database.ts'
import { closePlatform, createPlatform } from '../src/platform/index.ts'
import { createLog } from '../src/platform/log.ts'
import { migrateDatabase } from '../src/platform/migrations/migrate.ts'
import { summarizeStatement } from '../src/platform/sql/statement-summary.ts'
import { addBrands, type DataSize, fillDatabase } from './growth-data.ts'
import { marketplaceCases } from './marketplace-cases.ts'
import type { MarketplaceFacts } from './marketplace-data.ts'
import { say, undos } from './run.ts'
import { openDatabase, serverEnvironment } from './setup.ts'
import { type Column, table } from './table.ts'

export interface RowsOptions {
  large: DataSize
  brands: number
  ordersOfEach: number
}

/** Orders of the large brand that wait to be accepted: a brand of any size accepts within days. */
const OPEN = 200
/** A page has fifty rows, and a statement reads one more to know of the next page, from a few tables. */
const PAGE_ROWS = 400

/** Returns the statements that read more for the large brand, as sentences. */
export async function compareRows({ large, brands, ordersOfEach }: RowsOptions): Promise<string[]> {
  const url = await openDatabase(undefined)
  await migrateDatabase(url)
  const credentials = await seedDemo(url, modulesFor('sandbox'))
  if (!credentials) throw new Error('A new database has no demo data.')
  const db = connect(url, { pool: 1, name: 'tradehall bench' })
  undos.push(() => db.end())
  await fillDatabase(db, { ...large, open: OPEN }, say)
  await addBrands(db, { brands, ordersOfEach }, say)
  await explainAll(db)
  const plans = await listenForPlans(url)
  const http = await openApi(plans.url)
  const accounts = [credentials.otherBrand, credentials] as const
  const lines: Line[] = []
  const cases = await casesFor(db, [credentials.otherBrand.brandId, credentials.brandId])
  const tokens = await Promise.all(accounts.map((account) => fetchToken(http, account)))
  for (const { name, requests } of cases) {
    say(name)
    const [small, large] = [new Map<string, number>(), new Map<string, number>()]
    for (const [i, read] of [small, large].entries())
      for (const request of requests[i] ?? []) await countRows(plans, http, tokens[i] ?? '', request, read)
    const worst = [...large].toSorted(([, one], [, other]) => other - one)[0] ?? ['', 0]
    lines.push({ name, statements: large.size, small: most(small), large: worst[1], worst: worst[0] })
  }
  console.log(`${heading({ large, brands, ordersOfEach })}\n\n${table(COLUMNS, lines)}`)
  console.log(`\nBytes with indexes\n\n${table(SIZES, await readSizes(db))}`)
  return lines
    .filter(({ small, large }) => large > 2 * small + PAGE_ROWS)
    .map(
      ({ name, small, large, worst }) =>
        `${name}: ${large} rows against ${small} (${summarizeStatement(worst)})`,
    )
}

interface Line {
  name: string
  statements: number
  /** Of the statement that reads most. */
  small: number
  large: number
  worst: string
}

const most = (read: ReadonlyMap<string, number>) => Math.max(0, ...read.values())

const heading = ({ large, brands, ordersOfEach }: RowsOptions) =>
  `Rows that the statement of a request reads at most: of a brand of ${ordersOfEach} orders among ${brands}, and of one of ${large.orders} orders, ${large.products} products and ${large.postings} postings`

const COLUMNS: readonly Column<Line>[] = [
  { header: '', cell: ({ name }) => name },
  { header: 'statements', cell: ({ statements }) => String(statements) },
  { header: 'small', cell: ({ small }) => String(small) },
  { header: 'large', cell: ({ large }) => String(large) },
  { header: 'most in', cell: ({ worst }) => summarizeStatement(worst).slice(0, 60) },
]

interface Size {
  name: string
  bytes: number
}

const SIZES: readonly Column<Size>[] = [
  { header: 'one', cell: ({ name }) => name },
  { header: 'bytes', cell: ({ bytes }) => String(Math.round(bytes)) },
]

/** What each of these takes on disk, with what belongs to it. */
const KINDS = {
  'order of two lines, with fee and move': [
    'ordering.orders',
    ...['ordering.items', 'ordering.billing_items', 'ordering.moves'],
  ],
  'product with two variants': ['catalog.products', 'catalog.variants', 'stock.levels'],
  'stock transaction with two postings': ['stock.transactions', 'stock.postings'],
} as const

async function readSizes(db: Database): Promise<Size[]> {
  return await Promise.all(
    Object.entries(KINDS).map(async ([name, tables]) => {
      const [row] = await db.unsafe<{ bytes: number }[]>(`
        select sum(pg_total_relation_size(name::regclass))::float8 / (select count(*) from ${tables[0]}) as bytes
        from unnest('{${tables.join()}}'::text[]) as name`)
      return { name, bytes: row?.bytes ?? 0 }
    }),
  )
}

/** Sessions from now on get the plan of each statement beside its result, as it was executed. */
async function explainAll(db: Database): Promise<void> {
  const [row] = await db<{ name: string }[]>`select quote_ident(current_database()) as name`
  for (const setting of [
    `session_preload_libraries = 'auto_explain'`,
    `auto_explain.log_min_duration = 0`,
    `auto_explain.log_analyze = on`,
    `auto_explain.log_timing = off`,
    `auto_explain.log_nested_statements = on`,
    `auto_explain.log_parameter_max_length = 0`,
    `auto_explain.log_level = notice`,
    `auto_explain.log_format = 'json'`,
  ]) {
    // A setting of a library is known once it is loaded.
    if (setting.startsWith('auto_explain')) await db.unsafe(`load 'auto_explain'`)
    await db.unsafe(`alter database ${row?.name} set ${setting}`)
  }
}

async function openApi(databaseUrl: string): Promise<Http> {
  const config = readConfig({ ...serverEnvironment(databaseUrl), TRADEHALL_LOG_LEVEL: 'silent' })
  const platform = createPlatform(config, {
    name: 'api',
    databaseUrl,
    secretKey: config.secretKey ?? '',
    log: createLog('silent'),
  })
  const http = buildApp(platform, databaseUrl)
  await platform.signals.start()
  undos.push(async () => {
    await http.app.close()
    await closePlatform(platform)
  })
  return http
}

async function fetchToken(
  { app }: Http,
  { clientId, clientSecret }: Pick<SandboxCredentials, 'clientId' | 'clientSecret'>,
): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const payload = new URLSearchParams(form).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await app.inject({ method: 'POST', url: '/oauth/token', headers, payload })
  return answer.json().access_token
}

interface Request {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: object
}

interface RowsCase {
  name: string
  /** Of each brand. */
  requests: readonly (readonly Request[])[]
}

/** The reads of a brand ask for its own orders only. */
const NOBODY: MarketplaceFacts = {
  brandIds: [],
  retailerIds: [],
  orders: [],
  ordersOfBrand: [],
  ordersOfRetailer: [],
}

const get = (path: string): Request => ({ method: 'GET', path })
const SAMPLES = 3

async function casesFor(db: Database, brandIds: readonly string[]): Promise<RowsCase[]> {
  const facts = await Promise.all(brandIds.map((id) => factsOf(db, id)))
  const both = (name: string, of: (facts: BrandFacts) => readonly Request[]) => ({
    name,
    requests: facts.map(of),
  })
  return [
    ...marketplaceCases
      .filter(({ as }) => as === 'brand')
      .map(({ name, paths }) =>
        both(name, ({ orders }) =>
          paths({ ...NOBODY, ordersOfBrand: orders })
            .slice(0, SAMPLES)
            .map(get),
        ),
      ),
    both('orders, deep', ({ orders }) =>
      orders.map(({ id }) => get(`/api/v1/orders?page[limit]=50&page[after]=${id}`)),
    ),
    both('order with all includes', ({ orders }) =>
      orders.map(({ id }) => get(`/api/v1/orders/${id}?include=retailer,orderItems,billingItems`)),
    ),
    both('timeline of an order', ({ orders }) =>
      orders.map(({ id }) => get(`/api/v1/orders/${id}/timeline`)),
    ),
    both('products', () => [get('/api/v1/products?page[limit]=50')]),
    both('products with variants', () => [get('/api/v1/products?include=productVariant')]),
    both('variant', ({ variants }) => variants.map(({ id }) => get(`/api/v1/product-variants/${id}`))),
    both('variants by sku', ({ variants }) =>
      variants.map(({ sku }) => get(`/api/v1/product-variants?filter[sku]=${encodeURIComponent(sku)}`)),
    ),
    both('stock states', () => [get('/api/stock/v1/stock/state')]),
    both('postings', () => [get('/api/stock/v1/stock/postings')]),
    both('webhook subscriptions', () => [get('/api/v1/webhook-subscriptions')]),
    both('setting a stock', ({ variants }) =>
      variants.map(({ id }, i) => ({
        method: 'PATCH',
        path: `/api/v1/product-variants/${id}/stock`,
        body: { data: { type: 'product-variants', id, attributes: { stockQuantity: 100 + i } } },
      })),
    ),
    both('accepting an order', ({ orders }) =>
      orders.map(({ id }) => ({
        method: 'POST',
        path: `/api/v1/orders/${id}/-actions/transition`,
        body: { data: { type: 'brand-validates' } },
      })),
    ),
  ]
}

interface BrandFacts {
  orders: { id: string; reference: number; submittedAt: string }[]
  variants: { id: string; sku: string }[]
}

async function factsOf(db: Database, brandId: string): Promise<BrandFacts> {
  const orders = await db<BrandFacts['orders']>`
    select id, reference, to_json(submitted_at)#>>'{}' as "submittedAt"
    from ordering.orders
    where brand_id = ${brandId} and status = 'ankor_confirmed'
    order by id desc
    limit ${SAMPLES}`
  const variants = await db<BrandFacts['variants']>`
    select variants.id, sku
    from stock.levels
    join catalog.variants on variants.brand_id = levels.brand_id and variants.id = variant_id
    where levels.brand_id = ${brandId} and variants.archived_at is null
    order by md5(variants.id::text)
    limit ${SAMPLES}`
  return { orders, variants }
}

async function countRows(
  plans: Plans,
  { app }: Http,
  token: string,
  { method, path, body }: Request,
  read: Map<string, number>,
): Promise<void> {
  plans.take()
  const headers = {
    authorization: `Bearer ${token}`,
    accept: JSON_API,
    ...(body && { 'content-type': JSON_API }),
  }
  const payload = body && JSON.stringify(body)
  const answer = await app.inject({ method, url: path, headers, ...(payload && { payload }) })
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body}`)
  for (const plan of plans.take()) {
    const { 'Query Text': text, Plan } = JSON.parse(plan) as { 'Query Text': string; Plan: PlanNode }
    const rows = Math.round(nodesOf(Plan).reduce((sum, node) => sum + readIn(node), 0))
    read.set(text, Math.max(rows, read.get(text) ?? 0))
  }
}

interface Plans {
  /** Of the database, through a proxy that sees the notices of its sessions. */
  url: string
  /** The plans that came since the last call, as JSON. */
  take(): string[]
}

const NOTICE = 'N'.charCodeAt(0)
/** A message of the protocol: its type, the length of what follows, and that. */
const HEADER = 5

async function listenForPlans(databaseUrl: string): Promise<Plans> {
  let seen: string[] = []
  const sockets = new Set<Socket>()
  const { port, searchParams } = new URL(databaseUrl)
  const path = `${searchParams.get('host')}/.s.PGSQL.${port}`
  const server = createServer((client) => {
    const database = connectTo({ path })
    const end = () => [client, database].forEach((socket) => void socket.destroy())
    for (const socket of [client, database]) sockets.add(socket.on('error', end).on('close', end))
    client.pipe(database).pipe(client)
    let rest: Buffer = Buffer.alloc(0)
    database.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= HEADER && rest.length > rest.readUInt32BE(1)) {
        const length = rest.readUInt32BE(1) + 1
        const [, plan] =
          /plan:\n([^\0]*)/.exec(rest[0] === NOTICE ? rest.toString('utf8', HEADER, length) : '') ?? []
        if (plan !== undefined) seen.push(plan)
        rest = rest.subarray(length)
      }
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  undos.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((closed) => server.close(closed))
  })
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    take() {
      const taken = seen
      seen = []
      return taken
    },
  }
}

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const readIn = (node: PlanNode): number =>
  node['Relation Name'] === undefined
    ? 0
    : node['Actual Loops'] *
      (node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0))
