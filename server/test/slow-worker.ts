/** A worker process for tests that kill it: it reports the start of its only job and never finishes it. */
import { setTimeout } from 'node:timers/promises'
import { Type } from 'typebox'
import { readConfig } from '../src/config.ts'
import { createPlatform } from '../src/platform/index.ts'
import { job } from '../src/platform/jobs/jobs.ts'
import { startJobs } from '../src/platform/jobs/runner.ts'

const [databaseUrl = '', secretKey = ''] = process.argv.slice(2)
const platform = createPlatform(readConfig({ TRADEHALL_LOG_LEVEL: 'silent' }), {
  name: 'slow worker',
  databaseUrl,
  secretKey,
})
const slow = job('slow', {
  payload: Type.Object({ n: Type.Number() }),
  async run() {
    process.stdout.write('started\n')
    await setTimeout(3_600_000)
  },
})
await startJobs(platform, databaseUrl, [slow])
