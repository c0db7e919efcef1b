/**
 * Runs the started operations round-robin, one batch of each at a time, so that a new operation waits for one batch of each
 * of the others and not for their ends. The table of operations is the queue; which brands have one is known without it. A batch locks the row of its operation, so that
 * several workers share the queue, and the operation of a crashed worker is available at once.
 */
import { causeChain } from '../../../platform/cause-chain.ts'
import { analyzeGrownTables } from '../../../platform/database-health/statistics.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { checksImages, ImageChecks, type ImageLimits } from '../images/image-checks.ts'
import { dueBrands, RUNNERS_CHANNEL } from '../operations/due-brands.ts'
import type { OperationKey } from '../operations/results.ts'
import { type BatchWork, runBatch } from './batch.ts'
import { listRunning } from './batch-queries.ts'
import { createLookahead } from './lookahead.ts'

/** Workers are notified of started operations; polling covers lost notifications. */
const POLL_MS = 500
/** How long `stop` waits for the current batch. A longer one is rolled back, and another worker repeats it. */
const STOP_MS = 2_000

/** Returns whether a batch was run. */
export type RunNextBatch = () => Promise<boolean>

/** `images` checks images; if absent, images are imported unchecked. */
export const createScheduler = (platform: Platform, images?: ImageChecks): RunNextBatch =>
  scheduler(platform, {
    list: () => listDue(platform),
    isLost: (error, brandId) => platform.awayNodes.findLost(error, [brandId]),
    images,
  })

export const createSchedulerOf = (brandId: BrandId, work: BatchWork): RunNextBatch =>
  scheduler(work, { list: () => listRunning(work.db, [brandId]) })

async function listDue(platform: Platform): Promise<OperationKey[]> {
  let running: OperationKey[] = []
  await dueBrands.poll(platform, async (brandIds) => {
    running = await listRunning(platform.db, brandIds)
    return running.map(({ brandId }) => brandId)
  })
  return running
}

interface SchedulerOptions {
  list: () => Promise<OperationKey[]>
  /** Whether the operation failed because the node of its brand is away: the others go on. */
  isLost?: (error: unknown, brandId: BrandId) => Promise<boolean>
  images?: ImageChecks | undefined
}

function scheduler(work: BatchWork, { list, isLost, images }: SchedulerOptions): RunNextBatch {
  /** The last turn of each operation; operations without one are scheduled first. */
  let turns = new Map<string, number>()
  let turn = 0
  const ahead = createLookahead(work)
  return async () => {
    const running = await list()
    turns = new Map(running.map(({ id }) => [id, turns.get(id) ?? 0]))
    for (const key of running.toSorted((a, b) => lastTurn(a) - lastTurn(b))) {
      turn += 1
      turns.set(key.id, turn)
      // With several operations the next batch belongs to another one, so a lookahead would be wasted.
      const outcome = await runBatch(work, key, {
        ahead: running.length === 1 ? ahead : undefined,
        checksImages: images !== undefined,
      }).catch(async (error) => {
        if (!(await isLost?.(error, key.brandId))) throw error
        return undefined
      })
      if (outcome?.awaitsImages) images?.begin(key)
      if (!outcome || outcome.awaitsImages) continue
      await analyzeGrownTables(work.db)
      return true
    }
    return false
  }

  function lastTurn({ id }: OperationKey): number {
    return turns.get(id) ?? 0
  }
}

/** Runs batches in a worker process until it is stopped. */
export async function startRunners(
  platform: Platform,
  limits?: ImageLimits,
): Promise<{ stop(): Promise<void> }> {
  const images = checksImages(platform.config) ? new ImageChecks(platform, limits) : undefined
  const runNextBatch = createScheduler(platform, images)
  let isStopping = false
  let woken = Promise.withResolvers<void>()
  const wake = () => woken.resolve()
  const timer = setInterval(wake, POLL_MS)
  const listening = await platform.db.listen(RUNNERS_CHANNEL, wake, wake)

  async function work(): Promise<void> {
    while (!isStopping) {
      const next = woken
      try {
        if (await runNextBatch()) continue
      } catch (error) {
        platform.log.warn({ causes: causeChain(error) }, 'a batch of products failed and will be retried')
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

/** Runs batches in this process until no operation is running, and returns their number. */
export async function runToEnd(platform: Platform, limits?: ImageLimits): Promise<number> {
  const images = checksImages(platform.config) ? new ImageChecks(platform, limits) : undefined
  const runNextBatch = createScheduler(platform, images)
  let batches = 0
  do {
    while (await runNextBatch()) batches += 1
  } while (await images?.settled())
  return batches
}
