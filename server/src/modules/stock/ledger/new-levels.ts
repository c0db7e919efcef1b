/** The first levels of new variants. */
import { onNodeOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { updateAvailabilityCopy } from './availability.ts'
import { type InventoryPolicy, type Movement, transactionOf } from './ledger.ts'
import { openLocation } from './locations.ts'

/** The initial stock of a variant. */
export interface OpeningStock {
  isAlwaysInStock?: boolean
  inventoryPolicy?: InventoryPolicy
  onHand?: number
}

export interface NewLevel extends OpeningStock {
  variantId: VariantId
  unitMultiplier: number
  createdAt: Date
}

export interface OpenOptions {
  movement?: Movement
  /** The caller has written the copy of availability together with the variants. */
  isCopyWritten?: boolean
}

/** Whether a new variant can be ordered; the same rule as the SQL function `stock.is_orderable`. */
export const isOrderableAtOpening = ({
  isAlwaysInStock,
  inventoryPolicy,
  onHand = 0,
}: OpeningStock): boolean => isAlwaysInStock === true || inventoryPolicy === 'continue' || onHand > 0

/** Creates the levels of new variants, with one transaction for their initial quantities. */
export async function openLevels(
  work: Work,
  brandId: BrandId,
  variants: readonly NewLevel[],
  { movement = { type: 'snapshot' }, isCopyWritten = false }: OpenOptions = {},
): Promise<void> {
  const { db: tx } = work
  if (variants.length === 0) return
  const locationId = await openLocation(work, brandId)
  const next = () => work.ids.next()
  const transaction = transactionOf(work, movement)
  await onNodeOf(
    brandId,
    tx`
    with opened as (
      insert into stock.levels
        (brand_id, variant_id, location_id, available, is_always_in_stock, inventory_policy, unit_multiplier,
          created_at, updated_at)
      select ${brandId}, variant_id, ${locationId}, on_hand, is_always_in_stock, inventory_policy, unit_multiplier,
        created_at, ${transaction.at}
      from unnest(
        ${variants.map((variant) => variant.variantId)}::uuid[],
        ${variants.map((variant) => variant.onHand ?? 0)}::bigint[],
        ${variants.map((variant) => String(variant.isAlwaysInStock ?? false))}::text[]::boolean[],
        ${variants.map((variant) => variant.inventoryPolicy ?? 'deny')}::text[],
        ${variants.map((variant) => variant.unitMultiplier)}::int[],
        ${variants.map((variant) => variant.createdAt.toISOString())}::timestamptz[]
      ) as variant (variant_id, on_hand, is_always_in_stock, inventory_policy, unit_multiplier, created_at)
      returning variant_id, available, unit_multiplier, is_always_in_stock, inventory_policy
    )${isCopyWritten ? tx`` : copyOpenedVariants(tx, brandId)}, counted as materialized (
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
    ) as posting (id, status, quantity)`,
  )
}

const copyOpenedVariants = (tx: Queryable, brandId: BrandId) => tx`, flipped as (
    select variant_id, true as is_orderable
    from opened
    where stock.is_orderable(is_always_in_stock, inventory_policy, available)
  )${updateAvailabilityCopy(tx, brandId)}`
