/** Old nodes serve, `migrate` of this version runs and is killed once, and the nodes are restarted one after the other. */
import { check } from '../../judgement/check.ts'
import { runKilledOnce } from '../commands.ts'
import type { Phase } from '../scene.ts'
import { restartAll, underLoad } from './rolling.ts'

export const upgraded: Phase = {
  key: 'upgrade',
  name: 'the upgrade: `migrate` while old nodes serve, then a rolling restart',
  async play(scene) {
    const { next, postgres, environmentOf, say, db } = scene
    await underLoad(scene)
    const env = { ...environmentOf('worker-1'), TRADEHALL_DATABASE_URL: postgres.urlOf('tradehall') }
    const applied = () => db<{ count: number }[]>`select count(*)::int as count from public.schemaversion`
    const [before] = await applied()
    const { checks, ended } = await runKilledOnce('`migrate`', { args: ['migrate'], env }, async () => {
      const [now] = await applied()
      return (now?.count ?? 0) > (before?.count ?? 0) + 1
    })
    say(ended.output.trim().split('\n').at(-1) ?? '')
    // Old nodes serve on the new schema.
    await underLoad(scene)
    next.program = undefined
    await restartAll(scene)
    await underLoad(scene)
    const [after] = await applied()
    const migrations = (after?.count ?? 0) - (before?.count ?? 0)
    return [...checks, check('there was something to migrate', migrations > 0, `${migrations} migrations`)]
  },
}
