/** A worker node is away for some seconds, while the others serve. */

import { check, none } from '../../judgement/check.ts'
import type { Observed } from '../../load/client.ts'
import { doEachKind } from '../../load/each-kind.ts'
import type { Node } from '../nodes.ts'
import { judgeOutage, RETURN_MS } from '../samples.ts'
import { type Phase, pause, type Scene } from '../scene.ts'
import { underLoad } from '../under-load.ts'

/** For labels with their webhook, an import and an export, also if the phase is shorter. */
const EACH_KIND_SECONDS = 20

const outage = (
  key: string,
  name: string,
  lose: (node: Node) => Promise<unknown>,
  bringBack: (node: Node) => unknown,
  needsOwnNetwork = false,
): Phase => ({
  key,
  name,
  needsOwnNodes: true,
  needsOwnNetwork,
  async play(scene) {
    const node = scene.cluster.own?.workers[0] as Node
    const { result, samples, surprises } = await underLoad(scene, async (observe) => {
      await pause(scene, 3)
      const beganMs = performance.now()
      const losing = lose(node)
      let [missing, signedIn]: [string[], number] = [[], 0]
      let returnedMs = beganMs
      try {
        ;[missing, signedIn] = await Promise.all([
          workElsewhere(scene, node),
          pause(scene, 2).then(scene.signIn),
          askAcross(scene, observe),
          losing,
        ])
      } finally {
        returnedMs = performance.now()
        await bringBack(node)
      }
      await pause(scene, RETURN_MS / 1000 + scene.seconds / 2)
      return { missing, signedIn, outage: { node: node.name, beganMs, returnedMs } }
    })
    const goesOn = none('labels, webhooks, imports and exports of brands elsewhere go on', result.missing)
    const signIn = check('signing in with a password works', result.signedIn === 201, result.signedIn)
    return { checks: [...judgeOutage(samples, result.outage), goesOn, signIn, surprises] }
  },
})

export const stopped = outage(
  'stopped',
  'a worker node is stopped',
  (node) => node.stop(),
  (node) => node.start(),
)

export const silent = outage(
  'silent',
  'all packets to a worker node are dropped',
  (node) => node.silence(),
  (node) => node.hear(),
  true,
)

/** What operators and retailers see of all brands, for as long as the phase lasts. */
async function askAcross(scene: Scene, observe: (seen: Observed) => void): Promise<void> {
  const client = scene.newClient({ rate: 1, observe })
  const until = performance.now() + scene.seconds * 1000
  while (performance.now() < until) {
    await client.send({ as: 'operator', method: 'GET', path: '/api/operator/v1/orders?page[limit]=15' })
    await client.send({ as: 'retailer', method: 'GET', path: '/api/retailer/v1/orders?page[limit]=15' })
  }
}

async function workElsewhere(scene: Scene, lost: Node): Promise<string[]> {
  const elsewhere = scene.idle.filter(({ node }) => node !== lost.name).flatMap(({ brands }) => brands)
  const seconds = Math.max(scene.seconds, EACH_KIND_SECONDS)
  const until = AbortSignal.any([scene.stop, AbortSignal.timeout(seconds * 1000)])
  const client = scene.newClient({ rate: scene.rate })
  return await doEachKind(scene.workOf(client, elsewhere, until), scene.db, elsewhere).catch(
    (error: Error) => [error.message],
  )
}
