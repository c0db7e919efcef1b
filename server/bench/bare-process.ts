/** Runs the statements of an endpoint without HTTP: same driver, same pool size, same number of calls in flight. */
import { createHistogram } from 'node:perf_hooks'
import { modulesFor } from '../src/composition.ts'
import { readConfig } from '../src/config.ts'
import { connect } from '../src/platform/database.ts'
import { cases } from './cases.ts'
import { serveTasks } from './child.ts'
import type { MeasuredRun, StatementsTask } from './tasks.ts'

const { databaseUrl = '', databasePool } = readConfig(process.env)
const db = connect(databaseUrl, { pool: databasePool, name: 'tradehall bench' })
// Connects the extensions of other modules that are part of the same statements, such as the stock in those of the
// catalog.
modulesFor('sandbox')
serveTasks(runBare)

async function runBare({ name, facts, connections, seconds }: StatementsTask): Promise<MeasuredRun> {
  const bare = cases.find((candidate) => candidate.name === name)?.bare
  if (!bare) throw new Error(`${name} has no bare statement.`)
  const latencyUs = createHistogram()
  let turn = 0
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  const repeat = async () => {
    for (let at = performance.now(); at < endsAt; ) {
      await bare(db, facts, turn++)
      const now = performance.now()
      latencyUs.record(Math.max(1, Math.round((now - at) * 1000)))
      at = now
    }
  }
  await Promise.all(Array.from({ length: connections }, repeat))
  return {
    rate: latencyUs.count / ((performance.now() - startedAt) / 1000),
    p50Ms: latencyUs.percentile(50) / 1000,
    p99Ms: latencyUs.percentile(99) / 1000,
    errors: 0,
  }
}
