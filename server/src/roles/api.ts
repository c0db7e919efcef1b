/** `tradehall api`: one or more API processes on one port. Each of them is this role again, as a cluster worker. */
import cluster from 'node:cluster'
import type { Config } from '../config.ts'
import { StartRefused } from '../platform/data-dir.ts'
import { createLog } from '../platform/log.ts'
import type { ApiOptions } from '../processes/api-server.ts'
import { serveShared } from '../processes/shared-services.ts'
import { listenForStop, runAsChild, spawnSharingPort, superviseProcesses } from '../processes/supervisor.ts'
import { apiProgram } from './programs.ts'
import { settle } from './settle.ts'

/** Answers the exit code. */
export async function api(config: Config, options: ApiOptions): Promise<number> {
  const settled = settle(config)
  // The parent needs nothing of what serves, and is ready in a fifth of the time without it.
  if (cluster.isWorker)
    return runAsChild(async () => (await import('../processes/api-server.ts')).serveApi(settled, options))
  const wish = listenForStop()
  const log = createLog(config.logLevel)
  const shared = await serveShared(config, log)
  const tree = superviseProcesses(
    [
      {
        name: 'API process',
        count: config.processes,
        // Only a database that was reached once is worth waiting for: before that, a setting may be wrong.
        spawn: ({ hasServed }) => spawnSharingPort(apiProgram(settled, { awaitDatabase: hasServed })),
      },
    ],
    log,
  )
  const failure = await Promise.race([wish.first, tree.failed])
  wish.second.then(tree.kill)
  await tree.drain()
  shared.close()
  if (failure) throw new StartRefused(failure)
  return 0
}
