/** What the verbs of the stock ledger share: levels, movements, transactions. */
import { type Actor, type Doer, doerOf } from '../../../domain/actor.ts'
import type { LocationId, VariantId } from '../../../platform/ids.ts'
import type { HasOwned } from '../../../platform/queries/owned.ts'
import type { StockLevelsRow } from '../../../platform/rows.ts'
import type { Work } from '../../../platform/work.ts'
import type { MovementType } from './movement-types.ts'

export type InventoryPolicy = 'deny' | 'continue'

/** The balance of one variant. The on-hand quantity is available plus reserved. */
export interface Level {
  variantId: VariantId
  locationId: LocationId
  available: number
  reserved: number
  isAlwaysInStock: boolean
  inventoryPolicy: InventoryPolicy
  updatedAt: Date
}

export interface Movement {
  type: MovementType
  /** The order or reference that caused the movement; the transaction's own id by default. */
  relatedId?: string
  /** An idempotency key: a brand never has two transactions with the same cause. */
  cause?: string
  metadata?: Record<string, string>
  /** Who sets stock. Movements of orders have none, because the history of the order has it. */
  by?: Doer
}

/** The movement for stock that a caller sets: `manual` for a person, `snapshot` (a count) for an application. */
export const setBy = (actor: Actor): Movement => ({
  type: actor.session ? 'manual' : 'snapshot',
  by: doerOf(actor),
})

export type LevelRow = Omit<StockLevelsRow, 'brand_id' | 'unit_multiplier' | 'created_at'>

export function toLevel(row: LevelRow): Level {
  return {
    variantId: row.variant_id,
    locationId: row.location_id,
    available: row.available,
    reserved: row.reserved,
    isAlwaysInStock: row.is_always_in_stock,
    inventoryPolicy: row.inventory_policy as InventoryPolicy,
    updatedAt: row.updated_at,
  }
}

/** The columns of a new transaction, except the brand. */
export function transactionOf(
  { clock, ids, requestId }: Pick<Work, 'clock' | 'ids' | 'requestId'>,
  { type, relatedId, cause, metadata = {}, by }: Movement,
) {
  const id = ids.next()
  return {
    id,
    movementType: type,
    relatedId: relatedId ?? id,
    cause: cause ?? null,
    metadata: JSON.stringify(metadata),
    at: clock.now(),
    applicationId: by?.applicationId ?? null,
    userId: by?.userId ?? null,
    supportSessionId: by?.supportSessionId ?? null,
    requestId: requestId ?? null,
  }
}

/** Whether a brand's ledger has a transaction of this cause; uses transactions_cause_key. */
export const hasCause: HasOwned = async (db, brandId, cause) => {
  const found = await db`select 1 from stock.transactions where brand_id = ${brandId} and cause = ${cause}`
  return found.length > 0
}
