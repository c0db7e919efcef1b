/** SQL of billing exports and their stored files. */
import { limitTo, type Queryable } from '../../../platform/database.ts'
import { type DocumentRun, MAX_LISTED, storedFiles } from '../../../platform/files/stored-files.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { FindOwned } from '../../../platform/queries/owned.ts'
import type { BillingExportsRow } from '../../../platform/rows.ts'
import type { ExportStatus, FileFailure, RequestedFiles } from './export-rules.ts'

export type ExportRow = Omit<BillingExportsRow, 'status' | 'wanted' | 'failures'> & {
  status: ExportStatus
  wanted: readonly RequestedFiles[]
  failures: readonly FileFailure[]
}

export const exportFiles = storedFiles({
  documents: 'billing.exports',
  finishedAt: 'finished_at',
  chunks: 'billing.export_chunks',
  documentId: 'export_id',
  fileNumber: 'file',
})

export type NewExport = Pick<ExportRow, 'id' | 'from_on' | 'to_on' | 'wanted' | 'created_at' | 'expires_at'>

export async function insertExport(tx: Queryable, brandId: BrandId, row: NewExport): Promise<ExportRow> {
  const [inserted] = await tx<[ExportRow]>`
    insert into billing.exports
      (brand_id, id, from_on, to_on, wanted, status, progress, failures, run, created_at, expires_at)
    values (${brandId}, ${row.id}, ${row.from_on}, ${row.to_on}, ${tx.json(row.wanted as never)}, 'created', 0,
      '[]', 0, ${row.created_at}, ${row.expires_at})
    returning ${columns(tx)}`
  return inserted
}

/** Serializes the requests that create exports of this brand, so that counting and inserting are atomic. */
export async function lockExports(tx: Queryable, brandId: BrandId): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`billing exports ${brandId}`}, 0))`
}

export async function countUnfinished(tx: Queryable, brandId: BrandId): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*) as count from billing.exports where brand_id = ${brandId} and finished_at is null`
  return row?.count ?? 0
}

export const findExport: FindOwned<ExportRow> = async (db, brandId, id) => {
  const [row] = await db<ExportRow[]>`
    select ${columns(db)} from billing.exports where brand_id = ${brandId} and id = ${id}`
  return row
}

/** Uses exports_id_idx. */
export async function findExportOfAnyBrand(db: Queryable, id: string): Promise<ExportRow | undefined> {
  const [row] = await db<ExportRow[]>`select ${columns(db)} from billing.exports where id = ${id}`
  return row
}

/** The exports that have not expired, newest first; uses exports_newest_idx. */
export async function listExports(db: Queryable, brandId: BrandId, now: Date): Promise<ExportRow[]> {
  return await db<ExportRow[]>`
    select ${columns(db)}
    from billing.exports
    where brand_id = ${brandId} and expires_at > ${now}
    order by created_at desc, id desc
    ${limitTo(db, MAX_LISTED)}`
}

export interface ExportsState {
  newest_id: string | null
  /** The row versions of the exports that are being made. */
  unfinished: string[]
}

/** Uses exports_newest_idx and exports_unfinished_idx. */
export async function readExportsState(db: Queryable, brandId: BrandId): Promise<ExportsState> {
  const [state] = await db<[ExportsState]>`
    select (
        select id from billing.exports where brand_id = ${brandId} order by created_at desc, id desc limit 1
      ) as newest_id,
      array(
        select id || ' ' || xmin from billing.exports where brand_id = ${brandId} and finished_at is null order by id
      ) as unfinished`
  return state
}

/** Starts a new run. Returns undefined if the export is finished or was deleted. */
export const startRun: FindOwned<ExportRow> = async (db, brandId, id) => {
  const [row] = await db<ExportRow[]>`
    update billing.exports
    set status = 'in_process', run = run + 1, progress = 0
    where brand_id = ${brandId} and id = ${id} and finished_at is null
    returning ${columns(db)}`
  return row
}

/** Returns false if a newer run has started or the export was deleted. */
export async function saveProgress(
  db: Queryable,
  run: DocumentRun,
  { progress, ordersCount }: { progress: number; ordersCount: number },
): Promise<boolean> {
  const saved = await db`
    update billing.exports
    set progress = ${progress}, orders_count = ${ordersCount}
    where ${isRunning(db, run)}
    returning id`
  return saved.length > 0
}

export interface ExportOutcome {
  status: ExportStatus
  failures: readonly FileFailure[]
  ordersCount: number | null
  bytes: number | null
  finishedAt: Date
  expiresAt: Date
}

/** Returns false if a newer run has started or the export was deleted. */
export const finishRun = (db: Queryable, run: DocumentRun, outcome: ExportOutcome) =>
  exportFiles.finishRun(db, run, {
    hasDownload: outcome.bytes !== null,
    update: db`
      update billing.exports
      set status = ${outcome.status}, failures = ${db.json(outcome.failures as never)}, progress = 100,
        orders_count = ${outcome.ordersCount}, bytes = ${outcome.bytes}, finished_at = ${outcome.finishedAt},
        expires_at = ${outcome.expiresAt}
      where ${isRunning(db, run)}
      returning id`,
  })

const isRunning = (db: Queryable, run: DocumentRun) => db`
  brand_id = ${run.brand_id} and id = ${run.id} and run = ${run.run} and finished_at is null`

const columns = (db: Queryable) => db`
  brand_id, id, from_on, to_on, wanted, status, progress, orders_count, failures, run, failed_runs, bytes,
  created_at, finished_at, expires_at, purged_at`
