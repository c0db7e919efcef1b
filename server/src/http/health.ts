import { setTimeout as wait } from 'node:timers/promises'
import { bestEffort } from '../platform/best-effort.ts'
import type { Platform } from '../platform/index.ts'
import { isMigrated } from '../platform/migrate.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import { isWorkerAlive } from '../platform/workers.ts'
import type { Http } from './http.ts'

type State = 'ok' | 'failing'

/** Who asks wants to know soon; a database that needs longer is not ready. */
const CHECK_MS = 1000

/** `/health/live`: the process answers. `/health/ready`: everything it needs to do its work is there. */
export function healthRoutes({ app, platform }: Http, limits: RateLimits | null): void {
  const config = { unguarded: true }
  app.get('/health/live', { config }, async () => ({ status: 'ok' }))
  app.get('/health/ready', { config }, async (_request, reply) => {
    const checks = await checkReadiness(platform)
    const ready = Object.values(checks).every((state) => state === 'ok')
    const sharing = limits?.sharing()
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ok' : 'failing',
      checks,
      // Not a check: counted alone the limits still hold, for each process.
      ...(sharing && { limits: sharing }),
    })
  })
}

async function checkReadiness(
  platform: Platform,
): Promise<Record<'database' | 'migrations' | 'worker', State>> {
  const { db } = platform
  const check = async (what: string, test: () => Promise<boolean>): Promise<State> => {
    let passed = false
    await bestEffort(platform.log, `readiness check of the ${what}`, async () => {
      passed = await Promise.race([test(), wait(CHECK_MS, false, { ref: false })])
    })
    return passed ? 'ok' : 'failing'
  }
  const [database, migrations, worker] = await Promise.all([
    check('database', async () => (await db`select 1`).length === 1),
    check('migrations', () => isMigrated(db)),
    check('worker', () => isWorkerAlive(db)),
  ])
  return { database, migrations, worker }
}
