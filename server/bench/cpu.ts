/** CPU time per request: unlike a rate it hardly depends on other programs that use the machine. */
import type { Database } from '../src/platform/database.ts'
import { type ProcessInfo, processTree, readProcesses } from './processes.ts'

/** In microseconds. */
export interface CpuPerRequest {
  /** Of the server process, or of all processes that share a port. */
  server: number
  /** Of all processes of PostgreSQL; absent if it runs on another machine. */
  database?: number
  /** The sum of both. */
  total: number
}

/** Runs `load` and divides the CPU time that was used meanwhile by the number of its responses. */
export async function withCpu<Run extends { answers: number }>(
  { server, database }: { server: number; database: number | undefined },
  load: () => Promise<Run>,
): Promise<Run & { cpu: CpuPerRequest }> {
  const before = await readProcesses()
  const run = await load()
  const after = await readProcesses()
  const perRequest = (root: number) => ((cpuMs(after, root) - cpuMs(before, root)) * 1000) / run.answers
  const ofServer = perRequest(server)
  if (database === undefined) return { ...run, cpu: { server: ofServer, total: ofServer } }
  const ofDatabase = perRequest(database)
  return { ...run, cpu: { server: ofServer, database: ofDatabase, total: ofServer + ofDatabase } }
}

const cpuMs = (all: readonly ProcessInfo[], root: number) =>
  processTree(all, root).reduce((sum, one) => sum + one.cpuMs, 0)

/** The id of the first process of PostgreSQL; undefined if it runs on another machine. */
export async function findPostmaster(db: Database): Promise<number | undefined> {
  const [backend] = await db<{ pid: number; name: string }[]>`
    select pg_backend_pid() as pid, current_database() as name`
  const found = (await readProcesses()).find(({ pid }) => pid === backend?.pid)
  // On another machine the same id may belong to any program. A backend has its database in its title.
  return found?.command.startsWith('postgres') && found.command.includes(` ${backend?.name} `)
    ? found.parent
    : undefined
}
