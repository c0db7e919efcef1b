/** Pure rules that decide whether a part of the server is ok, warning or failing, with the sentences for operators. */
import type { Config } from '../../config.ts'
import type { Health, HealthState } from '../../module.ts'
import type { DatabaseFigures } from '../../platform/database-health/figures.ts'
import { describeOpen, type OpenDistribution } from '../../platform/distribution/unfinished.ts'
import type { WorkerNodes } from '../../platform/distribution/worker-nodes.ts'
import type { BlockingEvent } from '../../platform/events/waiting-events.ts'
import type { JobsOfKind } from '../../platform/jobs/queued-jobs.ts'
import type { MigrationState } from '../../platform/migrations/migrate.ts'
import type { ProcessReport, ProcessRow } from '../../platform/processes/heartbeats.ts'

const DAY_MS = 86_400_000
/** Due work normally starts within a second: a delay of a minute is a warning, a delay of ten minutes a failure. */
const LATE_SECONDS = 60
const STUCK_SECONDS = 600
const SLOW_LOOP_MS = 500
/** Few, so that the sentence stays readable; the list of parked events has all. */
const NAMED_EVENTS = 3
const SLOW_DATABASE_MS = 250
const OLD_TRANSACTION_SECONDS = 300
const LATE_REPLICA_SECONDS = 60
const CERTIFICATE_DAYS = 30
const LOW_DISK_PERCENT = 10
const FULL_DISK_PERCENT = 3
const SKEWED_MS = 1_000
/** Sessions and signatures depend on the time. */
const WRONG_CLOCK_MS = 30_000

/** The part of a process that a rule reads. */
interface Reporting<Name extends keyof ProcessReport> {
  report: Pick<ProcessReport, Name>
}

const health = (state: HealthState, sentence: string, figures: Health['figures'] = {}): Health => ({
  state,
  sentence,
  figures,
})

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`
const joined = (sentences: readonly (string | false)[]) => sentences.filter(Boolean).join(' ')
const secondsSince = (moment: Date | null, now: Date) =>
  moment && Math.max(0, Math.round((now.getTime() - moment.getTime()) / 1000))
const lagState = (seconds: number | null): HealthState =>
  (seconds ?? 0) > STUCK_SECONDS ? 'failing' : (seconds ?? 0) > LATE_SECONDS ? 'warning' : 'ok'
const worstOf = (...states: readonly HealthState[]): HealthState =>
  states.includes('failing') ? 'failing' : states.includes('warning') ? 'warning' : 'ok'

export function judgeProcesses(processes: readonly ProcessRow[], _now: Date): Health {
  const alive = processes.filter(({ is_gone }) => !is_gone)
  const gone = processes.length - alive.length
  const versions = [...new Set(alive.map(({ version }) => version))].sort()
  const hosts = new Set(alive.map(({ host }) => host)).size
  const workers = alive.filter(({ role }) => role === 'worker').length
  const slowest = Math.max(0, ...alive.map(({ report }) => report.eventLoopDelayMs))
  const figures = {
    nodes: hosts,
    apiProcesses: alive.length - workers,
    workerProcesses: workers,
    goneProcesses: gone,
    versions: versions.join(', '),
    slowestEventLoopMs: slowest,
  }
  if (workers === 0)
    return health('failing', 'No worker runs: no job is done and no webhook is sent.', figures)
  const isMixed = versions.length > 1
  const isSlow = slowest > SLOW_LOOP_MS
  return health(
    gone > 0 || isMixed || isSlow ? 'warning' : 'ok',
    joined([
      `${counted(alive.length, 'process', 'processes')} on ${counted(hosts, 'machine')}${isMixed ? '' : `, version ${versions[0]}`}.`,
      isMixed && `Several versions run at once: ${versions.join(', ')}.`,
      gone > 0 &&
        `${counted(gone, 'process has', 'processes have')} not been heard of and did not stop in order.`,
      isSlow && `A process is overloaded: its event loop is ${slowest} ms late.`,
    ]),
    figures,
  )
}

export function judgeJobs(kinds: readonly JobsOfKind[], now: Date): Health {
  const sum = (of: (kind: JobsOfKind) => number) => kinds.reduce((total, kind) => total + of(kind), 0)
  const due = kinds.flatMap(({ oldest_due_at }) => oldest_due_at ?? [])
  const oldest = due.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null
  const oldestDueSeconds = secondsSince(oldest, now)
  const parked = sum((kind) => kind.parked)
  const figures = {
    waiting: sum((kind) => kind.waiting),
    due: sum((kind) => kind.due),
    running: sum((kind) => kind.running),
    retrying: sum((kind) => kind.retrying),
    parked,
    oldestDueSeconds,
  }
  return health(
    worstOf(lagState(oldestDueSeconds), parked > 0 ? 'warning' : 'ok'),
    joined([
      lagSentence(oldestDueSeconds, 'Jobs', 'been due'),
      parked > 0 &&
        `${counted(parked, 'job is', 'jobs are')} parked and ${parked === 1 ? 'needs' : 'need'} a decision.`,
    ]),
    figures,
  )
}

export function judgeEvents(
  { waiting, parked }: { waiting: number; parked: number },
  blocking: readonly BlockingEvent[],
  oldest: Date | null,
  now: Date,
): Health {
  const oldestWaitingSeconds = secondsSince(oldest, now)
  const held = blocking.reduce((sum, { waiting }) => sum + waiting, 0)
  return health(
    worstOf(lagState(oldestWaitingSeconds), parked > 0 ? 'warning' : 'ok'),
    joined([
      lagSentence(oldestWaitingSeconds, 'Events', 'waited'),
      parked > 0 &&
        `${counted(parked, 'event is', 'events are')} parked and ${parked === 1 ? 'needs' : 'need'} a decision.`,
      held > 0 && heldSentence(held, blocking),
    ]),
    { waiting, held, parked, oldestWaitingSeconds },
  )
}

function heldSentence(held: number, blocking: readonly BlockingEvent[]): string {
  const named = blocking
    .slice(0, NAMED_EVENTS)
    .map(({ id, type, waiting }) => `${waiting} behind ${type} ${id}`)
  const others = blocking.slice(NAMED_EVENTS).reduce((sum, { waiting }) => sum + waiting, 0)
  const list = [...named, ...(others > 0 ? [`${others} behind others`] : [])]
  return `${counted(held, 'event waits', 'events wait')} for an earlier one of the same subject: ${list.join(', ')}.`
}

const lagSentence = (seconds: number | null, what: string, verb: string) =>
  lagState(seconds) === 'ok'
    ? `${what} are taken up in time.`
    : `${what} are late: the oldest has ${verb} for ${counted(Math.round((seconds ?? 0) / 60), 'minute')}.`

export function judgeLimits(processes: readonly ProcessRow[]): Health {
  const reports = processes.filter(({ role }) => role === 'api').map(({ report }) => report)
  const alone = reports.filter(({ limits }) => limits === 'alone').length
  const isShared = reports.some(({ limits }) => limits !== null)
  const refusedLastHour = reports.reduce((sum, { refusedRequests }) => sum + refusedRequests, 0)
  const figures = { refusedLastHour, processesCountingAlone: alone }
  if (alone > 0) {
    return health(
      'warning',
      `${counted(alone, 'process counts', 'processes count')} requests alone, because what they share does not respond: limits are looser than they should be.`,
      figures,
    )
  }
  const where = isShared ? 'Processes count requests together.' : 'Each process counts requests by itself.'
  return health(
    'ok',
    `${where} ${counted(refusedLastHour, 'request was', 'requests were')} refused in the last hour.`,
    figures,
  )
}

export function judgeDatabase(figures: DatabaseFigures & { responseMs: number }): Health {
  const { connections, maxConnections, oldestTransactionSeconds, isInRecovery, replicationLagSeconds } =
    figures
  const usedPercent = Math.round((connections / maxConnections) * 100)
  const problems: [HealthState, string | false][] = [
    ['failing', isInRecovery && 'It is in recovery, so nothing can be written.'],
    [
      usedPercent >= 97 ? 'failing' : 'warning',
      usedPercent >= 80 && `${connections} of ${maxConnections} connections are used.`,
    ],
    [
      'warning',
      (oldestTransactionSeconds ?? 0) > OLD_TRANSACTION_SECONDS &&
        `A transaction has been open for ${counted(Math.round((oldestTransactionSeconds ?? 0) / 60), 'minute')}; it hinders cleaning up.`,
    ],
    [
      'warning',
      (replicationLagSeconds ?? 0) > LATE_REPLICA_SECONDS &&
        `A replica is ${replicationLagSeconds} seconds behind.`,
    ],
    ['warning', figures.responseMs > SLOW_DATABASE_MS && 'It responds slowly.'],
  ]
  const found = problems.filter(([, sentence]) => sentence)
  return health(
    worstOf(...found.map(([state]) => state)),
    joined([
      `PostgreSQL ${figures.version} responds within ${figures.responseMs} ms.`,
      ...found.map(([, sentence]) => sentence),
    ]),
    { ...figures, usedPercent },
  )
}

export function judgeMigrations({ applied, expected, name, at }: MigrationState): Health {
  const figures = { applied, expected, lastName: name, lastAt: at?.toISOString() ?? null }
  if (applied < expected)
    return health(
      'failing',
      'The database lacks migrations of this version; run `tradehall migrate`.',
      figures,
    )
  if (applied > expected) {
    return health(
      'warning',
      'The database has migrations of a later version: this process is to be upgraded too.',
      figures,
    )
  }
  return health('ok', `All migrations are applied, up to number ${applied}.`, figures)
}

export function judgeDistribution(open: OpenDistribution | undefined): Health {
  if (!open) return health('ok', 'The database is on one server.', { open: 0 })
  const figures = {
    tables: open.tables.length,
    foreignKeys: open.foreignKeys.length,
    functions: open.functions.length,
  }
  const problem = describeOpen(open)
  if (!problem && open.settings.length > 0) {
    return health(
      'warning',
      `The database lacks settings of this version (${open.settings.join(', ')}); run \`tradehall distribute\`, which may be done while the server runs.`,
      { ...figures, open: 0 },
    )
  }
  return health(problem ? 'failing' : 'ok', problem ?? 'The database is distributed completely.', {
    ...figures,
    open: figures.tables + figures.foreignKeys + figures.functions,
  })
}

export function judgeNodes(found: WorkerNodes | undefined): Health {
  if (!found) return health('ok', 'The database is on one server.', { nodes: 0, away: 0 })
  const { nodes, away } = found
  const figures = { nodes, away: away.length }
  if (away.length === 0) return health('ok', `All ${nodes} nodes of the database answer.`, figures)
  return health(
    'failing',
    `${counted(away.length, 'node')} of ${nodes} of the database ${away.length === 1 ? 'does' : 'do'} not answer: ${away.join(', ')}. Requests of the brands there get 503.`,
    figures,
  )
}

export function judgeCertificates(processes: readonly Reporting<'certificate'>[], now: Date): Health {
  const served = processes.flatMap(({ report }) => report.certificate ?? [])
  const [first] = served.toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt))
  if (!first) return health('ok', 'The server has no certificate of its own: TLS ends in front of it.')
  const days = Math.floor((Date.parse(first.expiresAt) - now.getTime()) / DAY_MS)
  const figures = { subject: first.subject, expiresAt: first.expiresAt, daysLeft: days }
  const refused = served.find((certificate) => certificate.refused !== undefined)?.refused
  const notServed =
    refused !== undefined && `Newer certificate files cannot be used (${refused}) and are not served.`
  if (days < 0)
    return health('failing', joined(['The certificate has expired: renew it.', notServed]), figures)
  const isLate = days < CERTIFICATE_DAYS
  return health(
    isLate || notServed ? 'warning' : 'ok',
    joined([
      isLate
        ? `The certificate expires in ${counted(days, 'day')}: renew it.`
        : `The certificate is valid for ${counted(days, 'day')}.`,
      notServed,
    ]),
    figures,
  )
}

export function judgeDisks(processes: readonly (Reporting<'disk'> & { host: string })[]): Health {
  const disks = processes.flatMap(({ host, report: { disk } }) =>
    disk && disk.totalBytes > 0 ? [{ host, ...disk, percent: (disk.freeBytes / disk.totalBytes) * 100 }] : [],
  )
  const [fullest] = disks.toSorted((one, other) => one.percent - other.percent)
  if (!fullest) return health('ok', 'No process can tell about its disk.')
  const { host, freeBytes, totalBytes, percent } = fullest
  const figures = { fullestNode: host, freeBytes, totalBytes, freePercent: Math.floor(percent * 10) / 10 }
  const state = percent < FULL_DISK_PERCENT ? 'failing' : percent < LOW_DISK_PERCENT ? 'warning' : 'ok'
  const free = `${Math.floor(percent * 10) / 10} % of the disk of ${host} are free.`
  return health(state, state === 'ok' ? free : `Only ${free} Make room.`, figures)
}

export function judgeClocks(
  processes: readonly (Reporting<'clockAheadMs'> & { host: string })[],
  offsetMs: number,
): Health {
  const known = processes.flatMap(({ host, report: { clockAheadMs } }) =>
    clockAheadMs === null ? [] : [{ host, ms: clockAheadMs }],
  )
  const [worst] = known.toSorted((one, other) => Math.abs(other.ms) - Math.abs(one.ms))
  const aheadMs = worst?.ms ?? null
  const sandboxOffsetSeconds = Math.round(offsetMs / 1000)
  const figures = { furthestOffMs: aheadMs, furthestOffNode: worst?.host ?? null, sandboxOffsetSeconds }
  const off = Math.abs(aheadMs ?? 0)
  const moved = sandboxOffsetSeconds !== 0 && 'The clock of the sandbox has been moved.'
  if (worst && off > SKEWED_MS) {
    return health(
      off > WRONG_CLOCK_MS ? 'failing' : 'warning',
      joined([
        `The clock of ${worst.host} is ${counted(Math.round(off / 1000), 'second')} ${worst.ms > 0 ? 'ahead of' : 'behind'} that of the database. Synchronize it.`,
        moved,
      ]),
      figures,
    )
  }
  return health('ok', joined(['The clocks of all machines agree with that of the database.', moved]), figures)
}

export function judgeMail(
  { mode, smtpUrl }: Pick<Config, 'mode' | 'smtpUrl'>,
  { lastSentAt, unsent }: { lastSentAt: Date | null; unsent: number },
  { retrying, parked }: { retrying: number; parked: number },
): Health {
  if (mode === 'sandbox') return health('ok', 'The sandbox keeps its mails and sends none.')
  const figures = { lastSentAt: lastSentAt?.toISOString() ?? null, unsent, retrying, parked }
  if (smtpUrl === undefined)
    return health('warning', 'No mail server is configured: set TRADEHALL_SMTP_URL.', figures)
  const failed = retrying + parked
  if (failed > 0) {
    return health(
      'warning',
      `${counted(failed, 'mail', 'mails')} could not be sent; the jobs say why.`,
      figures,
    )
  }
  return health('ok', lastSentAt ? 'Mails are sent.' : 'No mail has been sent yet.', figures)
}

export function judgeDashboards(processes: readonly ProcessRow[]): Health {
  const built = processes.filter(({ role }) => role === 'api').map(({ report }) => report.dashboard)
  const builds = [...new Set(built)]
  const figures = { builds: builds.map((build) => build?.slice(0, 12) ?? 'none').join(', ') }
  if (builds.includes(null))
    return health(
      'warning',
      'An API process has no dashboard; run `npm run build:dashboard`, then restart.',
      figures,
    )
  if (builds.length > 1)
    return health('warning', 'API processes serve several builds: restart those that are old.', figures)
  return health('ok', 'All API processes serve the same build.', figures)
}
