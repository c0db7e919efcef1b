/** The health checks of the platform. Each returns a sentence for operators. */
import type { Health, HealthCheck } from '../../module.ts'
import { realNow } from '../../platform/clock.ts'
import { readDatabaseFigures } from '../../platform/database-health/figures.ts'
import { readOpenDistribution } from '../../platform/distribution/unfinished.ts'
import { readWorkerNodes } from '../../platform/distribution/worker-nodes.ts'
import { blockingEvents, oldestWaitingEvent, outboxCounts } from '../../platform/events/waiting-events.ts'
import { countJobsByKind } from '../../platform/jobs/queued-jobs.ts'
import { mailState, sendMailJob } from '../../platform/mail.ts'
import { migrationState } from '../../platform/migrations/migrate.ts'
import {
  judgeCertificates,
  judgeClocks,
  judgeDashboards,
  judgeDatabase,
  judgeDisks,
  judgeDistribution,
  judgeEvents,
  judgeJobs,
  judgeLimits,
  judgeMail,
  judgeMigrations,
  judgeNodes,
  judgeProcesses,
} from './health-rules.ts'

/** A check of the processes that are alive. */
const ofAlive = (
  name: string,
  description: string,
  judge: (...given: Parameters<typeof judgeProcesses>) => Health,
): HealthCheck => ({
  name,
  description,
  read: async ({ clock }, processes) =>
    judge(
      (await processes).filter(({ is_gone }) => !is_gone),
      realNow(clock),
    ),
})

export const platformChecks: readonly HealthCheck[] = [
  {
    name: 'processes',
    description: 'The processes of all nodes, and their versions.',
    read: async ({ clock }, processes) => judgeProcesses(await processes, realNow(clock)),
  },
  {
    name: 'jobs',
    description: 'The queue of background jobs.',
    read: async ({ db, clock }) => judgeJobs(await countJobsByKind(db), realNow(clock)),
  },
  {
    name: 'events',
    description: 'The events that have not been handed on to what follows from them.',
    async read({ db, clock }) {
      const [counts, oldest, blocking] = await Promise.all([
        outboxCounts(db),
        oldestWaitingEvent(db),
        blockingEvents(db),
      ])
      return judgeEvents(counts, blocking, oldest, clock.now())
    },
  },
  ofAlive('limits', 'Where requests are counted, and how many were refused.', judgeLimits),
  {
    name: 'database',
    description: 'PostgreSQL: size, connections, transactions, replicas.',
    async read({ db }) {
      const startedAt = performance.now()
      await db`select 1`
      const responseMs = Math.round(performance.now() - startedAt)
      return judgeDatabase({ ...(await readDatabaseFigures(db)), responseMs })
    },
  },
  {
    name: 'migrations',
    description: 'Whether the database has the schema of this version.',
    read: async ({ db }) => judgeMigrations(await migrationState(db)),
  },
  {
    name: 'distribution',
    description: 'Whether a database that is distributed over nodes is so completely.',
    read: async ({ db }) => judgeDistribution(await readOpenDistribution(db)),
  },
  {
    name: 'nodes',
    description: 'Whether all worker nodes of a distributed database answer.',
    read: async ({ db }) => judgeNodes(await readWorkerNodes(db)),
  },
  ofAlive('certificates', 'The TLS certificates that the server itself serves.', judgeCertificates),
  ofAlive('disks', 'The disks of the data folders.', judgeDisks),
  {
    name: 'clocks',
    description: 'The clocks of the machines, and that of the sandbox.',
    read: async ({ clock }, processes) =>
      judgeClocks(
        (await processes).filter(({ is_gone }) => !is_gone),
        clock.offsetMs(),
      ),
  },
  {
    name: 'mail',
    description: 'Whether mails can be sent.',
    async read({ db, config }) {
      const [mails, kinds] = await Promise.all([mailState(db), countJobsByKind(db)])
      const jobs = kinds.find(({ kind }) => kind === sendMailJob.name)
      return judgeMail(config, mails, { retrying: jobs?.retrying ?? 0, parked: jobs?.parked ?? 0 })
    },
  },
  ofAlive('dashboards', 'Whether the web application is built.', judgeDashboards),
]
