/**
 * Runs of billing exports. The statuses of an export:
 *
 * created ──job starts──▶ in_process ──all files──▶ completed
 *                          ▲      │──some files──▶ partially_completed
 *                 retried  └──────│──no file, or too many runs──▶ failed
 *
 * A run whose process was killed has not failed; all runs together have a higher bound than those that fail (`isGivenUp`).
 *
 * A run that a newer run has superseded stops at its next write of progress, and none of its chunks is served.
 */
import { expiryAfter } from '../../../platform/files/expiry.ts'
import { isGivenUp } from '../../../platform/files/stored-files.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { filesOf, statusAfter } from './export-rules.ts'
import { RunSuperseded, writeExport } from './production.ts'
import { type ExportOutcome, type ExportRow, exportFiles, finishRun, startRun } from './queries.ts'

/** Idempotent: does nothing if the export is finished or was deleted. */
export async function produceExport(
  platform: Platform,
  { brandId, exportId }: { brandId: BrandId; exportId: string },
): Promise<void> {
  const { db, log } = platform
  const run = await startRun(db, brandId, exportId)
  if (!run) return
  try {
    if (isGivenUp(run)) await fail(platform, run)
    else await exportFiles.countFailures(db, run, () => render(platform, run))
  } catch (error) {
    if (!(error instanceof RunSuperseded)) throw error
    log.warn({ export_id: exportId, run: run.run }, 'billing export run stopped: superseded by a newer run')
  }
}

async function render(platform: Platform, run: ExportRow): Promise<void> {
  const { failures, bytes, ordersCount } = await writeExport(platform, run)
  const status = statusAfter(filesOf(run.wanted).length, failures.length)
  await finish(platform, run, { status, failures, bytes, ordersCount })
}

async function fail(platform: Platform, run: ExportRow): Promise<void> {
  const reason = `It was tried ${run.run - 1} times without success. Ask for the export again.`
  const failures = filesOf(run.wanted).map((file) => ({ ...file, reason }))
  await finish(platform, run, { status: 'failed', failures, bytes: null, ordersCount: run.orders_count })
}

type RunResult = Omit<ExportOutcome, 'finishedAt' | 'expiresAt'>

async function finish({ db, clock, log }: Platform, run: ExportRow, result: RunResult): Promise<void> {
  const now = clock.now()
  const isFinished = await finishRun(db, run, { ...result, finishedAt: now, expiresAt: expiryAfter(now) })
  if (!isFinished) throw new RunSuperseded()
  const { status, failures, ordersCount, bytes } = result
  log.info({ export_id: run.id, status, failures, orders: ordersCount, bytes }, 'billing export finished')
}
