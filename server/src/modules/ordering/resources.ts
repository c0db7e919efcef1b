/** The resources of orders as brands see them. */
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
import { createdAt, integerAttribute, textAttribute, updatedAt } from '../../domain/attributes.ts'
import { uuid } from '../../domain/fields.ts'
import type { HistoryRow } from './life/history.ts'
import { BILLING_ITEM_TYPES } from './money/fees.ts'
import { type BillingItemRow, type ItemRow, orderedQuantity, type RemovedItem } from './order/items.ts'
import { STATUSES } from './order/move-table.ts'
import { amount, totalWithVat } from './order/order-lines.ts'
import type { OrderRow } from './order/order-row.ts'
import type { ShipmentRow } from './order/shipment.ts'
import type { MasterOrderRow } from './reading/master-orders.ts'
import type { OrderCountRow } from './reading/order-counts.ts'
import { shippingOverview, shippingOverviewSchema } from './reading/shipping-overview.ts'

const text = (example: string) => nullable(Type.String({ examples: [example] }))
const currency = Type.String({
  pattern: '^[A-Z]{3}$',
  examples: ['EUR'],
  description: 'Currency of the amounts, a code of ISO 4217.',
})
const vatRate = Type.Number({ minimum: 0, maximum: 100, examples: [20], description: 'VAT in percent.' })

export const status = Type.Enum([...STATUSES], {
  title: 'OrderStatus',
  description:
    'Where an order is in its life. A new one is `ankor_confirmed` and waits for the brand to accept (`brand_confirmed`) or to reject it (`rejected`, then `cancelled`); later it is `shipped`, `received`, `invoiced` and `brand_paid`.',
})

const removedItems = Type.Array(
  Type.Object(
    {
      id: uuid('Id that the item had.'),
      productVariantId: uuid('What was ordered.'),
      orderedQuantity: Type.Integer({ examples: [2], description: 'How many packs were ordered.' }),
      multipliedOrderedQuantity: Type.Integer({
        examples: [12],
        description: 'How many pieces: packs times pieces in a pack.',
      }),
      vatRate,
      brandUnitPrice: amount(750, 'The price of a piece without VAT'),
      orderedAmount: amount(9000, 'All pieces that were ordered, without VAT'),
    },
    { title: 'RemovedItem', description: 'An item that the brand left out when it accepted the order.' },
  ),
  {
    description:
      'The items that the brand left out when it accepted the order, as they were ordered. They are no longer among `orderItems`.',
  },
)

export const order = resource<OrderRow>()({
  name: 'order',
  type: 'order',
  types: { masterOrders: 'internal-orders', webhooks: 'orders' },
  description: 'What a retailer ordered from a brand.',
  attributes: {
    masterOrderId: attribute(uuid(), 'id', { description: 'The same as the id.' }),
    status: attribute(status, 'status'),
    reference: integerAttribute(1000042, 'reference', 'The number that people use, on labels and in mails.'),
    brandCurrency: attribute(currency, 'currency', { description: 'Currency that the brand is paid in.' }),
    brandNetAmount: attribute(
      amount(9900, 'What the brand is paid: the total with VAT and the billing items'),
      'net_minor',
    ),
    brandTotalAmount: attribute(amount(9000, 'All items without VAT'), 'total_minor'),
    brandTotalAmountVat: attribute(amount(1980, 'The VAT of all items'), 'total_vat_minor'),
    brandTotalAmountWithVat: attribute(amount(10_980, 'All items with VAT'), totalWithVat),
    brandRejectReason: attribute(
      text('Sold out until autumn.'),
      (row) => row.brand_reject_reason ?? row.brand_reject_type,
      {
        description:
          'Why the brand rejected it: its words, or the type where it gave none. Null if it did not.',
      },
    ),
    retailerRejectReason: attribute(text('Half of the jars are broken.'), 'retailer_reject_reason', {
      description: 'Why the retailer refused what arrived; null if it did not.',
    }),
    retailerCancellationRequestReason: attribute(
      text('Ordered twice.'),
      'retailer_cancellation_request_reason',
      {
        description:
          'Why the retailer asks for a cancellation; null when it does not. Reject the order, or accept it all the same.',
      },
    ),
    billingName: attribute(text('Jo Verlinden'), (row) => row.billing_address.name, {
      description: 'Name on the invoice: a person.',
    }),
    billingOrganisationName: attribute(
      text('Harbour Lane Stores'),
      (row) => row.billing_address.organisationName,
      { description: 'Name on the invoice: a company or a shop.' },
    ),
    billingStreet: attribute(text('Kaai 12'), (row) => row.billing_address.street, {
      description: 'Street and number of the billing address.',
    }),
    billingPostalCode: attribute(text('9000'), (row) => row.billing_address.postalCode, {
      description: 'Postal code of the billing address.',
    }),
    billingCity: attribute(text('Gent'), (row) => row.billing_address.city, {
      description: 'Town of the billing address.',
    }),
    billingCountryCode: attribute(text('BE'), (row) => row.billing_address.countryCode, {
      description: 'Country of the billing address, a code of ISO 3166-1.',
    }),
    submittedAt: attribute(instantOffset, 'submitted_at', { description: 'When the retailer ordered.' }),
    shippedAt: attribute(nullable(instantOffset), 'shipped_at', {
      description: 'When the brand shipped it; null until then.',
    }),
    brandPaidAt: attribute(nullable(instantOffset), 'brand_paid_at', {
      description: 'When the brand was paid; null while the payment is pending.',
    }),
    createdAt: attribute(instantOffset, 'created_at', {
      deprecated: true,
      description: 'When the retailer began it, so before `submittedAt`; use that.',
    }),
    updatedAt: attribute(instantOffset, 'updated_at', {
      description: 'When the order itself changed last; its items have their own.',
    }),
    shippingMethod: attribute(
      nullable(Type.Enum(['marketplace', 'custom', 'fulfillment'])),
      'shipping_method',
      {
        description: 'Who ships it: `custom` is a carrier of the brand. Null until it is chosen.',
      },
    ),
    removedItems: attribute(removedItems, (row) => row.removed_items ?? [], { only: 'single' }),
    shippingOverview: attribute(shippingOverviewSchema, shippingOverview, { only: 'single' }),
  },
  preload: {
    'orderItems.productVariant': { ids: 'variant_ids' },
    'orderItems.productVariant.product': {
      ids: 'variant_ids',
      by: 'variantsWithProducts',
      of: ['productVariant', 'product'],
    },
    'orderItems.productOption': { ids: 'variant_ids' },
    'orderItems.productOption.product': { ids: 'variant_ids', by: 'productsOfVariants' },
  },
  relationships: {
    retailer: toOne('retailer', 'retailer_id', { linkage: 'always' }),
    billingItems: toMany('billingItem', { ids: 'billing_item_ids', linkage: 'always' }),
    orderItems: toMany('orderItem', { ids: 'item_ids', linkage: 'always' }),
    'orderItems-productVariant': toMany('productVariant', {
      along: ['orderItems', 'productVariant'],
      description: 'The variants of all items, when they are included.',
    }),
    'orderItems-productVariant-product': toMany('product', {
      along: ['orderItems', 'productVariant', 'product'],
      description: 'The products of all items, when they are included.',
    }),
    'orderItems-productOption': toMany('productOption', {
      along: ['orderItems', 'productOption'],
      deprecated: true,
      description: 'As `orderItems-productVariant`, in the older form.',
    }),
    'orderItems-productOption-product': toMany('product', {
      along: ['orderItems', 'productOption', 'product'],
      deprecated: true,
      description: 'As `orderItems-productVariant-product`, in the older form.',
    }),
  },
})

/** The include paths of every endpoint that responds with orders. */
export const ORDER_INCLUDES = [
  'retailer',
  'billingItems',
  'orderItems',
  'orderItems.productVariant',
  'orderItems.productVariant.product',
  'orderItems.productOption',
  'orderItems.productOption.product',
]

export const orderCount = resource<OrderCountRow>()({
  name: 'orderCount',
  type: 'order-counts',
  id: status,
  description: 'How many orders are in a status, which is the id.',
  attributes: {
    count: integerAttribute(7, 'count', 'How many.'),
  },
})

export const orderItem = resource<ItemRow>()({
  name: 'orderItem',
  type: 'order-items',
  accepts: ['order-item', 'orderItems', 'orderItem'],
  description: 'A line of an order.',
  attributes: {
    brandCurrency: attribute(currency, 'currency'),
    quantity: integerAttribute(2, 'quantity', 'How many packs.'),
    orderedQuantity: attribute(Type.Integer({ examples: [3] }), orderedQuantity, {
      description:
        'How many packs the retailer ordered; more than `quantity` if the brand has accepted less.',
    }),
    multipliedQuantity: attribute(
      Type.Integer({ examples: [12] }),
      (row) => row.quantity * row.unit_multiplier,
      {
        description: 'How many pieces: packs times pieces in a pack.',
      },
    ),
    vatRate: attribute(vatRate, 'vat_rate'),
    brandUnitPrice: attribute(amount(750, 'The price of a piece without VAT'), 'unit_price_minor'),
    brandAmount: attribute(amount(9000, 'All pieces without VAT'), 'amount_minor'),
    brandAmountVat: attribute(amount(1800, 'The VAT of all pieces'), 'vat_minor'),
    brandAmountWithVat: attribute(
      amount(10_800, 'All pieces with VAT'),
      (row) => row.amount_minor + row.vat_minor,
    ),
    createdAt: createdAt(instantMicros),
    updatedAt: updatedAt(instantMicros),
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
    vatRate: attribute(vatRate, 'vat_rate'),
    currencyRate: attribute(Type.Number({ examples: [1] }), 'currency_rate', {
      description: 'What one euro was in the currency when the order was submitted.',
    }),
    amount: attribute(amount(-900, 'Without VAT'), 'amount_minor'),
    amountVat: attribute(amount(-180, 'The VAT'), 'vat_minor'),
    amountWithVat: attribute(amount(-1080, 'With VAT'), (row) => row.amount_minor + row.vat_minor),
    createdAt: createdAt(instantMicros),
    updatedAt: updatedAt(instantMicros),
  },
})

export const masterOrder = resource<MasterOrderRow>()({
  name: 'masterOrder',
  type: 'master-orders',
  description: 'Stands for one order, of the marketplace or from outside.',
  attributes: {},
  relationships: {
    internalOrder: toOne('order', 'internal_order_id', { linkage: 'present' }),
    externalOrder: toOne('externalOrder', 'external_order_id', { linkage: 'present', deprecated: true }),
    shipment: toOne('shipment', 'shipment_id'),
  },
})

/** Stands in for external orders where no module provides them, so that relationships to them stay declared. */
export const externalOrder = resource<{ id: string }>()({
  name: 'externalOrder',
  type: 'external-orders',
  standIn: true,
  description: 'Deprecated: an order that came from outside of the marketplace.',
  attributes: {},
})

export const shipment = resource<ShipmentRow>()({
  name: 'shipment',
  type: 'shipments',
  description: 'How an order travels.',
  attributes: {
    shippedAt: attribute(nullable(instantOffset), 'shipped_at', { description: 'When it left.' }),
    trackingNumber: attribute(text('SW0099123'), 'tracking_number', {
      description: "The carrier's number; null if nobody has told it.",
    }),
    shippingCarrier: attribute(text('marketplace'), 'provider', {
      description: 'Who carries it; `other` for an unknown carrier.',
    }),
    trackingUrl: attribute(text('https://track.example.test/SW0099123'), 'tracking_link', {
      description: 'Where to follow it; null if there is no page.',
    }),
  },
})

export const historyEntry = resource<HistoryRow>()({
  name: 'orderMove',
  type: 'order-moves',
  description: 'One entry of the history of an order.',
  attributes: {
    command: textAttribute(
      'brand-validates',
      'command',
      'What was asked for; `edit-…-address` and `request-cancellation` change no status.',
    ),
    from: attribute(nullable(status), 'from_status', {
      description: 'The status before it; null for the first entry.',
    }),
    to: attribute(status, 'to_status', { description: 'The status after it.' }),
    movedBy: attribute(Type.Enum(['brand', 'marketplace', 'carrier', 'retailer']), 'moved_by', {
      description: 'Who did it.',
    }),
    applicationId: attribute(
      nullable(uuid()),
      (row) => (row.moved_by === 'brand' ? row.application_id : null),
      { description: 'Which of your applications did it; null for others.' },
    ),
    userId: attribute(nullable(uuid()), (row) => (row.moved_by === 'brand' ? row.user_id : null), {
      description:
        'Which of your users did it in a session, or which user of the operator in a support session; null for others.',
    }),
    eventId: attribute(nullable(uuid()), 'event_id', {
      description: 'Id of the event that it fired; null if there was none.',
    }),
    eventType: attribute(text('order.brand_accepted'), 'event_type', {
      description: 'Name of the event that it fired; null if there was none.',
    }),
    details: attribute(Type.Object({}), 'details', { description: 'What was said or changed with it.' }),
    removedItems: attribute(
      removedItems,
      ({ details }) => (details as { removedItems?: RemovedItem[] }).removedItems ?? [],
    ),
    requestId: attribute(nullable(uuid()), 'request_id', {
      description: 'The `X-Request-Id` of the request that caused it, also by a job; null if there was none.',
    }),
    createdAt: createdAt(instantMicros),
  },
  relationships: {
    supportSession: toOne('supportSession', 'support_session_id', {
      linkage: 'always',
      description: 'The support session of the marketplace in which it was done; null for everything else.',
    }),
  },
})
