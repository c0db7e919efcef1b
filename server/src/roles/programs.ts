/** The command lines of child processes: this program, with the resolved settings in its environment. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { type Program, SERVER_FLAGS } from '../processes/supervisor.ts'

/** The settings that the parent resolves and passes to the children. */
export type ChildSettings = Pick<Config, 'port' | 'dataDir'> & { secretKey: string; databaseUrl: string }

/** With the flags of the processes that start afterwards, which find compiled what it has loaded. */
export const preparation = (settled: ChildSettings): Program => ({
  ...program(['prepare'], settled),
  flags: SERVER_FLAGS,
})

/** The parent has reached the database, so an API process or a worker that does not reach it retries instead of failing. */
const AWAIT_DATABASE = '--await-database'

export const apiProgram = (settled: ChildSettings): Program => program(['api', AWAIT_DATABASE], settled)

/** `only`: no other worker can use this database. */
export const workerProgram = (settled: ChildSettings, { only }: { only: boolean }): Program =>
  program(['worker', AWAIT_DATABASE, ...(only ? ['--only'] : [])], settled)

/** The build of the dashboard, whose script only a clone has. */
export const dashboardBuild = (): Program => ({
  // Not one URL, which the build of the package would follow.
  script: join(fileURLToPath(new URL('../../../', import.meta.url)), 'dashboard/build.ts'),
  args: ['--if-stale'],
  environment: process.env,
})

function program(args: string[], { port, dataDir, secretKey, databaseUrl }: ChildSettings): Program {
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
