import { limitTo, type Queryable } from '../../../platform/database.ts'
import { type DocumentRun, MAX_LISTED, storedFiles } from '../../../platform/files/stored-files.ts'
import type { BrandId, OperationId } from '../../../platform/ids.ts'
import type { FindOwned } from '../../../platform/queries/owned.ts'
import type { IntegrationsErrorReportsRow } from '../../../platform/rows.ts'
import type { ReportStatus } from './report-rules.ts'

export type ReportRow = Omit<IntegrationsErrorReportsRow, 'status'> & { status: ReportStatus }

export const reportFiles = storedFiles({
  documents: 'integrations.error_reports',
  finishedAt: 'completed_at',
  chunks: 'integrations.error_report_chunks',
  documentId: 'report_id',
})

export type NewReport = Pick<ReportRow, 'brand_id' | 'id' | 'operation_id' | 'filename' | 'created_at'>

export async function insertReport(tx: Queryable, report: NewReport): Promise<ReportRow> {
  const [row] = await tx<[ReportRow]>`
    insert into integrations.error_reports (brand_id, id, operation_id, status, filename, run, created_at)
    values (${report.brand_id}, ${report.id}, ${report.operation_id}, 'created', ${report.filename}, 0,
      ${report.created_at})
    returning ${columns(tx)}`
  return row
}

export const findReport: FindOwned<ReportRow> = async (db, brandId, id) => {
  const [row] = await db<ReportRow[]>`
    select ${columns(db)} from integrations.error_reports where brand_id = ${brandId} and id = ${id}`
  return row
}

/** Uses error_reports_id_idx. */
export async function findReportOfAnyBrand(db: Queryable, id: string): Promise<ReportRow | undefined> {
  const [row] = await db<ReportRow[]>`
    select ${columns(db)} from integrations.error_reports where id = ${id}`
  return row
}

/** Uses error_reports_operation_idx. */
export const findReportOfOperation: FindOwned<ReportRow, OperationId> = async (db, brandId, id) => {
  const [row] = await db<ReportRow[]>`
    select ${columns(db)} from integrations.error_reports where brand_id = ${brandId} and operation_id = ${id}`
  return row
}

/** Newest first; uses error_reports_newest_idx. */
export async function listReports(db: Queryable, brandId: BrandId): Promise<ReportRow[]> {
  return await db<ReportRow[]>`
    select ${columns(db)}
    from integrations.error_reports
    where brand_id = ${brandId}
    order by created_at desc, id desc
    ${limitTo(db, MAX_LISTED)}`
}

/** Starts a new run. Undefined if the report is finished or deleted. */
export async function beginRun(
  db: Queryable,
  brandId: BrandId,
  { id, now }: { id: string; now: Date },
): Promise<ReportRow | undefined> {
  const [row] = await db<ReportRow[]>`
    update integrations.error_reports
    set status = 'started', run = run + 1, started_at = coalesce(started_at, ${now})
    where brand_id = ${brandId} and id = ${id} and status in ('created', 'started')
    returning ${columns(db)}`
  return row
}

export type ReportOutcome =
  | { status: 'completed'; bytes: number; completedAt: Date; expiresAt: Date }
  | { status: 'failed'; reason: string }

/** Returns false if a newer run has started or the report was deleted. */
export function finishRun(db: Queryable, run: DocumentRun, outcome: ReportOutcome): Promise<boolean> {
  const file = outcome.status === 'completed' ? outcome : undefined
  return reportFiles.finishRun(db, run, {
    hasDownload: file !== undefined,
    update: db`
      update integrations.error_reports
      set status = ${outcome.status}, bytes = ${file?.bytes ?? null}, completed_at = ${file?.completedAt ?? null},
        expires_at = ${file?.expiresAt ?? null},
        failure_reason = ${outcome.status === 'failed' ? outcome.reason : null}
      where brand_id = ${run.brand_id} and id = ${run.id} and run = ${run.run} and status = 'started'
      returning id`,
  })
}

const columns = (db: Queryable) => db`
  brand_id, id, operation_id, status, filename, failure_reason, run, failed_runs, bytes, created_at, started_at,
  completed_at, expires_at, purged_at`
