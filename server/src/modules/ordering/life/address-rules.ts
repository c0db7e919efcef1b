/** Until when the addresses of an order may change. */
import { STATUSES, type Status } from './move-table.ts'

export type AddressKind = 'billing' | 'shipping'

const but = (...fixed: Status[]): readonly Status[] => STATUSES.filter((status) => !fixed.includes(status))

export const EDITABLE_IN: Record<AddressKind, readonly Status[]> = {
  // The invoice is written to it.
  billing: but('invoiced', 'brand_paid', 'cancelled'),
  // The parcels are on their way to it. Labels that exist already are reset by the brand, which the event tells to.
  shipping: but('shipped', 'received', 'reception_refused', 'invoiced', 'brand_paid', 'cancelled'),
}

export const mayEditAddress = (kind: AddressKind, status: Status): boolean =>
  EDITABLE_IN[kind].includes(status)
