/** Queries of the results of operations, and of drafts, which are failed results of one import. */
import { limitTo, type Queryable } from '../../../platform/database.ts'
import type { BrandId, OperationId } from '../../../platform/ids.ts'
import type { Walk } from '../../../platform/queries/keyset.ts'
import type { HasOwned, ListOwned } from '../../../platform/queries/owned.ts'
import type { IntegrationsResultsRow } from '../../../platform/rows.ts'

export const RESULT_STATUSES = ['success', 'failure', 'skipped'] as const
type ResultStatus = (typeof RESULT_STATUSES)[number]

export type ResultRow = Pick<
  IntegrationsResultsRow,
  'id' | 'external_product_id' | 'status' | 'failure_reason' | 'issues'
>
export interface OperationKey {
  brandId: BrandId
  id: OperationId
}

export interface ResultFilter {
  status?: ResultStatus
}

/** One page in the order in which the products were attached; uses results_pkey. */
export async function listResults(
  db: Queryable,
  of: OperationKey,
  { status }: ResultFilter,
  walk: Walk,
): Promise<ResultRow[]> {
  return await db<ResultRow[]>`
    select id, external_product_id, status, failure_reason, issues
    from integrations.results
    where brand_id = ${of.brandId} and operation_id = ${of.id} ${inStatus(db, status)} ${inOrder(db, of, walk)}`
}

/** As literals, so that failures are found by results_failed_idx and skipped products by results_unprocessed_idx. */
function inStatus(db: Queryable, status: ResultStatus | undefined) {
  if (status === undefined) return db``
  if (status === 'success') return db`and status = 'success'`
  return status === 'failure' ? db`and status = 'failure'` : db`and status = 'skipped'`
}

export type UnprocessedRow = ResultRow & Pick<IntegrationsResultsRow, 'sent'>

/** The products that failed or were skipped, as they were sent; uses results_unprocessed_idx. */
export async function listUnprocessed(
  db: Queryable,
  of: OperationKey,
  { status }: ResultFilter,
  walk: Walk,
): Promise<UnprocessedRow[]> {
  return await db<UnprocessedRow[]>`
    select id, external_product_id, status, failure_reason, issues, sent
    from integrations.results
    where brand_id = ${of.brandId} and operation_id = ${of.id} and status <> 'success'
      ${inStatus(db, status)} ${inOrder(db, of, walk)}`
}

export async function hasResult(db: Queryable, of: OperationKey, id: string): Promise<boolean> {
  const found = await db`
    select from integrations.results where brand_id = ${of.brandId} and operation_id = ${of.id} and id = ${id}`
  return found.length > 0
}

/** Keyset pagination by ordinal; `results_id_idx` finds the ordinal of the cursor. */
function inOrder(db: Queryable, { brandId, id }: OperationKey, { cursor, backwards, limit }: Walk) {
  const place = db`(
    select ordinal from integrations.results where brand_id = ${brandId} and operation_id = ${id} and id = ${cursor ?? null}
  )`
  const beyond = cursor === undefined ? db`` : db`and ordinal ${backwards ? db`<` : db`>`} ${place}`
  return db`${beyond} order by ordinal ${backwards ? db`desc` : db``} ${limitTo(db, limit)}`
}

export type DraftRow = Pick<
  IntegrationsResultsRow,
  'id' | 'operation_id' | 'external_product_id' | 'issues' | 'sent' | 'created_at'
>

/** One page in the order in which the products were attached; uses results_failed_idx. */
export const listDrafts: ListOwned<DraftRow> = async (db, brandId, walk) => {
  const operation = await draftSource(db, brandId)
  if (operation === undefined) return []
  return await db<DraftRow[]>`
    select id, operation_id, external_product_id, issues, sent, created_at
    from integrations.results
    where brand_id = ${brandId} and operation_id = ${operation} and status = 'failure'
      and failure_reason = 'validation_error' ${inOrder(db, { brandId, id: operation }, walk)}`
}

export const hasDraft: HasOwned = async (db, brandId, id) => {
  const operation = await draftSource(db, brandId)
  return operation !== undefined && (await hasResult(db, { brandId, id: operation }, id))
}

async function draftSource(db: Queryable, brandId: BrandId): Promise<OperationId | undefined> {
  const [source] = await db<{ operation_id: OperationId }[]>`
    select operation_id from integrations.draft_sources where brand_id = ${brandId}`
  return source?.operation_id
}

/** Makes the failed results of this import the drafts of the brand, in place of the previous drafts. */
export async function replaceDrafts(tx: Queryable, { brandId, id }: OperationKey): Promise<void> {
  await tx`
    insert into integrations.draft_sources (brand_id, operation_id)
    values (${brandId}, ${id})
    on conflict on constraint draft_sources_pkey do update set operation_id = excluded.operation_id`
}
