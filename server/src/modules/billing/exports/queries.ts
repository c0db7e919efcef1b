import { limitTo, oneOf, type Queryable } from '../../../platform/database.ts'
import { joinChunks } from '../../../platform/files/chunks.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { FindOwned } from '../../../platform/owned.ts'
import type { BillingExportsRow } from '../../../platform/rows.ts'
import type { ExportStatus, Failure, Wish } from './export-rules.ts'

export type ExportRow = Omit<BillingExportsRow, 'status' | 'wanted' | 'failures'> & {
  status: ExportStatus
  wanted: readonly Wish[]
  failures: readonly Failure[]
}

/** One run of an export; an older run of the same one must not touch what a newer one does. */
export type Run = Pick<ExportRow, 'brand_id' | 'id' | 'run'>

export type NewExport = Pick<ExportRow, 'id' | 'from_on' | 'to_on' | 'wanted' | 'created_at' | 'expires_at'>

export async function insertExport(tx: Queryable, brandId: BrandId, wish: NewExport): Promise<ExportRow> {
  const [row] = await tx<[ExportRow]>`
    insert into billing.exports
      (brand_id, id, from_on, to_on, wanted, status, progress, failures, run, created_at, expires_at)
    values (${brandId}, ${wish.id}, ${wish.from_on}, ${wish.to_on}, ${tx.json(wish.wanted as never)}, 'created', 0,
      '[]', 0, ${wish.created_at}, ${wish.expires_at})
    returning ${columns(tx)}`
  return row
}

/** Lets one request at a time make an export of this brand. */
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

/** Rides on exports_id_idx. */
export async function findExportOfAnyBrand(db: Queryable, id: string): Promise<ExportRow | undefined> {
  const [row] = await db<ExportRow[]>`select ${columns(db)} from billing.exports where id = ${id}`
  return row
}

/** What has not expired, newest first; rides on exports_newest_idx. */
export async function listExports(
  db: Queryable,
  brandId: BrandId,
  { now, limit }: { now: Date; limit: number },
): Promise<ExportRow[]> {
  return await db<ExportRow[]>`
    select ${columns(db)}
    from billing.exports
    where brand_id = ${brandId} and expires_at > ${now}
    order by created_at desc, id desc
    ${limitTo(db, limit)}`
}

/** Begins anew. Undefined when it is finished or gone. */
export const beginRun: FindOwned<ExportRow> = async (db, brandId, id) => {
  const [row] = await db<ExportRow[]>`
    update billing.exports
    set status = 'in_process', run = run + 1, progress = 0
    where brand_id = ${brandId} and id = ${id} and finished_at is null
    returning ${columns(db)}`
  return row
}

/** False when a newer run has begun, or the export is gone. */
export async function saveProgress(
  db: Queryable,
  run: Run,
  { progress, ordersCount }: { progress: number; ordersCount: number },
): Promise<boolean> {
  const saved = await db`
    update billing.exports
    set progress = ${progress}, orders_count = ${ordersCount}
    where ${isRunning(db, run)}
    returning id`
  return saved.length > 0
}

export interface Outcome {
  status: ExportStatus
  failures: readonly Failure[]
  ordersCount: number | null
  bytes: number | null
  finishedAt: Date
  expiresAt: Date
}

/** Ends the run and removes everything that is not the download, what earlier runs have left too. False as above. */
export async function finishRun(db: Queryable, run: Run, outcome: Outcome): Promise<boolean> {
  const finished = await db`
    with finished as (
      update billing.exports
      set status = ${outcome.status}, failures = ${db.json(outcome.failures as never)}, progress = 100,
        orders_count = ${outcome.ordersCount}, bytes = ${outcome.bytes}, finished_at = ${outcome.finishedAt},
        expires_at = ${outcome.expiresAt}
      where ${isRunning(db, run)}
      returning id
    ), removed as (
      delete from billing.export_chunks
      where brand_id = ${run.brand_id} and export_id = ${run.id} and exists (select from finished)
        and (run <> ${run.run} or file <> ${DOWNLOAD} or ${outcome.bytes === null})
    )
    select id from finished`
  return finished.length > 0
}

const isRunning = (db: Queryable, run: Run) => db`
  brand_id = ${run.brand_id} and id = ${run.id} and run = ${run.run} and finished_at is null`

export async function saveChunk(
  db: Queryable,
  run: Run,
  { file, number, bytes }: { file: number; number: number; bytes: Buffer },
): Promise<void> {
  await db`
    insert into billing.export_chunks (brand_id, export_id, run, file, number, bytes)
    values (${run.brand_id}, ${run.id}, ${run.run}, ${file}, ${number}, ${bytes})`
}

/** The file that is downloaded; those that go into an archive have other numbers. */
export const DOWNLOAD = 0

export const readDownload = (db: Queryable, run: Run) => readChunks(db, run, DOWNLOAD)

export const readChunks = (db: Queryable, run: Run, file: number) =>
  joinChunks(
    (number) => db<{ bytes: Buffer }[]>`
      select bytes
      from billing.export_chunks
      where brand_id = ${run.brand_id} and export_id = ${run.id} and run = ${run.run} and file = ${file}
        and number = ${number}`,
  )

/** Some exports of all brands that have expired; rides on exports_expiry_idx. */
export async function listExpired(
  db: Queryable,
  { now, limit }: { now: Date; limit: number },
): Promise<Pick<ExportRow, 'brand_id' | 'id'>[]> {
  return await db<Pick<ExportRow, 'brand_id' | 'id'>[]>`
    select brand_id, id
    from billing.exports
    where expires_at <= ${now} and finished_at is not null and purged_at is null
    order by expires_at
    limit ${limit}`
}

/** Removes the bytes of a brand's exports, unless somebody else has, and tells of how many. */
export async function purgeExports(
  db: Queryable,
  brandId: BrandId,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<number> {
  const purged = await db`
    with purged as (
      update billing.exports
      set purged_at = ${now}
      where brand_id = ${brandId} and id = ${oneOf(db, ids)} and purged_at is null
      returning id
    ), removed as (
      delete from billing.export_chunks
      using purged
      where brand_id = ${brandId} and export_id = purged.id
    )
    select id from purged`
  return purged.length
}

const columns = (db: Queryable) => db`
  brand_id, id, from_on, to_on, wanted, status, progress, orders_count, failures, run, bytes, created_at,
  finished_at, expires_at, purged_at`
