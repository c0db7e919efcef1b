/** Reads the failed results of an operation in the order in which their entries were attached. */

import type { SentEntry } from '@tradehall/product-files'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, OperationId } from '../../../platform/ids.ts'

export interface FailedResult {
  ordinal: number
  external_product_id: string
  failure_reason: 'validation_error' | 'internal_error'
  issues: readonly { field?: string; message: string }[]
  /** Null when the operation failed as a whole. */
  sent: SentEntry | null
}

export interface ReportedOperation {
  brand_id: BrandId
  operation_id: OperationId
}

/** Limits of one batch: results, and stored bytes of their entries. The entry that exceeds the bytes is the last one. */
const BATCH = 200
const BATCH_BYTES = 1_000_000

/** Holds one batch in memory; uses results_failed_idx. */
export async function* failuresOf(
  db: Queryable,
  { brand_id, operation_id }: ReportedOperation,
): AsyncGenerator<FailedResult[]> {
  for (let after = 0; ; ) {
    const batch = await db<FailedResult[]>`
      select ordinal, external_product_id, failure_reason, issues, sent
      from (
        select ordinal, external_product_id, failure_reason, issues, sent,
          sum(pg_column_size(sent)) over (order by ordinal rows between unbounded preceding and 1 preceding) as before
        from integrations.results
        where brand_id = ${brand_id} and operation_id = ${operation_id} and status = 'failure' and ordinal > ${after}
        order by ordinal
        limit ${BATCH}
      ) as next
      where coalesce(before, 0) < ${BATCH_BYTES}
      order by ordinal`
    if (batch.length === 0) return
    yield batch
    after = batch.at(-1)?.ordinal ?? after
  }
}

/** Whether any cell gets a comment: an issue, or the remark that its text was cut. */
export async function needsComments(
  db: Queryable,
  { brand_id, operation_id }: ReportedOperation,
  longestText: number,
): Promise<boolean> {
  const found = await db`
    select
    from integrations.results
    where brand_id = ${brand_id} and operation_id = ${operation_id} and status = 'failure'
      and (failure_reason = 'validation_error' or length(sent::text) > ${longestText})
    limit 1`
  return found.length > 0
}
