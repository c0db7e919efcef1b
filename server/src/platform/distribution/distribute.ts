/** Distributes a database by brand over the nodes of a Citus cluster, or continues what an earlier run has begun. */
import { StartRefused } from '@tradehall/kit/failures'
import { type Database, isDatabaseAway, type Transaction } from '../database.ts'
import { schemaState } from '../migrations/migrate.ts'
import { type ClusterState, onWorkers, readState, type Step, stepsFrom, type Wanted } from './steps.ts'

/** Earlier versions do not send the settings of a database to all nodes. */
const OLDEST_CITUS = { major: 13, minor: 1 }
/** An arbitrary number: two runs at once would drop keys of each other. */
const LOCK = 7_413_096
/** Only superusers may set what no extension knows, unless they let others. */
const OWN_SETTINGS = 'tradehall.'

export interface Distribution {
  steps: readonly Step[]
  /** Executes the steps in order; `onStep` is called after each. */
  run(onStep: (step: Step, done: number) => void): Promise<void>
}

/** Refuses with a reason, before anything is changed, where a step would fail. */
export async function planDistribution(db: Database, wanted: Wanted): Promise<Distribution> {
  await refuseWithoutCitus(db)
  await refuseOtherSchema(db)
  const state = await readState(db)
  refuseWithoutWorkers(state, wanted)
  const steps = stepsFrom(state, wanted)
  if (steps.length > 0) await refuseWithoutPrivileges(db, steps)
  return {
    steps,
    async run(onStep) {
      if (steps.length === 0) return
      if (steps.some(({ kind }) => kind !== 'setting')) await refuseRunningServer(db)
      for (const [i, step] of steps.entries()) {
        await execute(db, step)
        if (step.kind === 'extension') await requireOnWorkers(db, step.of)
        onStep(step, i + 1)
      }
    },
  }
}

async function execute(db: Database, step: Step): Promise<void> {
  try {
    await db.begin(async (tx) => {
      await refuseSecondRun(tx)
      // The setting of the database holds for later connections only.
      await tx.unsafe('set local citus.enable_unsafe_triggers = on')
      for (const statement of step.statements) refuseFailedNodes(await tx.unsafe<NodeAnswer[]>(statement))
    })
  } catch (error) {
    if (error instanceof StartRefused || isDatabaseAway(error)) throw error
    const { message, hint } = error as Error & { hint?: string }
    const reason = [message, hint].filter(Boolean).join(' ').replace(/\.$/, '')
    throw new StartRefused(
      `The database refuses the step "${step.kind} ${step.of}": ${reason}. Correct the cause, and run \`tradehall distribute\` again; the steps before it are done.`,
      { cause: error },
    )
  }
}

interface NodeAnswer {
  node: string
  success?: boolean
  result: string
}

function refuseFailedNodes(answers: readonly NodeAnswer[]): void {
  const failed = answers.find(({ success }) => success === false)
  if (failed) {
    throw new StartRefused(
      `The worker node ${failed.node} refuses this: ${failed.result}; correct it there, and run \`tradehall distribute\` again.`,
    )
  }
}

async function requireOnWorkers(db: Database, extension: string): Promise<void> {
  const answers = await db.unsafe<NodeAnswer[]>(
    onWorkers(`select count(*) from pg_extension where extname = '${extension}'`),
  )
  refuseFailedNodes(answers)
  const missing = answers.find(({ result }) => result === '0')
  if (missing) {
    throw new StartRefused(
      `The worker node ${missing.node} has no extension ${extension}; run \`create extension ${extension}\` in the database there, and then \`tradehall distribute\` again.`,
    )
  }
}

async function refuseWithoutCitus(db: Database): Promise<void> {
  const [found] = await db<[{ exists: boolean }]>`select to_regproc('citus_version') is not null as exists`
  if (!found.exists) {
    throw new StartRefused(
      'The database has no Citus extension; add citus to shared_preload_libraries of every node, and run `create extension citus` in this database on every node.',
    )
  }
  const [{ version }] = await db<[{ version: string }]>`select citus_version() as version`
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? []
  const oldest = OLDEST_CITUS
  if ((Number(major) - oldest.major || Number(minor) - oldest.minor) < 0) {
    throw new StartRefused(
      `The database has ${version}; Tradehall needs Citus ${oldest.major}.${oldest.minor} or later.`,
    )
  }
  const [{ groupid }] = await db<[{ groupid: number }]>`select groupid from pg_dist_local_group`
  if (groupid !== 0) {
    throw new StartRefused(
      'TRADEHALL_DATABASE_URL names a worker node; set it to the coordinator of the cluster.',
    )
  }
}

async function refuseOtherSchema(db: Database): Promise<void> {
  const { isBehind } = await schemaState(db)
  if (isBehind) {
    throw new StartRefused('The database is not migrated to this version; run `tradehall migrate` first.')
  }
}

function refuseWithoutWorkers({ nodes }: ClusterState, { workers }: Wanted): void {
  if (workers.length > 0 || nodes.some(({ isCoordinator }) => !isCoordinator)) return
  throw new StartRefused('The cluster has no worker node; name each one with --worker host:port.')
}

async function refuseWithoutPrivileges(db: Database, steps: readonly Step[]): Promise<void> {
  const [own] = await db<[{ role: string; is_superuser: boolean; foreign_table: string | null }]>`
    select current_user::text as role, rolsuper as is_superuser, (
      select c.oid::regclass::text
      from pg_class as c
      where c.relkind = 'r' and c.relnamespace = 'catalog'::regnamespace and not pg_has_role(c.relowner, 'usage')
      order by c.relname
      limit 1
    ) as foreign_table
    from pg_roles
    where rolname = current_user`
  if (own.is_superuser) return
  const registered = steps.find(({ kind }) => kind === 'worker' || kind === 'coordinator')
  if (registered) {
    throw new StartRefused(
      `The role ${own.role} may not register ${registered.of}; run \`tradehall distribute\` as a superuser, or register the nodes with citus_set_coordinator_host and citus_add_node first.`,
    )
  }
  const setting = steps.find(({ kind, of }) => kind === 'setting' && of.startsWith(OWN_SETTINGS))
  if (setting) {
    const [found] = await db<[{ may_set: boolean }]>`
      select has_parameter_privilege(${setting.of}, 'set') as may_set`
    if (!found.may_set)
      throw new StartRefused(
        `The role ${own.role} may not set ${setting.of}; run \`tradehall distribute\` as a superuser, or let one run on every node: grant set on parameter ${setting.of} to ${own.role}.`,
      )
  }
  if (own.foreign_table) {
    throw new StartRefused(
      `The role ${own.role} does not own ${own.foreign_table}; run \`tradehall distribute\` as the owner of the tables, or as a superuser.`,
    )
  }
}

/** While keys are dropped, nothing would refuse a row without its parent. */
async function refuseRunningServer(db: Database): Promise<void> {
  const [open] = await db<{ names: string; count: number }[]>`
    select string_agg(distinct application_name, ', ') as names, count(*)::integer as count
    from pg_stat_activity
    where datname = current_database() and application_name like 'tradehall%'
      and application_name <> current_setting('application_name')
    having count(*) > 0`
  if (open) {
    throw new StartRefused(
      `Tradehall is running on this database (${open.count} connections: ${open.names}); stop all API nodes and workers first.`,
    )
  }
}

async function refuseSecondRun(tx: Transaction): Promise<void> {
  const [lock] = await tx<[{ is_free: boolean }]>`select pg_try_advisory_xact_lock(${LOCK}) as is_free`
  if (!lock.is_free) throw new StartRefused('Another `tradehall distribute` is running on this database.')
}
