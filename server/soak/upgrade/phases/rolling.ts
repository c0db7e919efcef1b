/** Restarts of a fleet that serves. */
import { setTimeout as wait } from 'node:timers/promises'
import { isApi } from '../../fleet/fleet.ts'
import { PROCESSES } from '../../fleet/processes.ts'
import type { Scene } from '../scene.ts'

const START_MS = 90_000

/** One after the other, each when the one before works again: API nodes behind the balancer, then workers. */
export async function restartAll(scene: Scene): Promise<void> {
  const { fleet, balancer, nodes, watch, say } = scene
  for (const name of PROCESSES) {
    await fleet.restart(name)
    const sinceMs = performance.now()
    const isSeen = () => {
      const latest = watch.latest(name)
      return latest !== undefined && latest.atMs > sinceMs && latest.isHealthy
    }
    const isBack = () => isSeen() && (!isApi(name) || balancer.inService().includes(nodes[name]))
    await until(scene, `${name} is back`, isBack)
    say(`${name} was restarted`)
  }
}

async function until(
  { stop }: Pick<Scene, 'stop'>,
  what: string,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + START_MS
  while (!(await condition())) {
    stop.throwIfAborted()
    if (performance.now() > deadline)
      throw new Error(`It did not happen within ${START_MS / 1000} s: ${what}.`)
    await wait(200, undefined, { signal: stop })
  }
}

export const underLoad = ({ seconds, stop }: Scene): Promise<void> =>
  wait(seconds * 1000, undefined, { signal: stop })
