/** `sandbox.json` in the data folder: the demo credentials, for people and for programs that try the server. */
import { join } from 'node:path'
import type { SandboxCredentials } from '../modules/sandbox/index.ts'
import { readDataFile, StartRefused, writeSecretFile } from '../platform/data-dir.ts'

export type SandboxFile = { baseUrl: string } & SandboxCredentials

export interface Sandbox {
  dataDir: string
  databaseUrl: string
  host: string
  port: number
}

export const sandboxFilePath = (dataDir: string) => join(dataDir, 'sandbox.json')

/**
 * Demo data and the file that opens them. Secrets are stored hashed, so a server killed between the two steps has data
 * that nobody can use: when the file is missing the demo applications get new secrets.
 */
export async function ensureSandboxFile(sandbox: Sandbox): Promise<SandboxFile> {
  const { dataDir, databaseUrl, host, port } = sandbox
  // Whoever only reads the file needs none of this.
  const { modulesFor } = await import('../modules/index.ts')
  const { renewDemoSecrets, seedDemo } = await import('../modules/sandbox/index.ts')
  const kept = readSandboxFile(dataDir)
  const seeded = await seedDemo(databaseUrl, modulesFor('sandbox'))
  if (kept && !seeded) return kept
  const credentials = seeded ?? (await renewDemoSecrets(databaseUrl))
  return refreshBaseUrl(dataDir, { baseUrl: '', ...credentials }, `http://${host}:${port}`)
}

export function refreshBaseUrl(dataDir: string, file: SandboxFile, baseUrl: string): SandboxFile {
  if (file.baseUrl === baseUrl) return file
  const refreshed = { ...file, baseUrl }
  writeSecretFile(sandboxFilePath(dataDir), `${JSON.stringify(refreshed, null, 2)}\n`)
  return refreshed
}

const TEXTS = [
  ...['baseUrl', 'brandId', 'applicationId', 'clientId', 'clientSecret', 'user.email', 'user.password'],
  ...['otherBrand.brandId', 'otherBrand.clientId', 'otherBrand.clientSecret'],
  ...['retailer.retailerId', 'retailer.clientId', 'retailer.clientSecret'],
  ...['operator.clientId', 'operator.clientSecret', 'operator.email', 'operator.password'],
]

const REMEDY = 'delete it, and the next start gives the demo accounts new secrets'

/** A damaged file is not replaced behind the back of whoever changed it: the old secrets may be in use elsewhere. */
export function readSandboxFile(dataDir: string): SandboxFile | undefined {
  const path = sandboxFilePath(dataDir)
  const text = readDataFile(path, REMEDY)
  if (text === undefined) return undefined
  const file = parse(text)
  const wrong = TEXTS.find((name) => typeof memberOf(file, name) !== 'string')
  if (wrong) {
    throw new StartRefused(
      `The file ${path} does not hold the demo credentials (no text at ${wrong}); ${REMEDY}.`,
    )
  }
  return file as SandboxFile
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const memberOf = (file: unknown, name: string): unknown =>
  name.split('.').reduce((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], file)
