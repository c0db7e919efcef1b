/** Builds the dashboard of a clone if its sources have changed since. The published package contains it built. */
import { existsSync } from 'node:fs'
import { DASHBOARD_FOLDER } from '../http/pages/dashboard-files.ts'
import { packagedFile } from '../platform/packaged-file.ts'
import { type OneShotProcess, runOneShotProcess } from '../processes/one-shot-process.ts'
import { dashboardBuild } from './programs.ts'
import type { Steps } from './steps.ts'

/** Runs beside the other steps of a start. A failure is reported and does not stop the start: the API works without it. */
export function buildDashboard(steps: Pick<Steps, 'mention'>): OneShotProcess {
  const program = dashboardBuild()
  if (packagedFile(DASHBOARD_FOLDER) || !existsSync(program.script))
    return { done: Promise.resolve(), kill: () => {} }
  let isKilled = false
  const build = runOneShotProcess('build of the dashboard', program, ({ sentence }) =>
    steps.mention(sentence),
  )
  const done = build.done.catch(({ message }: Error) => {
    // A start that ends for another reason says that reason alone.
    if (isKilled) return
    steps.mention(`${message} The server starts without the dashboard; \`npm run build:dashboard\` says why.`)
  })
  const kill = () => {
    isKilled = true
    build.kill()
  }
  return { done, kill }
}
