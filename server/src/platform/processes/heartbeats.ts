/**
 * Heartbeats of all processes, with data that only each process itself can measure: its memory, its disk, its clock,
 * its certificate. Each process renews a row in `platform.processes` every few seconds. A process that stops deletes
 * its row. A killed process is shown as gone, until others delete its row.
 */
import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { causeChain } from '../cause-chain.ts'
import type { Queryable } from '../database.ts'
import type { Platform } from '../index.ts'
import { VERSION } from '../version.ts'
import type { Certificate, CertificateReport } from './certificate.ts'
import type { RateLimits } from './rate-limit.ts'

const HEARTBEAT_MS = 5_000
/** Three missed heartbeats. */
const GONE_AFTER_MS = 15_000
/** Long enough for somebody who looks at the page after a crash. */
const FORGOTTEN_AFTER_MS = 300_000
const RESOLUTION_MS = 20
/**
 * A file system that hangs, as a network file system can, must delay neither heartbeats nor the rest of the health
 * page.
 */
const DISK_MS = 500
/** A process that stops does not wait longer for its database. */
const STOP_MS = 500

type Delays = ReturnType<typeof monitorEventLoopDelay>

type ProcessRole = 'api' | 'worker'

/** What a process measures of itself. */
export interface ProcessReport {
  memoryBytes: number
  /** The 99th percentile of the delay of the event loop since the last heartbeat. */
  eventLoopDelayMs: number
  /** Of the data folder, or of the working folder where there is none. */
  disk: { freeBytes: number; totalBytes: number } | null
  /** How far the clock of the machine is ahead of that of the database; null before the first heartbeat. */
  clockAheadMs: number | null
  /** See `RateLimits.sharing`. */
  limits: 'together' | 'alone' | null
  /** Requests that were refused in the last hour because of a limit. */
  refusedRequests: number
  /** The certificate that it serves. */
  certificate: CertificateReport | null
  /** Identifies the built dashboard that it serves. */
  dashboard: string | null
  /** The names of its secret keys, the first of which seals. Earlier versions do not report them. */
  keys?: readonly string[]
  /** Null for API processes. Earlier versions do not report it. */
  backlog?: Backlog | null
}

/** Results that a worker has, such as the outcomes of webhooks, and that are not in the database. */
export interface Backlog {
  /** How long the oldest waits to be recorded. */
  waitedMs: number
  /** How many the database has refused since the process started, so that their work is done again. */
  refused: number
}

export interface ProcessRow {
  id: string
  role: ProcessRole
  host: string
  pid: number
  version: string
  started_at: Date
  seen_at: Date
  is_gone: boolean
  report: ProcessReport
}

export interface ProcessReporter {
  /** This process at this moment. */
  measure(): Promise<ProcessRow>
  /** Sends heartbeats until it is stopped. */
  start(): { stop(): Promise<void> }
}

export interface ReporterOptions {
  role: ProcessRole
  limits?: RateLimits | null
  dashboard?: string | null
  certificate?: Certificate | undefined
  version?: string
  backlog?: () => Backlog
}

export function createProcessReporter(
  { db, config, secrets, log }: Pick<Platform, 'db' | 'config' | 'secrets' | 'log'>,
  { role, limits = null, dashboard = null, certificate, version = VERSION, backlog }: ReporterOptions,
): ProcessReporter {
  const id = randomUUID()
  const startedAt = new Date(performance.timeOrigin)
  let delays: Delays | undefined
  let clockAheadMs: number | null = null

  const measure = async (): Promise<ProcessRow> => ({
    id,
    role,
    host: hostname(),
    pid: process.pid,
    version,
    started_at: startedAt,
    seen_at: new Date(),
    is_gone: false,
    report: {
      memoryBytes: process.memoryUsage.rss(),
      eventLoopDelayMs: delayOf(delays),
      // A server whose database is elsewhere may have no data folder.
      disk: await readDisk([config.dataDir, '.']),
      clockAheadMs,
      limits: limits?.sharing() ?? null,
      refusedRequests: limits?.refusedRequests() ?? 0,
      certificate: certificate?.report() ?? null,
      dashboard,
      keys: secrets.keyNames,
      backlog: backlog?.() ?? null,
    },
  })

  async function beat(): Promise<void> {
    const row = await measure()
    delays?.reset()
    const before = Date.now()
    const databaseNow = await renew(db, row)
    clockAheadMs = Math.round((before + Date.now()) / 2 - databaseNow.getTime())
  }

  return {
    measure,
    start() {
      delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
      delays.enable()
      let running: Promise<void> | undefined
      // While a heartbeat waits for the database, no other is sent.
      const next = () => {
        running ??= beat()
          .catch((error) => log.warn({ causes: causeChain(error) }, 'heartbeat failed'))
          .finally(() => {
            running = undefined
          })
        return running
      }
      void next()
      const timer = setInterval(() => void next(), HEARTBEAT_MS)
      timer.unref()
      return {
        async stop() {
          clearInterval(timer)
          delays?.disable()
          const gone = (async () => {
            await running
            await db`delete from platform.processes where id = ${id}`
          })()
          await Promise.race([gone.catch(() => {}), wait(STOP_MS, undefined, { ref: false })])
        },
      }
    },
  }
}

/** Also deletes the rows of processes that have been gone for long. */
async function renew(db: Queryable, row: ProcessRow): Promise<Date> {
  const { id, role, host, pid, version, started_at, report } = row
  const [renewed] = await db<{ now: Date }[]>`
    with forgotten as (
      delete from platform.processes where seen_at < now() - ${FORGOTTEN_AFTER_MS} * interval '1 millisecond'
    )
    insert into platform.processes (id, role, host, pid, version, started_at, report)
    values (${id}, ${role}, ${host}, ${pid}, ${version}, ${started_at}, ${JSON.stringify(report)}::text::jsonb)
    on conflict on constraint processes_pkey do update set seen_at = now(), report = excluded.report
    returning clock_timestamp() as now`
  return renewed?.now ?? new Date()
}

/** Those that are alive or were seen a while ago, by machine and role. */
export async function listProcesses(db: Queryable): Promise<ProcessRow[]> {
  return await db<ProcessRow[]>`
    select id, role, host, pid, version, started_at, seen_at, report,
      seen_at < now() - ${GONE_AFTER_MS} * interval '1 millisecond' as is_gone
    from platform.processes
    where seen_at > now() - ${FORGOTTEN_AFTER_MS} * interval '1 millisecond'
    order by host, role, started_at, id`
}

/** The running processes that could not read what is sealed with a key. */
export const processesWithoutKey = (processes: readonly ProcessRow[], keyName: string): ProcessRow[] =>
  processes.filter(({ is_gone, report }) => !is_gone && !report.keys?.includes(keyName))

/** The histogram measures its own interval too, so that is subtracted. */
function delayOf(delays: Delays | undefined): number {
  if (!delays || delays.count === 0) return 0
  return Math.max(0, Math.round(delays.percentile(99) / 1e6 - RESOLUTION_MS))
}

/** Returns the disk of the first of these folders that exists. */
export async function readDisk(folders: readonly string[]): Promise<ProcessReport['disk']> {
  for (const folder of folders) {
    try {
      const disk = await Promise.race([statfs(folder), wait(DISK_MS, null, { ref: false })])
      return disk && { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize }
    } catch {
      // The next one may exist.
    }
  }
  return null
}
