/** A worker as `tradehall worker` runs it, which tests kill. */
import { readConfig } from '../src/config.ts'
import { runAsChild } from '../src/processes/supervisor.ts'
import { runWorker } from '../src/processes/worker.ts'

process.exit(await runAsChild(() => runWorker(readConfig(process.env))))
