/** The worker role: runs the jobs of all modules and relays their events. */

import { ConfigError } from '@tradehall/kit/failures'
import { modulesFor } from '../composition.ts'
import type { Config } from '../config.ts'
import { backgroundWork, type RunningQueue } from '../module.ts'
import { startStatistics } from '../platform/database-health/statistics.ts'
import { startRelay } from '../platform/events/relay.ts'
import { closePlatform, createPlatform } from '../platform/index.ts'
import { startJobs } from '../platform/jobs/runner.ts'
import { releaseAllJobs } from '../platform/jobs/workers.ts'
import { createLog } from '../platform/log.ts'
import { type Backlog, createProcessReporter } from '../platform/processes/heartbeats.ts'
import { openTracing } from '../platform/tracing/open.ts'
import { refuseUnfitDatabase } from './database-check.ts'
import { collectStartupGarbage } from './startup-garbage.ts'

export interface WorkerOptions {
  /** No other worker uses this database, so locked jobs were left by a crash and are released at once. */
  only?: boolean
  /** It is the only process of its command, so nobody else tells how it is doing. */
  isAlone?: boolean
}

export async function runWorker(
  config: Config,
  options: WorkerOptions = {},
): Promise<{ close(): Promise<void> }> {
  const { databaseUrl, secretKey } = config
  if (!databaseUrl) throw new ConfigError('The worker needs TRADEHALL_DATABASE_URL.')
  if (!secretKey) throw new ConfigError('The worker needs TRADEHALL_SECRET_KEY.')

  const log = createLog(config.logLevel)
  const tracing = await openTracing(config, { role: 'worker', log })
  const platform = createPlatform(config, { name: 'worker', databaseUrl, secretKey, log, tracing })
  const modules = modulesFor(config.mode)
  const { jobs, queues, consumers } = backgroundWork(modules)
  const started: { stop(): Promise<void> }[] = []
  const close = async () => {
    await Promise.all(started.map((part) => part.stop()))
    await closePlatform(platform)
  }
  try {
    await refuseUnfitDatabase(platform.db, secretKey)
    await platform.signals.start()
    if (options.only) await releaseAllJobs(platform.db)
    collectStartupGarbage()
    const queue = await startJobs(platform, databaseUrl, jobs)
    started.push(queue)
    started.push(await startRelay(platform, consumers))
    started.push(startStatistics(platform))
    const running: RunningQueue[] = []
    const reporter = createProcessReporter(platform, { role: 'worker', backlog: () => backlogOf(running) })
    started.push(reporter.start())
    for (const own of queues) {
      running.push(await own.start(platform, { only: options.only ?? false }))
      started.push(...running.slice(-1))
    }
    if (options.isAlone) {
      const { monitorWorker } = await import('./worker-monitoring.ts')
      const monitoring = await monitorWorker(config, {
        platform,
        modules,
        reporter,
        silentMs: queue.silentMs,
      })
      started.push({ stop: async () => monitoring.close() })
    }
  } catch (error) {
    await close()
    throw error
  }
  return { close }
}

function backlogOf(queues: readonly RunningQueue[]): Backlog {
  const backlogs = queues.flatMap((queue) => queue.backlog?.() ?? [])
  return {
    waitedMs: Math.max(0, ...backlogs.map(({ waitedMs }) => waitedMs)),
    refused: backlogs.reduce((sum, { refused }) => sum + refused, 0),
  }
}
