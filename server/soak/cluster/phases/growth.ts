/** A further node gets its share of the shards, and a brand a shard of its own, while clients read and write. */
import { type Check, check } from '../check.ts'
import { nodesOfBrands, shardsOfNodes } from '../cluster.ts'
import { judgeChange } from '../samples.ts'
import { type Phase, pause, type Scene } from '../scene.ts'
import { underLoad } from '../under-load.ts'

/** Citus copies all tables of a group of shards one after the other. */
const REBALANCE_SECONDS = 900

export const rebalanced: Phase = {
  key: 'growth',
  name: 'a node is added, and shards move to it',
  needsOwnNodes: true,
  async play(scene) {
    const { db, cluster } = scene
    const { result, samples, surprises } = await underLoad(scene, async () => {
      await pause(scene, 2)
      const node = await cluster.own?.add()
      return await attempt('the new node has shards', async () => {
        await db`select citus_add_node(${node?.host ?? ''}, ${node?.port ?? 0}::int)`
        await db`select citus_rebalance_start()`
        const state = await rebalance(scene)
        const shards = (await shardsOfNodes(db)).get(node?.name ?? '') ?? 0
        return check('the new node has shards', shards > 0 && state === 'finished', `${shards}, ${state}`)
      })
    })
    return { checks: [result, ...judgeChange(samples), surprises] }
  },
}

async function rebalance(scene: Scene): Promise<string> {
  const began = performance.now()
  for (;;) {
    const [row] = await scene.db<{ state: string }[]>`
      select state::text from citus_rebalance_status() order by job_id desc limit 1`
    const seconds = Math.round((performance.now() - began) / 1000)
    const isOver = ['finished', 'cancelled', 'failed'].includes(row?.state ?? '')
    if (isOver || seconds > REBALANCE_SECONDS)
      return `${row?.state} after ${seconds} s`.replace(/^finished .*/, 'finished')
    await pause(scene, 1)
  }
}

export const isolated: Phase = {
  key: 'isolation',
  name: 'a brand is isolated, and moves',
  async play(scene) {
    const { db, shares } = scene
    const brand = shares[0]?.brands[0]
    const { result, samples, surprises } = await underLoad(scene, async () => {
      await pause(scene, 2)
      const done = await attempt('the brand has a shard of its own, on another node', async () => {
        const id = brand?.id ?? ''
        const from = await nodeOf(scene, id)
        const [row] = await db<{ shard: number }[]>`
          select isolate_tenant_to_new_shard('ordering.orders', ${id}::text, 'CASCADE')::float8 as shard`
        const to = (await workersOf(scene)).find((name) => name !== from) ?? ''
        const [[fromHost, fromPort], [toHost, toPort]] = [partsOf(from), partsOf(to)]
        await db`
          select citus_move_shard_placement(
            ${row?.shard ?? 0}::bigint, ${fromHost}::text, ${fromPort}::int, ${toHost}::text, ${toPort}::int)`
        const now = await nodeOf(scene, id)
        return check('the brand has a shard of its own, on another node', now === to, `${from} to ${now}`)
      })
      await pause(scene, 3)
      return done
    })
    return { checks: [result, ...judgeChange(samples), surprises] }
  },
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
