/** Imports of products that failed. */
import type { PendingWork } from '../../../module.ts'
import { endedBefore } from './retention.ts'

/**
 * A failed operation is listed until a later one of the same type has succeeded as a whole, or until its results expire, as
 * its failures can then no longer be read. Uses operations_failed_idx, and operations_succeeded_idx for each operation.
 */
export const failedImports: PendingWork = {
  kind: 'failed-imports',
  description:
    'Operations on many products that failed for all or some of them, unless a later one of the same type has succeeded. They are listed for 30 days.',
  firstBy: 'since',
  select: (db, { account, now }) =>
    account.kind === 'brand'
      ? db`
        select id, operation_type as name, source as about, completed_at as since, null::date as due_on
        from integrations.operations as failed
        where brand_id = ${account.brandId} and status in ('failed', 'partially_failed')
          and completed_at > ${endedBefore(now)} and completed_at <= ${now}
          and not exists (
            select 1 from integrations.operations as later
            where later.brand_id = ${account.brandId} and later.operation_type = failed.operation_type
              and later.status = 'succeeded' and later.completed_at > failed.completed_at
          )`
      : null,
}
