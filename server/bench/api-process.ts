/**
 * The server under test: the API role as `tradehall start` runs it, which also reports its memory use. Several of them
 * can share a port.
 */
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../src/config.ts'
import { serveApi } from '../src/processes/api-server.ts'
import { runAsChild, spawnSharingPort, superviseProcesses } from '../src/processes/supervisor.ts'
import { type BenchMessage, sendToParent } from './child.ts'

/** Frequent enough to see a peak between two garbage collections, and too rare to affect the measurement. */
const SAMPLE_MS = 200

const config = readConfig(process.env)
process.exit(await runAsChild(config.processes > 1 && cluster.isPrimary ? serveTogether : serveAlone))

function serveAlone() {
  setInterval(() => sendToParent({ type: 'memory', rssBytes: process.memoryUsage.rss() }), SAMPLE_MS).unref()
  return serveApi(config)
}

async function serveTogether() {
  cluster.on('message', (_worker, message: BenchMessage) => {
    if (message.type === 'memory') sendToParent(message)
  })
  const program = { script: fileURLToPath(import.meta.url), args: [], environment: process.env }
  const role = { name: 'API process', count: config.processes, spawn: () => spawnSharingPort(program) }
  const tree = superviseProcesses([role], {
    log: { warn: (sentence) => process.stderr.write(`${sentence}\n`) },
    stopDelayMs: 0,
  })
  const failed = tree.failed.then((sentence) => {
    throw new Error(sentence)
  })
  return { address: (await Promise.race([tree.ready, failed])) ?? '', close: tree.drain }
}
