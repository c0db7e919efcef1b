/**
 * The life of an export:
 *
 * created ──job begins──▶ in_process ──all files──▶ completed
 *                          ▲      │──some files──▶ partially_completed
 *                 retried  └──────│──no file, or too many runs──▶ failed
 *
 * Each run has a number. A run that a newer one has overtaken stops where it notices, and nothing it wrote is served.
 */
import { expiryAfter, purgeExpired } from '../../../platform/files/expiry.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { filesOf, outcomeOf } from './export-rules.ts'
import { Overtaken, writeExport } from './production.ts'
import { beginRun, type ExportRow, finishRun, listExpired, type Outcome, purgeExports } from './queries.ts'

/** The queue waits up to two and a half minutes between them; what fails for longer needs a human first. */
export const MAX_RUNS = 5

/** Does nothing when the export is finished or gone, so it may run twice. */
export async function produceExport(
  platform: Platform,
  { brandId, exportId }: { brandId: BrandId; exportId: string },
): Promise<void> {
  const { db, log } = platform
  const run = await beginRun(db, brandId, exportId)
  if (!run) return
  try {
    if (run.run > MAX_RUNS) return await giveUp(platform, run)
    const { failures, bytes, ordersCount } = await writeExport(platform, run)
    const status = outcomeOf(filesOf(run.wanted).length, failures.length)
    await finish(platform, run, { status, failures, bytes, ordersCount })
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
    log.warn({ export_id: exportId, run: run.run }, 'a run of a billing export was overtaken and stopped')
  }
}

async function giveUp(platform: Platform, run: ExportRow): Promise<void> {
  const reason = `It was tried ${MAX_RUNS} times without success. Ask for the export again.`
  const failures = filesOf(run.wanted).map((file) => ({ ...file, reason }))
  await finish(platform, run, { status: 'failed', failures, bytes: null, ordersCount: run.orders_count })
}

type Result = Omit<Outcome, 'finishedAt' | 'expiresAt'>

async function finish({ db, clock, log }: Platform, run: ExportRow, result: Result): Promise<void> {
  const now = clock.now()
  const isOurs = await finishRun(db, run, { ...result, finishedAt: now, expiresAt: expiryAfter(now) })
  if (!isOurs) throw new Overtaken()
  const { status, failures, ordersCount, bytes } = result
  log.info({ export_id: run.id, status, failures, orders: ordersCount, bytes }, 'billing export finished')
}

export async function purgeExpiredExports({ db, clock, log }: Platform): Promise<void> {
  const now = clock.now()
  const purged = await purgeExpired(
    (limit) => listExpired(db, { now, limit }),
    (brandId, ids) => purgeExports(db, brandId, { ids, now }),
  )
  if (purged > 0) log.info({ exports: purged }, 'files of expired billing exports removed')
}
