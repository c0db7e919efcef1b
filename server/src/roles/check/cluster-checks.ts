/** What `tradehall check` says about a database that is distributed over the nodes of a Citus cluster. */
import { judgeDistribution } from '../../modules/system/health-rules.ts'
import { readOpenDistribution } from '../../platform/distribution/unfinished.ts'
import { fromHealth, onDatabase, type SetupCheck } from './setup-check.ts'

export const distributionCheck: SetupCheck = {
  name: 'distribution',
  run: onDatabase(async (db) => fromHealth(judgeDistribution(await readOpenDistribution(db)))),
}
