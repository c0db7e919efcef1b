/** `tradehall worker`: jobs and events, in one process. */
import type { Config } from '../config.ts'
import { runAsChild } from '../processes/supervisor.ts'
import { runWorker, type WorkerOptions } from '../processes/worker.ts'
import { settle } from './settle.ts'

/** Answers the exit code. */
export const worker = (config: Config, options: WorkerOptions): Promise<number> =>
  runAsChild(() => runWorker(settle(config), options))
