import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, demoTemplate } from '../../test/database.ts'
import { createTestPlatform } from '../../test/platform.ts'
import { freePort } from '../../test/ports.ts'
import { modulesFor } from '../composition.ts'
import { createLog } from '../platform/log.ts'
import { createProcessReporter } from '../platform/processes/heartbeats.ts'
import { monitorWorker } from './worker-monitoring.ts'

const lines: string[] = []
const log = createLog('warn', { write: (line) => void lines.push(line) })
const platform = {
  ...(await createTestPlatform(await createTestDatabase(afterAll, demoTemplate), {}, afterAll)),
  log,
}

async function monitor(given: { workerMetricsPort?: number; mode?: 'production' }, silentMs = () => 0) {
  const monitoring = await monitorWorker(
    { ...platform.config, ...given },
    {
      platform,
      modules: modulesFor('production'),
      reporter: createProcessReporter(platform, { role: 'worker' }),
      silentMs,
    },
  )
  onTestFinished(() => monitoring.close())
}

test('metrics and probes are answered, and readiness follows the queue of this worker', async () => {
  const port = await freePort()
  let silentMs = 500
  await monitor({ workerMetricsPort: port }, () => silentMs)
  const ask = async (path: string) => await fetch(`http://127.0.0.1:${port}${path}`)
  const metrics = await (await ask('/metrics')).text()
  expect(metrics).toMatch(/^tradehall_jobs\{state="waiting"\} \d+$/m)
  expect(metrics).toMatch(/^tradehall_webhook_deliveries_waiting \d+$/m)
  expect(metrics).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect((await ask('/health/live')).status).toBe(200)
  expect((await ask('/health/ready')).status).toBe(200)
  expect((await ask('/elsewhere')).status).toBe(404)
  silentMs = 10_001
  const late = await ask('/health/ready')
  expect([late.status, await late.json()]).toEqual([
    503,
    {
      status: 'failing',
      checks: { queue: 'failing' },
      reasons: { queue: 'Its job queue has not polled for ten seconds.' },
    },
  ])
  expect((await ask('/health/live')).status).toBe(200)
})

test('a port that was asked for and is taken is refused, with the setting that names it', async () => {
  const port = await freePort()
  await monitor({ workerMetricsPort: port })
  await expect(monitor({ workerMetricsPort: port })).rejects.toThrow(
    `Metrics cannot be served on 127.0.0.1:${port} (EADDRINUSE); set TRADEHALL_WORKER_METRICS_PORT.`,
  )
})

test('a second worker of a machine runs without metrics, and says so', async () => {
  // Whoever has the usual port first: this process, or another one of this machine.
  await monitor({ mode: 'production' })
  lines.length = 0
  await monitor({ mode: 'production' })
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['this worker serves no metrics'])
})

test('in the sandbox nothing listens unless a port is set', async () => {
  lines.length = 0
  await monitor({})
  expect(lines).toEqual([])
})
