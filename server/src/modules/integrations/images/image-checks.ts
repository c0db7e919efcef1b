/**
 * Fetches the images that running operations name, ahead of their batches and beside them: a batch takes only entries of
 * which the images are checked, and an operation that waits for them holds up no other one.
 *
 * claim a lease ──▶ fetch for a few seconds ──▶ save outcomes and place, renew the lease ──▶ … ──▶ last entry, or a limit
 *
 * No transaction and no lock is held meanwhile. A worker that dies loses the outcomes of its last seconds; another one goes
 * on when its lease has expired.
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
  claimImages,
  findImages,
  type ImageRun,
  type Lease,
  releaseImages,
  saveImages,
} from './queries.ts'

export interface ImageLimits {
  /** Of one image, redirects included. */
  timeoutMs: number
  /** Of one operation. What is beyond is imported without being checked. */
  images: number
  bytes: number
  elapsedMs: number
}

export const LIMITS: ImageLimits = {
  timeoutMs: 10_000,
  // More than most catalogs have. At a usual 30 ms an image it takes less than a minute.
  images: 20_000,
  bytes: 1024 ** 3,
  // A host that lets every request run into its timeout must not hold up a catalog for the rest of the day.
  elapsedMs: 15 * 60_000,
}
/** A larger file is no picture for a shop. */
const MAX_FILE_BYTES = 20 * 1024 * 1024
/** As many connections as a host of images takes from one visitor without complaint. */
const AT_ONCE = 16
/** For all operations of a process: far below the usual limit of open files. */
const AT_ONCE_IN_ALL = 128
/** How long images are fetched before their outcomes are saved; those under way then are waited for. */
const SLICE_MS = 5_000
/** A slice, the timeout of its last images, and room for waiting. */
const LEASE_MS = 30_000
const WINDOW = 500
const WINDOW_BYTES = 4 * 1024 * 1024

export interface ImageChecks {
  /** Goes on with the images of an operation in the background, unless that is under way here. */
  begin(key: OperationKey): void
  /** Waits for all that is under way, and answers whether any of it got further. */
  settled(): Promise<boolean>
  stop(): Promise<void>
}

export const checksImages = ({ imageChecks, mode }: Pick<Config, 'imageChecks' | 'mode'>): boolean =>
  (imageChecks ?? (mode === 'production' ? 'on' : 'off')) === 'on'

export function createImageChecks(
  { db, outbound, log }: Pick<Platform, 'db' | 'outbound' | 'log'>,
  limits: ImageLimits = LIMITS,
): ImageChecks {
  const slots = pLimit(AT_ONCE_IN_ALL)
  const underWay = new Map<string, { key: OperationKey; leaseId: string; checking: Promise<boolean> }>()
  let isStopping = false

  /** Answers whether it got further. */
  async function check(key: OperationKey, leaseId: string): Promise<boolean> {
    const lease: Lease = { leaseId, leaseMs: LEASE_MS }
    try {
      let run = await claimImages(db, key, lease)
      if (!run) return false
      const before = run.doneOrdinal
      let reached = before
      while (run && run.doneOrdinal < run.total && !isStopping) {
        run = await checkSome(key, lease, run)
        reached = run?.doneOrdinal ?? reached
      }
      await releaseImages(db, key, leaseId)
      return reached > before
    } catch (error) {
      log.warn(
        { operation_id: key.id, causes: causeChain(error) },
        'images of an operation will be checked again',
      )
      return false
    }
  }

  /** Undefined when another worker has taken over. */
  async function checkSome(key: OperationKey, lease: Lease, run: ImageRun): Promise<ImageRun | undefined> {
    const startedAt = performance.now()
    const bounds = { after: run.doneOrdinal, most: WINDOW, mostBytes: WINDOW_BYTES }
    const entries = await readEntries(db, key, bounds)
    const urls = imageUrls(entries.map(({ payload }) => payload))
    const known = new Set((await findImages(db, key, urls)).map(({ url }) => url))
    const wanted = urls.filter((url) => !known.has(url))
    const isSpent =
      run.checked >= limits.images || run.bytes >= limits.bytes || run.elapsedMs >= limits.elapsedMs
    if (wanted.length > 0 && isSpent) {
      log.warn({ operation_id: key.id, ...run }, 'the other images of an operation are not checked')
      const end = { ...run, doneOrdinal: run.total }
      return (await saveImages(db, key, lease, [], end)) ? end : undefined
    }
    const { images, bytes } = await fetchSome(wanted.slice(0, limits.images - run.checked), run)
    for (const { url } of images) known.add(url)
    const open = entries.find(({ payload }) => imageUrls([payload]).some((url) => !known.has(url)))
    const reached: ImageRun = {
      ...run,
      doneOrdinal: (open ? open.ordinal - 1 : entries.at(-1)?.ordinal) ?? run.total,
      checked: run.checked + images.length,
      bytes: run.bytes + bytes,
      elapsedMs: run.elapsedMs + (wanted.length > 0 ? Math.round(performance.now() - startedAt) : 0),
    }
    return (await saveImages(db, key, lease, images, reached)) ? reached : undefined
  }

  /** As many as a slice has time for, and at least one. */
  async function fetchSome(urls: readonly string[], run: ImageRun) {
    const startedAt = performance.now()
    const images: CheckedImage[] = []
    const left = urls.values()
    let bytes = 0
    async function fetchOn(): Promise<void> {
      for (const url of left) {
        const found = await slots(() => fetchOne(url))
        images.push({ url, isImage: found.isImage })
        bytes += found.bytes
        const elapsedMs = performance.now() - startedAt
        const isOver =
          elapsedMs >= SLICE_MS ||
          run.elapsedMs + elapsedMs >= limits.elapsedMs ||
          run.bytes + bytes >= limits.bytes
        if (isOver || isStopping) return
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, fetchOn))
    return { images, bytes }
  }

  async function fetchOne(url: string): Promise<{ isImage: boolean; bytes: number }> {
    const { beginning, bytes } = await outbound.get({
      url,
      timeoutMs: limits.timeoutMs,
      maxBytes: MAX_BEGINNING,
      maxFileBytes: MAX_FILE_BYTES,
      isEnough: isImage,
    })
    return { isImage: beginning !== undefined && isImage(beginning), bytes }
  }

  return {
    begin(key) {
      if (isStopping || underWay.has(key.id)) return
      const leaseId = randomUUID()
      const checking = check(key, leaseId).finally(() => underWay.delete(key.id))
      underWay.set(key.id, { key, leaseId, checking })
    },
    async settled() {
      const outcomes = await Promise.all([...underWay.values()].map(({ checking }) => checking))
      return outcomes.some((hasMoved) => hasMoved)
    },
    /** What is being fetched is given up: without its lease its outcomes are not saved. */
    async stop() {
      isStopping = true
      await Promise.allSettled(
        [...underWay.values()].map(({ key, leaseId }) => releaseImages(db, key, leaseId)),
      )
    },
  }
}
