/** The statement that reserves, releases or ships pieces at the brand's own location. */
import { onNodeOf } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { updateAvailabilityCopy } from './availability.ts'
import { type LevelRow, type Movement, transactionOf } from './ledger.ts'
import { insertTransactionIfComplete, lockedLevels, requestedPieces } from './movement-parts.ts'

export interface MovementKind {
  /** 1: into `reserved`; -1: out of it. */
  sign: 1 | -1
  /** Whether the pieces leave the location. */
  leaves: boolean
  /** Whether the policy `deny` refuses more than the available quantity. */
  isBounded: boolean
}

/** The level after the statement. `is_short`: the requested quantity is not available, and nothing was posted. */
export type MovementRow = LevelRow & { is_short: boolean; is_recorded: boolean }

/** Locks, decides and writes in one statement; `applyChanges` explains how. */
export async function applyMovement(
  work: Work,
  brandId: BrandId,
  quantities: ReadonlyMap<string, number>,
  movement: Movement,
  { sign, leaves, isBounded }: MovementKind,
): Promise<MovementRow[]> {
  const { db } = work
  const ids = [...quantities.keys()]
  const transaction = transactionOf(work, movement)
  return await onNodeOf(
    brandId,
    db<MovementRow[]>`
    with wanted as (${requestedPieces(work, quantities)}), locked as materialized (${lockedLevels(db, brandId, ids)}), planned as materialized (
      select locked.*, wanted.posting_id, wanted.counter_id, ${sign}::int * wanted.quantity as into_reserved,
        case when ${leaves}::boolean or locked.is_always_in_stock then 'void' else 'available' end as counter_status,
        ${isBounded}::boolean and not locked.is_always_in_stock and locked.inventory_policy = 'deny'
          and locked.available < wanted.quantity as is_short
      from wanted
      join locked using (variant_id)
    ), recorded as (${insertTransactionIfComplete(db, brandId, transaction, ids.length)}), booked as materialized (
      select planned.*, recorded.id as transaction_id, recorded.created_at as moved_at,
        case when counter_status = 'available' then available - into_reserved else available end as to_available
      from planned
      cross join recorded
    ), saved as (
      update stock.levels as level
      set available = to_available, reserved = booked.reserved + into_reserved, updated_at = moved_at
      from booked
      where level.brand_id = ${brandId} and level.variant_id = booked.variant_id
    ), posted as (
      insert into stock.postings
        (brand_id, id, transaction_id, movement_type, variant_id, location_id, status, quantity, unit_multiplier, created_at)
      select ${brandId}, posting.id, transaction_id, ${transaction.movementType}, variant_id, location_id, status, quantity, unit_multiplier,
        moved_at
      from booked
      cross join lateral (values
        (posting_id, 'reserved', into_reserved), (counter_id, counter_status, -into_reserved)
      ) as posting (id, status, quantity)
    ), flipped as (
      select variant_id, stock.is_orderable(is_always_in_stock, inventory_policy, to_available) as is_orderable
      from booked
      where stock.is_orderable(is_always_in_stock, inventory_policy, to_available) <> is_orderable
    )${updateAvailabilityCopy(db, brandId)}
    select planned.variant_id, planned.location_id, planned.is_always_in_stock, planned.inventory_policy,
      planned.is_short,
      booked.variant_id is not null as is_recorded,
      coalesce(booked.to_available, planned.available) as available,
      planned.reserved + coalesce(booked.into_reserved, 0) as reserved,
      coalesce(booked.moved_at, planned.updated_at) as updated_at
    from planned
    left join booked using (variant_id)`,
  )
}
