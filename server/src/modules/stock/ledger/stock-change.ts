/** What a caller of `setStock` requests for a variant. */
import type { VariantId } from '../../../platform/ids.ts'
import type { InventoryPolicy } from './ledger.ts'

export type StockTarget =
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
