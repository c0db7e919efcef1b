import type { OperationType, StorableEntries } from '@tradehall/product-files'
import { onNodeOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, OperationId } from '../../../platform/ids.ts'
import { newestOfBrand, type Walk } from '../../../platform/queries/keyset.ts'
import type { FindOwned, HasOwned } from '../../../platform/queries/owned.ts'
import type { IntegrationsOperationsRow } from '../../../platform/rows.ts'
import type { Status } from './operation-rules.ts'

export type OperationRow = IntegrationsOperationsRow

const columns = (db: Queryable) => db`
  brand_id, id, source, operation_type, status, update_fields, callback_url, total_products_count,
  processed_products_count, failed_products_count, done_ordinal, base_position, created_at, queued_at, started_at,
  completed_at, callback_attempted_at, callback_outcome, results_purged_at, cancel_requested_at,
  created_by_application_id, created_by_user_id, created_by_name`

/**
 * Serialises the status changes of a brand's operations: ending one starts the next, and starting one depends on whether
 * another is running. To avoid deadlocks this lock is acquired before any row lock. The exception is the batch of the
 * running operation, whose row nothing else locks.
 */
export async function lockStatuses(tx: Queryable, brandId: BrandId): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`integrations ${brandId}`}, 0))`
}

export const findOperation: FindOwned<OperationRow> = async (db, brandId, id) => {
  const [row] = await db<OperationRow[]>`
    select ${columns(db)} from integrations.operations where brand_id = ${brandId} and id = ${id}`
  return row
}

export interface OperationFilter {
  status?: Status
  operationType?: OperationType
}

/** One page, newest first; uses operations_newest_idx. */
export async function listOperations(
  db: Queryable,
  brandId: BrandId,
  { status, operationType }: OperationFilter,
  walk: Walk,
): Promise<OperationRow[]> {
  return await db<OperationRow[]>`
    select ${columns(db)}
    from integrations.operations
    where brand_id = ${brandId}
      ${status === undefined ? db`` : db`and status = ${status}`}
      ${operationType === undefined ? db`` : db`and operation_type = ${operationType}`}
      ${newestOfBrand(db, walk, 'integrations.operations', brandId)}`
}

export const hasOperation: HasOwned = async (db, brandId, id) =>
  (await findOperation(db, brandId, id)) !== undefined

/** Uses operations_id_idx. */
export async function findOperationOfAnyBrand(db: Queryable, id: string): Promise<OperationRow | undefined> {
  const [row] = await db<OperationRow[]>`
    select ${columns(db)} from integrations.operations where id = ${id} limit 1`
  return row
}

/** Uses operations_open_key and operations_running_key. */
export async function findInStatus(
  db: Queryable,
  brandId: BrandId,
  status: 'created' | 'started',
): Promise<OperationId | undefined> {
  const [row] = await db<{ id: OperationId }[]>`
    select id from integrations.operations
    where brand_id = ${brandId} and ${status === 'created' ? db`status = 'created'` : db`status = 'started'`}`
  return row?.id
}

export type NewOperation = Pick<
  OperationRow,
  | 'brand_id'
  | 'id'
  | 'source'
  | 'operation_type'
  | 'status'
  | 'update_fields'
  | 'callback_url'
  | 'created_at'
  | 'queued_at'
  | 'started_at'
  | 'created_by_application_id'
  | 'created_by_user_id'
  | 'created_by_name'
>

export async function insertOperation(tx: Queryable, row: NewOperation): Promise<OperationRow> {
  const [inserted] = await tx<[OperationRow]>`
    insert into integrations.operations
      (brand_id, id, source, operation_type, status, update_fields, callback_url, created_at, queued_at, started_at,
        created_by_application_id, created_by_user_id, created_by_name)
    values (${row.brand_id}, ${row.id}, ${row.source}, ${row.operation_type}, ${row.status}, ${row.update_fields},
      ${row.callback_url}, ${row.created_at}, ${row.queued_at}, ${row.started_at},
      ${row.created_by_application_id}, ${row.created_by_user_id}, ${row.created_by_name})
    returning ${columns(tx)}`
  return inserted
}

export interface StatusChange {
  status: Status
  queued_at?: Date
  started_at?: Date
  completed_at?: Date
}

/** The caller holds `lockStatuses`. */
export async function changeStatus(
  tx: Queryable,
  brandId: BrandId,
  id: OperationId,
  change: StatusChange,
): Promise<OperationRow> {
  const [changed] = await tx<[OperationRow]>`
    update integrations.operations
    set status = ${change.status},
      queued_at = coalesce(${change.queued_at ?? null}::timestamptz, queued_at),
      started_at = coalesce(${change.started_at ?? null}::timestamptz, started_at),
      completed_at = coalesce(${change.completed_at ?? null}::timestamptz, completed_at)
    where brand_id = ${brandId} and id = ${id}
    returning ${columns(tx)}`
  return changed
}

/**
 * Asks the workers to skip the rest of a running operation; undefined if it does not run. It waits for the current batch,
 * which locks the row and may need `lockStatuses` at its end, so the caller must not hold that lock.
 */
export async function requestCancellation(
  db: Queryable,
  brandId: BrandId,
  id: OperationId,
  now: Date,
): Promise<OperationRow | undefined> {
  const [row] = await db<OperationRow[]>`
    update integrations.operations set cancel_requested_at = coalesce(cancel_requested_at, ${now})
    where brand_id = ${brandId} and id = ${id} and status = 'started'
    returning ${columns(db)}`
  return row
}

/** Waits for transactions that are adding products; later ones find the operation started. */
export const lockOperation: FindOwned<OperationRow, OperationId> = async (tx, brandId, id) => {
  const [row] = await tx<OperationRow[]>`
    select ${columns(tx)} from integrations.operations where brand_id = ${brandId} and id = ${id} for update`
  return row
}

/** The pending operation that was queued first; uses operations_pending_idx. */
export async function nextPending(tx: Queryable, brandId: BrandId): Promise<OperationId | undefined> {
  const [row] = await tx<{ id: OperationId }[]>`
    select id from integrations.operations
    where brand_id = ${brandId} and status = 'pending'
    order by queued_at, id
    limit 1`
  return row?.id
}

/**
 * Attaches entries to an operation with this status and returns its new number of entries; undefined if it has another
 * status. A single statement numbers the entries of concurrent requests without gaps.
 */
export async function attachEntries(
  db: Queryable,
  brandId: BrandId,
  { id, status }: { id: OperationId; status: Status },
  { json, count, flawed }: StorableEntries,
): Promise<number | undefined> {
  const [grown] = await onNodeOf(
    brandId,
    db<{ total_products_count: number }[]>`
    with grown as (
      update integrations.operations
      set total_products_count = total_products_count + ${count}
      where brand_id = ${brandId} and id = ${id} and status = ${status}
      returning total_products_count
    ), attached as (
      insert into integrations.entries (brand_id, operation_id, ordinal, payload, bytes, issues)
      select ${brandId}, ${id}, total_products_count - ${count} + place, entry, octet_length(entry::text), issues::jsonb
      from grown
      cross join json_array_elements(${json}::text::json) with ordinality as listed (entry, place)
      left join unnest(
        ${flawed.map(({ place }) => place)}::int[],
        ${flawed.map(({ issues }) => JSON.stringify(issues))}::text[]
      ) as flawed (place, issues) using (place)
    )
    select total_products_count from grown`,
  )
  return grown?.total_products_count
}

export async function deleteEntries(tx: Queryable, brandId: BrandId, id: OperationId): Promise<void> {
  await tx`delete from integrations.entries where brand_id = ${brandId} and operation_id = ${id}`
}
