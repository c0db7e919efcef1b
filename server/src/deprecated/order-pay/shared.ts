/** Declarations shared by all brand routes of this group. */
export const BASE = '/api/v1/order-pay'
export const TAG = 'OrderPay'
export const shared = { tag: TAG, access: 'brand' } as const
