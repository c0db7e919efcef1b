/**
 * The steps that distribute a database, from its current state: a step that was done before is not in the list. So a run
 * that was stopped is continued by the next one.
 *
 * 1. The coordinator and the workers are registered, and settings that all nodes need are stored.
 * 2. Foreign keys of tables that will be converted are stored and dropped, in one transaction: Citus cannot convert a table
 *    with an identity column while it has some.
 * 3. Reference tables are copied to all nodes, functions are created there, and the other tables are distributed; the
 *    function that runs statements on the node of a brand is distributed like their rows.
 * 4. Copies that stay behind on the coordinator are removed.
 * 5. The foreign keys are created again.
 */
import type { Queryable } from '../database.ts'
import { quoteIdentifier } from '../sql/query.ts'
import { type ClassifiedTable, classifyTables, FIRST_DISTRIBUTED, JOINT_TABLE } from './table-classes.ts'

export interface Node {
  host: string
  port: number
}

export interface Wanted {
  coordinator: Node
  workers: readonly Node[]
  /** Undefined for the default of the cluster. */
  shards?: number | undefined
}

export type StepKind =
  | 'coordinator'
  | 'worker'
  | 'setting'
  | 'extension'
  | 'drop-keys'
  | 'reference'
  | 'function'
  | 'distribute'
  | 'node-function'
  | 'joint'
  | 'remove-copy'
  | 'restore-key'

export interface Step {
  kind: StepKind
  /** The node, setting, table, function or key. */
  of: string
  /** Sent in one transaction. */
  statements: readonly string[]
}

interface ForeignKey {
  relation: string
  name: string
  definition: string
}

export interface ClusterState {
  nodes: readonly (Node & { isCoordinator: boolean })[]
  tables: readonly (ClassifiedTable & { isPlaced: boolean; hasCopy: boolean })[]
  extensions: readonly string[]
  /** With their argument types; those that exist on the coordinator only. */
  functions: readonly string[]
  keys: readonly (ForeignKey & { references: string })[]
  droppedKeys: readonly ForeignKey[]
  database: string
  settings: readonly string[]
}

/** See `sql/node-statements.ts`. */
const NODE_FUNCTION = 'platform.run_on_node(uuid,text[],text,boolean,text[])'

/** Citus sends the settings of a database to all nodes, and to those that are added later. */
const SETTINGS = [
  // Triggers stamp rows and record changes of levels. They only write to the row itself or to one of the same brand, so they
  // are safe on the node that has it; Citus asks for that confirmation.
  ['citus.enable_unsafe_triggers', 'on'],
  // By how much the clocks of two nodes may differ: `platform.changes_complete_until`.
  ['tradehall.clock_tolerance', '1s'],
  // A node that drops packets is given up after this long, not after 30 seconds. An open connection is given up after
  // `tcp_user_timeout` of `citus.node_conninfo`, and then a new one is tried: together less than two seconds.
  ['citus.node_connection_timeout', '800ms'],
] as const

export async function readState(db: Queryable): Promise<ClusterState> {
  const nodes = await db<{ host: string; port: number; isCoordinator: boolean }[]>`
    select nodename as host, nodeport as port, groupid = 0 as "isCoordinator"
    from pg_dist_node
    where noderole::text = 'primary'
    order by groupid`
  const placed = await db<{ table: string; has_copy: boolean }[]>`
    select logicalrelid::text as table, pg_relation_size(logicalrelid) > 0 as has_copy
    from pg_dist_partition
    where partmethod = 'h' or repmodel = 't' or logicalrelid::text = ${JOINT_TABLE}`
  const extensions = await db<{ name: string }[]>`
    select extname as name from pg_extension where extname <> 'plpgsql' and extname not like 'citus%' order by 1`
  const functions = await db<{ name: string }[]>`
    select p.oid::regprocedure::text as name
    from pg_proc as p
    join pg_namespace as n on n.oid = p.pronamespace
    where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public', 'graphile_worker', 'citus', 'citus_internal')
      and not exists (select 1 from pg_depend as d where d.objid = p.oid and d.deptype = 'e')
      and not exists (
        select 1 from pg_dist_object as o
        where o.classid = 'pg_proc'::regclass and o.objid = p.oid
          and (o.distribution_argument_index is not null or p.oid <> ${NODE_FUNCTION}::regprocedure)
      )
    order by 1`
  const keys = await db<(ForeignKey & { references: string })[]>`
    select conrelid::regclass::text as relation, conname::text as name, pg_get_constraintdef(oid) as definition,
      confrelid::regclass::text as "references"
    from pg_constraint
    where contype = 'f' and connamespace::regnamespace::text <> 'graphile_worker' and conparentid = 0
    order by 1, 2`
  const droppedKeys = await db<ForeignKey[]>`
    select relation, name, definition from platform.dropped_foreign_keys order by relation, name`
  const [own] = await db<[{ database: string; settings: string[] }]>`
    select current_database()::text as database, coalesce((
      select setconfig from pg_db_role_setting
      where setrole = 0 and setdatabase = (select oid from pg_database where datname = current_database())
    ), '{}') as settings`
  const copies = new Map(placed.map(({ table, has_copy }) => [table, has_copy]))
  const tables = (await classifyTables(db)).map((table) => ({
    ...table,
    isPlaced: copies.has(table.table),
    hasCopy: copies.get(table.table) ?? false,
  }))
  return {
    nodes,
    tables,
    extensions: extensions.map(({ name }) => name),
    functions: functions.map(({ name }) => name),
    keys,
    droppedKeys,
    ...own,
  }
}

/** Settings that the database lacks, such as those of a later version. */
export const missingSettings = ({ settings }: Pick<ClusterState, 'settings'>) =>
  SETTINGS.filter(([name, value]) => !settings.includes(`${name}=${value}`))

/** Tables that are not where they belong; empty if the database is distributed completely. */
export const unplacedTables = ({ tables }: ClusterState) =>
  tables.filter((table) => table.class !== 'local' && !table.isPlaced)

export function stepsFrom(state: ClusterState, { coordinator, workers, shards }: Wanted): Step[] {
  const unplaced = unplacedTables(state)
  const names = new Set(unplaced.map(({ table }) => table))
  const dropped = state.keys.filter(
    ({ relation, references }) => names.has(relation) || names.has(references),
  )
  const restored = [...state.droppedKeys, ...dropped.filter((key) => !isAmong(state.droppedKeys, key))]
  const added = workers.filter((node) => !state.nodes.some(isSameNode(node)))
  return [
    ...coordinatorSteps(state, coordinator),
    ...added.map(workerStep),
    ...settingSteps(state),
    // A node that is added later gets what the coordinator has recorded as an object of the cluster.
    ...(unplaced.length > 0 ? state.extensions.map(extensionStep) : []),
    ...(dropped.length > 0 ? [dropStep(dropped)] : []),
    ...unplaced.filter((table) => table.class === 'reference').map(referenceStep),
    ...state.functions.filter((name) => name !== NODE_FUNCTION).map(functionStep),
    ...distributed(unplaced).map(({ table }) => distributeStep(table, shards)),
    ...state.functions.filter((name) => name === NODE_FUNCTION).map(nodeFunctionStep),
    ...unplaced.filter((table) => table.class === 'joint').map(jointStep),
    ...state.tables.filter(({ isPlaced, hasCopy }) => hasCopy || !isPlaced).flatMap(removeCopyStep),
    ...restored.map(restoreStep),
  ]
}

const isAmong = (keys: readonly ForeignKey[], { relation, name }: ForeignKey) =>
  keys.some((key) => key.relation === relation && key.name === name)

const isSameNode =
  ({ host, port }: Node) =>
  (other: Node) =>
    other.host === host && other.port === port

const coordinatorSteps = ({ nodes }: ClusterState, { host, port }: Node): Step[] =>
  nodes.some(({ isCoordinator }) => isCoordinator)
    ? []
    : [
        {
          kind: 'coordinator',
          of: `${host}:${port}`,
          statements: [`select citus_set_coordinator_host(${quoted(host)}, ${port})`],
        },
      ]

const workerStep = ({ host, port }: Node): Step => ({
  kind: 'worker',
  of: `${host}:${port}`,
  statements: [`select citus_add_node(${quoted(host)}, ${port})`],
})

const settingSteps = (state: ClusterState): Step[] =>
  missingSettings(state).map(([name, value]) => ({
    kind: 'setting',
    of: name,
    statements: [`alter database ${quoteIdentifier(state.database)} set ${name} = ${quoted(value)}`],
  }))

const extensionStep = (name: string): Step => ({
  kind: 'extension',
  of: name,
  statements: [`create extension if not exists ${quoteIdentifier(name)}`],
})

const dropStep = (keys: readonly ForeignKey[]): Step => ({
  kind: 'drop-keys',
  of: `${keys.length} foreign keys`,
  statements: keys.flatMap(({ relation, name, definition }) => [
    `insert into platform.dropped_foreign_keys (relation, name, definition)
     values (${quoted(relation)}, ${quoted(name)}, ${quoted(definition)}) on conflict do nothing`,
    `alter table ${relation} drop constraint ${quoteIdentifier(name)}`,
  ]),
})

const referenceStep = ({ table }: ClassifiedTable): Step => ({
  kind: 'reference',
  of: table,
  statements: [`select create_reference_table(${quoted(table)})`],
})

const functionStep = (name: string): Step => ({
  kind: 'function',
  of: name,
  statements: [`select create_distributed_function(${quoted(name)})`],
})

/** Citus runs it on the node that has the rows of the brand, whatever it costs. */
const nodeFunctionStep = (name: string): Step => ({
  kind: 'node-function',
  of: name,
  statements: [
    `select create_distributed_function(
      ${quoted(name)}, 'brand', colocate_with => ${quoted(FIRST_DISTRIBUTED)}, force_delegation => true)`,
  ],
})

const jointStep = ({ table }: ClassifiedTable): Step => ({
  kind: 'joint',
  of: table,
  statements: [`select citus_add_local_table_to_metadata(${quoted(table)})`],
})

/** Sorted so that the first table comes first: all others are colocated with it. */
const distributed = (tables: readonly ClassifiedTable[]) =>
  tables
    .filter((table) => table.class === 'distributed')
    .toSorted((a, b) => Number(b.table === FIRST_DISTRIBUTED) - Number(a.table === FIRST_DISTRIBUTED))

function distributeStep(table: string, shards: number | undefined): Step {
  const how =
    table === FIRST_DISTRIBUTED
      ? `colocate_with => 'none'${shards === undefined ? '' : `, shard_count => ${shards}`}`
      : `colocate_with => ${quoted(FIRST_DISTRIBUTED)}`
  return {
    kind: 'distribute',
    of: table,
    statements: [`select create_distributed_table(${quoted(table)}, 'brand_id', ${how})`],
  }
}

const removeCopyStep = ({ table, class: of }: ClassifiedTable): Step[] =>
  of === 'local' || of === 'joint'
    ? []
    : [
        {
          kind: 'remove-copy',
          of: table,
          statements: [`select truncate_local_data_after_distributing_table(${quoted(table)})`],
        },
      ]

const restoreStep = ({ relation, name, definition }: ForeignKey): Step => ({
  kind: 'restore-key',
  of: `${relation} ${name}`,
  statements: [
    `alter table ${relation} add constraint ${quoteIdentifier(name)} ${definition}`,
    `delete from platform.dropped_foreign_keys where relation = ${quoted(relation)} and name = ${quoted(name)}`,
  ],
})

/** Each worker reports its success in a row. */
export const onWorkers = (command: string) =>
  `select nodename || ':' || nodeport as node, success, result from run_command_on_workers(${quoted(command)})`

export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
