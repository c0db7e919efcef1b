import { type Entry, type Issue, MAX_NAME } from '@tradehall/product-files'
import { onNodeOf, planAnew, type Queryable } from '../../../platform/database.ts'
import type { BrandId, OperationId } from '../../../platform/ids.ts'
import type { OperationRow } from '../operations/queries.ts'
import type { OperationKey } from '../operations/results.ts'

/** The running operations of these brands, at most one each; uses operations_running_key. Planned for the brands. */
export async function listRunning(db: Queryable, brandIds: readonly BrandId[]): Promise<OperationKey[]> {
  const rows = await planAnew(db<{ brand_id: BrandId; id: OperationId }[]>`
    select brand_id, id from integrations.operations
    where status = 'started' and brand_id = any(${brandIds as string[]}::uuid[])
    order by started_at, id`)
  return rows.map(({ brand_id, id }) => ({ brandId: brand_id, id }))
}

export type RunningRow = Pick<
  OperationRow,
  | 'source'
  | 'operation_type'
  | 'update_fields'
  | 'total_products_count'
  | 'processed_products_count'
  | 'failed_products_count'
  | 'done_ordinal'
  | 'base_position'
  | 'cancel_requested_at'
>

/**
 * Locks a running operation; undefined if it has ended or another worker holds the lock. Sequential scans are disabled for
 * the transaction: PostgreSQL caches the plans of foreign key checks, and a plan for a small table is kept while the table
 * grows. The checks of 40 000 postings were measured to scan 5 000 000 transactions that way.
 */
export async function claimRunning(
  tx: Queryable,
  { brandId, id }: OperationKey,
): Promise<RunningRow | undefined> {
  const [row] = await tx<RunningRow[]>`
    select source, operation_type, update_fields, total_products_count, processed_products_count,
      failed_products_count, done_ordinal, base_position, cancel_requested_at, set_config('enable_seqscan', 'off', true)
    from integrations.operations
    where brand_id = ${brandId} and id = ${id} and status = 'started'
    for update skip locked`
  return row
}

export interface StagedEntry {
  ordinal: number
  payload: Entry
  /** Issues that were found when the entry was attached. */
  issues: Issue[] | null
}

/** The next entries without gaps: at most `most`, and fewer if they exceed `mostBytes`; uses entries_pkey. */
export async function readEntries(
  tx: Queryable,
  { brandId, id }: OperationKey,
  { after, most, mostBytes }: { after: number; most: number; mostBytes: number },
): Promise<StagedEntry[]> {
  return await tx<StagedEntry[]>`
    select ordinal, payload, issues
    from (
      select ordinal, payload, issues, sum(bytes) over (order by ordinal) - bytes as bytes_before
      from integrations.entries
      where brand_id = ${brandId} and operation_id = ${id} and ordinal between ${after + 1} and ${after + most}
    ) as weighed
    where bytes_before < ${mostBytes}
    order by ordinal`
}

export interface EntryOutcome {
  ordinal: number
  id: string
  externalId: string
  failure: 'validation_error' | 'internal_error' | null
  issues: readonly object[]
}

/** Replaces entries by results. The result of a failed entry stores the entry. */
export async function saveResults(
  tx: Queryable,
  { brandId, id }: OperationKey,
  outcomes: readonly EntryOutcome[],
  now: Date,
): Promise<void> {
  const [first, last] = [outcomes[0]?.ordinal ?? 0, outcomes.at(-1)?.ordinal ?? 0]
  await onNodeOf(
    brandId,
    tx`
    with taken as (
      delete from integrations.entries
      where brand_id = ${brandId} and operation_id = ${id} and ordinal between ${first} and ${last}
      returning ordinal, payload
    )
    insert into integrations.results
      (brand_id, operation_id, ordinal, id, external_product_id, status, failure_reason, issues, sent, created_at)
    select ${brandId}, ${id}, ordinal, outcome.id, external_product_id,
      case when failure_reason is null then 'success' else 'failure' end, failure_reason, issues::jsonb,
      case when failure_reason is not null then payload end, ${now}
    from taken
    join unnest(
      ${outcomes.map(({ ordinal }) => ordinal)}::int[],
      ${outcomes.map(({ id }) => id)}::uuid[],
      ${outcomes.map(({ externalId }) => externalId)}::text[],
      ${outcomes.map(({ failure }) => failure)}::text[],
      ${outcomes.map(({ issues }) => JSON.stringify(issues))}::text[]
    ) as outcome (ordinal, id, external_product_id, failure_reason, issues) using (ordinal)`,
  )
}

/** Replaces the entries from `after + 1` on by results that say that they were not processed. */
export async function skipEntries(
  tx: Queryable,
  { brandId, id }: OperationKey,
  { after, resultIds, now }: { after: number; resultIds: readonly string[]; now: Date },
): Promise<void> {
  await onNodeOf(
    brandId,
    tx`
    with taken as (
      delete from integrations.entries
      where brand_id = ${brandId} and operation_id = ${id}
        and ordinal between ${after + 1} and ${after + resultIds.length}
      returning ordinal, payload, payload -> 'attributes' -> 'external_id' as external_id
    )
    insert into integrations.results
      (brand_id, operation_id, ordinal, id, external_product_id, status, sent, created_at)
    select ${brandId}, ${id}, ordinal, result_id,
      case when json_typeof(external_id) = 'string' and external_id #>> '{}' ~ '\\S'
        then left(external_id #>> '{}', ${MAX_NAME})
        else payload ->> 'id'
      end,
      'skipped', payload, ${now}
    from taken
    join unnest(${resultIds}::uuid[]) with ordinality as given (result_id, place) on ordinal = ${after} + place`,
  )
}

export async function saveProgress(
  tx: Queryable,
  { brandId, id }: OperationKey,
  progress: { ordinal: number; processed: number; failed: number; basePosition: number | null },
): Promise<void> {
  await tx`
    update integrations.operations
    set done_ordinal = ${progress.ordinal}, base_position = ${progress.basePosition},
      processed_products_count = ${progress.processed}, failed_products_count = ${progress.failed}
    where brand_id = ${brandId} and id = ${id}`
}
