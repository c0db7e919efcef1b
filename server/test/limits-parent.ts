/**
 * Processes that share their rate-limit counters through the parent process, for a test that stops the parent. Prints a
 * line per count.
 */
import cluster from 'node:cluster'
import { readConfig } from '../src/config.ts'
import { createLog } from '../src/platform/log.ts'
import { createRateLimits } from '../src/platform/processes/rate-limit.ts'
import { serveShared } from '../src/processes/shared-services.ts'

const config = readConfig({ TRADEHALL_PROCESSES: '2' })
const policy = { name: 'test', windows: [{ name: 'hour', points: 1000, seconds: 3600 }] }
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

if (cluster.isPrimary) {
  await serveShared(config, createLog('silent'))
  cluster.fork()
} else {
  const limits = createRateLimits(
    config,
    [policy],
    createLog('info', { write: (line) => say(JSON.parse(line)) }),
  )
  for (;;) {
    const startedAt = performance.now()
    const { remaining } = await limits.consume(policy, 'key')
    say({ remaining, sharing: limits.sharing(), ms: performance.now() - startedAt })
    await new Promise((resume) => setTimeout(resume, 20))
  }
}
