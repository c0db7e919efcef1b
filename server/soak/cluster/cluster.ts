/** The cluster of a run: its own, whose nodes can be stopped, or a running one, which is left as it is but for its data. */
import type { Database } from '../../src/platform/database.ts'
import { createNode, type Node } from './nodes.ts'

export interface Cluster {
  /** The database on the coordinator. */
  url: string
  /** Those that the run has started; undefined for a running cluster. */
  own: OwnNodes | undefined
}

interface OwnNodes {
  /** Registered by `distribute`. */
  workers: Node[]
  /** Starts a further worker, which is not registered yet. */
  add(): Promise<Node>
}

const WORKERS = 2

export async function startCluster(
  folder: string,
  binaries: string,
  undos: (() => unknown)[],
): Promise<Cluster> {
  let count = 0
  const add = async () => {
    const node = await createNode(folder, count++, binaries)
    undos.push(() => node.stop())
    return node
  }
  const coordinator = await add()
  const workers: Node[] = []
  while (workers.length < WORKERS) workers.push(await add())
  return { url: coordinator.url(), own: { workers, add } }
}

/** The worker node, written `host:port`, of each of these brands. */
export async function nodesOfBrands(db: Database, brandIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ brand_id: string; node: string }[]>`
    select brand_id::text, nodename || ':' || nodeport as node
    from unnest(${brandIds}::text[]) as brand_id
    join pg_dist_placement as placement
      on placement.shardid = get_shard_id_for_distribution_column('catalog.products', brand_id)
    join pg_dist_node as node on node.groupid = placement.groupid
    where noderole::text = 'primary'`
  return new Map(rows.map(({ brand_id, node }) => [brand_id, node]))
}

/** How many groups of shards are on each worker node. */
export async function shardsOfNodes(db: Database): Promise<Map<string, number>> {
  const rows = await db<{ node: string; count: number }[]>`
    select nodename || ':' || nodeport as node, count(*)::int as count
    from pg_dist_shard
    join pg_dist_placement using (shardid)
    join pg_dist_node using (groupid)
    where logicalrelid = 'catalog.products'::regclass
    group by 1
    order by 1`
  return new Map(rows.map(({ node, count }) => [node, count]))
}
