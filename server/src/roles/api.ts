/** `tradehall api`: one or more API processes on one port. Each runs this role again, as a cluster worker. */
import cluster from 'node:cluster'
import { StartRefused } from '@tradehall/kit/failures'
import type { Config } from '../config.ts'
import { createLog } from '../platform/log.ts'
import type { ApiOptions } from '../processes/api-server.ts'
import { serveShared } from '../processes/shared-services.ts'
import { stopDelayMs } from '../processes/stop-delay.ts'
import {
  listenForStop,
  reloadOnSignal,
  runAsChild,
  spawnSharingPort,
  superviseProcesses,
} from '../processes/supervisor.ts'
import { apiProgram } from './programs.ts'
import { checkAndResolveSettings, resolveSettings } from './resolve-settings.ts'

/** Returns the exit code. */
export async function api(config: Config, options: ApiOptions): Promise<number> {
  // Imported in the children only: the parent does not need it and starts in a fifth of the time without it.
  if (cluster.isWorker)
    return runAsChild(async () =>
      (await import('../processes/api-server.ts')).serveApi(resolveSettings(config), options),
    )
  const stopRequest = listenForStop()
  const log = createLog(config.logLevel)
  const shared = await serveShared(config, log)
  const settled = await checkAndResolveSettings(config)
  const tree = superviseProcesses(
    [
      {
        name: 'API process',
        count: config.processes,
        spawn: () => spawnSharingPort(apiProgram(settled)),
      },
    ],
    { log, stopDelayMs: stopDelayMs(config) },
  )
  reloadOnSignal(config, tree)
  const failure = await Promise.race([stopRequest.first, tree.failed])
  stopRequest.second.then(tree.kill)
  await tree.drain()
  shared.close()
  if (failure) throw new StartRefused(failure)
  return 0
}
