/** Rows that the queries of this module return and its resources render. */
import type { VariantId } from '../../../platform/ids.ts'
import type { StockLocationsRow, StockPostingsRow, StockTransactionsRow } from '../../../platform/rows.ts'
import type { WarehouseStatus } from '../ledger/warehouse-levels.ts'
import type { StockStatus } from './statuses.ts'

interface BundlePart {
  variantId: VariantId
  /** How many of it are in one bundle. */
  quantity: number
}

export interface StateRow {
  id: string
  location_id: string
  location_type: string
  available: number
  reserved: number
  is_always_in_stock: boolean
  unit_multiplier: number
  /** Whether the filter includes the brand's own location. */
  includes_own_location: boolean
  /** `onHand` is the sum of the statuses if absent; that of a bundle is not. */
  in_warehouses: ({
    locationId: string
    unitMultiplier: number
    lots: LotQuantities[]
    onHand?: number
  } & Record<WarehouseStatus, number>)[]
  /** Of a bundle; none for other variants. */
  parts: readonly BundlePart[]
  /** The statuses to render; all if absent. */
  statuses?: readonly StockStatus[] | undefined
}

/** Quantities of one lot; lots are ordered by their expiry date. */
type LotQuantities = { number: string; expiresOn: string | null } & Record<
  Exclude<WarehouseStatus, 'incoming'>,
  number
>

export type PostingRow = Omit<StockPostingsRow, 'brand_id'> & { movement_type: string }
export type TransactionRow = Pick<StockTransactionsRow, 'id' | 'related_id' | 'metadata' | 'created_at'>
export type LocationRow = Pick<StockLocationsRow, 'id' | 'type' | 'external_id'>
