/** Makes what test files share. Each is loaded when it is made: a run of pure tests loads none. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Making } from './run-folder.ts'
import type { TemplateDatabases } from './template-databases.ts'

export interface Resources {
  /** A PostgreSQL server with the databases that tests copy. */
  databases: TemplateDatabases
  /** Path of the `tradehall` program for tests that start it. */
  program: string
  /** The address of a Chromium. */
  browser: string
  /** Builds the files of the dashboard, if they are not up to date. */
  dashboard: true
}
export type ResourceName = keyof Resources

export const RESOURCES: { [Name in ResourceName]: (making: Making) => Promise<Resources[Name]> } = {
  databases: async (making) => (await import('./template-databases.ts')).startDatabases(making),
  program: async () => (await import('./bundled-program.ts')).bundleProgram(),
  browser: async ({ closers }) => {
    const server = await (await import('./browser-server.ts')).launchBrowser()
    closers.push(() => server.close())
    return server.wsEndpoint()
  },
  dashboard: async () => {
    const script = fileURLToPath(new URL('../../dashboard/build.ts', import.meta.url))
    await promisify(execFile)(process.execPath, [script, '--if-stale'])
    return true
  },
}
