/** `sandbox.json` in the data folder: the demo credentials, for people and for programs that try the server. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { modulesFor } from '../modules/index.ts'
import { renewDemoSecrets, type SandboxCredentials, seedDemo } from '../modules/sandbox/index.ts'
import { writeSecretFile } from '../platform/data-dir.ts'

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
  const seeded = await seedDemo(databaseUrl, modulesFor('sandbox'))
  const kept = seeded ? undefined : readSandboxFile(dataDir)
  if (kept) return kept
  const credentials = seeded ?? (await renewDemoSecrets(databaseUrl))
  return refreshBaseUrl(dataDir, { baseUrl: '', ...credentials }, `http://${host}:${port}`)
}

export function refreshBaseUrl(dataDir: string, file: SandboxFile, baseUrl: string): SandboxFile {
  if (file.baseUrl === baseUrl) return file
  const refreshed = { ...file, baseUrl }
  writeSecretFile(sandboxFilePath(dataDir), `${JSON.stringify(refreshed, null, 2)}\n`)
  return refreshed
}

function readSandboxFile(dataDir: string): SandboxFile | undefined {
  try {
    return JSON.parse(readFileSync(sandboxFilePath(dataDir), 'utf8')) as SandboxFile
  } catch {
    // Missing or damaged: both are mended by new secrets.
    return undefined
  }
}
