/** Facts about operations, written by `npm run generate`. Change the operations of the server. */

/** Paths to which a `POST` takes an id from the client. */
export const POSTS_WITH_ID: ReadonlySet<string> = new Set([
  '/api/integrations/v1/applications',
  '/api/operator/v1/brands',
  '/api/operator/v1/brands/{brand}/applications',
  '/api/operator/v1/brands/{brand}/discount-rules',
  '/api/operator/v1/brands/{brand}/users',
  '/api/operator/v1/orders',
  '/api/operator/v1/retailers',
  '/api/operator/v1/retailers/{retailer}/applications',
  '/api/operator/v1/retailers/{retailer}/users',
  '/api/operator/v1/warehouses',
  '/api/v1/brands/brand-contacts',
  '/api/v1/catalog/exchange/error-reports',
  '/api/v1/catalog/integrations/operations',
  '/api/v1/email-verifications',
  '/api/v1/master-orders/{orderId}/tracking',
  '/api/v1/order-pay/order-pay-customer',
  '/api/v1/order-pay/order-pay-orders',
  '/api/v1/ordering/billing-exports',
  '/api/v1/orders/{orderId}/tracking',
  '/api/v1/webhook-subscriptions',
])

/** Paths to which a `POST` may be repeated: the second one answers with what the first one made. */
export const REPEATABLE_POSTS: ReadonlySet<string> = new Set([
  ...POSTS_WITH_ID,
  '/api/v1/brands/franco-settings',
  '/api/v1/pictures',
  '/api/v1/pictures/upload',
  '/api/v1/product-variants/{productVariant}/declare-fulfillment-item',
])

/** Paths of single resources whose writes can conflict with their state. */
export const READABLE_PATHS: ReadonlySet<string> = new Set([
  '/api/operator/v1/fulfillment-orders/{id}',
  '/api/operator/v1/jobs/{job}',
  '/api/operator/v1/orders/{order}',
  '/api/operator/v1/parked-events/{event}',
  '/api/operator/v1/users/{user}',
  '/api/operator/v1/webhook-subscriptions/{webhookSubscription}',
  '/api/operator/v1/webhook-subscriptions/{webhookSubscription}/deliveries/{delivery}',
  '/api/retailer/v1/orders/{order}',
  '/api/v1/catalog/integrations/operations/{operationId}',
  '/api/v1/order-pay/order-pay-orders/{order_pay_order}',
  '/api/v1/orders/{order}',
  '/api/v1/product-variants/{productVariant}',
  '/api/v1/users/{user}',
  '/api/v1/webhook-subscriptions/{webhookSubscription}',
  '/api/v1/webhook-subscriptions/{webhookSubscription}/deliveries/{delivery}',
])
