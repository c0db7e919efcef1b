import { limitTo, oneOf, type Queryable } from '../../../platform/database.ts'
import { joinChunks } from '../../../platform/files/chunks.ts'
import type { BrandId, OperationId } from '../../../platform/ids.ts'
import type { FindOwned } from '../../../platform/owned.ts'
import type { IntegrationsErrorReportsRow } from '../../../platform/rows.ts'
import type { ReportStatus } from './report-rules.ts'

export type ReportRow = Omit<IntegrationsErrorReportsRow, 'status'> & { status: ReportStatus }

/** One run of a report; an older run of the same one must not touch what a newer one does. */
export type Run = Pick<ReportRow, 'brand_id' | 'id' | 'run'>

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

/** Rides on error_reports_id_idx. */
export async function findReportOfAnyBrand(db: Queryable, id: string): Promise<ReportRow | undefined> {
  const [row] = await db<ReportRow[]>`
    select ${columns(db)} from integrations.error_reports where id = ${id}`
  return row
}

/** Of any brand; rides on error_reports_operation_idx. */
export async function findReportOfOperation(db: Queryable, id: OperationId): Promise<ReportRow | undefined> {
  const [row] = await db<ReportRow[]>`
    select ${columns(db)} from integrations.error_reports where operation_id = ${id}`
  return row
}

/** Newest first; rides on error_reports_newest_idx. */
export async function listReports(db: Queryable, brandId: BrandId, limit: number): Promise<ReportRow[]> {
  return await db<ReportRow[]>`
    select ${columns(db)}
    from integrations.error_reports
    where brand_id = ${brandId}
    order by created_at desc, id desc
    ${limitTo(db, limit)}`
}

/** Begins anew. Undefined when it is finished or gone. */
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

export type Outcome =
  | { status: 'completed'; bytes: number; completedAt: Date; expiresAt: Date }
  | { status: 'failed'; reason: string }

/**
 * Ends the run and removes what earlier ones have left, and what this one has if it failed. False when a newer run has
 * begun, or the report is gone.
 */
export async function finishRun(db: Queryable, run: Run, outcome: Outcome): Promise<boolean> {
  const file = outcome.status === 'completed' ? outcome : undefined
  const finished = await db`
    with finished as (
      update integrations.error_reports
      set status = ${outcome.status}, bytes = ${file?.bytes ?? null}, completed_at = ${file?.completedAt ?? null},
        expires_at = ${file?.expiresAt ?? null},
        failure_reason = ${outcome.status === 'failed' ? outcome.reason : null}
      where brand_id = ${run.brand_id} and id = ${run.id} and run = ${run.run} and status = 'started'
      returning id
    ), removed as (
      delete from integrations.error_report_chunks
      where brand_id = ${run.brand_id} and report_id = ${run.id} and exists (select from finished)
        and (run <> ${run.run} or ${file === undefined})
    )
    select id from finished`
  return finished.length > 0
}

export async function saveChunk(
  db: Queryable,
  run: Run,
  { number, bytes }: { number: number; bytes: Buffer },
): Promise<void> {
  await db`
    insert into integrations.error_report_chunks (brand_id, report_id, run, number, bytes)
    values (${run.brand_id}, ${run.id}, ${run.run}, ${number}, ${bytes})`
}

export const readChunks = (db: Queryable, run: Run) =>
  joinChunks(
    (number) => db<{ bytes: Buffer }[]>`
      select bytes
      from integrations.error_report_chunks
      where brand_id = ${run.brand_id} and report_id = ${run.id} and run = ${run.run} and number = ${number}`,
  )

/** Some reports of all brands that have expired; rides on error_reports_expiry_idx. */
export async function listExpired(
  db: Queryable,
  { now, limit }: { now: Date; limit: number },
): Promise<Pick<ReportRow, 'brand_id' | 'id'>[]> {
  return await db<Pick<ReportRow, 'brand_id' | 'id'>[]>`
    select brand_id, id
    from integrations.error_reports
    where expires_at <= ${now} and purged_at is null
    order by expires_at
    limit ${limit}`
}

/** Removes the bytes of a brand's reports, unless somebody else has, and tells of how many. */
export async function purgeReports(
  db: Queryable,
  brandId: BrandId,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<number> {
  const purged = await db`
    with purged as (
      update integrations.error_reports
      set purged_at = ${now}
      where brand_id = ${brandId} and id = ${oneOf(db, ids)} and purged_at is null
      returning id
    ), removed as (
      delete from integrations.error_report_chunks
      using purged
      where brand_id = ${brandId} and report_id = purged.id
    )
    select id from purged`
  return purged.length
}

const columns = (db: Queryable) => db`
  brand_id, id, operation_id, status, filename, failure_reason, run, bytes, created_at, started_at, completed_at,
  expires_at, purged_at`
