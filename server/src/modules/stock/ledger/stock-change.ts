import type { VariantId } from '../../../platform/ids.ts'
import type { InventoryPolicy } from './ledger.ts'

export type StockTarget =
  | { onHand: number }
  | { available: number }
  | { alwaysInStock: true }
  /** Tracked from now on, with nothing available; what is tracked already keeps its quantity. */
  | { tracked: true }

export interface StockChange {
  variantId: VariantId
  to: StockTarget
  inventoryPolicy?: InventoryPolicy
  /** Nothing is written unless this is what is on hand. */
  expectedOnHand?: number
}
