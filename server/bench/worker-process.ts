/** The worker under test, as `tradehall start` runs it, which also reports its memory use. */
import { readConfig } from '../src/config.ts'
import { runAsChild } from '../src/processes/supervisor.ts'
import { runWorker } from '../src/processes/worker.ts'
import { sendToParent } from './child.ts'

/** Frequent enough to see a peak between two garbage collections, and too rare to affect the measurement. */
const SAMPLE_MS = 200

setInterval(() => sendToParent({ type: 'memory', rssBytes: process.memoryUsage.rss() }), SAMPLE_MS).unref()
process.exit(await runAsChild(() => runWorker(readConfig(process.env), { only: true })))
