import { attribute, instantSeconds, nullable, resource, toMany } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { createdAt, idAttribute, integerAttribute, textOrNullAttribute } from '../../domain/attributes.ts'
import { orNull } from '../../domain/fields.ts'
import { EXTERNAL_STATUSES } from './move-table.ts'
import type { ExternalItemRow, ExternalOrderRow } from './queries.ts'

const text = (example: string, description: string) => Type.String({ examples: [example], description })

const recipient = Type.Object(
  {
    firstName: text('Lea', 'First name of who gets it.'),
    lastName: text('Brandt', 'Last name of who gets it.'),
    email: text('lea@example.test', 'Email address.'),
    phoneNumber: text('+4930123456', 'Phone number.'),
    company: orNull(text('Brandt GmbH', 'Company; null without one.')),
    street: text('Lindenallee 4', 'Street and number.'),
    city: text('Berlin', 'Town.'),
    postalCode: text('10115', 'Postal code.'),
    countryCode: text('DE', 'Country, a code of ISO 3166-1.'),
  },
  { title: 'ExternalOrderAddress', description: 'Where an order from outside goes.' },
)

export const externalStatus = Type.Enum([...EXTERNAL_STATUSES], {
  title: 'ExternalOrderStatus',
  description:
    'Where it is: `created` and at once `awaiting_fulfillment`, then `shipped` and `arrived`; or `cancelled`.',
})

export const externalOrder = resource<ExternalOrderRow>()({
  name: 'externalOrder',
  type: 'external-orders',
  description: 'Deprecated: an order that was not sold on the marketplace, and that the warehouse ships.',
  attributes: {
    status: attribute(externalStatus, 'status'),
    customReference: textOrNullAttribute(
      'WEB-88',
      'custom_reference',
      'Your own number of it; null if you gave none.',
    ),
    shippingAddress: attribute(recipient, 'shipping_address'),
    expectedMaximumShippingDate: attribute(
      nullable(Type.String({ format: 'date', examples: ['2026-11-24'] })),
      'updated_latest_on',
      { description: 'Until when you expect it to leave, as you told by PATCH; null if you did not.' },
    ),
  },
  relationships: {
    orderItems: toMany('externalOrderItem', { ids: 'item_ids', linkage: 'always' }),
  },
})

/** The order with the additional attributes that the operator needs to finish it. */
export const operatorExternalOrder = resource<ExternalOrderRow>()({
  name: 'operatorExternalOrder',
  type: 'external-orders',
  description: 'An order that was not sold on the marketplace, and whose it is.',
  attributes: {
    ...externalOrder.attributes,
    brandId: idAttribute('brand_id', 'Whose goods they are.'),
    createdAt: createdAt(instantSeconds),
  },
})

export const externalOrderItem = resource<ExternalItemRow>()({
  name: 'externalOrderItem',
  type: 'external-order-items',
  description: 'A line of an order from outside.',
  attributes: {
    productVariantUuid: idAttribute('variant_id', 'What is sent.'),
    batchQuantity: integerAttribute(2, 'batches', 'How many batches.'),
    unitQuantity: integerAttribute(12, 'units', 'How many pieces.'),
  },
})
