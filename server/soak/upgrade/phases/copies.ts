/**
 * A backup of the data, restored into the same and into another major version of PostgreSQL, and the move of the data folder to a
 * server: each is killed once, and each copy is compared with its source by the digests of all tables.
 */
import { existsSync, readdirSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '../../../src/platform/database.ts'
import { Postgres } from '../../chaos/postgres.ts'
import { createServer } from '../../cluster/nodes.ts'
import { type Check, check } from '../../judgement/check.ts'
import { runCommand, runKilledOnce } from '../commands.ts'
import type { Phase, Scene } from '../scene.ts'

const INSTALLED = '/usr/lib/postgresql'

export const copied: Phase = {
  key: 'copies',
  isOnce: true,
  name: '`backup`, `restore` into other versions of PostgreSQL, and `move`',
  async play(scene) {
    const { folder, fleet, watch, balancer, environmentOf, postgres, say, db } = scene
    await watch.stop()
    await fleet.end()
    await balancer.close()
    const file = join(folder, 'backup')
    const url = postgres.urlOf('tradehall')
    const env = { ...environmentOf('worker-1'), TRADEHALL_DATABASE_URL: url }
    const backup = await runKilledOnce(
      '`backup`',
      { args: ['backup', '--to', file], env },
      async () => (await largest(folder, 'backup')) > 0,
    )
    const checks: Check[] = [...backup.checks]
    for (const target of await openTargets(scene)) {
      say(target.name)
      if (!target.url) {
        checks.push(check(target.name, true, 'skipped: it is not installed here'))
        continue
      }
      try {
        checks.push(...(await copyInto(scene, { ...target, url: target.url }, file)))
      } finally {
        await target.close()
      }
    }
    // Its connections would hold up the stop of the database.
    await db.end({ timeout: 1 })
    await postgres.stop({ immediate: false })
    checks.push(...(await move(scene)))
    return checks
  },
}

interface Target {
  name: string
  /** Undefined where it is not installed. */
  url?: string
  close(): Promise<unknown>
}

async function openTargets({ folder, say }: Scene): Promise<Target[]> {
  const same = new Postgres(join(folder, 'same'), say)
  await same.start()
  const other = otherMajor()
  const name = `\`restore\` into PostgreSQL ${other ?? 'of another major version'}`
  const server = other && (await createServer(join(folder, 'other'), join(INSTALLED, other, 'bin')))
  return [
    {
      name: '`restore` into a server of the same version',
      url: same.urlOf('tradehall'),
      close: () => same.stop({ immediate: true }),
    },
    server ? { name, url: server.url(), close: () => server.stop() } : { name, close: async () => {} },
  ]
}

/** The newest installed major version that the server supports and does not bring itself. */
function otherMajor(): string | undefined {
  if (!existsSync(INSTALLED)) return undefined
  const usable = readdirSync(INSTALLED).filter((name) => Number(name) >= 15 && name !== '18')
  return usable
    .filter((name) => existsSync(join(INSTALLED, name, 'bin', 'initdb')))
    .toSorted()
    .at(-1)
}

async function copyInto(
  scene: Scene,
  { name, url }: Target & { url: string },
  file: string,
): Promise<Check[]> {
  const { environmentOf, postgres } = scene
  const env = { ...environmentOf('worker-1'), TRADEHALL_DATABASE_URL: url }
  const { checks } = await runKilledOnce(name, { args: ['restore', '--from', file], env }, () =>
    isCopying(url),
  )
  const own = { ...env, TRADEHALL_DATABASE_URL: postgres.urlOf('tradehall') }
  const compared = await runCommand({ args: ['compare', '--with', url], env: own })
  return [
    ...checks,
    check(`${name}: digests of all tables are equal`, compared.code === 0, lastLine(compared.said)),
  ]
}

async function isCopying(url: string): Promise<boolean> {
  const db = connect(url, { pool: 1, name: 'soak' })
  try {
    const rows = await db`
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query ilike 'copy %'`
    return rows.length > 0
  } finally {
    await db.end({ timeout: 1 })
  }
}

async function largest(folder: string, prefix: string): Promise<number> {
  const files = readdirSync(folder).filter((name) => name.startsWith(prefix) || name.startsWith(`.${prefix}`))
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size))
  return Math.max(0, ...sizes)
}

async function move({ folder, environmentOf, say }: Scene): Promise<Check[]> {
  const target = new Postgres(join(folder, 'moved'), say)
  await target.start()
  try {
    const url = target.urlOf('tradehall')
    const { TRADEHALL_DATABASE_URL: _, ...env } = environmentOf('worker-1')
    const from = { ...env, TRADEHALL_DATA_DIR: join(folder, 'database') }
    const moved = await runKilledOnce('`move`', { args: ['move', '--to', url], env: from }, () =>
      isCopying(url),
    )
    // The folder refuses to be used from now on, unless somebody goes on with the data as they were then.
    await rm(join(folder, 'database', 'moved.json'), { force: true })
    const source = new Postgres(join(folder, 'database'), say)
    await source.start()
    const own = { ...env, TRADEHALL_DATABASE_URL: source.urlOf('tradehall') }
    const compared = await runCommand({ args: ['compare', '--with', url], env: own })
    await source.stop({ immediate: true })
    const rule = '`move`: digests of all tables are equal'
    return [...moved.checks, check(rule, compared.code === 0, lastLine(compared.said))]
  } finally {
    await target.stop({ immediate: true })
  }
}

/** Before it is what a command says of its progress. */
const lastLine = (said: string) => said.split('\n').at(-1) ?? ''
