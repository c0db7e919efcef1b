/** SQL that the statements of the ledger share. */
import { idList, oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import type { transactionOf } from './ledger.ts'
import type { Lot } from './lots.ts'

/** A quantity of one variant in a movement. */
export interface MovementLine {
  variantId: VariantId
  quantity: number
  /** Only in a warehouse. */
  lot?: Lot
}

/** Locks levels, always in the order of their ids, which prevents deadlocks between verbs. */
export const lockedLevels = (db: Queryable, brandId: BrandId, ids: readonly string[]) => db`
  select variant_id, location_id, available, reserved, is_always_in_stock, inventory_policy, unit_multiplier, updated_at,
    stock.is_orderable(is_always_in_stock, inventory_policy, available) as is_orderable
  from stock.levels
  where brand_id = ${brandId} and variant_id = ${oneOf(db, ids)}
  order by variant_id
  for update`

/** The requested quantities, each with the ids of its two postings. */
export function requestedPieces({ db, ids }: Work, quantities: ReadonlyMap<string, number>) {
  const variantIds = [...quantities.keys()]
  const next = () => ids.next()
  return db`
    select *
    from unnest(
      ${idList(db, variantIds)}, ${[...quantities.values()]}::bigint[], ${variantIds.map(next)}::uuid[],
      ${variantIds.map(next)}::uuid[]
    ) as wanted (variant_id, quantity, posting_id, counter_id)`
}

/**
 * The time of a movement of the levels in `planned`: the time of the clock, but later than the last change of each level.
 * The clock alone would not give the order of the locks: writers read it before they wait for a lock, and the clocks of
 * nodes differ.
 */
export const timeOfMovement = (db: Queryable, { at }: ReturnType<typeof transactionOf>) =>
  db`greatest(${at}::timestamptz, max(updated_at) + interval '1 microsecond')`

/** Inserts the transaction if all of `planned` can be posted and the cause was not recorded before. */
export const insertTransactionIfComplete = (
  db: Queryable,
  brandId: BrandId,
  transaction: ReturnType<typeof transactionOf>,
  count: number,
) => db`
  insert into stock.transactions (brand_id, id, movement_type, related_id, cause, metadata, created_at)
  select ${brandId}, ${transaction.id}, ${transaction.movementType}, ${transaction.relatedId},
    ${transaction.cause}, ${transaction.metadata}::text::jsonb, ${timeOfMovement(db, transaction)}
  from planned
  having count(*) = ${count} and not bool_or(is_short)
  on conflict (brand_id, cause) do nothing
  returning id, created_at`
