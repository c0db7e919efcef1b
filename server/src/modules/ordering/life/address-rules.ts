/** The statuses in which the addresses of an order may still change. */
import { STATUSES, type Status } from '../order/move-table.ts'

export type AddressKind = 'billing' | 'shipping'

const allExcept = (...excluded: Status[]): readonly Status[] =>
  STATUSES.filter((status) => !excluded.includes(status))

export const EDITABLE_IN: Record<AddressKind, readonly Status[]> = {
  // The issued invoice bears this address.
  billing: allExcept('invoiced', 'brand_paid', 'cancelled'),
  // Shipped parcels are in transit to this address. Existing labels are not changed: the event prompts the brand to reset
  // them.
  shipping: allExcept('shipped', 'received', 'reception_refused', 'invoiced', 'brand_paid', 'cancelled'),
}

export const mayEditAddress = (kind: AddressKind, status: Status): boolean =>
  EDITABLE_IN[kind].includes(status)
