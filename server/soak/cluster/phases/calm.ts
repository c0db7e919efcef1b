/** Mixed load while nothing fails, over brands on all nodes. */
import { check } from '../../judgement/check.ts'
import { judgeCalm } from '../samples.ts'
import { type Phase, pause } from '../scene.ts'
import { underLoad } from '../under-load.ts'

export const calm: Phase = {
  key: 'load',
  name: 'mixed load of brands on all nodes',
  async play(scene) {
    const { samples, orders, surprises } = await underLoad(scene, () => pause(scene, scene.seconds))
    const spread = scene.shares.map(({ node, brands }) => `${brands.length} on ${node}`).join(', ')
    return {
      checks: [
        check('brands are on several nodes', scene.shares.length > 1, spread),
        ...judgeCalm(samples),
        check('orders are placed', orders > 0, orders),
        surprises,
      ],
    }
  },
}
