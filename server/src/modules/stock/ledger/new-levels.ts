import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { followed } from './availability.ts'
import { type InventoryPolicy, type Movement, transactionOf } from './ledger.ts'

/** The stock that a variant begins with. */
export interface Opening {
  isAlwaysInStock?: boolean
  inventoryPolicy?: InventoryPolicy
  onHand?: number
}

export interface NewVariant extends Opening {
  variantId: VariantId
  unitMultiplier: number
  createdAt: Date
}

/** The id of the brand's one location, which is made when it is asked for first. */
export async function openLocation({ db: tx, clock, ids }: Work, brandId: BrandId): Promise<string> {
  const [known] = await tx<{ id: string }[]>`
    select id from stock.locations where brand_id = ${brandId} and type = 'brand' and external_id = ${brandId}`
  if (known) return known.id
  // Of two that make it at once, the second gets the row of the first.
  const [made] = await tx<[{ id: string }]>`
    insert into stock.locations (brand_id, id, type, external_id, created_at)
    values (${brandId}, ${ids.next()}, 'brand', ${brandId}, ${clock.now()})
    on conflict on constraint locations_place_key do update set type = excluded.type
    returning id`
  return made.id
}

export interface OpenOptions {
  movement?: Movement
  /** Whoever keeps a copy of what can be ordered was told already, by what the caller wrote with the variants. */
  isFollowed?: boolean
}

/** Whether a new variant can be ordered, by the rule of `stock.is_orderable`. */
export const opensOrderable = ({ isAlwaysInStock, inventoryPolicy, onHand = 0 }: Opening): boolean =>
  isAlwaysInStock === true || inventoryPolicy === 'continue' || onHand > 0

/** Starts the ledger of new variants, with one transaction for what is on hand. */
export async function openLevels(
  work: Work,
  brandId: BrandId,
  variants: readonly NewVariant[],
  { movement = { type: 'snapshot' }, isFollowed = false }: OpenOptions = {},
): Promise<void> {
  const { db: tx } = work
  if (variants.length === 0) return
  const locationId = await openLocation(work, brandId)
  const next = () => work.ids.next()
  const transaction = transactionOf(work, movement)
  await tx`
    with opened as (
      insert into stock.levels
        (brand_id, variant_id, location_id, available, is_always_in_stock, inventory_policy, unit_multiplier,
          created_at, updated_at)
      select ${brandId}, variant_id, ${locationId}, on_hand, is_always_in_stock, inventory_policy, unit_multiplier,
        created_at, created_at
      from unnest(
        ${variants.map((variant) => variant.variantId)}::uuid[],
        ${variants.map((variant) => variant.onHand ?? 0)}::bigint[],
        ${variants.map((variant) => String(variant.isAlwaysInStock ?? false))}::text[]::boolean[],
        ${variants.map((variant) => variant.inventoryPolicy ?? 'deny')}::text[],
        ${variants.map((variant) => variant.unitMultiplier)}::int[],
        ${variants.map((variant) => variant.createdAt.toISOString())}::timestamptz[]
      ) as variant (variant_id, on_hand, is_always_in_stock, inventory_policy, unit_multiplier, created_at)
      returning variant_id, available, unit_multiplier, is_always_in_stock, inventory_policy
    )${isFollowed ? tx`` : tellFollower(tx, brandId)}, counted as materialized (
      select variant_id, available, unit_multiplier, posting_id, counter_id
      from opened
      join unnest(
        ${variants.map((variant) => variant.variantId)}::uuid[],
        ${variants.map(next)}::uuid[],
        ${variants.map(next)}::uuid[]
      ) as ids (variant_id, posting_id, counter_id) using (variant_id)
      where available <> 0
    ), recorded as (
      insert into stock.transactions (brand_id, id, movement_type, related_id, metadata, created_at)
      select ${brandId}, ${transaction.id}, ${transaction.movementType}, ${transaction.relatedId},
        ${transaction.metadata}::text::jsonb, ${transaction.at}
      from counted
      having count(*) > 0
      returning id
    )
    insert into stock.postings
      (brand_id, id, transaction_id, movement_type, variant_id, location_id, status, quantity, unit_multiplier, created_at)
    select ${brandId}, posting.id, recorded.id, ${transaction.movementType}, variant_id, ${locationId}, status, quantity, unit_multiplier,
      ${transaction.at}
    from counted
    cross join recorded
    cross join lateral (values
      (posting_id, 'available', available), (counter_id, 'void', -available)
    ) as posting (id, status, quantity)`
}

const tellFollower = (tx: Queryable, brandId: BrandId) => tx`, flipped as (
    select variant_id, true as is_orderable
    from opened
    where stock.is_orderable(is_always_in_stock, inventory_policy, available)
  )${followed(tx, brandId)}`
