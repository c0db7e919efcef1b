/** What include paths lead to, written by `npm run generate`. Change the resources of the server. */
import type { components } from './api.ts'

type Schemas = components['schemas']

export interface One<Resource> {
  one: Resource
}

export interface Many<Resource> {
  many: Resource
}

interface IncludesOfOperatorOrderMove {
  supportSession: One<Schemas['SupportSession']>
}

interface IncludesOfTimelineEntry {
  application: One<Schemas['Application']>
  supportSession: One<Schemas['SupportSession']>
}

interface IncludesOfStockPosting {
  lot: One<Schemas['StockLot']>
  state: One<Schemas['StockState']>
  transaction: One<Schemas['StockTransaction']>
}

interface IncludesOfStockTransaction {
  postings: Many<Schemas['StockPosting']>
}

interface IncludesOfApplication {
  webhookSubscriptions: Many<Schemas['WebhookSubscription']>
}

interface IncludesOfBrand {
  'brand-contacts': Many<Schemas['BrandContact']>
}

interface IncludesOfFulfillable {
  item: One<Schemas['FulfillmentItem']>
  lots: Many<Schemas['FulfillmentLot']>
}

interface IncludesOfFulfillmentLot {
  fulfillmentItem: One<Schemas['FulfillmentItem']>
}

interface IncludesOfFulfillmentOrder {
  statusUpdates: Many<Schemas['FulfillmentStatusUpdate']>
}

interface IncludesOfMasterOrder {
  externalOrder: One<Schemas['ExternalOrder']>
  'externalOrder.orderItems': Many<Schemas['ExternalOrderItem']>
  internalOrder: One<Schemas['OrderInMasterOrders']>
  'internalOrder.billingItems': Many<Schemas['BillingItem']>
  'internalOrder.orderItems': Many<Schemas['OrderItem']>
  'internalOrder.orderItems.productOption': One<Schemas['ProductOption']>
  'internalOrder.orderItems.productOption.product': One<Schemas['Product']>
  'internalOrder.orderItems.productVariant': One<Schemas['ProductVariant']>
  'internalOrder.orderItems.productVariant.product': One<Schemas['Product']>
  'internalOrder.retailer': One<Schemas['Retailer']>
  shipment: One<Schemas['Shipment']>
}

interface IncludesOfTrackedShipment {
  shipmentParcel: Many<Schemas['TrackedParcel']>
  shipmentQuote: One<Schemas['TrackedQuote']>
  shippedItems: Many<Schemas['TrackedItem']>
}

interface IncludesOfOrderPayCustomer {
  'payment-methods': Many<Schemas['OrderPayPaymentMethod']>
}

interface IncludesOfOrderPayOrder {
  payment: One<Schemas['OrderPayPayment']>
  'payment.transactions': Many<Schemas['OrderPayTransaction']>
}

interface IncludesOfOrder {
  billingItems: Many<Schemas['BillingItem']>
  orderItems: Many<Schemas['OrderItem']>
  'orderItems.productOption': One<Schemas['ProductOption']>
  'orderItems.productOption.product': One<Schemas['Product']>
  'orderItems.productVariant': One<Schemas['ProductVariant']>
  'orderItems.productVariant.product': One<Schemas['Product']>
  retailer: One<Schemas['Retailer']>
}

interface IncludesOfProductVariant {
  product: One<Schemas['Product']>
}

interface IncludesOfStockMovement {
  application: One<Schemas['Application']>
  order: One<Schemas['Order']>
  supportSession: One<Schemas['SupportSession']>
}

interface IncludesOfProduct {
  productOption: Many<Schemas['ProductOption']>
  productVariant: Many<Schemas['ProductVariant']>
}

interface IncludesOfWebhookSubscription {
  application: One<Schemas['Application']>
}

/** By method and path of the operation: the resource at the end of each include path. */
export interface IncludePaths {
  'GET /api/operator/v1/orders/{order}/history': IncludesOfOperatorOrderMove
  'GET /api/operator/v1/orders/{order}/timeline': IncludesOfTimelineEntry
  'GET /api/stock/v1/postings': IncludesOfStockPosting
  'GET /api/stock/v1/stock/postings': IncludesOfStockPosting
  'GET /api/stock/v1/stock/transactions': IncludesOfStockTransaction
  'GET /api/stock/v1/transactions': IncludesOfStockTransaction
  'GET /api/v1/applications': IncludesOfApplication
  'GET /api/v1/brands/me': IncludesOfBrand
  'GET /api/v1/fulfillment/fulfillable': IncludesOfFulfillable
  'GET /api/v1/fulfillment/lots': IncludesOfFulfillmentLot
  'GET /api/v1/fulfillment/orders': IncludesOfFulfillmentOrder
  'GET /api/v1/fulfillment/orders/{id}': IncludesOfFulfillmentOrder
  'GET /api/v1/master-orders': IncludesOfMasterOrder
  'GET /api/v1/master-orders/{master_order}': IncludesOfMasterOrder
  'GET /api/v1/master-orders/{orderId}/fulfillment-orders': IncludesOfFulfillmentOrder
  'GET /api/v1/master-orders/{orderId}/tracking': IncludesOfTrackedShipment
  'GET /api/v1/order-pay/order-pay-customer': IncludesOfOrderPayCustomer
  'GET /api/v1/order-pay/order-pay-customer/{order_pay_customer}': IncludesOfOrderPayCustomer
  'GET /api/v1/order-pay/order-pay-orders/{order_pay_order}': IncludesOfOrderPayOrder
  'GET /api/v1/orders': IncludesOfOrder
  'GET /api/v1/orders/{orderId}/tracking': IncludesOfTrackedShipment
  'GET /api/v1/orders/{order}': IncludesOfOrder
  'GET /api/v1/orders/{order}/history': IncludesOfOperatorOrderMove
  'GET /api/v1/orders/{order}/timeline': IncludesOfTimelineEntry
  'GET /api/v1/product-variants': IncludesOfProductVariant
  'GET /api/v1/product-variants/{productVariant}': IncludesOfProductVariant
  'GET /api/v1/product-variants/{productVariant}/stock-movements': IncludesOfStockMovement
  'GET /api/v1/products': IncludesOfProduct
  'GET /api/v1/products/{product}': IncludesOfProduct
  'GET /api/v1/webhook-subscriptions': IncludesOfWebhookSubscription
  'GET /api/v1/webhook-subscriptions/{webhookSubscription}': IncludesOfWebhookSubscription
  'PATCH /api/v1/master-orders/{master_order}': IncludesOfMasterOrder
  'PATCH /api/v1/master-orders/{orderId}/tracking': IncludesOfTrackedShipment
  'PATCH /api/v1/order-pay/order-pay-customer/{order_pay_customer}': IncludesOfOrderPayCustomer
  'PATCH /api/v1/order-pay/order-pay-orders/{order_pay_order}': IncludesOfOrderPayOrder
  'PATCH /api/v1/orders/{orderId}/tracking': IncludesOfTrackedShipment
  'PATCH /api/v1/product-variants/{productVariant}/prices': IncludesOfProductVariant
  'PATCH /api/v1/product-variants/{productVariant}/stock': IncludesOfProductVariant
  'PATCH /api/v1/webhook-subscriptions/{webhookSubscription}': IncludesOfWebhookSubscription
  'POST /api/testing/orders/create': IncludesOfOrder
  'POST /api/testing/orders/{order}/-actions/advance': IncludesOfOrder
  'POST /api/testing/orders/{order}/-actions/request-cancellation': IncludesOfOrder
  'POST /api/testing/orders/{order}/-actions/update-address': IncludesOfOrder
  'POST /api/v1/master-orders/{orderId}/tracking': IncludesOfTrackedShipment
  'POST /api/v1/order-pay/order-pay-customer': IncludesOfOrderPayCustomer
  'POST /api/v1/order-pay/order-pay-orders': IncludesOfOrderPayOrder
  'POST /api/v1/order-pay/order-pay-orders/{order_pay_order}/-actions/cancel': IncludesOfOrderPayOrder
  'POST /api/v1/order-pay/order-pay-orders/{order_pay_order}/-actions/confirm': IncludesOfOrderPayOrder
  'POST /api/v1/orders/{orderId}/tracking': IncludesOfTrackedShipment
  'POST /api/v1/orders/{order}/-actions/request-revert': IncludesOfOrder
  'POST /api/v1/orders/{order}/-actions/transition': IncludesOfOrder
  'POST /api/v1/orders/{order}/accept': IncludesOfOrder
  'POST /api/v1/orders/{order}/reject': IncludesOfOrder
  'POST /api/v1/orders/{order}/ship/schedule-pickup': IncludesOfOrder
  'POST /api/v1/webhook-subscriptions': IncludesOfWebhookSubscription
  'POST /api/v1/webhook-subscriptions/{webhookSubscription}/-actions/pause': IncludesOfWebhookSubscription
  'POST /api/v1/webhook-subscriptions/{webhookSubscription}/-actions/resume': IncludesOfWebhookSubscription
  'POST /api/v1/webhook-subscriptions/{webhookSubscription}/-actions/rotate-secret': IncludesOfWebhookSubscription
}

/** By type of resource: attributes that only the single resource has, not lists and includes. */
export interface SingleOnly {
  'internal-orders': 'removedItems' | 'shippingOverview'
  order: 'removedItems' | 'shippingOverview'
  orders: 'removedItems' | 'shippingOverview' | 'shippingAddress' | 'carrier' | 'trackingNumber' | 'trackingLink' | 'expectedArrivalAt' | 'parcels' | 'lines' | 'removedLines'
  product: 'productTypeId' | 'images' | 'tags'
  productVariant: 'fulfillableId' | 'availableAt' | 'images'
  requests: 'effects'
  'webhook-deliveries': 'attempts' | 'body'
}
