/** Where pieces can be, as the specification names it. A brand's own location knows few of them. */

const PLACES = ['available', 'reserved', 'damaged', 'qualityControl', 'blocked', 'incoming'] as const

/** What postings can say. */
export const LOCATION_STATUSES = [...PLACES, 'void'] as const

/** What balances can say: `void` has none, and on-hand is a sum. */
export const STOCK_STATUSES = [...PLACES, 'onHand'] as const

export const LOCATION_TYPES = ['warehouse', 'brand', 'retailer'] as const
export const PRODUCT_TYPES = ['single', 'bundle'] as const

export type StockStatus = (typeof STOCK_STATUSES)[number]
