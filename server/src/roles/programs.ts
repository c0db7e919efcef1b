/** How the supervisor starts its children: this program again, with everything settled in its environment. */
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import type { Program } from '../processes/supervisor.ts'

/** What the parent found out and the children must agree on. */
export type Settled = Pick<Config, 'port' | 'dataDir'> & { secretKey: string; databaseUrl: string }

export const preparation = (settled: Settled): Program => program(['prepare'], settled)

/** `awaitDatabase`: it was reached before, so a process that cannot reach it waits instead of failing. */
export const apiProgram = (settled: Settled, { awaitDatabase }: { awaitDatabase: boolean }): Program =>
  program(awaitDatabase ? ['api', '--await-database'] : ['api'], settled)

/** `only`: the database is ours alone, so no other worker can be on it. */
export const workerProgram = (settled: Settled, { only }: { only: boolean }): Program =>
  program(['worker', '--await-database', ...(only ? ['--only'] : [])], settled)

function program(args: string[], { port, dataDir, secretKey, databaseUrl }: Settled): Program {
  return {
    script: fileURLToPath(new URL('../main.ts', import.meta.url)),
    args,
    environment: {
      ...process.env,
      TRADEHALL_PORT: String(port),
      TRADEHALL_DATA_DIR: dataDir,
      TRADEHALL_DATABASE_URL: databaseUrl,
      TRADEHALL_SECRET_KEY: secretKey,
    },
  }
}
