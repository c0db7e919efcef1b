/** The beginnings of the statements that move pieces, at a brand's own location and in a warehouse. */
import { idList, type Queryable } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import type { transactionOf } from './ledger.ts'
import type { Lot } from './lots.ts'

/** Pieces of a variant that move together. */
export interface Line {
  variantId: VariantId
  quantity: number
  /** What they are of, in a warehouse. */
  lot?: Lot
}

/** What is asked for, with the ids of both postings that it takes. */
export function wantedPieces({ db, ids }: Work, quantities: ReadonlyMap<string, number>) {
  const variantIds = [...quantities.keys()]
  const next = () => ids.next()
  return db`
    select *
    from unnest(
      ${idList(db, variantIds)}, ${[...quantities.values()]}::bigint[], ${variantIds.map(next)}::uuid[],
      ${variantIds.map(next)}::uuid[]
    ) as wanted (variant_id, quantity, posting_id, counter_id)`
}

/** The transaction, if all of `planned` can be booked, and nothing was booked for the same cause before. */
export const recordedWhole = (
  db: Queryable,
  brandId: BrandId,
  transaction: ReturnType<typeof transactionOf>,
  count: number,
) => db`
  insert into stock.transactions (brand_id, id, movement_type, related_id, cause, metadata, created_at)
  select ${brandId}, ${transaction.id}, ${transaction.movementType}, ${transaction.relatedId},
    ${transaction.cause}, ${transaction.metadata}::text::jsonb, ${transaction.at}
  from planned
  having count(*) = ${count} and not bool_or(is_short)
  on conflict on constraint transactions_cause_key do nothing
  returning id`
