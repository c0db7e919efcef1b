import { type SandboxFile, sandboxFilePath } from '@tradehall/kit/sandbox-file'
import { writeSecretFile } from './data-dir.ts'

/** Writes to `sandbox.json` where the server listens now, so that commands of integrators find it. */
export function refreshBaseUrl(dataDir: string, file: SandboxFile, baseUrl: string): SandboxFile {
  if (file.baseUrl === baseUrl) return file
  const refreshed = { ...file, baseUrl }
  writeSecretFile(sandboxFilePath(dataDir), `${JSON.stringify(refreshed, null, 2)}\n`)
  return refreshed
}
