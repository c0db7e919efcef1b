import {
  attribute,
  instantMicros,
  instantOffset,
  nullable,
  resource,
  toMany,
  toOne,
} from '@tradehall/jsonapi'
import { Type } from 'typebox'
import type { HistoryRow } from './history.ts'
import type { MasterOrderRow } from './master-orders.ts'
import { BILLING_ITEM_TYPES } from './money-rules.ts'
import { STATUSES } from './move-table.ts'
import type { BillingItemRow, ItemRow, OrderRow } from './orders.ts'
import { shippingOverview, shippingOverviewSchema } from './shipping-overview.ts'

const text = (example: string) => nullable(Type.String({ examples: [example] }))
const amount = (example: number) =>
  Type.Integer({ examples: [example], description: 'In minor units of the currency.' })
const currency = Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] })
const percent = Type.Number({ minimum: 0, maximum: 100, examples: [20] })

export const status = Type.Enum([...STATUSES])

export const order = resource<OrderRow>()({
  name: 'order',
  type: 'order',
  types: { masterOrders: 'internal-orders', webhooks: 'orders' },
  description: 'What a retailer ordered from a brand.',
  attributes: {
    masterOrderId: attribute(Type.String({ format: 'uuid' }), 'id', { description: 'The same as the id.' }),
    status: attribute(status, 'status'),
    reference: attribute(Type.Integer({ examples: [1000042] }), 'reference', {
      description: 'The number that people use.',
    }),
    brandCurrency: attribute(currency, 'currency', { description: 'What the brand is paid in.' }),
    brandNetAmount: attribute(amount(9900), 'net_minor', {
      description: 'What the brand is paid: the total with VAT and the billing items.',
    }),
    brandTotalAmount: attribute(amount(9000), 'total_minor', { description: 'All items, without VAT.' }),
    brandTotalAmountVat: attribute(amount(1980), 'total_vat_minor'),
    brandTotalAmountWithVat: attribute(amount(10_980), (row) => row.total_minor + row.total_vat_minor),
    brandRejectReason: attribute(
      text('Sold out until autumn.'),
      (row) => row.brand_reject_reason ?? row.brand_reject_type,
      { description: "The brand's words, or the type of its rejection where it gave none." },
    ),
    retailerRejectReason: attribute(text('Half of the jars are broken.'), 'retailer_reject_reason'),
    retailerCancellationRequestReason: attribute(
      text('Ordered twice.'),
      'retailer_cancellation_request_reason',
      {
        description:
          'Why the retailer asks for a cancellation; null when it does not. Reject the order, or accept it all the same.',
      },
    ),
    billingName: attribute(text('Jo Verlinden'), (row) => row.billing_address.name),
    billingOrganisationName: attribute(
      text('Harbour Lane Stores'),
      (row) => row.billing_address.organisationName,
    ),
    billingStreet: attribute(text('Kaai 12'), (row) => row.billing_address.street),
    billingPostalCode: attribute(text('9000'), (row) => row.billing_address.postalCode),
    billingCity: attribute(text('Gent'), (row) => row.billing_address.city),
    billingCountryCode: attribute(text('BE'), (row) => row.billing_address.countryCode),
    submittedAt: attribute(instantOffset, 'submitted_at', { description: 'When the retailer ordered.' }),
    shippedAt: attribute(nullable(instantOffset), 'shipped_at'),
    brandPaidAt: attribute(nullable(instantOffset), 'brand_paid_at', {
      description: 'Null while the payment is pending.',
    }),
    createdAt: attribute(instantOffset, 'created_at', { deprecated: true }),
    updatedAt: attribute(instantOffset, 'updated_at', {
      description: 'When the order itself changed last; its items have their own.',
    }),
    shippingMethod: attribute(
      nullable(Type.Enum(['marketplace', 'custom', 'fulfillment'])),
      'shipping_method',
      {
        description: 'Null until it is chosen.',
      },
    ),
    shippingOverview: attribute(shippingOverviewSchema, shippingOverview, { only: 'single' }),
  },
  relationships: {
    retailer: toOne('retailer', 'retailer_id', { linkage: 'always' }),
    billingItems: toMany('billingItem', { ids: 'billing_item_ids', linkage: 'always' }),
    orderItems: toMany('orderItem', { ids: 'item_ids', linkage: 'always' }),
    'orderItems-productVariant': toMany('productVariant', { along: ['orderItems', 'productVariant'] }),
    'orderItems-productVariant-product': toMany('product', {
      along: ['orderItems', 'productVariant', 'product'],
    }),
    'orderItems-productOption': toMany('productOption', {
      along: ['orderItems', 'productOption'],
      deprecated: true,
    }),
    'orderItems-productOption-product': toMany('product', {
      along: ['orderItems', 'productOption', 'product'],
      deprecated: true,
    }),
  },
})

/** What `include` may name wherever an order is answered. */
export const ORDER_INCLUDES = [
  'retailer',
  'billingItems',
  'orderItems',
  'orderItems.productVariant',
  'orderItems.productVariant.product',
  'orderItems.productOption',
  'orderItems.productOption.product',
]

export const orderItem = resource<ItemRow>()({
  name: 'orderItem',
  type: 'order-items',
  accepts: ['order-item', 'orderItems', 'orderItem'],
  description: 'A line of an order.',
  attributes: {
    brandCurrency: attribute(currency, 'currency'),
    quantity: attribute(Type.Integer({ examples: [2] }), 'quantity', { description: 'Packs.' }),
    multipliedQuantity: attribute(
      Type.Integer({ examples: [12] }),
      (row) => row.quantity * row.unit_multiplier,
      {
        description: 'Pieces.',
      },
    ),
    vatRate: attribute(percent, 'vat_rate', { description: 'Percent.' }),
    brandUnitPrice: attribute(amount(750), 'unit_price_minor', { description: 'The price of a piece.' }),
    brandAmount: attribute(amount(9000), 'amount_minor'),
    brandAmountVat: attribute(amount(1800), 'vat_minor'),
    brandAmountWithVat: attribute(amount(10_800), (row) => row.amount_minor + row.vat_minor),
    createdAt: attribute(instantMicros, 'created_at'),
    updatedAt: attribute(instantMicros, 'updated_at'),
  },
  relationships: {
    productVariant: toOne('productVariant', 'variant_id', { linkage: 'always' }),
    productOption: toOne('productOption', 'variant_id', { aliases: ['productOptions'], deprecated: true }),
  },
})

export const billingItem = resource<BillingItemRow>()({
  name: 'billingItem',
  type: 'billing-items',
  description: 'A fee or a refund of an order.',
  attributes: {
    type: attribute(Type.Enum([...BILLING_ITEM_TYPES]), 'type', {
      description:
        'All but `brand_shipping_fees` are added to the net amount; that one is positive and subtracted.',
    }),
    currency: attribute(currency, 'currency'),
    vatRate: attribute(percent, 'vat_rate', { description: 'Percent.' }),
    currencyRate: attribute(Type.Number({ examples: [1] }), 'currency_rate', {
      description: 'What one euro was in the currency when the order was submitted.',
    }),
    amount: attribute(amount(-900), 'amount_minor'),
    amountVat: attribute(amount(-180), 'vat_minor'),
    amountWithVat: attribute(amount(-1080), (row) => row.amount_minor + row.vat_minor),
    createdAt: attribute(instantMicros, 'created_at'),
    updatedAt: attribute(instantMicros, 'updated_at'),
  },
})

export const masterOrder = resource<MasterOrderRow>()({
  name: 'masterOrder',
  type: 'master-orders',
  description: 'Stands for one order, of the marketplace or from outside.',
  attributes: {},
  relationships: {
    internalOrder: toOne('order', 'id', { linkage: 'always' }),
    externalOrder: toOne('externalOrder', 'external_order_id', { deprecated: true }),
    shipment: toOne('shipment', 'shipment_id'),
  },
})

export const externalOrder = resource<{ id: string }>()({
  name: 'externalOrder',
  type: 'external-orders',
  description: 'Deprecated: an order that came from outside of the marketplace.',
  attributes: {},
})

export const shipment = resource<{ id: string }>()({
  name: 'shipment',
  type: 'shipments',
  description: 'How an order travels.',
  attributes: {},
})

export const historyEntry = resource<HistoryRow>()({
  name: 'orderMove',
  type: 'order-moves',
  description: 'One entry of the history of an order.',
  attributes: {
    command: attribute(Type.String({ examples: ['brand-validates'] }), 'command', {
      description: 'What was asked for; `edit-…-address` and `request-cancellation` change no status.',
    }),
    from: attribute(nullable(status), 'from_status', { description: 'Null for the first entry.' }),
    to: attribute(status, 'to_status'),
    movedBy: attribute(Type.Enum(['brand', 'marketplace', 'carrier', 'retailer']), 'moved_by'),
    applicationId: attribute(
      nullable(Type.String({ format: 'uuid' })),
      (row) => (row.moved_by === 'brand' ? row.application_id : null),
      { description: 'Which of your applications did it; null for others.' },
    ),
    eventId: attribute(nullable(Type.String({ format: 'uuid' })), 'event_id', {
      description: 'Of the event that it fired.',
    }),
    eventType: attribute(text('order.brand_accepted'), 'event_type'),
    details: attribute(Type.Object({}), 'details', { description: 'What was said or changed with it.' }),
    createdAt: attribute(instantMicros, 'created_at'),
  },
})
