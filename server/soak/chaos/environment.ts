/** Sets up everything that a run needs, in a folder that is removed however the run ends. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { SandboxCredentials } from '@tradehall/kit/sandbox-file'
import { foreignEnvironment } from '../../bench/environment.ts'
import { modulesFor } from '../../src/composition.ts'
import { seedDemo } from '../../src/modules/sandbox/index.ts'
import { connect, type Database } from '../../src/platform/database.ts'
import { migrateDatabase } from '../../src/platform/migrations/migrate.ts'
import { freePort } from '../../test/ports.ts'
import { openRunFolder } from '../../test/run-folder.ts'
import { importProducts, setStock } from './catalog.ts'
import { type ApiName, Client } from './client.ts'
import { type Disk, openDisk } from './disk.ts'
import { RETRY_SECONDS } from './file-invariants.ts'
import { Fleet, type FleetOptions, isApi } from './fleet.ts'
import { type Journal, openJournal } from './journal.ts'
import { PROCESSES } from './plan.ts'
import { Postgres } from './postgres.ts'
import { MANNERS, type Receivers, startReceivers } from './receivers.ts'
import { openRedis, type Redis } from './redis.ts'
import { startWatch, type Watch } from './watch.ts'
import { BRANDS, type BrandAccount, type Goods, type Work } from './work.ts'

export interface EnvironmentOptions {
  /** Requests a second. */
  rate: number
  /** Where the logs of the processes are kept. */
  logs?: string | undefined
  say(line: string): void
  /** Aborted when the run is interrupted. */
  stop: AbortSignal
}

export interface Environment {
  postgres: Postgres
  disk: Disk | undefined
  redis: Redis | undefined
  receivers: Receivers
  fleet: Fleet
  client: Client
  journal: Journal
  credentials: SandboxCredentials
  watch: Watch
  /** A session of this script, which gives up after some seconds. */
  db: Database
  goods: Record<BrandAccount, Goods>
  retailerIds: string[]
  /** Milliseconds since the environment is set. */
  now(): number
}

/** A cleanup step; run in reverse order, whatever happens. */
export type Undo = () => unknown

const ANSWER_WITHIN_MS = 5_000

export async function openEnvironment(
  { rate, logs, say, stop }: EnvironmentOptions,
  undos: Undo[],
): Promise<Environment> {
  const { folder, remove } = await openRunFolder()
  undos.push(remove)
  const logFolder = logs ?? join(folder, 'logs')
  await mkdir(logFolder, { recursive: true })
  const services = await startServices(folder, say, undos)
  const { credentials, db } = services

  const ports = { 'api-1': await freePort(), 'api-2': await freePort() }
  const nodes = { 'api-1': originOf(ports['api-1']), 'api-2': originOf(ports['api-2']) }
  const startedAt = performance.now()
  const now = () => performance.now() - startedAt
  const fleet = new Fleet({ logFolder, now, environmentOf: settingsFor(folder, ports, services) })
  fleet.start()
  undos.push(() => fleet.end())
  const client = new Client({ nodes, credentials, rate })
  const watch = startWatch({ fleet, client, nodes, db, now })
  undos.push(watch.stop)
  await allReady(watch, stop)
  say('two API nodes and two workers serve')
  const running = { ...services, fleet, client, journal: openJournal(), watch, now }
  const data = await prepareData(running, stop)
  stop.throwIfAborted()
  return { ...running, ...data }
}

const originOf = (port: number) => `http://127.0.0.1:${port}`
/** On it are the database and the labels. */
const diskIn = (folder: string) => join(folder, 'disk')

/** What the server needs, and what it calls. */
type Services = Pick<Environment, 'disk' | 'redis' | 'postgres' | 'credentials' | 'db' | 'receivers'>

async function startServices(folder: string, say: (line: string) => void, undos: Undo[]): Promise<Services> {
  const disk = await openDisk(diskIn(folder))
  if (disk) undos.push(disk.remove)
  const redis = await openRedis(folder)
  if (redis) undos.push(redis.kill)
  const postgres = new Postgres(join(diskIn(folder), 'database'), say)
  await postgres.start()
  undos.push(() => postgres.stop({ immediate: true }))
  say('PostgreSQL runs')
  const url = postgres.urlOf('tradehall')
  const credentials = await prepareDatabase(url)
  const db = connect(url, { pool: 2, name: 'chaos', answerWithinMs: ANSWER_WITHIN_MS })
  undos.push(() => db.end({ timeout: 1 }))
  const receivers = await startReceivers()
  undos.push(receivers.close)
  return { disk, redis, postgres, credentials, db, receivers }
}

/** The environment variables of each process. */
function settingsFor(
  folder: string,
  ports: Record<ApiName, number>,
  { postgres, redis }: Services,
): FleetOptions['environmentOf'] {
  const secretKey = randomBytes(32).toString('base64')
  return (name) => ({
    ...foreignEnvironment(),
    // By this variable a cleanup finds the processes of the run.
    TRADEHALL_TEST_RUN: process.env.TRADEHALL_TEST_RUN,
    TRADEHALL_DATABASE_URL: postgres.urlOf(name),
    // Small pools leave some of the hundred connections to sessions of killed processes.
    TRADEHALL_DATABASE_POOL: '3',
    TRADEHALL_DATA_DIR: join(folder, name),
    TRADEHALL_LABELS_DIR: join(diskIn(folder), 'labels'),
    TRADEHALL_SECRET_KEY: secretKey,
    TRADEHALL_LOG_LEVEL: 'warn',
    TRADEHALL_WEBHOOK_RETRY_SECONDS: RETRY_SECONDS.join(','),
    ...(redis && { TRADEHALL_REDIS_URL: redis.url }),
    ...(isApi(name) && { TRADEHALL_PORT: String(ports[name]) }),
  })
}

type Data = Pick<Environment, 'goods' | 'retailerIds'>

const NO_GOODS: Goods = { ordered: [], counted: [] }

/** What the load uses: subscriptions and products, which are created through the API, and the retailers of the demo data. */
async function prepareData(environment: Omit<Environment, keyof Data>, stop: AbortSignal): Promise<Data> {
  const { client, db, receivers } = environment
  const goods = { brand: NO_GOODS, otherBrand: NO_GOODS }
  const work = { ...environment, goods, retailerIds: [], until: stop }
  await subscribe(work, receivers.origin)
  const brand = await prepareGoods(work, db, 'brand')
  const otherBrand = await prepareGoods(work, db, 'otherBrand')
  const retailers = await client.persist(
    { as: 'operator', method: 'GET', path: '/api/operator/v1/retailers' },
    [200],
    stop,
  )
  const retailerIds = retailers?.body.data.map(({ id }: { id: string }) => id) ?? []
  return { goods: { brand, otherBrand }, retailerIds }
}

async function prepareDatabase(url: string): Promise<SandboxCredentials> {
  await migrateDatabase(url)
  const credentials = await seedDemo(url, modulesFor('sandbox'))
  if (!credentials) throw new Error('A new database has no demo data.')
  const db = connect(url, { pool: 1, name: 'chaos' })
  // The roles distinguish the sessions of the processes.
  for (const name of PROCESSES) await db.unsafe(`create role "${name}" login superuser`)
  await db.end()
  return credentials
}

const START_MS = 60_000

async function allReady(watch: Watch, stop: AbortSignal): Promise<void> {
  const deadline = performance.now() + START_MS
  while (!PROCESSES.every((name) => watch.latest(name)?.isHealthy)) {
    stop.throwIfAborted()
    const missing = PROCESSES.filter((name) => !watch.latest(name)?.isHealthy).join(', ')
    if (performance.now() > deadline) throw new Error(`Not ready within a minute: ${missing}.`)
    await wait(200)
  }
}

/** A subscription of each brand to each kind of receiver, with all events. */
async function subscribe({ client, until }: Work, origin: string): Promise<void> {
  const path = '/api/v1/webhook-subscriptions'
  const listed = await client.persist({ as: 'brand', method: 'GET', path: `${path}/events` }, [200], until)
  const events = listed?.body.data.map(({ id }: { id: string }) => id)
  for (const as of BRANDS) {
    for (const manner of MANNERS) {
      const attributes = { url: `${origin}/${as}/${manner}`, events }
      const body = { data: { type: 'webhook-subscriptions', id: randomUUID(), attributes } }
      await client.persist({ as, method: 'POST', path, body }, [200, 201], until)
    }
  }
}

/** More than a run can order of one variant. */
const PLENTY = 1_000_000
const COUNTED = 10

/** Products of the run's own, with plenty of stock. */
async function prepareGoods(work: Work, db: Database, as: BrandAccount): Promise<Goods> {
  const prefix = `BASE-${as}`
  if (
    !(await importProducts(work, as, {
      prefix,
      invalidOneIn: Number.POSITIVE_INFINITY,
      stockQuantity: PLENTY,
    }))
  )
    throw new Error(`The products of ${as} could not be imported.`)
  const rows = await db<{ id: string }[]>`
    select id from catalog.variants where sku like ${`${prefix}-%`} order by sku`
  const ids = rows.map(({ id }) => id)
  const goods = { ordered: ids.slice(COUNTED), counted: ids.slice(0, COUNTED) }
  for (const id of goods.counted.slice(0, 1)) await setStock(work, as, id)
  return goods
}
