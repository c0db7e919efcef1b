/** What the queries of this module give to its resources. */
import type { StockLocationsRow, StockPostingsRow, StockTransactionsRow } from '../../../platform/rows.ts'
import type { WarehouseStatus } from '../ledger/warehouse-levels.ts'
import type { StockStatus } from './statuses.ts'

export interface StateRow {
  id: string
  location_id: string
  location_type: string
  available: number
  reserved: number
  is_always_in_stock: boolean
  unit_multiplier: number
  /** Whether the brand's own location is one of those that were asked for. */
  is_own_shown: boolean
  in_warehouses: ({ locationId: string; unitMultiplier: number; lots: LotAmounts[] } & Record<
    WarehouseStatus,
    number
  >)[]
  /** Those to show; all when absent. */
  statuses?: readonly StockStatus[] | undefined
}

/** Of one lot; the first to expire is the first. */
export type LotAmounts = { number: string; expiresOn: string | null } & Record<
  Exclude<WarehouseStatus, 'incoming'>,
  number
>

export type PostingRow = Omit<StockPostingsRow, 'brand_id'> & { movement_type: string }
export type TransactionRow = Pick<StockTransactionsRow, 'id' | 'related_id' | 'metadata' | 'created_at'>
export type LocationRow = Pick<StockLocationsRow, 'id' | 'type' | 'external_id'>
