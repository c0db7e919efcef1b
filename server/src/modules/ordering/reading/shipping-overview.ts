/** What an order says about its shipment, before anything of it exists. */
import { instantOffset } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { endOfDay, startOfDay } from '../intake/shipping-dates.ts'
import type { OrderRow } from './orders.ts'

const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()])
const text = (example: string) => orNull(Type.String({ examples: [example] }))

export const addressSchema = Type.Object({
  name: text('Jo Verlinden'),
  organisationName: text('Harbour Lane Stores'),
  street: text('Kaai 12'),
  city: text('Gent'),
  postalCode: text('9000'),
  countryCode: text('BE'),
})

export const shippingOverviewSchema = Type.Object({
  availableShippingMethods: Type.Array(Type.Enum(['custom', 'marketplace'])),
  shipToAddress: addressSchema,
  expectedShippingDates: Type.Object({
    minimum: instantOffset.schema,
    maximum: instantOffset.schema,
    updatedMaximum: orNull(instantOffset.schema),
  }),
  provider: Type.Null(),
  tracking: Type.Null(),
  latestQuote: Type.Null(),
  parcels: Type.Array(Type.Object({}), { maxItems: 0 }),
  transaction: Type.Null(),
})

export function shippingOverview({
  shipping_address,
  expected_earliest_on,
  expected_latest_on,
  updated_latest_on,
}: OrderRow): unknown {
  const at = (moment: Date) => instantOffset.encode?.(moment)
  const {
    name = null,
    organisationName = null,
    street,
    city,
    postalCode,
    countryCode,
  } = shipping_address ?? {}
  return {
    availableShippingMethods: ['custom', 'marketplace'],
    shipToAddress: { name, organisationName, street, city, postalCode, countryCode },
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
