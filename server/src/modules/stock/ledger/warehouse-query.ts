/** The statement that transfers pieces between the statuses of a warehouse location. */
import { onNodeOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, LocationId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { type Movement, transactionOf } from './ledger.ts'
import { insertTransactionIfComplete, type MovementLine } from './movement-parts.ts'
import type { MovementRow } from './reservations-query.ts'
import { WAREHOUSE_COLUMNS, type WarehouseStatus } from './warehouse-levels.ts'

/** The source and target status at a warehouse location; `void` is outside of it. */
export interface StatusTransfer {
  at: LocationId
  from: WarehouseStatus | 'void'
  to: WarehouseStatus | 'void'
}

/**
 * Locks, decides and writes in one statement; `applyChanges` explains how. Quantities in a warehouse never become negative:
 * a movement of more than the source status has is short.
 */
export async function applyInWarehouse(
  work: Work,
  brandId: BrandId,
  { lines, count }: { lines: readonly MovementLine[]; count: number },
  movement: Movement,
  { at, from, to }: StatusTransfer,
): Promise<MovementRow[]> {
  const { db } = work
  const transaction = transactionOf(work, movement)
  const column = (status: WarehouseStatus) => db(WAREHOUSE_COLUMNS[status])
  const changed = (status: WarehouseStatus | 'void', sign: 1 | -1) =>
    status === 'void'
      ? db``
      : db`${column(status)} = booked.${column(status)} + ${sign}::bigint * booked.quantity,`
  return await onNodeOf(
    brandId,
    db<MovementRow[]>`
    with pieces as materialized (${piecesOf(work, lines)}), wanted as (
      select variant_id, sum(quantity)::bigint as quantity from pieces group by variant_id
    ), locked as materialized (
      select variant_id, available, reserved, damaged, quality_control, blocked, incoming, unit_multiplier, updated_at
      from stock.warehouse_levels
      where brand_id = ${brandId} and location_id = ${at} and variant_id = any(array(select variant_id from pieces))
      order by variant_id
      for update
    ), planned as materialized (
      select locked.*, wanted.quantity,
        ${from === 'void' ? db`false` : db`locked.${column(from)} < wanted.quantity`} as is_short
      from wanted
      join locked using (variant_id)
    ), recorded as (${insertTransactionIfComplete(db, brandId, transaction, count)}), booked as materialized (
      select planned.*, recorded.id as transaction_id, recorded.created_at as moved_at
      from planned
      cross join recorded
    ), saved as (
      update stock.warehouse_levels as level
      set ${changed(from, -1)} ${changed(to, 1)} updated_at = moved_at
      from booked
      where level.brand_id = ${brandId} and level.location_id = ${at} and level.variant_id = booked.variant_id
      returning level.variant_id, level.available, level.reserved, level.updated_at
    ), posted as (
      insert into stock.postings
        (brand_id, id, transaction_id, movement_type, variant_id, location_id, status, quantity, unit_multiplier,
          lot_id, lot_number, lot_expires_on, created_at)
      select ${brandId}, posting.id, transaction_id, ${transaction.movementType}, variant_id, ${at}, status,
        posting.quantity, unit_multiplier, posting.lot_id, posting.lot_number, posting.lot_expires_on, moved_at
      from booked
      join pieces using (variant_id)
      cross join lateral (values
        (posting_id, ${to}::text, pieces.quantity, ${lotAt(db, to)}),
        (counter_id, ${from}::text, -pieces.quantity, ${lotAt(db, from)})
      ) as posting (id, status, quantity, lot_id, lot_number, lot_expires_on)
    )
    select planned.variant_id, ${at}::uuid as location_id, false as is_always_in_stock, 'deny' as inventory_policy,
      planned.is_short, saved.variant_id is not null as is_recorded,
      coalesce(saved.available, planned.available) as available,
      coalesce(saved.reserved, planned.reserved) as reserved,
      coalesce(saved.updated_at, planned.updated_at) as updated_at
    from planned
    left join saved using (variant_id)`,
  )
}

/** Announced goods have no lot before they arrive. */
const lotAt = (db: Queryable, status: WarehouseStatus | 'void') =>
  status === 'incoming'
    ? db`null::uuid, null::text, null::date`
    : db`pieces.lot_id, pieces.lot_number, pieces.lot_expires_on`

/** The requested quantities by variant and lot, each with the ids of its two postings. */
function piecesOf({ db, ids }: Work, lines: readonly MovementLine[]) {
  const byLot = Map.groupBy(lines, ({ variantId, lot }) => `${variantId} ${lot?.id ?? ''}`)
  const pieces = [...byLot.values()].flatMap(([first, ...others]) =>
    first
      ? [{ ...first, quantity: others.reduce((sum, { quantity }) => sum + quantity, first.quantity) }]
      : [],
  )
  return db`
    select *
    from unnest(
      ${pieces.map(({ variantId }) => variantId)}::uuid[], ${pieces.map(({ quantity }) => quantity)}::bigint[],
      ${pieces.map(({ lot }) => lot?.id ?? null)}::uuid[], ${pieces.map(({ lot }) => lot?.number ?? null)}::text[],
      ${pieces.map(({ lot }) => lot?.expiresOn ?? null)}::date[], ${pieces.map(() => ids.next())}::uuid[],
      ${pieces.map(() => ids.next())}::uuid[]
    ) as piece (variant_id, quantity, lot_id, lot_number, lot_expires_on, posting_id, counter_id)`
}
