/** What the doors of this group have in common. */
export const BASE = '/api/v1/order-pay'
export const TAG = 'OrderPay'
export const shared = { tag: TAG, access: 'brand' } as const
