/** The load of one phase: for the brands of each node a client of its own, so that those of a lost node hold up no others. */
import { setTimeout as wait } from 'node:timers/promises'
import { CALLBACKS } from '../judgement/arrivals.ts'
import type { Check } from '../judgement/check.ts'
import type { Observed } from '../load/client.ts'
import { startLoad } from '../load/load.ts'
import { judgeSurprises, type Sample, sampleOf } from './samples.ts'
import type { Scene } from './scene.ts'

/** The time for work in progress to end; after that clients give up. */
const FINISH_MS = 20_000

export interface Loaded<T> {
  result: T
  samples: Sample[]
  /** Orders placed. */
  orders: number
  surprises: Check
}

/** `body` may ask more, of which the samples are those of the phase. */
export async function underLoad<T>(
  scene: Scene,
  body: (observe: (seen: Observed) => void) => Promise<T>,
): Promise<Loaded<T>> {
  const { shares, newClient, workOf, stop, receivers } = scene
  const giveUp = new AbortController()
  const until = AbortSignal.any([stop, giveUp.signal])
  const samples: Sample[] = []
  const running = shares.map(({ node, brands }) => {
    const rate = scene.rate / shares.length
    const client = newClient({ rate, observe: (seen) => samples.push(sampleOf(node, seen)) })
    const work = workOf(client, brands, until)
    return { client, load: startLoad(work, `${receivers.origin}${CALLBACKS}`) }
  })
  try {
    const result = await body((seen) => samples.push(sampleOf('', seen)))
    const finishing = Promise.all(running.map(({ load }) => load.finish()))
    await Promise.race([finishing, wait(FINISH_MS, undefined, { signal: stop }).catch(() => {})])
    giveUp.abort()
    await finishing
    stop.throwIfAborted()
    const orders = running.reduce((sum, { load }) => sum + load.placed(), 0)
    const surprises = judgeSurprises(running.flatMap(({ client }) => client.surprises))
    return { result, samples, orders, surprises }
  } finally {
    giveUp.abort()
    await Promise.all(running.map(({ load }) => load.finish()))
  }
}
