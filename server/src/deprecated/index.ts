/** The deprecated groups, each with its replacement. `ending.ts` describes what happens on the day of their end. */
import type { Module } from '../module.ts'
import { endedGroups } from '../modules/ended/groups.ts'
import { ending } from './ending.ts'
import { externalOrders } from './external-orders/index.ts'
import { fulfillment } from './fulfillment/index.ts'
import { orderPay } from './order-pay/index.ts'

export const deprecatedGroups: readonly Module[] = [
  ending(fulfillment, {
    replacement: endedGroups.fulfillment.replacement,
    outlives: ['/api/operator/v1/fulfillment-orders', '/api/operator/v1/replenishments'],
  }),
  ending(externalOrders, {
    replacement: endedGroups.externalOrders.replacement,
    outlives: ['/api/operator/v1/external-orders'],
  }),
  ending(orderPay, {
    replacement: endedGroups.orderPay.replacement,
    outlives: ['/api/operator/v1/order-pay-orders'],
  }),
]
