/** What an order says about its shipment, before anything of it exists. */

import { instantOffset } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { wholeAddress } from '../../../http/address.ts'
import { endOfDay, startOfDay } from '../intake/shipping-dates.ts'
import type { OrderRow } from './orders.ts'

const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()])
const text = (example: string, description: string) =>
  orNull(Type.String({ examples: [example], description }))
const instant = (description: string) => ({ ...instantOffset.schema, description })

export const addressSchema = Type.Object(
  {
    name: text('Jo Verlinden', 'Name of a person.'),
    organisationName: text('Harbour Lane Stores', 'Name of a company or a shop.'),
    street: text('Kaai 12', 'Street and number.'),
    city: text('Gent', 'Town.'),
    postalCode: text('9000', 'Postal code.'),
    countryCode: text('BE', 'Country, a code of ISO 3166-1.'),
  },
  { title: 'OrderAddress', description: 'An address of an order.' },
)

export const shippingOverviewSchema = Type.Object(
  {
    availableShippingMethods: Type.Array(Type.Enum(['custom', 'marketplace']), {
      description: 'How it can be shipped: `custom` is a carrier of the brand.',
    }),
    shipToAddress: addressSchema,
    expectedShippingDates: Type.Object(
      {
        minimum: instant('The earliest, from the lead time of the brand.'),
        maximum: instant('The latest, from the lead time of the brand.'),
        updatedMaximum: orNull(instant('The latest as the brand has told it since; null if it has not.')),
      },
      { description: 'When it is expected to leave.' },
    ),
    provider: Type.Null({ description: 'Who carries it; null until that is chosen.' }),
    tracking: Type.Null({ description: 'Where it is; null until it travels.' }),
    latestQuote: Type.Null({ description: 'The newest shipping quote; null while there is none.' }),
    parcels: Type.Array(Type.Object({}), {
      maxItems: 0,
      description: 'Its parcels; none until it is packed.',
    }),
    transaction: Type.Null({ description: 'Labels and pickup; null while there are none.' }),
  },
  { title: 'ShippingOverview', description: 'How the order will be shipped.' },
)

export function shippingOverview({
  shipping_address,
  expected_earliest_on,
  expected_latest_on,
  updated_latest_on,
}: OrderRow): unknown {
  const at = (moment: Date) => instantOffset.encode?.(moment)
  return {
    availableShippingMethods: ['custom', 'marketplace'],
    shipToAddress: shipping_address && wholeAddress(shipping_address),
    expectedShippingDates: {
      minimum: at(startOfDay(expected_earliest_on ?? '')),
      maximum: at(endOfDay(expected_latest_on ?? '')),
      updatedMaximum: updated_latest_on ? at(endOfDay(updated_latest_on)) : null,
    },
    provider: null,
    tracking: null,
    latestQuote: null,
    parcels: [],
    transaction: null,
  }
}
