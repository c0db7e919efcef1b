/**
 * An API process or a worker of `npm run dev`. It is started ahead, while the one before it still runs, and loads everything.
 * When files are saved, it loads again those that they concern, and begins: a third of the CPU time of a start.
 */
import { once } from 'node:events'
import { Registry } from 'prom-client'
import type { DashboardList } from '../../src/http/pages/dashboard-files.ts'
import { rememberImports } from './reload.ts'

/** The message to begin: the files that were saved since this process was started. */
export interface Begin {
  saved: string[]
}

/** The script of the page, and what it imports, come from the sources: `dashboard/dev.ts`. */
const PAGE: DashboardList = {
  sources: 'dev',
  entry: 'src/dev.ts',
  styles: [],
  preloads: [],
  icon: 'src/icon.svg',
  packages: [],
  types: {},
}

const told = once(process, 'message')
const reload = rememberImports()
await import(`../../src/processes/${process.argv[2] === 'api' ? 'api-server' : 'worker'}.ts`)
const [{ saved }] = (await told) as [Begin]
reload(saved)

// A file that is loaded again declares its metrics again.
const declare = Registry.prototype.registerMetric
Registry.prototype.registerMetric = function (metric) {
  this.removeSingleMetric((metric as unknown as { name: string }).name)
  declare.call(this, metric)
}
// It takes a quarter of a second, to use less memory later.
globalThis.gc = undefined
const { DashboardFiles } = await import('../../src/http/pages/dashboard-files.ts')
DashboardFiles.find = () => new DashboardFiles('', PAGE)
await import('../../src/main.ts')
