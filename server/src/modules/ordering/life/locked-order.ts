import type { BrandId, OrderId } from '../../../platform/ids.ts'
import type { OrderingOrdersRow } from '../../../platform/rows.ts'
import type { Shipment } from '../reading/shipment.ts'
import type { Status, Told } from './move-table.ts'

/** Which order of which brand. */
export interface BrandOrder {
  brandId: BrandId
  orderId: OrderId
}

/** What is decided on. */
export type LockedOrder = Pick<
  OrderingOrdersRow,
  | 'brand_id'
  | 'id'
  | 'move_count'
  | 'platform_fee_percent'
  | 'new_customer_fee_percent'
  | 'fee_vat_percent'
  | 'billing_address'
  | 'shipping_address'
  | 'reference'
  | 'currency'
  | 'currency_rate'
  | 'total_minor'
  | 'total_vat_minor'
  | 'shipping_method'
> & { status: Status; shipment: Shipment | null }

/** What a move writes beside its status, its history and what the table says. */
export interface Effects {
  /** What is told with the command, for the columns that the table names. */
  told?: Omit<Told, 'now'>
  columns?: Partial<Omit<OrderingOrdersRow, 'brand_id' | 'id' | 'status' | 'move_count' | 'updated_at'>>
  /** For the history: what was said or changed. */
  details?: object
}
