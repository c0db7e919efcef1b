/** The deprecated groups, each with its replacement. `ending.ts` describes what happens on the day of their end. */
import type { Module } from '../module.ts'
import { ending } from './ending.ts'
import { externalOrders } from './external-orders/index.ts'
import { fulfillment } from './fulfillment/index.ts'
import { orderPay } from './order-pay/index.ts'

export const deprecatedGroups: readonly Module[] = [
  ending(fulfillment, {
    replacement:
      'The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).',
    below: ['/api/v1/fulfillment', '/api/fulfillment/v1'],
    outlives: ['/api/operator/v1/fulfillment-orders', '/api/operator/v1/replenishments'],
  }),
  ending(externalOrders, {
    replacement:
      'Orders from elsewhere are no longer shipped for you: ship them yourself, without the marketplace.',
    below: ['/api/v1/external-orders'],
    outlives: ['/api/operator/v1/external-orders'],
  }),
  ending(orderPay, {
    replacement:
      'Customers of your own no longer pay through the marketplace: invoice them yourself, or have them order as retailers.',
    below: ['/api/v1/order-pay', '/api/testing/order-pay-orders'],
    outlives: ['/api/operator/v1/order-pay-orders'],
  }),
]
