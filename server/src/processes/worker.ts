/** The worker role: runs the jobs of all modules and relays their events. */

import { ConfigError } from '@tradehall/kit/failures'
import { modulesFor } from '../composition.ts'
import type { Config } from '../config.ts'
import { backgroundWork } from '../module.ts'
import { startStatistics } from '../platform/database-health/statistics.ts'
import { startRelay } from '../platform/events/relay.ts'
import { closePlatform, createPlatform } from '../platform/index.ts'
import { startJobs } from '../platform/jobs/runner.ts'
import { releaseAllJobs } from '../platform/jobs/workers.ts'
import { createLog } from '../platform/log.ts'
import { createProcessReporter } from '../platform/processes/heartbeats.ts'
import { openTracing } from '../platform/tracing/open.ts'
import { refuseUnfitDatabase } from './database-check.ts'
import { collectStartupGarbage } from './startup-garbage.ts'

export interface WorkerOptions {
  /** No other worker uses this database, so locked jobs were left by a crash and are released at once. */
  only?: boolean
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
  const { jobs, queues, consumers } = backgroundWork(modulesFor(config.mode))
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
    started.push(await startJobs(platform, databaseUrl, jobs))
    started.push(await startRelay(platform, consumers))
    started.push(startStatistics(platform))
    started.push(createProcessReporter(platform, { role: 'worker' }).start())
    for (const queue of queues) started.push(await queue.start(platform, { only: options.only ?? false }))
  } catch (error) {
    await close()
    throw error
  }
  return { close }
}
