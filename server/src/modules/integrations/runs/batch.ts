/**
 * Runs one batch of an operation in one transaction: validates entries, changes the catalog, and stores results, counters
 * and progress. After a crash the next worker continues after the last committed batch.
 */

import { type CheckedEntry, externalIdOf, type OperationType } from '@tradehall/product-files'
import { causeChain } from '../../../platform/cause-chain.ts'
import { allSent, isDatabaseAway } from '../../../platform/database.ts'
import type { BrandId, ProductId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { Log } from '../../../platform/log.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import {
  addProducts,
  addVariants,
  archiveVariants,
  imagesOf,
  lastPosition,
  lockProducts,
  queueImages,
  releaseImages,
  saveProducts,
} from '../../catalog/index.ts'
import { setPackSizes, setStock } from '../../stock/index.ts'
import { setsImages } from '../images/image-urls.ts'
import { deleteImageChecks, lastCheckedOrdinal } from '../images/queries.ts'
import { enqueueCallback } from '../operations/callbacks.ts'
import { startRunner } from '../operations/due-brands.ts'
import { type Status, statusAtEnd } from '../operations/operation-rules.ts'
import { changeStatus, lockStatuses, nextPending } from '../operations/queries.ts'
import { type OperationKey, replaceDrafts } from '../operations/results.ts'
import {
  claimRunning,
  type EntryOutcome,
  type RunningRow,
  saveProgress,
  saveResults,
  skipEntries,
} from './batch-queries.ts'
import { type Lookahead, type ValidatedEntry, validateNext } from './lookahead.ts'
import { emptyPlan, type Plan, planEntry } from './plan.ts'
import { createProductLookup, skusOf } from './product-lookup.ts'

/** Entries per batch: enough to amortise round trips, few enough that orders wait only briefly for row locks. */
const BATCH = 500
/** Products per write: the database writes one chunk while the next is planned. A wave repeats no product, so order is free. */
const WRITE_CHUNK = 250

/** Skipping changes no product: it is one statement. */
const SKIP_BATCH = 5_000

export interface BatchOutcome {
  /** The number of processed entries of the operation after this batch. */
  done: number
  isEnded: boolean
  /** Set if no entry was processed because the images of the next one are not checked yet. */
  awaitsImages?: boolean
}

export interface BatchOptions {
  /** Given if the caller also runs the next batch of the operation. */
  ahead?: Lookahead | undefined
  /** Whether entries wait until their images are checked. */
  checksImages?: boolean
}

export type BatchWork = Work & { log: Log }

/** Undefined if the operation has ended or another worker holds it. */
export async function runBatch(
  work: BatchWork,
  key: OperationKey,
  { ahead, checksImages = false }: BatchOptions = {},
): Promise<BatchOutcome | undefined> {
  try {
    return await attempt(work, key, { most: BATCH, checksImages, ahead })
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    work.log.error(
      { operation_id: key.id, causes: causeChain(error) },
      'a batch of products failed; its entries are processed one by one',
    )
    return await runOneByOne(work, key, checksImages)
  }
}

/** Isolates the entry that makes a batch fail unexpectedly, so that it does not block the others. */
async function runOneByOne(
  work: BatchWork,
  key: OperationKey,
  checksImages: boolean,
): Promise<BatchOutcome | undefined> {
  let outcome: BatchOutcome | undefined
  for (let i = 0; i < BATCH; i++) {
    let tried: number | undefined
    const onTry = (ordinal: number) => {
      tried = ordinal
    }
    try {
      outcome = (await attempt(work, key, { most: 1, checksImages, onTry })) ?? outcome
    } catch (error) {
      if (isDatabaseAway(error) || tried === undefined) throw error
      work.log.error({ operation_id: key.id, causes: causeChain(error) }, 'a product could not be processed')
      outcome = (await attempt(work, key, { most: 1, checksImages, failed: tried })) ?? outcome
    }
    if (!outcome || outcome.isEnded || outcome.awaitsImages) break
  }
  return outcome
}

const TECHNICAL_FAILURE = [
  { message: 'The product could not be processed because of a technical failure. Send it again as it is.' },
]

async function attempt(
  work: BatchWork,
  key: OperationKey,
  {
    most,
    checksImages,
    onTry,
    failed: failedOrdinal,
    ahead,
  }: BatchOptions & {
    most: number
    /** Called with the number of the first entry of the batch, before the entries are read. */
    onTry?: (ordinal: number) => void
    /** Records that this entry failed; does nothing if another worker has processed it meanwhile. */
    failed?: number
  },
): Promise<BatchOutcome | undefined> {
  return await inTransaction(work, async (work) => {
    const { db: tx, clock, ids } = work
    const operation = await claimRunning(tx, key)
    if (!operation) return undefined
    if (operation.cancel_requested_at !== null) return await skipRest(work, key, operation)
    const after = operation.done_ordinal
    if (failedOrdinal !== undefined && failedOrdinal !== after + 1) return { done: after, isEnded: false }
    onTry?.(after + 1)
    const requiresImageChecks = checksImages === true && setsImages(operation)
    const ready = requiresImageChecks ? await lastCheckedOrdinal(tx, key) : operation.total_products_count
    if (ready <= after) return { done: after, isEnded: false, awaitsImages: true }
    const upTo = (after: number) => ({ after, most: Math.min(most, ready - after), requiresImageChecks })
    const entries = (await ahead?.take(key, after)) ?? (await validateNext(tx, key, operation, upTo(after)))
    invariant(entries.length > 0, 'a running operation has entries left')
    const basePosition = operation.base_position ?? (await firstPosition(work, key.brandId, operation))
    const last = entries.at(-1)?.ordinal ?? 0
    const prefetch = () => {
      if (last < ready) ahead?.begin(key, operation, upTo(last))
    }
    const outcomes =
      failedOrdinal !== undefined
        ? entries.map(({ ordinal, payload }) => ({
            ordinal,
            id: ids.next(),
            externalId: externalIdOf(payload),
            failure: 'internal_error' as const,
            issues: TECHNICAL_FAILURE,
          }))
        : await processEntries(work, key, operation, entries, {
            basePosition: basePosition ?? 0,
            prefetch,
            keepsImages: requiresImageChecks,
          })
    await saveResults(tx, key, outcomes, clock.now())
    const failed = outcomes.filter(({ failure }) => failure !== null)
    if (
      operation.operation_type === 'import' &&
      failed.some(({ failure }) => failure === 'validation_error')
    ) {
      await replaceDrafts(tx, key)
    }
    const progress = {
      ordinal: last,
      processed: operation.processed_products_count + outcomes.length - failed.length,
      failed: operation.failed_products_count + failed.length,
      basePosition,
    }
    await saveProgress(tx, key, progress)
    const isEnded = progress.ordinal === operation.total_products_count
    if (isEnded) await end(work, key, statusAtEnd(progress))
    return { done: progress.ordinal, isEnded }
  })
}

/** Skips the next entries of an operation that was cancelled while it ran, and ends it after the last one. */
async function skipRest(work: Work, key: OperationKey, operation: RunningRow): Promise<BatchOutcome> {
  const { db: tx, clock, ids } = work
  const { done_ordinal: after, total_products_count: total } = operation
  const resultIds = Array.from({ length: Math.min(SKIP_BATCH, total - after) }, () => ids.next())
  await skipEntries(tx, key, { after, resultIds, now: clock.now() })
  const done = after + resultIds.length
  await saveProgress(tx, key, {
    ordinal: done,
    processed: operation.processed_products_count,
    failed: operation.failed_products_count,
    basePosition: operation.base_position,
  })
  if (done === total) await end(work, key, 'cancelled')
  return { done, isEnded: done === total }
}

async function firstPosition(
  { db }: Work,
  brandId: BrandId,
  { operation_type }: RunningRow,
): Promise<number | null> {
  return operation_type === 'import' ? await lastPosition(db, brandId) : null
}

/** Ends the operation, enqueues its callback and starts the next pending operation, in the transaction of the last batch. */
async function end(work: Work, key: OperationKey, status: Status): Promise<void> {
  const { db: tx, clock } = work
  const { brandId, id } = key
  await lockStatuses(tx, brandId)
  await deleteImageChecks(tx, key)
  const ended = await changeStatus(tx, brandId, id, { status, completed_at: clock.now() })
  await enqueueCallback(work, ended)
  const next = await nextPending(tx, brandId)
  if (next === undefined) return
  await changeStatus(tx, brandId, next, { status: 'started', started_at: clock.now() })
  await startRunner(tx, brandId)
}

async function processEntries(
  work: Work,
  key: OperationKey,
  operation: RunningRow,
  validated: readonly ValidatedEntry[],
  {
    basePosition,
    prefetch,
    keepsImages,
  }: { basePosition: number; prefetch: () => void; keepsImages: boolean },
): Promise<EntryOutcome[]> {
  const type = operation.operation_type as OperationType
  const issues = new Map(
    validated.map(({ ordinal, verdict }) => [ordinal, 'issues' in verdict ? verdict.issues : []]),
  )
  let rest = validated.flatMap(({ ordinal, verdict }) =>
    'entry' in verdict ? [{ ordinal, position: basePosition + ordinal, entry: verdict.entry }] : [],
  )
  // A repeated product depends on what the earlier entry writes, so it is processed in a later wave.
  while (rest.length > 0) {
    const { done, writing, withImages } = await sendWave(work, key, type, rest, issues)
    rest = rest.slice(done)
    if (rest.length === 0) prefetch()
    await writing
    if (keepsImages) await queueImages(work, key.brandId, withImages)
  }
  return validated.map(({ ordinal, payload }) => {
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

interface PlannedEntry {
  ordinal: number
  position: number
  entry: CheckedEntry
}

/** Writes the leading entries that refer to distinct products, and returns their number. */
async function sendWave(
  work: Work,
  { brandId, id }: OperationKey,
  type: OperationType,
  entries: readonly PlannedEntry[],
  issues: Map<number, readonly object[]>,
): Promise<{ done: number; writing: Promise<unknown>; withImages: ProductId[] }> {
  const wave = untilRepeated(entries)
  const lookup = createProductLookup(
    await lockProducts(work.db, brandId, {
      externalIds: wave.map(({ entry }) => entry.externalId),
      skus: wave.flatMap(({ entry }) => skusOf(entry)),
    }),
  )
  const movement = { type: 'snapshot', relatedId: id } as const
  const seen = new Set<string>()
  const writes: Promise<void>[] = []
  let plan = emptyPlan()
  let done = 0
  const withImages = new Set<ProductId>()
  const write = () => {
    for (const id of withImagesElsewhere(plan)) withImages.add(id)
    writes.push(handled(writePlan(work, brandId, plan, movement)))
  }
  for (const { ordinal, position, entry } of wave) {
    const known = lookup.find(entry, { mayRename: type !== 'import' })
    if (known && seen.has(known.id)) break
    if (known) seen.add(known.id)
    const found = planEntry({ ...work, plan, lookup, position }, type, entry)
    if (found.length > 0) issues.set(ordinal, found)
    done += 1
    if (done % WRITE_CHUNK > 0) continue
    write()
    plan = emptyPlan()
    // Yields to the event loop, so that the statements are sent.
    await new Promise(setImmediate)
  }
  write()
  return { done, writing: handled(allSent(writes)), withImages: [...withImages] }
}

/** The written products that name images at addresses elsewhere, or whose variants do. */
function withImagesElsewhere({ newProducts, products, variants, newVariants }: Plan): ProductId[] {
  const isElsewhere = (row: { images: unknown }) => imagesOf(row).some(({ url }) => !url.startsWith('/'))
  return [
    ...newProducts.filter((product) => isElsewhere(product) || product.variants.some(isElsewhere)),
    ...products.filter(isElsewhere),
    ...newVariants.filter(({ variants }) => variants.some(isElsewhere)),
  ]
    .map(({ id }) => id)
    .concat(variants.filter(isElsewhere).map(({ product_id }) => product_id))
}

/** Marks a promise that is awaited later as handled, so that an early rejection does not end the process. */
function handled<T>(writing: Promise<T>): Promise<T> {
  writing.catch(() => {})
  return writing
}

function untilRepeated(entries: readonly PlannedEntry[]): readonly PlannedEntry[] {
  const seen = new Set<string>()
  const end = entries.findIndex(({ entry }) => {
    const names = [`id ${entry.externalId}`, ...skusOf(entry).map((sku) => `sku ${sku}`)]
    if (names.some((name) => seen.has(name))) return true
    for (const name of names) seen.add(name)
    return false
  })
  return end < 0 ? entries : entries.slice(0, end)
}

/** Restores archived variants before their stock is set, so that it counts for the availability of their products. */
async function writePlan(
  work: Work,
  brandId: BrandId,
  plan: Plan,
  movement: { type: 'snapshot'; relatedId: string },
): Promise<void> {
  await saveProducts(work, brandId, plan)
  await releaseImages(work, brandId, plan.formerImages)
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

/** Products with the same creation time are listed by id, so the ids follow the order of the entries. */
function inOrderOfIds(products: Plan['newProducts']): Plan['newProducts'] {
  const ids = products.map(({ id }) => id).toSorted()
  return products.map((product, i) => ({ ...product, id: ids[i] ?? product.id }))
}
