/** Sets up everything that a run needs, in a folder that is removed however the run ends. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SandboxCredentials } from '@tradehall/kit/sandbox-file'
import { modulesFor } from '../../src/composition.ts'
import { seedDemo } from '../../src/modules/sandbox/index.ts'
import { connect, type Database } from '../../src/platform/database.ts'
import { migrateDatabase } from '../../src/platform/migrations/migrate.ts'
import { freePort } from '../../test/ports.ts'
import { openRunFolder } from '../../test/run-folder.ts'
import { Fleet } from '../fleet/fleet.ts'
import { PROCESSES } from '../fleet/processes.ts'
import { settingsFor } from '../fleet/settings.ts'
import { awaitReady, startWatch, type Watch } from '../fleet/watch.ts'
import { Client } from '../load/client.ts'
import { listRetailers, prepareGoods, subscribe } from '../load/goods.ts'
import { type Journal, openJournal } from '../load/journal.ts'
import { MANNERS, type Receivers, startReceivers } from '../load/receivers.ts'
import type { Brand } from '../load/work.ts'
import { type Disk, openDisk } from './disk.ts'
import { Postgres } from './postgres.ts'
import { openRedis, type Redis } from './redis.ts'

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
  brands: readonly Brand[]
  ownRetailerId: string
  retailerIds: readonly string[]
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
  const environmentOf = settingsFor({
    folder,
    labelsDir: join(diskIn(folder), 'labels'),
    ports,
    databaseUrlOf: (name) => services.postgres.urlOf(name),
    redisUrl: services.redis?.url,
  })
  const fleet = new Fleet({ logFolder, now, environmentOf })
  fleet.start()
  undos.push(() => fleet.end())
  const client = new Client({ nodes, credentials: accountsOf(credentials), rate })
  const watch = startWatch({ fleet, client, nodes, db, now })
  undos.push(watch.stop)
  await awaitReady(watch, stop)
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

type Data = Pick<Environment, 'brands' | 'ownRetailerId' | 'retailerIds'>

const CURRENCIES = { brand: 'EUR', otherBrand: 'GBP' } as const

/** What the load uses: subscriptions and products, which are created through the API, and the retailers of the demo data. */
async function prepareData(environment: Omit<Environment, keyof Data>, stop: AbortSignal): Promise<Data> {
  const { credentials, db, receivers } = environment
  const ownRetailerId = credentials.retailer.retailerId
  const work = { ...environment, brands: [], ownRetailerId, retailerIds: [], until: stop }
  const brands: Brand[] = []
  for (const account of ['brand', 'otherBrand'] as const) {
    const id = account === 'brand' ? credentials.brandId : credentials.otherBrand.brandId
    await subscribe(work, account, receivers.origin, MANNERS)
    brands.push(await prepareGoods(work, db, { account, id, currency: CURRENCIES[account] }))
  }
  return { brands, ownRetailerId, retailerIds: await listRetailers(work) }
}

const accountsOf = (credentials: SandboxCredentials) => {
  const { otherBrand, retailer, operator } = credentials
  return { brand: credentials, otherBrand, retailer, operator }
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
