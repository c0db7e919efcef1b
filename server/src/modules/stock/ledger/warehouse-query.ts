import { oneOf } from '../../../platform/database.ts'
import type { BrandId, LocationId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { type Movement, transactionOf } from './ledger.ts'
import { recordedWhole, wantedPieces } from './movement-parts.ts'
import type { MovementRow } from './reservations-query.ts'
import { WAREHOUSE_COLUMNS, type WarehouseStatus } from './warehouse-levels.ts'

/** From which status of a warehouse to which; `void` is outside. */
export interface Way {
  at: LocationId
  from: WarehouseStatus | 'void'
  to: WarehouseStatus | 'void'
}

/**
 * Locks, decides and writes in one statement, in the way that `applyChanges` explains. A warehouse counts everything and
 * has nothing twice, so that no status ever holds less than none.
 */
export async function applyInWarehouse(
  work: Work,
  brandId: BrandId,
  quantities: ReadonlyMap<string, number>,
  movement: Movement,
  { at, from, to }: Way,
): Promise<MovementRow[]> {
  const { db } = work
  const ids = [...quantities.keys()]
  const transaction = transactionOf(work, movement)
  const column = (status: WarehouseStatus) => db(WAREHOUSE_COLUMNS[status])
  const changed = (status: WarehouseStatus | 'void', sign: 1 | -1) =>
    status === 'void'
      ? db``
      : db`${column(status)} = booked.${column(status)} + ${sign}::bigint * booked.quantity,`
  return await db<MovementRow[]>`
    with wanted as (${wantedPieces(work, quantities)}), locked as materialized (
      select variant_id, available, reserved, damaged, quality_control, blocked, incoming, unit_multiplier, updated_at
      from stock.warehouse_levels
      where brand_id = ${brandId} and location_id = ${at} and variant_id = ${oneOf(db, ids)}
      order by variant_id
      for update
    ), planned as materialized (
      select locked.*, wanted.quantity, wanted.posting_id, wanted.counter_id,
        ${from === 'void' ? db`false` : db`locked.${column(from)} < wanted.quantity`} as is_short
      from wanted
      join locked using (variant_id)
    ), recorded as (${recordedWhole(db, brandId, transaction, ids.length)}), booked as materialized (
      select planned.*, recorded.id as transaction_id
      from planned
      cross join recorded
    ), saved as (
      update stock.warehouse_levels as level
      set ${changed(from, -1)} ${changed(to, 1)} updated_at = ${transaction.at}
      from booked
      where level.brand_id = ${brandId} and level.location_id = ${at} and level.variant_id = booked.variant_id
      returning level.variant_id, level.available, level.reserved, level.updated_at
    ), posted as (
      insert into stock.postings
        (brand_id, id, transaction_id, movement_type, variant_id, location_id, status, quantity, unit_multiplier, created_at)
      select ${brandId}, posting.id, transaction_id, ${transaction.movementType}, variant_id, ${at}, status,
        posting.quantity, unit_multiplier, ${transaction.at}
      from booked
      cross join lateral (values
        (posting_id, ${to}::text, booked.quantity), (counter_id, ${from}::text, -booked.quantity)
      ) as posting (id, status, quantity)
    )
    select planned.variant_id, ${at}::uuid as location_id, false as is_always_in_stock, 'deny' as inventory_policy,
      planned.is_short, saved.variant_id is not null as is_recorded,
      coalesce(saved.available, planned.available) as available,
      coalesce(saved.reserved, planned.reserved) as reserved,
      coalesce(saved.updated_at, planned.updated_at) as updated_at
    from planned
    left join saved using (variant_id)`
}
