/**
 * Fetches the images of running operations in the background. A batch processes only entries whose images are checked, and
 * an operation that waits for images does not block other operations.
 *
 * claim a lease ──▶ fetch for a few seconds ──▶ save outcomes and progress, renew the lease ──▶ … ──▶ last entry, or a limit
 *
 * Neither a transaction nor a lock is held while images are fetched. A worker that crashes loses the outcomes of its last
 * seconds; another one continues when the lease has expired.
 */
import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import type { Config } from '../../../config.ts'
import { causeChain } from '../../../platform/cause-chain.ts'
import type { Platform } from '../../../platform/index.ts'
import type { OperationKey } from '../operations/results.ts'
import { readEntries } from '../runs/batch-queries.ts'
import { isImage, MAX_BEGINNING } from './image-file.ts'
import { imageUrls } from './image-urls.ts'
import {
  type CheckedImage,
  claimImageRun,
  findCheckedImages,
  type ImageLease,
  type ImageRun,
  releaseImageRun,
  saveImageRun,
} from './queries.ts'

export interface ImageLimits {
  /** Timeout of one image, including redirects. */
  timeoutMs: number
  /** Limits of one operation. Images beyond them are imported unchecked. */
  images: number
  bytes: number
  elapsedMs: number
}

export const LIMITS: ImageLimits = {
  timeoutMs: 10_000,
  // More than most catalogs have. At a typical 30 ms per image they take less than a minute.
  images: 20_000,
  bytes: 1024 ** 3,
  // A host whose every request times out must not block an import for the rest of the day.
  elapsedMs: 15 * 60_000,
}
/** Larger than any image that is useful in a shop. */
const MAX_FILE_BYTES = 20 * 1024 * 1024
/** Concurrent fetches per operation: image hosts usually accept this many connections from one client. */
const OPERATION_CONCURRENCY = 16
/** Concurrent fetches per process: far below the usual limit of open files. */
const PROCESS_CONCURRENCY = 128
/** How long images are fetched before their outcomes are saved; fetches in progress are awaited. */
const SLICE_MS = 5_000
/** A slice, the timeout of its last images, and a margin for waiting. */
const LEASE_MS = 30_000
const WINDOW = 500
const WINDOW_BYTES = 4 * 1024 * 1024

export const checksImages = ({ imageChecks, mode }: Pick<Config, 'imageChecks' | 'mode'>): boolean =>
  (imageChecks ?? (mode === 'production' ? 'on' : 'off')) === 'on'

export class ImageChecks {
  readonly #platform: Pick<Platform, 'db' | 'outbound' | 'log'>
  readonly #limits: ImageLimits
  readonly #slots = pLimit(PROCESS_CONCURRENCY)
  readonly #inProgress = new Map<string, { key: OperationKey; leaseId: string; checking: Promise<boolean> }>()
  #isStopping = false

  constructor(platform: Pick<Platform, 'db' | 'outbound' | 'log'>, limits: ImageLimits = LIMITS) {
    this.#platform = platform
    this.#limits = limits
  }

  /** Checks the images of an operation in the background, unless this process does so already. */
  begin(key: OperationKey): void {
    if (this.#isStopping || this.#inProgress.has(key.id)) return
    const leaseId = randomUUID()
    const checking = this.#check(key, leaseId).finally(() => this.#inProgress.delete(key.id))
    this.#inProgress.set(key.id, { key, leaseId, checking })
  }

  /** Waits for the checks in progress and returns whether any of them advanced. */
  async settled(): Promise<boolean> {
    const outcomes = await Promise.all([...this.#inProgress.values()].map(({ checking }) => checking))
    return outcomes.some((advanced) => advanced)
  }

  /** Abandons the fetches in progress: without the lease their outcomes are not saved. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const { db } = this.#platform
    await Promise.allSettled(
      [...this.#inProgress.values()].map(({ key, leaseId }) => releaseImageRun(db, key, leaseId)),
    )
  }

  /** Returns whether the check advanced. */
  async #check(key: OperationKey, leaseId: string): Promise<boolean> {
    const { db, log } = this.#platform
    const lease: ImageLease = { leaseId, leaseMs: LEASE_MS }
    try {
      let run = await claimImageRun(db, key, lease)
      if (!run) return false
      const before = run.doneOrdinal
      let reached = before
      while (run && run.doneOrdinal < run.total && !this.#isStopping) {
        run = await this.#checkSlice(key, lease, run)
        reached = run?.doneOrdinal ?? reached
      }
      await releaseImageRun(db, key, leaseId)
      return reached > before
    } catch (error) {
      log.warn(
        { operation_id: key.id, causes: causeChain(error) },
        'checking the images of an operation failed and will be retried',
      )
      return false
    }
  }

  /** Undefined if the lease was lost to another worker. */
  async #checkSlice(key: OperationKey, lease: ImageLease, run: ImageRun): Promise<ImageRun | undefined> {
    const { db, log } = this.#platform
    const limits = this.#limits
    const startedAt = performance.now()
    const bounds = { after: run.doneOrdinal, most: WINDOW, mostBytes: WINDOW_BYTES }
    const entries = await readEntries(db, key, bounds)
    const urls = imageUrls(
      key.brandId,
      entries.map(({ payload }) => payload),
    )
    const known = new Set((await findCheckedImages(db, key, urls)).map(({ url }) => url))
    const unchecked = urls.filter((url) => !known.has(url))
    const isSpent =
      run.checked >= limits.images || run.bytes >= limits.bytes || run.elapsedMs >= limits.elapsedMs
    if (unchecked.length > 0 && isSpent) {
      log.warn(
        { operation_id: key.id, ...run },
        'the limit of image checks is reached; the remaining images of the operation are imported unchecked',
      )
      const end = { ...run, doneOrdinal: run.total }
      return (await saveImageRun(db, key, lease, [], end)) ? end : undefined
    }
    const { images, bytes } = await this.#fetchSlice(unchecked.slice(0, limits.images - run.checked), run)
    for (const { url } of images) known.add(url)
    const open = entries.find(({ payload }) =>
      imageUrls(key.brandId, [payload]).some((url) => !known.has(url)),
    )
    const reached: ImageRun = {
      ...run,
      doneOrdinal: (open ? open.ordinal - 1 : entries.at(-1)?.ordinal) ?? run.total,
      checked: run.checked + images.length,
      bytes: run.bytes + bytes,
      elapsedMs: run.elapsedMs + (unchecked.length > 0 ? Math.round(performance.now() - startedAt) : 0),
    }
    return (await saveImageRun(db, key, lease, images, reached)) ? reached : undefined
  }

  /** Fetches images until the slice is over, and at least one. */
  async #fetchSlice(urls: readonly string[], run: ImageRun) {
    const limits = this.#limits
    const startedAt = performance.now()
    const images: CheckedImage[] = []
    const left = urls.values()
    let bytes = 0
    const fetchNext = async (): Promise<void> => {
      for (const url of left) {
        const found = await this.#slots(() => this.#fetchOne(url))
        images.push({ url, isImage: found.isImage })
        bytes += found.bytes
        const elapsedMs = performance.now() - startedAt
        const isOver =
          elapsedMs >= SLICE_MS ||
          run.elapsedMs + elapsedMs >= limits.elapsedMs ||
          run.bytes + bytes >= limits.bytes
        if (isOver || this.#isStopping) return
      }
    }
    await Promise.all(Array.from({ length: OPERATION_CONCURRENCY }, fetchNext))
    return { images, bytes }
  }

  async #fetchOne(url: string): Promise<{ isImage: boolean; bytes: number }> {
    const { beginning, bytes } = await this.#platform.outbound.get({
      url,
      timeoutMs: this.#limits.timeoutMs,
      maxBytes: MAX_BEGINNING,
      maxFileBytes: MAX_FILE_BYTES,
      isEnough: isImage,
    })
    return { isImage: beginning !== undefined && isImage(beginning), bytes }
  }
}
