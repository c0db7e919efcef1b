/** The statement that sets the stock of variants to absolute values. */
import { type Fragment, idList, onNodeOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { updateAvailabilityCopy } from './availability.ts'
import { type InventoryPolicy, type Movement, transactionOf } from './ledger.ts'
import { lockedLevels, timeOfMovement } from './movement-parts.ts'

/** What a variant is to have. */
type StockTarget =
  | { onHand: number }
  | { available: number }
  | { alwaysInStock: true }
  /** Starts tracking with nothing available; a variant that is tracked already keeps its quantity. */
  | { tracked: true }

export interface StockChange {
  variantId: VariantId
  to: StockTarget
  inventoryPolicy?: InventoryPolicy
  /** Optimistic lock: nothing is written unless the on-hand quantity equals this; null for a variant that is always in stock. */
  expectedOnHand?: number | null
}

/**
 * A variant after the statement. `is_conflict`: its on-hand quantity differed from the expected one (optimistic lock), and it
 * is unchanged. `on_hand` is null for a variant that is always in stock.
 */
export interface SetStockRow {
  id: VariantId
  is_conflict: boolean
  on_hand: number | null
}

/** The columns that the statement returns for each variant, and their join with `outcome`, the level after the change. */
export type LevelProjection = (db: Queryable, brandId: BrandId) => { columns: Fragment; join: Fragment }

export const levelProjection: LevelProjection = (db) => ({
  columns: db`
    outcome.variant_id, outcome.location_id, outcome.available, outcome.reserved, outcome.is_always_in_stock,
    outcome.inventory_policy, outcome.is_orderable, outcome.updated_at`,
  join: db``,
})

/**
 * Locks, decides and writes in one statement. If the statement waits for a row lock, only `locked` contains the newest version
 * of the row, so every old value is read from there. All verbs lock rows in the order of their ids, which prevents
 * deadlocks. `recorded` is empty if the cause was recorded before, even by a transaction that committed after this
 * statement began.
 */
export async function applyChanges<Row extends SetStockRow>(
  work: Work,
  brandId: BrandId,
  changes: readonly StockChange[],
  movement: Movement,
  projection: LevelProjection,
): Promise<Row[]> {
  const { db } = work
  const ids = changes.map((change) => change.variantId)
  // One string instead of an array of ids, because the values are held in memory while the statement is queued.
  const newIds = () => `{${ids.map(() => work.ids.next()).join(',')}}`
  const transaction = transactionOf(work, movement)
  const { columns, join } = projection(db, brandId)
  return await onNodeOf(
    brandId,
    db<Row[]>`
    with wanted as (
      select *
      from unnest(
        ${idList(db, ids)},
        ${column(changes, ({ to }) => ('onHand' in to ? to.onHand : null))}::bigint[],
        ${column(changes, ({ to }) => ('available' in to ? to.available : null))}::bigint[],
        ${column(changes, ({ to }) => ('alwaysInStock' in to ? 'true' : null))}::text[]::boolean[],
        ${column(changes, ({ inventoryPolicy }) => inventoryPolicy ?? null)}::text[],
        ${column(changes, ({ expectedOnHand }) => expectedOnHand ?? null)}::bigint[],
        ${column(changes, ({ expectedOnHand }) => (expectedOnHand === null ? 'true' : null))}::text[]::boolean[],
        ${newIds()}::uuid[],
        ${newIds()}::uuid[]
      ) as wanted (
        variant_id, on_hand, available, is_always_in_stock, inventory_policy, expected, is_expected_always, posting_id, counter_id
      )
    ), locked as materialized (${lockedLevels(db, brandId, ids)}), planned as materialized (
      select locked.*, wanted.posting_id, wanted.counter_id,
        case when wanted.is_always_in_stock then 0
          else coalesce(wanted.on_hand - locked.reserved, wanted.available, locked.available)
        end as to_available,
        coalesce(wanted.is_always_in_stock, false) as to_always,
        case when wanted.is_always_in_stock then 'deny'
          else coalesce(wanted.inventory_policy, locked.inventory_policy)
        end as to_policy,
        case
          when wanted.expected is not null
            then locked.is_always_in_stock or locked.available + locked.reserved <> wanted.expected
          else wanted.is_expected_always is not null and not locked.is_always_in_stock
        end as is_conflict
      from wanted
      join locked using (variant_id)
    ), verdict as materialized (
      select count(*) = ${ids.length} and not bool_or(is_conflict) as is_ok,
        bool_or(to_available <> available) as is_posted, ${timeOfMovement(db, transaction)} as moved_at
      from planned
    ), recorded as (
      insert into stock.transactions
        (brand_id, id, movement_type, related_id, cause, metadata, created_at, application_id, user_id, support_session_id,
          request_id)
      select ${brandId}, ${transaction.id}, ${transaction.movementType}, ${transaction.relatedId},
        ${transaction.cause}, ${transaction.metadata}::text::jsonb, moved_at,
        ${transaction.applicationId}::uuid, ${transaction.userId}::uuid, ${transaction.supportSessionId}::uuid,
        ${transaction.requestId}::uuid
      from verdict
      where is_ok and is_posted
      on conflict (brand_id, cause) do nothing
      returning id
    ), settled as materialized (
      select is_ok and (not is_posted or exists (select 1 from recorded)) as is_settled, moved_at
      from verdict
    ), changed as materialized (
      select planned.*, moved_at
      from planned
      cross join settled
      where is_settled and (available, is_always_in_stock, inventory_policy) <> (to_available, to_always, to_policy)
    ), saved as (
      update stock.levels as level
      set available = to_available, is_always_in_stock = to_always, inventory_policy = to_policy,
        updated_at = moved_at
      from changed
      where level.brand_id = ${brandId} and level.variant_id = changed.variant_id
    ), posted as (
      insert into stock.postings
        (brand_id, id, transaction_id, movement_type, variant_id, location_id, status, quantity, unit_multiplier, created_at)
      select ${brandId}, posting.id, ${transaction.id}, ${transaction.movementType}, variant_id, location_id, status, quantity, unit_multiplier,
        moved_at
      from changed
      cross join lateral (values
        (posting_id, 'available', to_available - available), (counter_id, 'void', available - to_available)
      ) as posting (id, status, quantity)
      where quantity <> 0
    ), flipped as (
      select variant_id, stock.is_orderable(to_always, to_policy, to_available) as is_orderable
      from changed
      where stock.is_orderable(to_always, to_policy, to_available) <> is_orderable
    )${updateAvailabilityCopy(db, brandId)}, outcome as (
      select variant_id, location_id, reserved, is_conflict, after.*,
        stock.is_orderable(after.is_always_in_stock, after.inventory_policy, after.available) as is_orderable,
        case when not after.is_always_in_stock then after.available + reserved end as on_hand,
        case
          when (planned.available, planned.is_always_in_stock, planned.inventory_policy)
            <> (after.available, after.is_always_in_stock, after.inventory_policy) then moved_at
          else updated_at
        end as updated_at
      from planned
      cross join settled
      cross join lateral (
        select case when is_settled then to_available else available end as available,
          case when is_settled then to_always else is_always_in_stock end as is_always_in_stock,
          case when is_settled then to_policy else inventory_policy end as inventory_policy
      ) as after
    )
    select outcome.variant_id as id, outcome.is_conflict, outcome.on_hand, ${columns}
    from outcome
    ${join}`,
  )
}

/** The values that `read` returns for each change. If all are null, an empty list is enough: `unnest` pads it with nulls. */
function column<T extends string | number>(
  changes: readonly StockChange[],
  read: (change: StockChange) => T | null,
): (T | null)[] {
  const values = changes.map(read)
  return values.some((value) => value !== null) ? values : []
}
