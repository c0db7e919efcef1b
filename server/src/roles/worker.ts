/** `tradehall worker`: jobs and events, in one process. */
import type { Config } from '../config.ts'
import { createLog } from '../platform/log.ts'
import { retryWhileUnreachable } from '../processes/database-wait.ts'
import { runAsChild } from '../processes/supervisor.ts'
import { runWorker, type WorkerOptions } from '../processes/worker.ts'
import { settle } from './settle.ts'

/** Answers the exit code. `awaitDatabase`: wait for a database that cannot be reached, instead of failing. */
export function worker(
  config: Config,
  { awaitDatabase = false, ...options }: WorkerOptions & { awaitDatabase?: boolean },
): Promise<number> {
  const settled = settle(config)
  return runAsChild((signal) => {
    const run = () => runWorker(settled, options)
    if (!awaitDatabase) return run()
    return retryWhileUnreachable(run, { log: createLog(config.logLevel), signal })
  })
}
