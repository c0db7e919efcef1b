/** A process that writes a billing export, for a test that kills it halfway. */
import { readConfig } from '../src/config.ts'
import { produceExport } from '../src/modules/billing/exports/runs.ts'
import { createPlatform } from '../src/platform/index.ts'

const [databaseUrl = '', secretKey = '', brandId = '', exportId = ''] = process.argv.slice(2)
const platform = createPlatform(readConfig({ TRADEHALL_LOG_LEVEL: 'silent' }), {
  name: 'killed writer',
  databaseUrl,
  secretKey,
})
await produceExport(platform, { brandId, exportId })
