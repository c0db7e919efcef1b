/** A sandbox as a user starts it: a process with API and worker, for tests of the tools around it. */

import { afterAll } from 'vitest'
import { createTestDatabase, demoTemplate } from './database.ts'
import { temporaryFolder } from './folders.ts'
import { runProgram } from './programs.ts'

/** Starts a sandbox for the tests of a file, and returns its data folder. */
export async function startSandbox(): Promise<string> {
  const dataDir = temporaryFolder('sandbox', afterAll)
  const environment = {
    TRADEHALL_DATABASE_URL: await createTestDatabase(afterAll, demoTemplate),
    TRADEHALL_DATA_DIR: dataDir,
    TRADEHALL_PORT: '0',
  }
  const server = runProgram(['start'], environment, { cleanUp: afterAll })
  await server.says("Accept: text/plain'")
  return dataDir
}
