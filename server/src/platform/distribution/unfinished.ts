/**
 * What a distribution that has begun still lacks: after a run that was killed, or after a migration that made something that
 * only a run can place. While foreign keys are dropped, nothing refuses a row without its parent, so no server starts.
 */
import { StartRefused } from '@tradehall/kit/failures'
import type { Queryable } from '../database.ts'
import { missingSettings, readState, unplacedTables } from './steps.ts'

export interface OpenDistribution {
  /** With their schemas. */
  tables: readonly string[]
  /** Those that wait to be created again, by table and name. */
  foreignKeys: readonly string[]
  /** Those that exist on the coordinator only. */
  functions: readonly string[]
  /** They hold back no server. */
  settings: readonly string[]
}

/** Undefined for a database that is not distributed, which costs one small query. */
export async function readOpenDistribution(db: Queryable): Promise<OpenDistribution | undefined> {
  const [found] = await db<[{ may_be_distributed: boolean }]>`
    select to_regproc('citus_version') is not null and to_regclass('platform.dropped_foreign_keys') is not null
      as may_be_distributed`
  if (!found.may_be_distributed) return undefined
  const state = await readState(db)
  const isBegun = state.droppedKeys.length > 0 || state.tables.some(({ isPlaced }) => isPlaced)
  if (!isBegun) return undefined
  return {
    tables: unplacedTables(state).map(({ table }) => table),
    foreignKeys: state.droppedKeys.map(({ relation, name }) => `${relation} ${name}`),
    functions: state.functions,
    settings: missingSettings(state).map(([name]) => name),
  }
}

/** A sentence about what is open and what to do, or undefined if nothing is. */
export function describeOpen({ tables, foreignKeys, functions }: OpenDistribution): string | undefined {
  const open = [
    tables.length > 0 && `tables that are not distributed yet: ${named(tables)}`,
    foreignKeys.length > 0 && `foreign keys that are dropped: ${named(foreignKeys)}`,
    functions.length > 0 && `functions that the nodes lack: ${named(functions)}`,
  ].filter(Boolean)
  if (open.length === 0) return undefined
  return `The database is distributed in part (${open.join('; ')}); stop all API nodes and workers, and run \`tradehall distribute\` until it has ended.`
}

/** Few, so that the sentence stays readable; `tradehall distribute --dry-run` has all. */
const NAMED = 3

function named(all: readonly string[]): string {
  const others = all.length - NAMED
  return `${all.slice(0, NAMED).join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}

export async function refuseUnfinishedDistribution(db: Queryable): Promise<void> {
  const open = await readOpenDistribution(db)
  const problem = open && describeOpen(open)
  if (problem) throw new StartRefused(problem)
}
