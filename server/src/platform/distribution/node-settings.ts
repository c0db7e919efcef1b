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

/** When a node returns, all is well within ten seconds. */
const LONGEST_RECOVERY_MS = 5_000

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
      sentence: `The node ${node} has citus.recover_2pc_interval off, so a change that is cut short between its two phases keeps its locks for ever; set it to 5s.`,
    }
  else if (Number(settings['citus.recover_2pc_interval']) > LONGEST_RECOVERY_MS)
    yield {
      isFailure: false,
      sentence: `The node ${node} has the citus.recover_2pc_interval ${settings['citus.recover_2pc_interval']} ms, and for so long a change that is cut short between its two phases keeps its locks, as by the loss of a node; set it to 5s.`,
    }
  if (settings.wal_level !== 'logical')
    yield {
      isFailure: false,
      sentence: `The node ${node} has the wal_level ${settings.wal_level}, so shards cannot be moved while they are used; set it to logical.`,
    }
  // Only a superuser and members of pg_read_all_settings see it.
  const conninfo = settings['citus.node_conninfo']
  if (isCoordinator && conninfo !== undefined && !/\btcp_user_timeout=/.test(conninfo))
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
