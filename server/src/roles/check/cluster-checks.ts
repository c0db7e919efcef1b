/** What `tradehall check` says about a database that is distributed over the nodes of a Citus cluster. */
import { judgeDistribution } from '../../modules/system/health-rules.ts'
import { nodeProblems, readNodeSettings } from '../../platform/distribution/node-settings.ts'
import { readOpenDistribution } from '../../platform/distribution/unfinished.ts'
import { failed, fromHealth, onDatabase, type SetupCheck, warning } from './setup-check.ts'

export const distributionCheck: SetupCheck = {
  name: 'distribution',
  run: onDatabase(async (db) => {
    const nodes = await readNodeSettings(db)
    const problems = nodes.flatMap((node) => [...nodeProblems(node)])
    return [
      fromHealth(judgeDistribution(await readOpenDistribution(db))),
      ...problems.map(({ isFailure, sentence }) => (isFailure ? failed(sentence) : warning(sentence))),
    ]
  }),
}
