/** The movements of one variant with their causes, newest first. */
import { limitTo, type Queryable } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import type { Walk } from '../../../platform/queries/keyset.ts'
import type { StockTransactionsRow } from '../../../platform/rows.ts'
import { type Balance, changesOfGroup, presentBalances } from './balances.ts'
import type { TimeRange } from './filters.ts'

export const CAUSES = ['order', 'import', 'manual', 'warehouse'] as const
type Cause = (typeof CAUSES)[number]

type TransactionColumn =
  | 'id'
  | 'movement_type'
  | 'created_at'
  | 'application_id'
  | 'user_id'
  | 'support_session_id'
  | 'request_id'

/** The movement of one variant by a transaction, which moves a variant at one location only. */
export interface MovementRow extends Pick<StockTransactionsRow, TransactionColumn> {
  location_id: string
  location_type: string
  cause: Cause
  available: number
  reserved: number
  on_hand: number
  order_id: string | null
  operation_id: string | null
  /** The balance at the location after the movement; null unless it was requested. */
  balance: Balance | null
}

export interface MovementsQuery {
  variantId: VariantId
  createdAt?: TimeRange
  /** A balance is the present one minus all later movements, so older pages cost more. */
  withBalances: boolean
}

/** A page of movements. Finds their transactions with postings_variant_idx, and sorts only those with equal timestamps. */
export async function walkVariantMovements(
  db: Queryable,
  brandId: BrandId,
  { variantId, createdAt: { from, to } = {}, withBalances }: MovementsQuery,
  { cursor, backwards, limit }: Walk,
): Promise<MovementRow[]> {
  const order = backwards ? db`` : db`desc`
  const beyond =
    cursor === undefined
      ? db``
      : db`and (created_at, transaction_id) ${backwards ? db`>` : db`<`} (
          select created_at, id from stock.transactions where brand_id = ${brandId} and id = ${cursor}
        )`
  return await db<MovementRow[]>`
    with page as materialized (
      select distinct created_at, transaction_id
      from stock.postings
      where brand_id = ${brandId} and variant_id = ${variantId}
        ${from === undefined ? db`` : db`and created_at >= ${from}::timestamptz`}
        ${to === undefined ? db`` : db`and created_at < ${to}::timestamptz`}
        ${beyond}
      order by created_at ${order}, transaction_id ${order}
      ${limitTo(db, limit)}
    ), moved as materialized (
      select page.transaction_id, page.created_at, location_id, ${changesOfGroup(db)}
      from page
      join stock.postings
        on postings.brand_id = ${brandId} and postings.transaction_id = page.transaction_id and variant_id = ${variantId}
      group by page.transaction_id, page.created_at, location_id
    )
    select transaction.id, transaction.movement_type, transaction.created_at, transaction.application_id,
      transaction.user_id, transaction.support_session_id, transaction.request_id, moved.location_id, place.type as location_type,
      moved.available, moved.reserved, moved.on_hand,
      case
        when transaction.movement_type like 'order\\_%' then 'order'
        when place.type = 'warehouse' then 'warehouse'
        when transaction.movement_type = 'snapshot' and related_id <> transaction.id::text then 'import'
        else 'manual'
      end as cause,
      case when related_id = metadata ->> 'masterOrderUuid' then related_id::uuid end as order_id,
      case
        when place.type = 'brand' and transaction.movement_type = 'snapshot' and related_id <> transaction.id::text
          then related_id::uuid
      end as operation_id,
      ${withBalances ? balanceAfter(db, brandId, variantId) : db`null`} as balance
    from moved
    join stock.transactions as transaction
      on transaction.brand_id = ${brandId} and transaction.id = moved.transaction_id
    join stock.locations as place on place.brand_id = ${brandId} and place.id = moved.location_id
    order by moved.created_at ${order}, moved.transaction_id ${order}`
}

/** The present balance minus the movements after the page and minus the newer movements of the page. */
const balanceAfter = (db: Queryable, brandId: BrandId, variantId: VariantId) => db`(
  select json_build_object(
    'available', present.available - later.available - newer.available,
    'reserved', present.reserved - later.reserved - newer.reserved,
    'onHand', present.on_hand - later.on_hand - newer.on_hand
  )
  from (${presentBalances(db, brandId, variantId)}) as present
  cross join (
    select coalesce(sum(available), 0) as available, coalesce(sum(reserved), 0) as reserved,
      coalesce(sum(on_hand), 0) as on_hand
    from moved as other
    where other.location_id = moved.location_id
      and (other.created_at, other.transaction_id) > (moved.created_at, moved.transaction_id)
  ) as newer
  cross join (
    select ${changesOfGroup(db)}
    from stock.postings
    where brand_id = ${brandId} and variant_id = ${variantId} and postings.location_id = moved.location_id
      and (postings.created_at, postings.transaction_id) > (
        select page.created_at, page.transaction_id from page order by created_at desc, transaction_id desc limit 1
      )
  ) as later
  where present.location_id = moved.location_id
)`
