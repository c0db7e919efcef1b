/** The errand of `tradehall start`: brings the database to this version, and in a sandbox the demo data into it. */
import type { Config } from '../config.ts'
import { createLog } from '../platform/log.ts'
import { migrateDatabase } from '../platform/migrate.ts'
import { reportStep, runErrand } from '../processes/one-shot-process.ts'
import { checkBeforeWriting } from './checks.ts'
import { settle } from './settle.ts'

/** Answers the exit code. */
export const prepare = (config: Config): Promise<number> => runErrand(() => prepareDatabase(settle(config)))

async function prepareDatabase(config: ReturnType<typeof settle>): Promise<void> {
  const log = createLog(config.logLevel)
  const { isNew, isBehind } = await checkBeforeWriting(config)
  const isSandbox = config.mode === 'sandbox'
  // Migrations, the demo data of a sandbox, and the start of the processes, which is reported by the parent.
  const steps = isNew ? { of: isSandbox ? 3 : 2 } : {}
  if (isBehind) {
    reportStep(isNew ? 'Creating the tables.' : 'Migrating the database to this version.', steps)
  }
  const { applied } = await migrateDatabase(config.databaseUrl)
  if (applied.length > 0) log.info({ applied }, 'database migrated')
  if (isSandbox) {
    if (isNew) reportStep('Adding the demo data.', steps)
    await (await import('./demo.ts')).ensureDemo(config)
  }
  // A new version finds its files compiled when its processes start, and they need no compiler of their own.
  if (applied.length > 0) {
    await Promise.all([import('./api.ts'), import('../processes/api-server.ts'), import('./worker.ts')])
  }
  await new Promise<void>((flushed) => log.flush(() => flushed()))
}
