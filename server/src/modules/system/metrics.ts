/** The health of the whole server as metrics, for alerts on the metrics that Prometheus scrapes. */
import { Gauge } from 'prom-client'
import type { CollectMetrics } from '../../http/monitoring/metrics.ts'
import { HEALTH_STATES, type HealthCheck } from '../../module.ts'
import type { ProcessRow } from '../../platform/processes/heartbeats.ts'
import { readHealth } from './health-route.ts'
import type { HealthRow } from './resources.ts'

/** All metrics of a scrape share one reading, and more frequent scrapes get the cached one. */
const CACHED_MS = 5000
const ROLES = ['api', 'worker'] as const

type Reading = Pick<HealthRow, 'checks' | 'processes'>
type Labels = Readonly<Record<string, string>>
/** A number, or a number for each set of labels. If it is null, the metric is absent. */
type Value = number | null | readonly (readonly [Labels, number])[]

interface HealthMetric {
  name: string
  help: string
  labelNames?: readonly string[]
  of: (health: Reading) => Value
}

export function healthMetrics(checks: readonly HealthCheck[]): CollectMetrics {
  return (platform, registry, reporter) => {
    const read = cached(() => readHealth(platform, reporter, checks))
    for (const { of, labelNames = [], ...about } of METRICS) {
      new Gauge({
        ...about,
        labelNames: [...labelNames],
        registers: [registry],
        // All processes see the same server, so a sum over the processes would count it several times.
        aggregator: 'max',
        async collect() {
          const value = of(await read())
          this.reset()
          if (value === null) this.remove()
          else if (typeof value === 'number') this.set(value)
          else for (const [labels, one] of value) this.set(labels, one)
        },
      })
    }
  }
}

function cached<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined
  let startedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (!reading || performance.now() - startedAt > CACHED_MS) {
      startedAt = performance.now()
      reading = read()
    }
    return reading
  }
}

/** A figure of a check; null if the check failed or has no such figure. */
function figure({ checks }: Reading, check: string, name: string): number | null {
  const value = checks.find((one) => one.name === check)?.figures[name]
  return typeof value === 'number' ? value : null
}

/** For ages: no value means that nothing waits, unless the check failed. */
function age(health: Reading, check: string, name: string): number | null {
  const found = health.checks.find((one) => one.name === check)
  return found && name in found.figures ? (figure(health, check, name) ?? 0) : null
}

const inSeconds = (ms: number | null) => ms && ms / 1000
const alive = ({ processes }: Reading) => processes.filter(({ is_gone }) => !is_gone)

type LabelsOf = (process: ProcessRow) => Labels
type NumberOf = (process: ProcessRow) => number | null

/** The largest of the numbers that processes with the same labels report. */
const largest = (health: Reading, labelsOf: LabelsOf, numberOf: NumberOf): Value =>
  grouped(health, labelsOf, numberOf, Math.max)

function grouped(
  health: Reading,
  labelsOf: LabelsOf,
  numberOf: NumberOf,
  choose: (...numbers: number[]) => number,
): Value {
  const known = alive(health).flatMap((process) => {
    const number = numberOf(process)
    return number === null ? [] : [{ labels: labelsOf(process), number }]
  })
  const groups = Map.groupBy(known, ({ labels }) => Object.values(labels).join(' '))
  return [...groups.values()].map((group) => [
    group[0]?.labels ?? {},
    choose(...group.map(({ number }) => number)),
  ])
}

const byHost = ({ host }: ProcessRow) => ({ host })
const byHostAndRole = ({ host, role }: ProcessRow) => ({ host, role })

const METRICS: readonly HealthMetric[] = [
  {
    name: 'tradehall_health',
    help: 'The state of each check of the health of the server: 0 ok, 1 warning, 2 failing.',
    labelNames: ['check'],
    of: ({ checks }) => checks.map(({ name, state }) => [{ check: name }, HEALTH_STATES.indexOf(state)]),
  },
  {
    name: 'tradehall_processes',
    help: 'Processes of all nodes that send heartbeats.',
    labelNames: ['role'],
    of: (health) =>
      ROLES.map((role) => [{ role }, alive(health).filter((process) => process.role === role).length]),
  },
  {
    name: 'tradehall_processes_gone',
    help: 'Processes that have not been heard of and did not stop in order, in the last five minutes.',
    of: ({ processes }) => processes.filter(({ is_gone }) => is_gone).length,
  },
  {
    name: 'tradehall_event_loop_delay_seconds',
    help: 'What 99 of 100 waits for the event loop took at most, in the slowest process of a node.',
    labelNames: ['host', 'role'],
    of: (health) => largest(health, byHostAndRole, ({ report }) => report.eventLoopDelayMs / 1000),
  },
  {
    name: 'tradehall_memory_bytes',
    help: 'Memory of the largest process of a node.',
    labelNames: ['host', 'role'],
    of: (health) => largest(health, byHostAndRole, ({ report }) => report.memoryBytes),
  },
  {
    name: 'tradehall_disk_used_ratio',
    help: 'The used share of the disk of the data folder, or of the working folder where there is none.',
    labelNames: ['host'],
    of: (health) =>
      largest(health, byHost, ({ report: { disk } }) =>
        disk && disk.totalBytes > 0 ? 1 - disk.freeBytes / disk.totalBytes : null,
      ),
  },
  {
    name: 'tradehall_clock_skew_seconds',
    help: 'How far the clock of a machine differs from that of the database, in either direction.',
    labelNames: ['host'],
    of: (health) =>
      largest(health, byHost, ({ report }) =>
        inSeconds(report.clockAheadMs && Math.abs(report.clockAheadMs)),
      ),
  },
  {
    name: 'tradehall_certificate_expiry_timestamp_seconds',
    help: 'When the first of the certificates that a node serves expires; absent where TLS ends in front of it.',
    labelNames: ['host'],
    of: (health) =>
      grouped(
        health,
        byHost,
        ({ report: { certificate } }) => certificate && Date.parse(certificate.expiresAt) / 1000,
        Math.min,
      ),
  },
  {
    name: 'tradehall_webhook_outcomes_unwritten_seconds',
    help: 'How long the oldest outcome of a webhook attempt that a worker has not recorded yet has been waiting.',
    labelNames: ['host'],
    of: (health) => largest(health, byHost, ({ report }) => inSeconds(report.backlog?.waitedMs ?? null)),
  },
  {
    name: 'tradehall_webhook_outcomes_refused',
    help: 'Outcomes of webhook attempts that the database has refused since the worker started; these webhooks are sent again.',
    labelNames: ['host'],
    of: (health) => largest(health, byHost, ({ report }) => report.backlog?.refused ?? null),
  },
  {
    name: 'tradehall_database_nodes_away',
    help: 'Worker nodes of a distributed database that do not answer its coordinator; 0 for a database on one server.',
    of: (health) => figure(health, 'nodes', 'away'),
  },
  {
    name: 'tradehall_jobs_oldest_due_seconds',
    help: 'How long the oldest job that is due has been waiting for a worker.',
    of: (health) => age(health, 'jobs', 'oldestDueSeconds'),
  },
  {
    name: 'tradehall_outbox_oldest_waiting_seconds',
    help: 'How long the oldest recorded event that waits for no earlier one of its subject has been waiting to be handed on.',
    of: (health) => age(health, 'events', 'oldestWaitingSeconds'),
  },
  {
    name: 'tradehall_webhook_oldest_due_seconds',
    help: 'How long the oldest delivery to a receiver that does not fail has been due for its first attempt.',
    of: (health) => age(health, 'webhooks', 'oldestDueSeconds'),
  },
  {
    name: 'tradehall_migrations_missing',
    help: 'Migrations of this version that the database lacks.',
    of: (health) => {
      const [applied, expected] = ['applied', 'expected'].map((name) => figure(health, 'migrations', name))
      return applied == null || expected == null ? null : Math.max(0, expected - applied)
    },
  },
  {
    name: 'tradehall_distribution_open',
    help: 'Tables, foreign keys and functions that a distribution over nodes has begun with and that are not in place; 0 without one.',
    of: (health) => figure(health, 'distribution', 'open'),
  },
  {
    name: 'tradehall_database_connections',
    help: 'Connections to the database server, of all its clients.',
    of: (health) => figure(health, 'database', 'connections'),
  },
  {
    name: 'tradehall_database_max_connections',
    help: 'The limit of these connections.',
    of: (health) => figure(health, 'database', 'maxConnections'),
  },
  {
    name: 'tradehall_database_response_seconds',
    help: 'How long the database took to answer an empty statement.',
    of: (health) => inSeconds(figure(health, 'database', 'responseMs')),
  },
  {
    name: 'tradehall_database_size_bytes',
    help: 'The size of the database.',
    of: (health) => figure(health, 'database', 'sizeBytes'),
  },
  {
    name: 'tradehall_database_oldest_transaction_seconds',
    help: 'The age of the oldest open transaction.',
    of: (health) => age(health, 'database', 'oldestTransactionSeconds'),
  },
  {
    name: 'tradehall_database_replication_lag_seconds',
    help: 'How far the slowest replica is behind; absent without replicas.',
    of: (health) => figure(health, 'database', 'replicationLagSeconds'),
  },
]
