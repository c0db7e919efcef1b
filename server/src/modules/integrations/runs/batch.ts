/**
 * One batch of a running operation: entries are judged, the catalog is changed, and results, counters and the place to go
 * on from are written, all in one transaction. Whatever kills the process, the next one goes on behind the last batch.
 */

import { causeChain } from '../../../platform/cause-chain.ts'
import { allSent, isDatabaseAway } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Log } from '../../../platform/log.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import {
  addProducts,
  addVariants,
  archiveVariants,
  lastPosition,
  lockProducts,
  saveProducts,
} from '../../catalog/index.ts'
import { setPackSizes, setStock } from '../../stock/index.ts'
import { setsImages } from '../images/image-urls.ts'
import { dropImages, imagesDone } from '../images/queries.ts'
import { callBackLater } from '../operations/callbacks.ts'
import { type OperationType, statusAtEnd } from '../operations/operation-rules.ts'
import { changeStatus, lockStatuses, nextPending } from '../operations/queries.ts'
import { type OperationKey, takeOverDrafts } from '../operations/results.ts'
import { wakeRunners } from '../operations/wake.ts'
import { type CheckedEntry, externalIdOf } from '../payload/check.ts'
import {
  type EntryOutcome,
  type RunningRow,
  saveProgress,
  saveResults,
  takeRunning,
} from './batch-queries.ts'
import { type JudgedEntry, judgeNext, type Lookahead } from './lookahead.ts'
import { emptyPlan, type Plan, planEntry } from './plan.ts'
import { createShelf, skusOf } from './shelf.ts'

/** Enough that round trips do not count; few enough that those who order wait for a moment only. */
const BATCH = 500
/** The database writes so many products while the next are planned; they are different ones, so their order is free. */
const SENT_AT_ONCE = 250

export interface BatchOutcome {
  /** How many products the operation has done after this batch. */
  done: number
  isEnded: boolean
  /** Nothing was done: the images of the next entry are not checked yet. */
  awaitsImages?: boolean
}

export interface BatchOptions {
  /** For whoever runs the next one too. */
  ahead?: Lookahead | undefined
  /** Whether entries wait until their images are checked. */
  checksImages?: boolean
}

export type BatchWork = Work & { log: Log }

/** Undefined when there is nothing to do, or when another worker does it. */
export async function runBatch(
  work: BatchWork,
  key: OperationKey,
  { ahead, checksImages = false }: BatchOptions = {},
): Promise<BatchOutcome | undefined> {
  try {
    return await attempt(work, key, { most: BATCH, checksImages, ahead })
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    work.log.error({ operation_id: key.id, causes: causeChain(error) }, 'a batch of products failed')
    return await runOneByOne(work, key, checksImages)
  }
}

/** After something that should not happen: one product must not stop the others, so the one is looked for. */
async function runOneByOne(
  work: BatchWork,
  key: OperationKey,
  checksImages: boolean,
): Promise<BatchOutcome | undefined> {
  let outcome: BatchOutcome | undefined
  for (let i = 0; i < BATCH; i++) {
    try {
      outcome = (await attempt(work, key, { most: 1, checksImages })) ?? outcome
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      work.log.error({ operation_id: key.id, causes: causeChain(error) }, 'a product could not be processed')
      outcome = (await attempt(work, key, { most: 1, checksImages, isGivenUp: true })) ?? outcome
    }
    if (!outcome || outcome.isEnded || outcome.awaitsImages) break
  }
  return outcome
}

const GIVEN_UP = [
  { message: 'The product could not be processed because of a technical failure. Send it again as it is.' },
]

async function attempt(
  work: BatchWork,
  key: OperationKey,
  { most, checksImages, isGivenUp = false, ahead }: BatchOptions & { most: number; isGivenUp?: boolean },
): Promise<BatchOutcome | undefined> {
  return await inTransaction(work, async (work) => {
    const { db: tx, clock, ids } = work
    const operation = await takeRunning(tx, key)
    if (!operation) return undefined
    const after = operation.done_ordinal
    const looksAtImages = checksImages === true && setsImages(operation)
    const ready = looksAtImages ? await imagesDone(tx, key) : operation.total_products_count
    if (ready <= after) return { done: after, isEnded: false, awaitsImages: true }
    const upTo = (after: number) => ({ after, most: Math.min(most, ready - after), looksAtImages })
    const entries = (await ahead?.take(key, after)) ?? (await judgeNext(tx, key, operation, upTo(after)))
    invariant(entries.length > 0, 'an operation that runs has entries left')
    const basePosition = operation.base_position ?? (await firstPosition(work, key.brandId, operation))
    const last = entries.at(-1)?.ordinal ?? 0
    const lookOn = () => {
      if (last < ready) ahead?.begin(key, operation, upTo(last))
    }
    const outcomes = isGivenUp
      ? entries.map(({ ordinal, payload }) => ({
          ordinal,
          id: ids.next(),
          externalId: externalIdOf(payload),
          failure: 'internal_error' as const,
          issues: GIVEN_UP,
        }))
      : await processEntries(work, key, operation, entries, { basePosition: basePosition ?? 0, lookOn })
    await saveResults(tx, key, outcomes, clock.now())
    const failed = outcomes.filter(({ failure }) => failure !== null)
    if (
      operation.operation_type === 'import' &&
      failed.some(({ failure }) => failure === 'validation_error')
    ) {
      await takeOverDrafts(tx, key)
    }
    const progress = {
      ordinal: last,
      processed: operation.processed_products_count + outcomes.length - failed.length,
      failed: operation.failed_products_count + failed.length,
      basePosition,
    }
    await saveProgress(tx, key, progress)
    const isEnded = progress.ordinal === operation.total_products_count
    if (isEnded) await end(work, key, progress)
    return { done: progress.ordinal, isEnded }
  })
}

async function firstPosition(
  { db }: Work,
  brandId: BrandId,
  { operation_type }: RunningRow,
): Promise<number | null> {
  return operation_type === 'import' ? await lastPosition(db, brandId) : null
}

/** The last batch ends the operation, has the end told, and starts the next one, or none of this. */
async function end(
  work: Work,
  key: OperationKey,
  counts: { processed: number; failed: number },
): Promise<void> {
  const { db: tx, clock } = work
  const { brandId, id } = key
  await lockStatuses(tx, brandId)
  await dropImages(tx, key)
  const status = statusAtEnd(counts)
  const ended = await changeStatus(tx, brandId, id, { status, completed_at: clock.now() })
  await callBackLater(work, ended)
  const next = await nextPending(tx, brandId)
  if (next === undefined) return
  await changeStatus(tx, brandId, next, { status: 'started', started_at: clock.now() })
  await wakeRunners(tx)
}

async function processEntries(
  work: Work,
  key: OperationKey,
  operation: RunningRow,
  judged: readonly JudgedEntry[],
  { basePosition, lookOn }: { basePosition: number; lookOn: () => void },
): Promise<EntryOutcome[]> {
  const type = operation.operation_type as OperationType
  const issues = new Map(
    judged.map(({ ordinal, verdict }) => [ordinal, 'issues' in verdict ? verdict.issues : []]),
  )
  let rest = judged.flatMap(({ ordinal, verdict }) =>
    'entry' in verdict ? [{ ordinal, position: basePosition + ordinal, entry: verdict.entry }] : [],
  )
  // The same product again is a change of what the first one made, so it waits until that is written.
  while (rest.length > 0) {
    const { done, writing } = await sendWave(work, key, type, rest, issues)
    rest = rest.slice(done)
    if (rest.length === 0) lookOn()
    await writing
  }
  return judged.map(({ ordinal, payload }) => {
    const found = issues.get(ordinal) ?? []
    return {
      ordinal,
      id: work.ids.next(),
      externalId: externalIdOf(payload),
      failure: found.length > 0 ? 'validation_error' : null,
      issues: found,
    }
  })
}

interface Wanted {
  ordinal: number
  position: number
  entry: CheckedEntry
}

/** Has as many entries written as mean different products, and answers how many that are. */
async function sendWave(
  work: Work,
  { brandId, id }: OperationKey,
  type: OperationType,
  wanted: readonly Wanted[],
  issues: Map<number, readonly object[]>,
): Promise<{ done: number; writing: Promise<unknown> }> {
  const wave = untilRepeated(wanted)
  const shelf = createShelf(
    await lockProducts(work.db, brandId, {
      externalIds: wave.map(({ entry }) => entry.externalId),
      skus: wave.flatMap(({ entry }) => skusOf(entry)),
    }),
  )
  const movement = { type: 'snapshot', relatedId: id } as const
  const meant = new Set<string>()
  const writes: Promise<void>[] = []
  let plan = emptyPlan()
  let done = 0
  for (const { ordinal, position, entry } of wave) {
    const known = shelf.find(entry, { mayRename: type !== 'import' })
    if (known && meant.has(known.id)) break
    if (known) meant.add(known.id)
    const found = planEntry({ ...work, plan, shelf, position }, type, entry)
    if (found.length > 0) issues.set(ordinal, found)
    done += 1
    if (done % SENT_AT_ONCE > 0) continue
    writes.push(soon(carryOut(work, brandId, plan, movement)))
    plan = emptyPlan()
    // Lets the statements go out.
    await new Promise(setImmediate)
  }
  writes.push(soon(carryOut(work, brandId, plan, movement)))
  return { done, writing: soon(allSent(writes)) }
}

/** Something that is waited for later: a failure until then is not lost, and nothing to end the process for. */
function soon<T>(writing: Promise<T>): Promise<T> {
  writing.catch(() => {})
  return writing
}

function untilRepeated(wanted: readonly Wanted[]): readonly Wanted[] {
  const seen = new Set<string>()
  const end = wanted.findIndex(({ entry }) => {
    const names = [`id ${entry.externalId}`, ...skusOf(entry).map((sku) => `sku ${sku}`)]
    if (names.some((name) => seen.has(name))) return true
    for (const name of names) seen.add(name)
    return false
  })
  return end < 0 ? wanted : wanted.slice(0, end)
}

/** Variants are back in the catalog before their stock is set, so that it counts for their products. */
async function carryOut(
  work: Work,
  brandId: BrandId,
  plan: Plan,
  movement: { type: 'snapshot'; relatedId: string },
): Promise<void> {
  await saveProducts(work, brandId, plan)
  await addVariants(work, brandId, plan.newVariants, movement)
  if (plan.revived.length > 0) await archiveVariants(work, brandId, plan.revived, null)
  if (plan.archived.length > 0) await archiveVariants(work, brandId, plan.archived, work.clock.now())
  await setPackSizes(work, brandId, plan.packSizes)
  if (plan.stock.length > 0) {
    const { applied } = await setStock(work, brandId, plan.stock, { movement })
    invariant(applied, 'every variant of the catalog has a level')
  }
  await addProducts(work, brandId, inOrderOfIds(plan.newProducts), movement)
}

/** Made at one moment, products are listed by their ids. */
function inOrderOfIds(products: Plan['newProducts']): Plan['newProducts'] {
  const ids = products.map(({ id }) => id).toSorted()
  return products.map((product, i) => ({ ...product, id: ids[i] ?? product.id }))
}
