/** Settings of the servers of a cluster, which each server has by itself and which show only when something needs them. */
import type { Queryable } from '../database.ts'
import { quoted } from './steps.ts'

/** What a node says, or why it says nothing. */
export interface NodeSettings {
  /** `host:port`. */
  node: string
  isCoordinator: boolean
  settings?: Readonly<Record<string, string>>
  refusal?: string
}

export interface NodeProblem {
  /** Whether requests fail for it; otherwise only a later change of the cluster does. */
  isFailure: boolean
  sentence: string
}

const READ =
  "select json_object_agg(name, setting) from pg_settings where name in ('max_prepared_transactions', 'wal_level', 'citus.recover_2pc_interval', 'citus.node_conninfo', 'output_plugin_libraries')"

/** Of all nodes of a cluster; none for a database that is on one server. */
export async function readNodeSettings(db: Queryable): Promise<NodeSettings[]> {
  const [found] = await db<[{ exists: boolean }]>`select to_regproc('citus_version') is not null as exists`
  if (!found.exists) return []
  const answers = await db.unsafe<
    { node: string; isCoordinator: boolean; success: boolean; result: string }[]
  >(`
    select nodename || ':' || nodeport as node, groupid = 0 as "isCoordinator", success, result
    from run_command_on_all_nodes(${quoted(READ)})
    join pg_dist_node using (nodeid)
    order by groupid, nodeid`)
  return answers.map(({ success, result, ...node }) =>
    success ? { ...node, settings: JSON.parse(result) } : { ...node, refusal: result },
  )
}

export function* nodeProblems({
  node,
  isCoordinator,
  settings,
  refusal,
}: NodeSettings): Generator<NodeProblem> {
  if (!settings) {
    yield { isFailure: true, sentence: `The node ${node} does not answer the coordinator: ${refusal}.` }
    return
  }
  if (settings.max_prepared_transactions === '0')
    yield {
      isFailure: true,
      sentence: `The node ${node} has no max_prepared_transactions, so all changes fail; set it to max_connections or more.`,
    }
  if (settings['citus.recover_2pc_interval'] === '-1')
    yield {
      isFailure: true,
      sentence: `The node ${node} has citus.recover_2pc_interval off, so a change on several nodes that is cut short may keep its locks for ever; set it to 60s.`,
    }
  if (settings.wal_level !== 'logical')
    yield {
      isFailure: false,
      sentence: `The node ${node} has the wal_level ${settings.wal_level}, so shards cannot be moved while they are used; set it to logical.`,
    }
  if (isCoordinator && !/\btcp_user_timeout=/.test(settings['citus.node_conninfo'] ?? ''))
    yield {
      isFailure: false,
      sentence: `The coordinator ${node} has no tcp_user_timeout in citus.node_conninfo, so requests for a node that drops packets wait for eight seconds; add tcp_user_timeout=500 to it.`,
    }
  const plugins = settings.output_plugin_libraries
  if (plugins !== undefined && !namesIn(plugins).includes('citus'))
    yield {
      isFailure: false,
      sentence: `The node ${node} has no citus in output_plugin_libraries, so no brand can be put on shards of its own; run there: alter system set output_plugin_libraries = ${[...namesIn(plugins), 'citus'].join(', ')}; select pg_reload_conf();.`,
    }
}

/** A list that was set as one text is one name in quotes. */
const namesIn = (list: string): string[] =>
  [...list.matchAll(/"((?:[^"]|"")*)"|[^,\s]+/g)].map(([text, quotedName]) => quotedName ?? text)
