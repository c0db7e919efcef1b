/** Sets up everything that a run needs, in a folder that is removed however the run ends. */
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { JSON_API } from '@tradehall/jsonapi'
import type { SandboxCredentials } from '@tradehall/kit/sandbox-file'
import { modulesFor } from '../../src/composition.ts'
import { seedDemo } from '../../src/modules/sandbox/index.ts'
import { connect, type Database } from '../../src/platform/database.ts'
import { migrateDatabase } from '../../src/platform/migrations/migrate.ts'
import { freePort } from '../../test/ports.ts'
import { openRunFolder } from '../../test/run-folder.ts'
import { Fleet, PROGRAM } from '../fleet/fleet.ts'
import { settingsFor } from '../fleet/settings.ts'
import { awaitReady, startWatch } from '../fleet/watch.ts'
import { type Check, check } from '../judgement/check.ts'
import { Client, type Credentials } from '../load/client.ts'
import { listRetailers } from '../load/goods.ts'
import { openJournal } from '../load/journal.ts'
import { startReceivers } from '../load/receivers.ts'
import { type Cluster, nodesOfBrands, startCluster } from './cluster.ts'
import { createBrands, sharesOf } from './market.ts'
import { isOwnNetwork, openNetwork } from './network.ts'
import { withSession } from './nodes.ts'
import type { Scene } from './scene.ts'

export interface EnvironmentOptions {
  /** The folder with PostgreSQL and Citus, or the URL of a database of a running cluster. */
  binaries?: string | undefined
  url?: string | undefined
  brands: number
  rate: number
  seconds: number
  logs?: string | undefined
  say(line: string): void
  stop: AbortSignal
}

export type Undo = () => unknown

export interface Opened {
  /** Of PostgreSQL and Citus. */
  versions: string
  /** Undefined if the database could not be distributed. */
  scene: Scene | undefined
  distribution: Check
}

export async function openEnvironment(options: EnvironmentOptions, undos: Undo[]): Promise<Opened> {
  const { say } = options
  const { folder, remove } = await openRunFolder()
  undos.push(remove)
  if (isOwnNetwork) await openNetwork()
  const cluster: Cluster = options.binaries
    ? await startCluster(folder, options.binaries, undos)
    : { url: options.url ?? '', own: undefined }
  say('the nodes run')
  const versions = await withSession(cluster.url, readVersions)
  await migrateDatabase(cluster.url)
  const seeded = await seedDemo(cluster.url, modulesFor('sandbox'))
  if (!seeded) throw new Error('The database is not empty.')

  const ports = { 'api-1': await freePort(), 'api-2': await freePort() }
  const labelsDir = join(folder, 'labels')
  const environmentOf = settingsFor({ folder, labelsDir, ports, databaseUrlOf: () => cluster.url })
  const runProgram: Scene['runProgram'] = (args, databaseUrl) =>
    new Promise((resolve) => {
      const env = { ...environmentOf('worker-1'), TRADEHALL_DATABASE_URL: databaseUrl }
      const child = execFile(process.execPath, [PROGRAM, ...args], { env }, (_error, _out, said) =>
        resolve({ code: child.exitCode, said: said.trim().split('\n').at(-1) ?? '' }),
      )
    })
  const workers = cluster.own?.workers.flatMap(({ name }) => ['--worker', name]) ?? []
  const { code, said } = await runProgram(['distribute', ...workers], cluster.url)
  const distribution = check('`tradehall distribute` passes at once', code === 0, said)
  if (code !== 0) return { versions, scene: undefined, distribution }
  say('the database is distributed')
  const served = await startServer(options, undos, { folder, ports, environmentOf, cluster, seeded })
  return { versions, scene: { ...served, folder, cluster, runProgram, ...options }, distribution }
}

const readVersions = async (db: Database): Promise<string> => {
  const [row] = await db<{ versions: string }[]>`
    select 'PostgreSQL ' || current_setting('server_version') || ', ' || citus_version() as versions`
  return row?.versions ?? ''
}

interface Distributed {
  folder: string
  ports: { 'api-1': number; 'api-2': number }
  environmentOf: ReturnType<typeof settingsFor>
  cluster: Cluster
  seeded: SandboxCredentials
}

async function startServer(
  { brands: count, rate, logs, say, stop }: EnvironmentOptions,
  undos: Undo[],
  { folder, ports, environmentOf, cluster, seeded }: Distributed,
): Promise<Omit<Scene, 'folder' | 'cluster' | 'runProgram' | 'rate' | 'seconds' | 'say' | 'stop'>> {
  const logFolder = logs ?? join(folder, 'logs')
  await mkdir(logFolder, { recursive: true })
  const db = connect(cluster.url, { pool: 2, name: 'soak' })
  undos.push(() => db.end({ timeout: 1 }))
  const receivers = await startReceivers()
  undos.push(receivers.close)
  const now = () => performance.now()
  const fleet = new Fleet({ logFolder, now, environmentOf })
  fleet.start()
  undos.push(() => fleet.end())

  const nodes = { 'api-1': originOf(ports['api-1']), 'api-2': originOf(ports['api-2']) }
  const { retailer, operator } = seeded
  const credentials: Record<string, Credentials> = { retailer, operator }
  const newClient: Scene['newClient'] = (options) => new Client({ nodes, credentials, ...options })
  const client = newClient({ rate })
  const watch = startWatch({ fleet, client, nodes, db, now })
  undos.push(watch.stop)
  await awaitReady(watch, stop)
  say('two API nodes and two workers serve')

  const journal = openJournal()
  let retailerIds: string[] = []
  const workOf: Scene['workOf'] = (client, brands, until) => {
    return { client, journal, brands, ownRetailerId: retailer.retailerId, retailerIds, until }
  }
  const work = workOf(client, [], stop)
  retailerIds = await listRetailers(work)
  const brands = await createBrands(work, db, { count, credentials, receivers: receivers.origin })
  stop.throwIfAborted()
  const nodeOf = await nodesOfBrands(
    db,
    brands.map(({ id }) => id),
  )
  const all = sharesOf(brands, nodeOf)
  for (const share of all) say(`${share.brands.length} brands on ${share.node}`)
  const shares = all.map(({ node, brands }) => ({ node, brands: brands.slice(1) }))
  const idle = all.map(({ node, brands }) => ({ node, brands: brands.slice(0, 1) }))
  const signIn = () => signInTo(nodes['api-1'], operator)
  return { db, fleet, watch, receivers, journal, shares, idle, newClient, workOf, signIn }
}

async function signInTo(
  origin: string,
  { email, password }: SandboxCredentials['operator'],
): Promise<number> {
  const body = JSON.stringify({ data: { type: 'sessions', attributes: { email, password } } })
  const headers = { accept: JSON_API, 'content-type': JSON_API, origin }
  const signal = AbortSignal.timeout(SIGN_IN_MS)
  return await fetch(`${origin}/api/v1/sessions`, { method: 'POST', body, headers, signal }).then(
    ({ status }) => status,
    () => 0,
  )
}

const SIGN_IN_MS = 10_000
const originOf = (port: number) => `http://127.0.0.1:${port}`
