/** The resources and request bodies of orders for the operator. */

import { attribute, nullable, requestDocument, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { textAttribute, textOrNullAttribute } from '../../../domain/attributes.ts'
import { address, storedAddress, text, uuid } from '../../../domain/fields.ts'
import type { HistoryRow } from '../life/history.ts'
import { reasonText } from '../life/transition-bodies.ts'
import { MAX_LINES, orderLines } from '../order/order-lines.ts'
import { historyEntry, order as orderOfBrand } from '../resources.ts'
import type { OrderOfAnyBrand } from './orders-of-all-brands.ts'

const brandId = uuid('Whom it was ordered from.')
const retailerId = uuid('Who ordered.')

const {
  masterOrderId,
  billingName,
  billingOrganisationName,
  billingStreet,
  billingPostalCode,
  billingCity,
  billingCountryCode,
  ...brandAttributes
} = orderOfBrand.attributes

/** The attributes of the brand's resource, with both accounts, complete addresses and the lines. */
export const operatorOrder = resource<OrderOfAnyBrand>()({
  name: 'operatorOrder',
  type: 'orders',
  accepts: ['order', 'internal-orders'],
  description: 'What a retailer ordered from a brand.',
  attributes: {
    brandId: attribute(brandId, 'brand_id'),
    brandName: textAttribute('Alder & Wick', 'brand_name', 'What the brand is called now.'),
    retailerId: attribute(retailerId, 'retailer_id'),
    storeName: textAttribute(
      'Harbour Lane Stores',
      'store_name',
      'What the store of the retailer is called now.',
    ),
    ...brandAttributes,
    rejectType: textOrNullAttribute(
      'PRODUCT_OUT_OF_STOCK',
      'brand_reject_type',
      'Why the brand rejected it, one of the types of a rejection; null if it did not.',
    ),
    revertRequestReason: textOrNullAttribute(
      'Accepted by mistake.',
      'revert_request_reason',
      'Why the brand asks to take back its acceptance or rejection; null when it does not.',
    ),
    requestDeclineReason: textOrNullAttribute(
      'The parcel is on its way.',
      'request_decline_reason',
      'Why the last request of the retailer or the brand was declined; null after a move or another request.',
    ),
    billingAddress: attribute(storedAddress, 'billing_address', { description: 'Where the invoice goes.' }),
    shippingAddress: attribute(storedAddress, 'shipping_address', {
      only: 'single',
      description: 'Where the goods go.',
    }),
    lines: attribute(orderLines, 'lines', { only: 'single' }),
  },
})

/** The attributes of the brand's resource, with the application of every party. */
export const operatorOrderMove = resource<HistoryRow>()({
  name: 'operatorOrderMove',
  type: historyEntry.type,
  description: 'One entry of the history of an order.',
  attributes: {
    ...historyEntry.attributes,
    applicationId: attribute(
      nullable(uuid('Which application did it; null when it was the server itself.')),
      'application_id',
    ),
    userId: attribute(nullable(uuid('Which user did it in a session; null for others.')), 'user_id'),
  },
  relationships: historyEntry.relationships,
})

const addresses = { billingAddress: address, shippingAddress: address }

const line = Type.Object(
  {
    productVariantId: uuid('What is ordered.'),
    quantity: Type.Integer({ minimum: 1, maximum: 100_000, examples: [2], description: 'How many packs.' }),
  },
  { additionalProperties: false },
)

export const createOrderBody = requestDocument(operatorOrder, {
  closed: true,
  id: 'optional',
  attributes: {
    brandId,
    retailerId,
    lines: Type.Array(line, {
      minItems: 1,
      maxItems: MAX_LINES,
      description: 'What is ordered, each variant once.',
    }),
    ...addresses,
  },
  required: ['brandId', 'retailerId', 'lines'],
})

export const updateOrderBody = requestDocument(operatorOrder, {
  closed: true,
  id: 'path',
  attributes: addresses,
})

export const moveOrderBody = Type.Object(
  {
    reason: Type.Optional(
      text(1000, 'Agreed with both sides by phone.', 'Why; kept in the history of the order.'),
    ),
  },
  { additionalProperties: false },
)

export const declineBody = Type.Object(
  {
    reason: reasonText(
      1000,
      'The parcel is on its way.',
      'Why the request is declined; whoever asked reads it, and it is kept in the history.',
    ),
  },
  { additionalProperties: false },
)
