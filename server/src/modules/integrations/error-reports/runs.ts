/**
 * The life of a report:
 *
 * created ──job begins──▶ started ──file written──▶ completed ──30 days──▶ expired
 *                          ▲    └──too many rows, or too many runs──▶ failed
 *                  retried └┘
 *
 * Each run has a number. Chunks of a run that a newer one has superseded are never served.
 */
import { expiryAfter } from '../../../platform/files/expiry.ts'
import { isGivenUp } from '../../../platform/files/stored-files.ts'
import { UnwritableFile, writeWorkbook } from '../../../platform/files/workbook.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { beginRun, finishRun, type ReportOutcome, type ReportRow, reportFiles } from './queries.ts'
import { reportWorkbook } from './report-sheet.ts'

/** Idempotent: does nothing if the report is finished or deleted. */
export async function produceReport(
  platform: Platform,
  { brandId, reportId }: { brandId: BrandId; reportId: string },
): Promise<void> {
  const { db, clock, log } = platform
  const run = await beginRun(db, brandId, { id: reportId, now: clock.now() })
  if (!run) return
  await reportFiles.countFailures(db, run, async () => {
    const outcome = await renderFile(platform, run)
    const isOurs = await finishRun(db, run, outcome)
    if (isOurs) log.info({ report_id: run.id, ...outcome }, 'error report finished')
    else
      log.warn({ report_id: run.id, run: run.run }, 'a run of an error report was superseded by a newer run')
  })
}

async function renderFile({ db, clock }: Platform, run: ReportRow): Promise<ReportOutcome> {
  if (isGivenUp(run)) {
    return { status: 'failed', reason: `It was tried ${run.run - 1} times without success.` }
  }
  try {
    const workbook = await reportWorkbook(db, run, clock.now())
    const bytes = await reportFiles.save(db, run, writeWorkbook(workbook))
    const completedAt = clock.now()
    return { status: 'completed', bytes, completedAt, expiresAt: expiryAfter(completedAt) }
  } catch (error) {
    if (error instanceof UnwritableFile) return { status: 'failed', reason: error.message }
    throw error
  }
}
