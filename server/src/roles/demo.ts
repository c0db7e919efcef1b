/** Creates the demo data of a sandbox and the file with their credentials. */

import { readSandboxFile, type SandboxFile } from '@tradehall/kit/sandbox-file'
import { modulesFor } from '../composition.ts'
import type { DemoConfig } from '../config.ts'
import { renewDemoSecrets, seedDemo } from '../modules/sandbox/index.ts'
import { refreshBaseUrl } from '../platform/data-dir/refresh-base-url.ts'

export interface Sandbox extends DemoConfig {
  dataDir: string
  databaseUrl: string
  host: string
  port: number
}

/**
 * Secrets are stored as hashes, so after a crash between the two steps nobody would know them: if the file is missing, the
 * demo applications get new secrets.
 */
export async function ensureDemo(sandbox: Sandbox): Promise<SandboxFile> {
  const { dataDir, databaseUrl, host, port } = sandbox
  const kept = readSandboxFile(dataDir)
  const seeded = await seedDemo(databaseUrl, modulesFor('sandbox'), sandbox)
  if (kept && !seeded) return kept
  const credentials = seeded ?? (await renewDemoSecrets(databaseUrl))
  return refreshBaseUrl(dataDir, { baseUrl: '', ...credentials }, `http://${host}:${port}`)
}
