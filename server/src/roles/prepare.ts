/** The one-shot process of `tradehall start`: migrates the database, and creates the demo data of a sandbox. */
import type { Config } from '../config.ts'
import { createLog } from '../platform/log.ts'
import { migrateDatabase } from '../platform/migrations/migrate.ts'
import { reportStep, runAsOneShotProcess } from '../processes/one-shot-process.ts'
import { checkBeforeWriting } from './checks.ts'
import { resolveSettings } from './resolve-settings.ts'

/** Returns the exit code. */
export const prepare = (config: Config): Promise<number> =>
  runAsOneShotProcess(() => prepareDatabase(resolveSettings(config)))

async function prepareDatabase(config: ReturnType<typeof resolveSettings>): Promise<void> {
  const log = createLog(config.logLevel)
  const { isNew, isBehind } = await checkBeforeWriting(config)
  const isSandbox = config.mode === 'sandbox'
  // The steps are migrations, the demo data of a sandbox, and the start of the processes, reported by the parent.
  const steps = isNew ? { of: isSandbox ? 3 : 2 } : {}
  if (isBehind) {
    // A first start after an installation: fills the compile cache before the processes start, so that they do not all
    // compile, and fails before anything is written when a file or a package is missing.
    await Promise.all([import('./api.ts'), import('../processes/api-server.ts'), import('./worker.ts')])
    reportStep(isNew ? 'Creating the tables.' : 'Migrating the database to this version.', steps)
  }
  const { applied } = await migrateDatabase(config.databaseUrl, {
    report(event) {
      if (event.kind === 'waiting') log.warn(event.sentence)
      // Without rows it is over at once.
      if (event.kind === 'begun' && event.isResumable && !isNew)
        log.info({ file: event.file }, 'migration runs statement by statement')
    },
  })
  // A first start has a step for it.
  if (applied.length > 0 && !isNew)
    log.info({ count: applied.length, newest: applied.at(-1) }, 'database migrated')
  if (isSandbox) {
    if (isNew) reportStep('Adding the demo data.', steps)
    await (await import('./demo.ts')).ensureDemo(config)
  }
  await new Promise<void>((flushed) => log.flush(() => flushed()))
}
