/** The groups of the API that end on 1 December 2026: what replaces them, and the paths that answer 410 from then on. */

/** When they end, by the clock. */
export const END = new Date('2026-12-01T00:00:00Z')

interface EndedGroup {
  /** The replacement for integrators, as a sentence; every response after the end contains it. */
  replacement: string
  /** Paths that belong to the group alone: every request to them and below them is answered 410. */
  below: readonly string[]
  /** Paths among those of others. */
  at: readonly string[]
  /** Paths that only a sandbox has. */
  inSandbox?: readonly string[]
}

export const endedGroups: Record<'fulfillment' | 'externalOrders' | 'orderPay', EndedGroup> = {
  fulfillment: {
    replacement:
      'The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).',
    below: ['/api/v1/fulfillment', '/api/fulfillment/v1'],
    at: [
      '/api/v1/product-variants/{productVariant}/declare-fulfillment-item',
      '/api/v1/master-orders/{orderId}/fulfillment-orders',
      '/api/v1/master-orders/{orderId}/relationships/fulfillment-orders',
      '/api/v1/master-orders/{orderId}/-actions/check-fulfillability',
      '/api/v1/master-orders/{orderId}/-actions/request-fulfillment',
      '/api/operator/v1/warehouses',
      '/api/operator/v1/fulfillment-enrolments',
      '/api/operator/v1/fulfillment-enrolments/{brand}',
      '/api/operator/v1/fulfillment-items/{item}',
      '/api/operator/v1/fulfillment-bundles',
      '/api/operator/v1/fulfillment-lots/{lot}/-actions/adjust',
    ],
    inSandbox: [
      '/api/testing/replenishments/{replenishment}/-actions/advance',
      '/api/testing/fulfillment-orders/{id}/-actions/advance',
    ],
  },
  externalOrders: {
    replacement:
      'Orders from elsewhere are no longer shipped for you: ship them yourself, without the marketplace.',
    below: ['/api/v1/external-orders'],
    at: [],
    inSandbox: ['/api/testing/external-orders/{id}/-actions/advance'],
  },
  orderPay: {
    replacement:
      'Customers of your own no longer pay through the marketplace: invoice them yourself, or have them order as retailers.',
    below: ['/api/v1/order-pay', '/api/testing/order-pay-orders'],
    at: [],
  },
}
