import { attribute, nullable, requestDocument, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { address, storedAddress, text } from '../../http/fields.ts'
import type { HistoryRow } from './life/history.ts'
import { MAX_LINES, type OrderWithLines, orderLines } from './reading/order-lines.ts'
import { historyEntry, order as orderOfBrand } from './resources.ts'

const uuid = Type.String({ format: 'uuid' })

const {
  masterOrderId,
  billingName,
  billingOrganisationName,
  billingStreet,
  billingPostalCode,
  billingCity,
  billingCountryCode,
  ...seenByBrands
} = orderOfBrand.attributes

/** What the brand sees, with both sides, whole addresses and the lines. */
export const operatorOrder = resource<OrderWithLines>()({
  name: 'operatorOrder',
  type: 'orders',
  accepts: ['order', 'internal-orders'],
  description: 'What a retailer ordered from a brand.',
  attributes: {
    brandId: attribute(uuid, 'brand_id'),
    retailerId: attribute(uuid, 'retailer_id'),
    ...seenByBrands,
    rejectType: attribute(
      nullable(Type.String({ examples: ['PRODUCT_OUT_OF_STOCK'] })),
      'brand_reject_type',
      {
        description: 'Why the brand rejected it.',
      },
    ),
    billingAddress: attribute(storedAddress, 'billing_address'),
    shippingAddress: attribute(storedAddress, 'shipping_address', { only: 'single' }),
    lines: attribute(orderLines, 'lines', { only: 'single' }),
  },
})

/** What the brand sees, and which application it was, whoever's. */
export const operatorOrderMove = resource<HistoryRow>()({
  name: 'operatorOrderMove',
  type: historyEntry.type,
  description: 'One entry of the history of an order.',
  attributes: {
    ...historyEntry.attributes,
    applicationId: attribute(nullable(uuid), 'application_id', {
      description: 'Which application did it; null when it was the server itself.',
    }),
  },
})

const addresses = { billingAddress: address, shippingAddress: address }

const line = Type.Object(
  {
    productVariantId: uuid,
    quantity: Type.Integer({ minimum: 1, maximum: 100_000, examples: [2], description: 'Packs.' }),
  },
  { additionalProperties: false },
)

export const createOrderBody = requestDocument(operatorOrder, {
  id: 'optional',
  attributes: {
    brandId: uuid,
    retailerId: uuid,
    lines: Type.Array(line, { minItems: 1, maxItems: MAX_LINES }),
    ...addresses,
  },
  required: ['brandId', 'retailerId', 'lines'],
})

export const updateOrderBody = requestDocument(operatorOrder, { id: 'path', attributes: addresses })

export const moveOrderBody = Type.Object(
  { reason: Type.Optional(text(1000, 'Agreed with both sides by phone.')) },
  { additionalProperties: false },
)
