/** Which variants changed in stock, and when, for lists of variants by change. */

import { type Fragment, limitTo, type Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { type ChangeWalk, isWithin } from '../../../platform/queries/changes.ts'

/**
 * A query for the changes of a walk `(at, id)`, oldest first. A variant occurs once for each of its changes. Uses
 * transactions_recorded_idx with postings_transaction_idx, and level_changes_changed_idx.
 */
export const stockChanges = (db: Queryable, brandId: BrandId, walk: ChangeWalk): Fragment => db`
  (
    select recorded_at as at, variant_id as id
    from stock.transactions as transaction
    join stock.postings as posting
      on posting.brand_id = transaction.brand_id and posting.transaction_id = transaction.id
    where transaction.brand_id = ${brandId} and ${isWithin(db, walk, { at: db`recorded_at`, id: db`variant_id` })}
      ${startingAt(db, walk)}
    group by recorded_at, variant_id
    order by recorded_at, variant_id
    ${limitTo(db, walk.limit)}
  ) union all (
    select changed_at, variant_id
    from stock.level_changes
    where brand_id = ${brandId} and ${isWithin(db, walk, { at: db`changed_at`, id: db`variant_id` })}
    order by changed_at, variant_id
    ${limitTo(db, walk.limit)}
  )`

/** A position names a variant, which is not in the index of transactions, so the time is a separate condition. */
const startingAt = (db: Queryable, { from }: ChangeWalk): Fragment =>
  'after' in from ? db`and recorded_at >= platform.from_micros(${from.after.micros})` : db``

/** The time of the latest change, or null; an expression. Uses the indexes of `stockChanges`. */
export const latestStockChange = (db: Queryable, brandId: BrandId): Fragment => db`greatest(
  (select max(recorded_at) from stock.transactions where brand_id = ${brandId} and recorded_at is not null),
  (select max(changed_at) from stock.level_changes where brand_id = ${brandId})
)`
