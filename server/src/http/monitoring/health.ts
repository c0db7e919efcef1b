/** The health checks for load balancers and orchestrators. */
import { setTimeout as wait } from 'node:timers/promises'
import { createWriteProbe, type WriteProbe } from '../../platform/database-health/write-probe.ts'
import type { Platform } from '../../platform/index.ts'
import { isWorkerAlive } from '../../platform/jobs/workers.ts'
import { isMigrated } from '../../platform/migrations/migrate.ts'
import type { RateLimits } from '../../platform/processes/rate-limit.ts'
import { bestEffort } from '../../platform/resilience/best-effort.ts'
import type { Http } from '../http.ts'

type ReadinessCheck = 'database' | 'migrations' | 'worker' | 'writes'
/** For each check a sentence that says why it failed, or `null` if it passed. */
type Results = Record<ReadinessCheck, string | null>

/** A database that takes longer counts as not ready. */
const CHECK_MS = 1000

/** `/health/live`: the process responds. `/health/ready`: everything that it depends on is available. */
export function healthRoutes(
  { app }: Http,
  {
    limits,
    readiness,
    isLeaving = () => false,
  }: { limits: RateLimits | null; readiness: CheckReadiness; isLeaving?: (() => boolean) | undefined },
): void {
  const config = { unguarded: true }
  app.get('/health/live', { config }, async () => ({ status: 'ok' }))
  app.get('/health/ready', { config }, async (_request, reply) => {
    if (isLeaving()) return reply.code(503).send(LEAVING)
    const results = Object.entries(await readiness())
    const failed = results.filter(([, reason]) => reason !== null)
    const sharing = limits?.sharing()
    return reply.code(failed.length === 0 ? 200 : 503).send({
      status: failed.length === 0 ? 'ok' : 'failing',
      checks: Object.fromEntries(results.map(([name, reason]) => [name, reason === null ? 'ok' : 'failing'])),
      ...(failed.length > 0 && { reasons: Object.fromEntries(failed) }),
      // Not a check, because without Redis each process still enforces the limits by itself.
      ...(sharing && { limits: sharing }),
    })
  })
}

const LEAVING = {
  status: 'stopping',
  checks: { stopping: 'failing' },
  reasons: { stopping: 'The server was asked to stop; send requests to another node.' },
}

const NO_ANSWER = 'The database does not answer.'

export type CheckReadiness = () => Promise<Results>

/** For all readiness reports of this process, because they share the probes of writes. */
export function createReadiness(platform: Platform): CheckReadiness {
  const writeProbe = createWriteProbe(platform)
  return () => checkReadiness(platform, writeProbe)
}

async function checkReadiness(platform: Platform, writeProbe: WriteProbe): Promise<Results> {
  const { db, log } = platform
  /** Returns the reason that `test` returns, or `NO_ANSWER` if it throws or exceeds the timeout. */
  const check = async (what: ReadinessCheck, test: () => Promise<string | null>): Promise<string | null> => {
    let reason: string | null = NO_ANSWER
    await bestEffort(log, `readiness check of the ${what}`, async () => {
      reason = await Promise.race([test(), wait(CHECK_MS, NO_ANSWER, { ref: false })])
    })
    return reason
  }
  const [database, migrations, worker, writes] = await Promise.all([
    check('database', async () => ((await db`select 1`).length === 1 ? null : NO_ANSWER)),
    check('migrations', async () =>
      (await isMigrated(db))
        ? null
        : 'The database lacks migrations of this version; run `tradehall migrate`.',
    ),
    check('worker', async () =>
      (await isWorkerAlive(db)) ? null : 'No job queue of a worker has polled for ten seconds.',
    ),
    check('writes', writeProbe),
  ])
  return { database, migrations, worker, writes }
}
