/** The worker under test, as `tradehall start` runs it, which also tells how much memory it holds. */
import { readConfig } from '../src/config.ts'
import { runAsChild } from '../src/processes/supervisor.ts'
import { runWorker } from '../src/processes/worker.ts'
import { tellParent } from './child.ts'

/** Often enough to see a peak between two collections of garbage, and far too rare to be felt. */
const SAMPLE_MS = 200

setInterval(() => tellParent({ type: 'memory', rssBytes: process.memoryUsage.rss() }), SAMPLE_MS).unref()
process.exit(await runAsChild(() => runWorker(readConfig(process.env), { only: true })))
