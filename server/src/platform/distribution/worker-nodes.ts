/** Which worker nodes of a distributed database answer the coordinator. */
import type { Database } from '../database.ts'

export interface WorkerNodes {
  nodes: number
  /** `host:port`, or a text where it is not known which. */
  away: readonly string[]
}

/** Before the health check that asks is given up: a node that accepts connections may never answer. */
const ANSWER_WITHIN_MS = 850
/** `query_canceled`. */
const CANCELED = '57014'

/** Undefined for a database that is not distributed. */
export async function readWorkerNodes(db: Database): Promise<WorkerNodes | undefined> {
  const [found] = await db<[{ exists: boolean }]>`select to_regclass('pg_dist_node') is not null as exists`
  if (!found.exists) return undefined
  const [counted] = await db.unsafe<[{ nodes: number }]>(
    "select count(*)::int as nodes from pg_dist_node where groupid > 0 and noderole = 'primary'",
  )
  if (counted.nodes === 0) return undefined
  try {
    // In a transaction, so that single statements of others do not queue up behind a question that waits.
    const away = await db.begin(async (tx) => {
      await tx.unsafe(`set local statement_timeout = ${ANSWER_WITHIN_MS}`)
      return await tx.unsafe<{ node: string }[]>(
        "select nodename || ':' || nodeport as node from run_command_on_workers('select 1') where not success order by 1",
      )
    })
    return { ...counted, away: away.map(({ node }) => node) }
  } catch (error) {
    if ((error as { code?: string }).code !== CANCELED) throw error
    return { ...counted, away: ['one that accepts connections and never answers'] }
  }
}
