/** Sets up the database and the processes of a benchmark, and tears them down. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxCredentials } from '@tradehall/kit/sandbox-file'
import { modulesFor } from '../src/composition.ts'
import { readConfig } from '../src/config.ts'
import { productGenerator } from '../src/module.ts'
import { DEMO } from '../src/modules/identity/index.ts'
import { picturePath } from '../src/modules/pictures/index.ts'
import { seedDemo } from '../src/modules/sandbox/index.ts'
import { setStock } from '../src/modules/stock/index.ts'
import { connect, type Database } from '../src/platform/database.ts'
import { startEmbeddedDatabase } from '../src/platform/embedded/embedded-database.ts'
import type { BrandId } from '../src/platform/ids.ts'
import { migrateDatabase } from '../src/platform/migrations/migrate.ts'
import { API_ENVIRONMENT, SERVER_FLAGS } from '../src/processes/supervisor.ts'
import type { BenchCase, BenchTokens } from './cases.ts'
import { type Child, startChild } from './child.ts'
import { findPostmaster } from './cpu.ts'
import { foreignEnvironment } from './environment.ts'
import type { Facts } from './facts.ts'
import type { Options } from './options.ts'
import { prepareOrders } from './orders.ts'
import { ports } from './real-clock.ts'
import { undos } from './run.ts'

export interface Setup {
  api: Child
  /** Several API processes on one port, if requested. */
  apis: Child | undefined
  empty: Child
  minimal: Child
  load: Child
  ceiling: Child
  bare: Child
  db: Database
  /** The first process of PostgreSQL, if it runs on this machine. */
  postmaster: number | undefined
  tokens: BenchTokens
  postgresVersion: string
  pool: number
  facts: Facts
}

export async function setUp(
  options: Options,
  chosen: readonly BenchCase[],
  stop: AbortSignal,
): Promise<Setup> {
  const databaseUrl = await openDatabase(options.serverUrl)
  stop.throwIfAborted()
  await migrateDatabase(databaseUrl)
  const credentials = await seedDemo(databaseUrl, modulesFor('sandbox'))
  if (!credentials) throw new Error('A new database has no demo data.')
  const db = connect(databaseUrl, { pool: 1, name: 'tradehall bench' })
  undos.push(() => db.end())
  const facts = await prepareFacts(db, options, chosen)
  const environment = {
    ...API_ENVIRONMENT,
    ...serverEnvironment(databaseUrl),
    ...(await compileCache()),
  }

  const start = async (script: string, execArgv: string[] = [], processes = 1) => {
    const ofChild = { ...environment, TRADEHALL_PROCESSES: String(processes) }
    const child = await startChild({ script, stop, environment: ofChild, execArgv })
    undos.push(child.end)
    return child
  }
  await start('./api-process.ts', SERVER_FLAGS).then((first) => first.end())
  const profiling = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] : []
  const api = await start('./api-process.ts', [...SERVER_FLAGS, ...profiling])
  return {
    api,
    apis: options.api > 1 ? await start('./api-process.ts', SERVER_FLAGS, options.api) : undefined,
    empty: await start('./empty-process.ts'),
    minimal: await start('./minimal-process.ts'),
    load: await start('./load-process.ts'),
    ceiling: await start('./ceiling-process.ts'),
    bare: await start('./bare-process.ts'),
    db,
    postmaster: await findPostmaster(db),
    tokens: {
      brand: await fetchToken(api.address, credentials),
      operator: await fetchToken(api.address, credentials.operator),
    },
    postgresVersion: await postgresVersion(db),
    pool: readConfig(environment).databasePool,
    facts,
  }
}

/**
 * Sets a compile cache as `tradehall` does: a process that finds its files compiled does not load the TypeScript
 * compiler. A process that starts and ends before the measured ones fills the cache.
 */
async function compileCache(): Promise<{ NODE_COMPILE_CACHE: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'tradehall-bench-compiled-'))
  undos.push(() => rm(folder, { recursive: true, force: true }))
  return { NODE_COMPILE_CACHE: folder }
}

/** Enough rows that neither the server nor the bare statements hit the same one often. */
const ROWS = 3200
/** Variants that are ordered; stock cases do not touch them. */
const ORDERABLE = 800
const PLENTY = 1_000_000_000

async function prepareFacts(
  db: Database,
  { products, seconds, warmUp }: Options,
  chosen: readonly BenchCase[],
): Promise<Facts> {
  const { brandId } = DEMO
  const generateProducts = productGenerator(modulesFor('sandbox'))
  await generateProducts({ ...ports, db }, brandId, { count: products })
  const variants = await db<{ id: string; sku: string }[]>`
    select variants.id, sku
    from catalog.variants
    join catalog.products on products.brand_id = variants.brand_id and products.id = product_id
    where variants.brand_id = ${brandId} and variants.archived_at is null and products.archived_at is null and active
    order by md5(variants.id::text)
    limit ${ROWS + ORDERABLE}`
  const orderableIds = variants.slice(0, ORDERABLE).map(({ id }) => id)
  await setStock(
    { ...ports, db },
    brandId,
    orderableIds.map((variantId) => ({ variantId, to: { onHand: PLENTY } })),
  )
  // A worker would do it within seconds, and no worker runs here: without statistics PostgreSQL chooses wrong indexes.
  await db`vacuum analyze catalog.products, catalog.variants, stock.levels`
  const rest = variants.slice(ORDERABLE)
  return {
    brandId,
    variantIds: rest.map(({ id }) => id),
    orderableIds,
    skus: rest.map(({ sku }) => sku),
    picturePaths: await listPicturePaths(db, brandId),
    ...(await prepareOrders(db, orderableIds, {
      acceptingSeconds: chosen.some((one) => one.usesWaitingOrders) ? Math.max(seconds, warmUp) : 0,
    })),
  }
}

async function listPicturePaths(db: Database, brandId: BrandId): Promise<string[]> {
  const pictures = await db<{ id: string }[]>`
    select id from pictures.pictures where brand_id = ${brandId} order by id limit 50`
  return pictures.map(({ id }) => picturePath({ brandId, id }, 160))
}

export async function openDatabase(serverUrl: string | undefined): Promise<string> {
  if (serverUrl) return createDatabase(serverUrl)
  const dataDir = await mkdtemp(join(tmpdir(), 'tradehall-bench-'))
  undos.push(() => rm(dataDir, { recursive: true, force: true }))
  const embedded = await startEmbeddedDatabase({ dataDir, log: { info: () => {} } })
  undos.push(() => embedded.stop())
  return embedded.url
}

/** A new database, so that no existing data are loaded, measured or lost. */
export async function createDatabase(serverUrl: string): Promise<string> {
  const name = `tradehall_bench_${randomBytes(8).toString('hex')}`
  const admin = connect(serverUrl, { pool: 1, name: 'tradehall bench' })
  undos.push(() => admin.end())
  await admin`create database ${admin(name)}`
  undos.push(async () => {
    await admin`drop database if exists ${admin(name)} with (force)`
  })
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export function serverEnvironment(databaseUrl: string): Record<string, string | undefined> {
  return {
    ...foreignEnvironment(),
    TRADEHALL_PORT: '0',
    TRADEHALL_DATABASE_URL: databaseUrl,
    TRADEHALL_SECRET_KEY: randomBytes(32).toString('base64'),
    TRADEHALL_RATE_LIMIT: 'off',
  }
}

export async function fetchToken(
  origin: string,
  { clientId, clientSecret }: Pick<SandboxCredentials, 'clientId' | 'clientSecret'>,
): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const answer = await fetch(`${origin}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The server gave no token: ${answer.status} ${text}`)
  return (JSON.parse(text) as { access_token: string }).access_token
}

async function postgresVersion(db: Database): Promise<string> {
  const [row] = await db<{ server_version: string }[]>`show server_version`
  return row?.server_version ?? 'unknown'
}
