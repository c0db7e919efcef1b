/** The statuses of stock in the specification. A brand's own location has only some of them. */

const PHYSICAL_STATUSES = [
  'available',
  'reserved',
  'damaged',
  'qualityControl',
  'blocked',
  'incoming',
] as const

/** The statuses of postings. */
export const LOCATION_STATUSES = [...PHYSICAL_STATUSES, 'void'] as const

/** The statuses of balances: `void` has no balance, and `onHand` is a sum. */
export const STOCK_STATUSES = [...PHYSICAL_STATUSES, 'onHand'] as const

export const LOCATION_TYPES = ['warehouse', 'brand', 'retailer'] as const
export const PRODUCT_TYPES = ['single', 'bundle'] as const

export type StockStatus = (typeof STOCK_STATUSES)[number]
