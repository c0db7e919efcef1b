/** `tradehall worker`: runs jobs and relays events in one process. */
import type { Config } from '../config.ts'
import { createLog } from '../platform/log.ts'
import { retryWhileUnreachable } from '../processes/database-wait.ts'
import { runAsChild } from '../processes/supervisor.ts'
import { runWorker, type WorkerOptions } from '../processes/worker.ts'
import { checkAndResolveSettings, resolveSettings } from './resolve-settings.ts'

/** Returns the exit code. `awaitDatabase`: retry while the database cannot be reached, instead of failing. */
export async function worker(
  config: Config,
  { awaitDatabase = false, ...options }: WorkerOptions & { awaitDatabase?: boolean },
): Promise<number> {
  // Waiting means that the parent has checked the database.
  const settled = awaitDatabase
    ? resolveSettings(config)
    : await checkAndResolveSettings({ ...config, tlsCert: undefined, tlsKey: undefined })
  return runAsChild((signal) => {
    const run = () => runWorker(settled, { ...options, isAlone: !awaitDatabase })
    if (!awaitDatabase) return run()
    return retryWhileUnreachable(run, { log: createLog(config.logLevel), signal })
  })
}
