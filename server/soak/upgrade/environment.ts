/** Sets up one run: the data and the processes of an earlier version under load, in a folder that is removed. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SandboxCredentials } from '@tradehall/kit/sandbox-file'
import { connect } from '../../src/platform/database.ts'
import { freePort } from '../../test/ports.ts'
import { Postgres } from '../chaos/postgres.ts'
import { startBalancer } from '../fleet/balancer.ts'
import { Fleet } from '../fleet/fleet.ts'
import { PROCESSES } from '../fleet/processes.ts'
import { settingsFor } from '../fleet/settings.ts'
import { awaitReady, startWatch } from '../fleet/watch.ts'
import { CALLBACKS } from '../judgement/arrivals.ts'
import { Client } from '../load/client.ts'
import { listRetailers, prepareGoods, subscribe } from '../load/goods.ts'
import { openJournal } from '../load/journal.ts'
import { startLoad } from '../load/load.ts'
import { startReceivers } from '../load/receivers.ts'
import type { Brand, Work } from '../load/work.ts'
import { runCommand } from './commands.ts'
import { keepRows, takePicture } from './pictures.ts'
import type { Release } from './releases.ts'
import type { Next, Scene } from './scene.ts'

export interface EnvironmentOptions {
  rate: number
  seconds: number
  logs?: string | undefined
  say(line: string): void
  stop: AbortSignal
}

export type Undo = () => unknown

/** As in production; earlier versions that do not know it stop at once. */
const DRAIN_SECONDS = '5'
const CURRENCIES = { brand: 'EUR', otherBrand: 'GBP' } as const

export async function openScene(
  release: Release,
  { rate, seconds, logs, say, stop, folder }: EnvironmentOptions & { folder: string },
  undos: Undo[],
): Promise<Scene> {
  const logFolder = logs ?? join(folder, 'logs')
  await mkdir(logFolder, { recursive: true })
  await mkdir(join(folder, 'database'), { mode: 0o711 })
  const postgres = new Postgres(join(folder, 'database'), say)
  await postgres.start()
  undos.push(() => postgres.stop({ immediate: true }))

  const ports = { 'api-1': await freePort(), 'api-2': await freePort() }
  const nodes = { 'api-1': originOf(ports['api-1']), 'api-2': originOf(ports['api-2']) }
  const next: Next = { program: release.program, secretKey: randomBytes(32).toString('base64') }
  const settings = settingsFor({
    folder,
    labelsDir: join(folder, 'labels'),
    ports,
    databaseUrlOf: (name) => postgres.urlOf(name),
  })
  const environmentOf: Scene['environmentOf'] = (name) => ({
    ...settings(name),
    TRADEHALL_SECRET_KEY: next.secretKey,
    TRADEHALL_DRAIN_SECONDS: DRAIN_SECONDS,
  })
  const credentials = await seed(release, { folder, environmentOf, postgres })
  const db = connect(postgres.urlOf('tradehall'), { pool: 2, name: 'soak' })
  undos.push(() => db.end({ timeout: 1 }))
  for (const name of PROCESSES) await db.unsafe(`create role "${name}" login superuser`)
  const receivers = await startReceivers()
  undos.push(receivers.close)

  const now = () => performance.now()
  const programOf = () => next.program
  const fleet = new Fleet({ logFolder, now, environmentOf, programOf })
  fleet.start()
  undos.push(() => fleet.end())
  const balancer = await startBalancer(Object.values(nodes))
  undos.push(balancer.close)
  const { otherBrand, retailer, operator } = credentials
  const client = new Client({
    nodes: { 'api-1': balancer.origin, 'api-2': balancer.origin },
    credentials: { brand: credentials, otherBrand, retailer, operator },
    rate,
  })
  const watch = startWatch({ fleet, client, nodes, db, now })
  undos.push(watch.stop)
  await awaitReady(watch, stop)
  say(`two API nodes and two workers of ${release.commit} serve (${release.schema})`)

  const picture = await takePicture(client, stop)
  await keepRows(db)
  const journal = openJournal()
  const ownRetailerId = retailer.retailerId
  const base: Work = { client, journal, brands: [], ownRetailerId, retailerIds: [], until: stop }
  const brands: Brand[] = []
  for (const account of ['brand', 'otherBrand'] as const) {
    const { brandId: id, clientId } = account === 'brand' ? credentials : otherBrand
    const [application] = await db<{ id: string }[]>`
      select id from identity.applications where client_id = ${clientId}`
    await subscribe(base, account, receivers.origin, ['answers', 'slow', 'stumbles'], application?.id)
    brands.push(await prepareGoods(base, db, { account, id, currency: CURRENCIES[account] }))
  }
  const work: Work = { ...base, brands, retailerIds: await listRetailers(base) }
  const load = startLoad(work, `${receivers.origin}${CALLBACKS}`)
  const running = { release, folder, postgres, db, fleet, nodes, balancer, watch, client, work, load }
  return { ...running, receivers, credentials, picture, next, environmentOf, seconds, say, stop }
}

const originOf = (port: number) => `http://127.0.0.1:${port}`

async function seed(
  { program, commit }: Release,
  { folder, environmentOf, postgres }: Pick<Scene, 'folder' | 'environmentOf' | 'postgres'>,
): Promise<SandboxCredentials> {
  const dataDir = join(folder, 'seeded')
  const env = {
    ...environmentOf('worker-1'),
    TRADEHALL_DATABASE_URL: postgres.urlOf('tradehall'),
    TRADEHALL_DATA_DIR: dataDir,
  }
  const { code, said } = await runCommand({ args: ['seed'], env, program })
  if (code !== 0) throw new Error(`${commit} cannot make its demo data: ${said}`)
  return JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8'))
}
