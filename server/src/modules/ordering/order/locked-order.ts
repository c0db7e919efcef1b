/** The types of a locked order, without the code that locks it, so that modules can declare extensions of moves. */
import type { BrandId, OrderId } from '../../../platform/ids.ts'
import type { OrderingOrdersRow } from '../../../platform/rows.ts'
import type { CommandInput, Status } from './move-table.ts'
import type { Shipment } from './shipment.ts'

/** Identifies an order; every statement on orders names the brand. */
export interface BrandOrder {
  brandId: BrandId
  orderId: OrderId
}

/** The columns of an order that its row lock protects and that decisions are based on. */
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
  | 'retailer_cancellation_request_reason'
  | 'revert_request_reason'
> & { status: Status; shipment: Shipment | null }

/** What a decision adds to a move, beyond what the move table specifies. */
export interface Effects {
  /** Passed to `sets` of the move table. */
  input?: Omit<CommandInput, 'now'>
  columns?: Partial<Omit<OrderingOrdersRow, 'brand_id' | 'id' | 'status' | 'move_count' | 'updated_at'>>
  /** Stored in the history entry: the reason, or what was changed. */
  details?: object
}
