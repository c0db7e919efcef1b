/**
 * Works on the operations that run, a batch of each in turn: whoever comes late waits for one batch of each of the others,
 * and not for their ends. The operations themselves are the queue. A batch locks its operation, so that several workers
 * share them, and what a dead one had in hand is free at once.
 */
import { causeChain } from '../../../platform/cause-chain.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { analyzeAfterLoad } from '../../catalog/index.ts'
import {
  checksImages,
  createImageChecks,
  type ImageChecks,
  type ImageLimits,
} from '../images/image-checks.ts'
import type { OperationKey } from '../operations/results.ts'
import { RUNNERS } from '../operations/wake.ts'
import { type BatchWork, runBatch } from './batch.ts'
import { listRunning } from './batch-queries.ts'
import { createLookahead } from './lookahead.ts'

/** Started operations announce themselves; this is how late one may be whose announcement was lost. */
const LOOK_MS = 500
/** How long `stop` waits for the batch in hand. One that takes longer is rolled back, and done by the next worker. */
const STOP_MS = 2_000

/** Answers whether there was anything to do. */
export type TakeTurn = () => Promise<boolean>

export interface TurnOptions {
  /** The operations of this brand alone. */
  of?: BrandId
  /** Fetches images; without it they are not looked at. */
  images?: ImageChecks | undefined
}

export function runTurns(work: BatchWork, { of, images }: TurnOptions = {}): TakeTurn {
  /** When each operation had its last turn; those that had none yet come first. */
  let turns = new Map<string, number>()
  let turn = 0
  const ahead = createLookahead(work)
  return async () => {
    const running = await listRunning(work.db, of)
    turns = new Map(running.map(({ id }) => [id, turns.get(id) ?? 0]))
    for (const key of running.toSorted((a, b) => lastTurn(a) - lastTurn(b))) {
      turn += 1
      turns.set(key.id, turn)
      // The next turn is that of another one when there are several.
      const outcome = await runBatch(work, key, {
        ahead: running.length === 1 ? ahead : undefined,
        checksImages: images !== undefined,
      })
      if (outcome?.awaitsImages) images?.begin(key)
      if (!outcome || outcome.awaitsImages) continue
      await analyzeAfterLoad(work.db, outcome.done)
      return true
    }
    return false
  }

  function lastTurn({ id }: OperationKey): number {
    return turns.get(id) ?? 0
  }
}

/** For a worker: works until it is stopped. */
export async function startRunners(
  platform: Platform,
  limits?: ImageLimits,
): Promise<{ stop(): Promise<void> }> {
  const images = checksImages(platform.config) ? createImageChecks(platform, limits) : undefined
  const takeTurn = runTurns(platform, { images })
  let isStopping = false
  let woken = Promise.withResolvers<void>()
  const wake = () => woken.resolve()
  const timer = setInterval(wake, LOOK_MS)
  const listening = await platform.db.listen(RUNNERS, wake, wake)

  async function work(): Promise<void> {
    while (!isStopping) {
      const next = woken
      try {
        if (await takeTurn()) continue
      } catch (error) {
        platform.log.warn({ causes: causeChain(error) }, 'a batch of products will be tried again')
      }
      await next.promise
      woken = Promise.withResolvers()
    }
  }
  const working = work()
  return {
    async stop() {
      isStopping = true
      wake()
      clearInterval(timer)
      await listening.unlisten().catch(() => {})
      const stopped = Promise.all([working, images?.stop()])
      await Promise.race([stopped, new Promise((late) => setTimeout(late, STOP_MS).unref())])
    },
  }
}

/** Works here and now until nothing runs any more, and says how many batches that took. */
export async function runToEnd(platform: Platform, limits?: ImageLimits): Promise<number> {
  const images = checksImages(platform.config) ? createImageChecks(platform, limits) : undefined
  const takeTurn = runTurns(platform, { images })
  let batches = 0
  do {
    while (await takeTurn()) batches += 1
  } while (await images?.settled())
  return batches
}
