import { attribute, requestDocument, resource, toMany } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { textAttribute, textOrNullAttribute } from '../../../domain/attributes.ts'
import {
  country as countryCode,
  currency,
  email,
  line,
  name,
  orNull,
  phoneNumber,
  text,
} from '../../../domain/fields.ts'
import { countryOf } from './countries.ts'
import type { CustomerAddress, CustomerRow, PaymentMethodRow } from './queries.ts'

const country = Type.Object(
  {
    isoCode: Type.String({ examples: ['ES'], description: 'Code of ISO 3166-1.' }),
    name: Type.String({ examples: ['Spain'], description: 'What it is called in English.' }),
    callingCode: Type.Integer({
      examples: [34],
      description: 'What phone numbers begin with, after the plus sign.',
    }),
  },
  { title: 'OrderPayCountry', description: 'A country.' },
)

const shownAddress = Type.Object(
  {
    name: Type.String({ examples: ['Copper Kettle Deli'], description: 'Whom it is for: the store.' }),
    street: Type.String({ examples: ['Carrer Nou 8'], description: 'Street and number.' }),
    postalCode: Type.String({ examples: ['08001'], description: 'Postal code.' }),
    city: Type.String({ examples: ['Barcelona'], description: 'Town.' }),
    country,
  },
  { title: 'OrderPayAddress', description: 'An address of a customer.' },
)

const addressOf = ({ store_name }: CustomerRow, address: CustomerAddress) => ({
  name: store_name,
  street: address.street,
  postalCode: address.postalCode,
  city: address.city,
  country: countryOf(address.countryCode),
})

const shownCompany = Type.Object({
  phoneNumber: Type.String({ examples: ['+34600000000'], description: 'Phone number.' }),
  phoneCountry: country,
  taxNumber: orNull(Type.String({ examples: ['B00000000'] }), { description: 'Tax number.' }),
  vatNumber: orNull(Type.String({ examples: ['ESX0000000X'] }), { description: 'VAT number.' }),
  vatExemption: Type.Boolean({ examples: [false], description: 'Whether it pays no VAT.' }),
})

const methodType = Type.String({
  examples: ['card'],
  description: '`card`, `sepa_direct_debit`, `sepa_credit_transfer`, or the name of a wallet.',
})
const methodMembers = {
  type: methodType,
  email: orNull(Type.String({ examples: ['orders@copperkettle.test'] }), {
    description: 'Address of the account, of a wallet.',
  }),
  name: orNull(Type.String({ examples: ['Mira Solé'] }), { description: 'In whose name it is.' }),
  last4: orNull(Type.String({ examples: ['4242'] }), {
    description: 'The last four digits of a card or an account.',
  }),
}

export const paymentMethod = resource<PaymentMethodRow>()({
  name: 'orderPayPaymentMethod',
  type: 'order-pay-customer-payment-methods',
  description: 'How a customer has paid before.',
  attributes: {
    type: attribute(methodMembers.type, 'type'),
    email: attribute(methodMembers.email, 'email'),
    name: attribute(methodMembers.name, 'name'),
    last4: attribute(methodMembers.last4, 'last4'),
  },
})

export const customer = resource<CustomerRow>()({
  name: 'orderPayCustomer',
  type: 'order-pay-customer',
  accepts: ['order-pay-customers'],
  description: 'A customer of the brand, outside of the marketplace.',
  attributes: {
    storeName: textAttribute('Copper Kettle Deli', 'store_name', 'What the store is called.'),
    email: textAttribute('orders@copperkettle.test', 'email', 'Where mails go.'),
    firstName: textOrNullAttribute('Mira', 'first_name', 'First name of a person there.'),
    lastName: textOrNullAttribute('Solé', 'last_name', 'Last name of that person.'),
    currency: textAttribute(
      'EUR',
      'currency',
      'What new orders are paid in. Beyond the specification of the API.',
    ),
    paymentMethods: attribute(Type.Array(Type.Object(methodMembers)), 'payment_methods', {
      description: 'How it has paid before, the newest first.',
    }),
    company: attribute(
      shownCompany,
      (row) => ({
        phoneNumber: row.phone_number,
        phoneCountry: countryOf(row.phone_country),
        taxNumber: row.tax_number,
        vatNumber: row.vat_number,
        vatExemption: row.vat_exemption,
      }),
      { description: 'The company behind the store.' },
    ),
    billingAddress: attribute(shownAddress, (row) => addressOf(row, row.billing_address), {
      description: 'Where the invoice goes.',
    }),
    shippingAddress: attribute(shownAddress, (row) => addressOf(row, row.shipping_address), {
      description: 'Where the goods go; its country decides about VAT.',
    }),
  },
  relationships: {
    // JSON:API forbids an attribute and a relationship of the same name, and the attribute already uses the name of the
    // include.
    'payment-methods': toMany('orderPayPaymentMethod', {
      ids: 'payment_method_ids',
      aliases: ['paymentMethods'],
    }),
  },
})

const company = {
  phoneNumber,
  taxNumber: Type.Optional(orNull(line('B00000000', 'Tax number.'))),
  vatNumber: Type.Optional(orNull(line('ESX0000000X', 'VAT number.'))),
  vatExemption: Type.Boolean({ examples: [false], description: 'Whether it pays no VAT.' }),
}

const address = {
  street: line('Carrer Nou 8', 'Street and number.'),
  postalCode: text(20, '08001', 'Postal code.'),
  city: name('Barcelona', 'Town.'),
}

const attributes = {
  storeName: name('Copper Kettle Deli', 'What the store is called.'),
  email: email('orders@copperkettle.test', 'Where mails go.'),
  firstName: name('Mira', 'First name of a person there.'),
  lastName: name('Solé', 'Last name of that person.'),
  currency: currency('What new orders are paid in; that of the billing country when it is left out'),
}

export const createCustomerBody = requestDocument(customer, {
  id: 'optional',
  attributes: {
    ...attributes,
    company: Type.Object(company, { description: 'The company behind the store.' }),
    billingAddress: newAddress('Where the invoice goes.'),
    shippingAddress: newAddress('Where the goods go.'),
  },
  required: ['storeName', 'email', 'firstName', 'lastName', 'company', 'billingAddress', 'shippingAddress'],
})

function newAddress(description: string) {
  return Type.Object(
    { ...address, countryCode: Type.Optional(countryCode('Country; `FR` when it is left out')) },
    { description },
  )
}

export const updateCustomerBody = requestDocument(customer, {
  id: 'path',
  attributes: {
    ...attributes,
    company: Type.Partial(Type.Object(company), { description: 'The company behind the store.' }),
    billingAddress: changedAddress('Where the invoice goes.'),
    shippingAddress: changedAddress('Where the goods go.'),
  },
})

function changedAddress(description: string) {
  return Type.Partial(Type.Object({ ...address, countryCode: countryCode('Country') }), {
    description,
  })
}
