/** A sandbox as a user starts it: a process with API and worker, for tests of the tools around it. */
import { inject } from 'vitest'
import { createTestDatabase } from './database.ts'
import { temporaryFolder } from './folders.ts'
import { runProgram } from './programs.ts'

/** Starts a sandbox for a test, and returns its data folder. */
export async function startSandbox(): Promise<string> {
  const dataDir = temporaryFolder('sandbox')
  const server = runProgram(['start'], {
    TRADEHALL_DATABASE_URL: await createTestDatabase(undefined, inject('demoTemplate')),
    TRADEHALL_DATA_DIR: dataDir,
    TRADEHALL_PORT: '0',
  })
  await server.says("Accept: text/plain'")
  return dataDir
}
