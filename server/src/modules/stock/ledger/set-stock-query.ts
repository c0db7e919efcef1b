import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { type Fragment, followed } from './availability.ts'
import { type LevelRow, type Movement, transactionOf } from './ledger.ts'
import { lockedLevels } from './locked-levels.ts'
import type { StockChange, StockTarget } from './stock-change.ts'

/** The level after the call; `is_conflict` when it was not what the change expected, and then it is unchanged. */
export type SetRow = LevelRow & { is_conflict: boolean; is_orderable: boolean }

/** What the caller wants to know of each variant beside its level: columns, and the join with `outcome` they come from. */
export type Beside = (db: Queryable, brandId: BrandId) => { columns: Fragment; join: Fragment }

/**
 * Locks, decides and writes in one statement. A row that had to be waited for shows its newest version in `locked`
 * and nowhere else, so every old value is taken from there. Rows are locked in the order of their ids, as every verb
 * does, so that two calls never wait for each other. `recorded` stays empty when the cause is known, also when the
 * other transaction committed after this statement began.
 */
export async function applyChanges(
  work: Work,
  brandId: BrandId,
  changes: readonly StockChange[],
  movement: Movement,
  beside: Beside | undefined,
): Promise<SetRow[]> {
  const { db } = work
  const ids = changes.map((change) => change.variantId)
  const target = (read: (to: StockTarget) => number | null) => changes.map(({ to }) => read(to))
  const next = () => work.ids.next()
  const transaction = transactionOf(work, movement)
  const { columns, join } = beside?.(db, brandId) ?? {}
  return await db<SetRow[]>`
    with wanted as (
      select *
      from unnest(
        ${ids}::uuid[],
        ${target((to) => ('onHand' in to ? to.onHand : null))}::bigint[],
        ${target((to) => ('available' in to ? to.available : null))}::bigint[],
        ${changes.map(({ to }) => String('alwaysInStock' in to))}::text[]::boolean[],
        ${changes.map((change) => change.inventoryPolicy ?? null)}::text[],
        ${changes.map((change) => change.expectedOnHand ?? null)}::bigint[],
        ${ids.map(next)}::uuid[],
        ${ids.map(next)}::uuid[]
      ) as wanted (
        variant_id, on_hand, available, is_always_in_stock, inventory_policy, expected, posting_id, counter_id
      )
    ), locked as materialized (${lockedLevels(db, brandId, ids)}), planned as materialized (
      select locked.*, wanted.posting_id, wanted.counter_id,
        case when wanted.is_always_in_stock then 0
          else coalesce(wanted.on_hand - locked.reserved, wanted.available, locked.available)
        end as to_available,
        wanted.is_always_in_stock as to_always,
        case when wanted.is_always_in_stock then 'deny'
          else coalesce(wanted.inventory_policy, locked.inventory_policy)
        end as to_policy,
        wanted.expected is not null
          and (locked.is_always_in_stock or locked.available + locked.reserved <> wanted.expected) as is_conflict
      from wanted
      join locked using (variant_id)
    ), verdict as materialized (
      select count(*) = ${ids.length} and not bool_or(is_conflict) as is_ok,
        bool_or(to_available <> available) as is_posted
      from planned
    ), recorded as (
      insert into stock.transactions (brand_id, id, movement_type, related_id, cause, metadata, created_at)
      select ${brandId}, ${transaction.id}, ${transaction.movementType}, ${transaction.relatedId},
        ${transaction.cause}, ${transaction.metadata}::text::jsonb, ${transaction.at}
      from verdict
      where is_ok and is_posted
      on conflict on constraint transactions_cause_key do nothing
      returning id
    ), changed as materialized (
      select planned.*
      from planned
      cross join verdict
      left join recorded on true
      where is_ok and (not is_posted or recorded.id is not null)
        and (available, is_always_in_stock, inventory_policy) <> (to_available, to_always, to_policy)
    ), saved as (
      update stock.levels as level
      set available = to_available, is_always_in_stock = to_always, inventory_policy = to_policy,
        updated_at = ${transaction.at}
      from changed
      where level.brand_id = ${brandId} and level.variant_id = changed.variant_id
    ), posted as (
      insert into stock.postings
        (brand_id, id, transaction_id, movement_type, variant_id, location_id, status, quantity, unit_multiplier, created_at)
      select ${brandId}, posting.id, ${transaction.id}, ${transaction.movementType}, variant_id, location_id, status, quantity, unit_multiplier,
        ${transaction.at}
      from changed
      cross join lateral (values
        (posting_id, 'available', to_available - available), (counter_id, 'void', available - to_available)
      ) as posting (id, status, quantity)
      where quantity <> 0
    ), flipped as (
      select variant_id, stock.is_orderable(to_always, to_policy, to_available) as is_orderable
      from changed
      where stock.is_orderable(to_always, to_policy, to_available) <> is_orderable
    )${followed(db, brandId)}, outcome as (
      select planned.variant_id, planned.location_id, planned.reserved, planned.is_conflict,
        coalesce(changed.to_available, planned.available) as available,
        coalesce(changed.to_always, planned.is_always_in_stock) as is_always_in_stock,
        coalesce(changed.to_policy, planned.inventory_policy) as inventory_policy,
        case when changed.variant_id is null then planned.updated_at else ${transaction.at} end as updated_at
      from planned
      left join changed using (variant_id)
    )
    select outcome.*,
      stock.is_orderable(outcome.is_always_in_stock, outcome.inventory_policy, outcome.available) as is_orderable
      ${columns ? db`, ${columns}` : db``}
    from outcome
    ${join ?? db``}`
}
