/**
 * The end: work comes to rest, the server is stopped, and a backup of the cluster is restored into a plain database, in
 * which everything that clients asked for in the whole run is looked for.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { LEDGER_SUMS } from '../../../src/modules/stock/ledger/sums.ts'
import { listTables } from '../../../src/platform/copy/catalog.ts'
import { closeSession, openSession, type Session } from '../../../src/platform/copy/session.ts'
import { startEmbeddedDatabase } from '../../../src/platform/embedded/embedded-database.ts'
import { compareWithJournal } from '../../judgement/acknowledged.ts'
import { compareArrivals, readDeliveries } from '../../judgement/arrivals.ts'
import { type Check, check, none } from '../../judgement/check.ts'
import { DELIVERY_INVARIANTS, FILE_INVARIANTS } from '../../judgement/file-invariants.ts'
import { findViolations, ORDER_INVARIANTS, STOCK_INVARIANTS } from '../../judgement/invariants.ts'
import { withSession } from '../nodes.ts'
import { type Phase, pause, type Scene } from '../scene.ts'

const REST_SECONDS = 90

export const copied: Phase = {
  key: 'copy',
  name: 'a backup, restored into a plain database',
  async play(scene) {
    const rest = await comeToRest(scene)
    await scene.watch.stop()
    const crashes = scene.fleet.crashes.map(({ process, how, said }) => `${process} ${how}: ${said}`)
    await scene.fleet.end()
    const checks = [none('all work is done', rest), none('no program ended by itself', crashes)]
    const dataDir = join(scene.folder, 'plain')
    await mkdir(dataDir, { mode: 0o711 })
    const plain = await startEmbeddedDatabase({ dataDir, durable: false, log: { info: () => {} } })
    try {
      return { checks: [...checks, ...(await copyTo(scene, plain.url))] }
    } finally {
      await plain.stop()
    }
  },
}

/** What waits, one statement for each kind of table: of brands, or of the coordinator. */
const WAITING = {
  events: 'select count(*)::int as count from platform.outbox',
  jobs: `select count(*)::int as count from graphile_worker.jobs
    where not exists (select 1 from jsonb_object_keys(flags) as flag where starts_with(flag, 'every-ms:'))`,
  deliveries: `select count(*)::int as count from webhooks.deliveries where state = 'waiting'`,
  imports: `select count(*)::int as count from integrations.operations where status in ('pending', 'started')`,
  exports: 'select count(*)::int as count from billing.exports where finished_at is null',
  labels: `select count(*)::int as count from shipping.shipments where status = 'pending'`,
} as const

async function comeToRest(scene: Scene): Promise<string[]> {
  const deadline = performance.now() + REST_SECONDS * 1000
  for (;;) {
    const left: string[] = []
    for (const [name, sql] of Object.entries(WAITING)) {
      const [row] = await withSession(scene.cluster.url, (db) => db.unsafe<{ count: number }[]>(sql))
      if (row?.count !== 0) left.push(`${row?.count} ${name}`)
    }
    if (left.length === 0 || performance.now() > deadline) return left
    await pause(scene, 1)
  }
}

async function copyTo(scene: Scene, url: string): Promise<Check[]> {
  const file = join(scene.folder, 'backup')
  const written = await scene.runProgram(['backup', '--to', file, '--json'], scene.cluster.url)
  const backup = succeeded('the backup is made', written)
  if (!backup.isKept) return [backup]
  const restored = await scene.runProgram(['restore', '--from', file, '--json'], url)
  const restore = succeeded('it is restored', restored)
  if (!restore.isKept) return [backup, restore]
  const differences = await compare(scene.cluster.url, url)
  return [backup, restore, none('counts and sums are the same', differences), await judgeCopy(scene, url)]
}

const succeeded = (rule: string, { code, said }: { code: number | null; said: string }): Check =>
  check(rule, code === 0, code === 0 ? '' : said)

async function compare(one: string, other: string): Promise<string[]> {
  const [before, after] = [await figuresOf(one), await figuresOf(other)]
  return [...before]
    .filter(([name, figure]) => after.get(name) !== figure)
    .map(([name, figure]) => `${name}: ${figure}, and ${after.get(name) ?? 'nothing'} in the copy`)
}

async function figuresOf(url: string): Promise<Map<string, string>> {
  const session = await openSession(url)
  try {
    const figures = new Map<string, string>()
    for (const { name } of await listTables(session)) figures.set(name, await countOf(session, name))
    const { rows } = await session.query<{ name: string; sum: string }>(LEDGER_SUMS)
    for (const { name, sum } of rows) figures.set(name, sum)
    return figures
  } finally {
    await closeSession(session)
  }
}

async function countOf(session: Session, table: string): Promise<string> {
  const { rows } = await session.query<{ count: string }>(`select count(*)::text as count from ${table}`)
  return rows[0]?.count ?? ''
}

const INVARIANTS = [...ORDER_INVARIANTS, ...STOCK_INVARIANTS, ...DELIVERY_INVARIANTS, ...FILE_INVARIANTS]

const judgeCopy = (scene: Scene, url: string): Promise<Check> =>
  withSession(url, async (db) => {
    const findings = [
      ...(await findViolations(db, INVARIANTS)),
      ...compareArrivals(scene.receivers.received, await readDeliveries(db)),
      ...(await compareWithJournal(db, scene.journal)),
    ]
    const { orders, imports, stock } = scene.journal
    const size = `${orders.size} orders, ${imports.size} imports, ${stock.size} levels, ${scene.receivers.received.length} webhooks`
    const rule = `nothing was lost, doubled or halved in the whole run (${size})`
    return none(
      rule,
      findings.map(({ check, seen }) => `${check}: ${seen}`),
    )
  })
