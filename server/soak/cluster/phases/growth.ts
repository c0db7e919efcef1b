/** A further node gets its share of the shards, and a brand a shard of its own, while clients read and write. */
import { type Database, planAnew } from '../../../src/platform/database.ts'
import { type Check, check } from '../../judgement/check.ts'
import { nodesOfBrands, shardsOfNodes } from '../cluster.ts'
import { withSession } from '../nodes.ts'
import { judgeChange } from '../samples.ts'
import { awaitRest, type Phase, pause, type Scene } from '../scene.ts'
import { underLoad } from '../under-load.ts'

/** For the shards that move to a node, and for those of one brand. Citus waits without end for a copy that always fails. */
const MOST_SECONDS = { growth: 600, isolation: 180 } as const

export const rebalanced: Phase = {
  key: 'growth',
  name: 'a node is added, and shards move to it',
  needsOwnNodes: true,
  async play(scene) {
    const { result, samples, surprises } = await underLoad(scene, async () => {
      await pause(scene, 2)
      return await attempt(GROWN, () => withSession(scene.cluster.url, (db) => grow(scene, db)))
    })
    return { checks: [result, ...judgeChange(samples), surprises] }
  },
}

const GROWN = 'the new node has shards'

async function grow(scene: Scene, db: Database): Promise<Check> {
  const node = await scene.cluster.own?.add()
  await db`select citus_add_node(${node?.host ?? ''}, ${node?.port ?? 0}::int)`
  await db`select citus_rebalance_start()`
  const until = performance.now() + MOST_SECONDS.growth * 1000
  let state = 'none'
  while (!OVER.includes(state) && performance.now() < until) {
    await pause(scene, 1)
    const [row] = await db<
      { state: string }[]
    >`select state::text from citus_rebalance_status() order by job_id desc limit 1`
    state = row?.state ?? 'none'
  }
  if (!OVER.includes(state)) await db`select citus_rebalance_stop()`
  const shards = (await shardsOfNodes(db)).get(node?.name ?? '') ?? 0
  const [failed] = await db<{ message: string }[]>`
    select message from pg_dist_background_task where status::text <> 'done' and message <> '' order by task_id limit 1`
  const why = state === 'finished' ? '' : `: ${failed?.message ?? `more than ${MOST_SECONDS.growth} s`}`
  return check(GROWN, shards > 0 && state === 'finished', `${shards}, ${state}${why}`)
}

const OVER = ['finished', 'cancelled', 'failed']

export const isolated: Phase = {
  key: 'isolation',
  name: 'a brand gets shards of its own, which move',
  async play(scene) {
    const brandId = scene.shares[0]?.brands[0]?.id ?? ''
    let shard = 0
    await awaitRest(scene)
    const split = await attempt(SPLIT, async () => {
      shard = await withSession(scene.cluster.url, (db) => isolate(db, brandId), LIMIT)
      return check(SPLIT, shard > 0, shard)
    })
    const { result, samples, surprises } = await underLoad(scene, async () => {
      await pause(scene, 2)
      const done = await attempt(MOVED, () => move(scene, brandId, shard))
      await pause(scene, 3)
      return done
    })
    return { checks: [split, result, ...judgeChange(samples), surprises] }
  },
}

/** At rest: Citus 13.2.2 does not come to an end while rows of the shard are written. */
const SPLIT = 'at rest the brand gets a shard of its own'
const MOVED = 'under load that moves to another node'
const LIMIT = `-c statement_timeout=${MOST_SECONDS.isolation}s`

async function isolate(db: Database, brandId: string): Promise<number> {
  // Not as a read, which Citus would carry out and then refuse.
  const [row] = await planAnew(db<{ shard: number }[]>`
    select isolate_tenant_to_new_shard('ordering.orders', ${brandId}::text, 'CASCADE')::float8 as shard`)
  return row?.shard ?? 0
}

async function move(scene: Scene, brandId: string, shard: number): Promise<Check> {
  const from = await nodeOf(scene, brandId)
  const to = (await workersOf(scene)).find((name) => name !== from) ?? ''
  const [[fromHost, fromPort], [toHost, toPort]] = [partsOf(from), partsOf(to)]
  await withSession(
    scene.cluster.url,
    (db) => db`
      select citus_move_shard_placement(
        ${shard}::bigint, ${fromHost}::text, ${fromPort}::int, ${toHost}::text, ${toPort}::int)`,
    LIMIT,
  )
  const now = await nodeOf(scene, brandId)
  return check(MOVED, now === to, `${from} to ${now}`)
}

const nodeOf = async ({ db }: Scene, id: string) => (await nodesOfBrands(db, [id])).get(id) ?? ''

async function workersOf({ db }: Scene): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select nodename || ':' || nodeport as name from pg_dist_node where shouldhaveshards order by nodeid`
  return rows.map(({ name }) => name)
}

const partsOf = (name: string): [host: string, port: number] => {
  const [host = '', port] = name.split(/:(?=\d+$)/)
  return [host, Number(port)]
}

const attempt = (rule: string, work: () => Promise<Check>): Promise<Check> =>
  work().catch((error: Error) => check(rule, false, error.message))
