/** The resources of brands and retailers for the operator. */
import {
  attribute,
  instantMicros,
  nullable,
  type Resource,
  requestDocument,
  resource,
} from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { createdAt, textOrNullAttribute, updatedAt } from '../../../domain/attributes.ts'
import {
  address,
  bodiesOf,
  country,
  currency,
  email,
  line,
  name,
  orNull,
  percent,
  personName,
  phoneNumber,
  storedAddress,
  storefrontPath,
  webAddress,
} from '../../../domain/fields.ts'
import { brandImages, brandImagesInput } from './brand-images.ts'
import type { BrandRow } from './brands.ts'
import { LEAD_TIMES } from './lead-times.ts'
import type { RetailerRow } from './retailers.ts'

/** The attributes of a suspension, for brands and retailers. */
const suspension = {
  suspendedAt: attribute<Pick<BrandRow, 'suspended_at'>, ReturnType<typeof nullable<typeof instantMicros>>>(
    nullable(instantMicros),
    'suspended_at',
    { description: 'Since when the account is suspended; null while it is not.' },
  ),
  suspendedReason: textOrNullAttribute(
    'Invoices are overdue.',
    'suspended_reason',
    'Why it is suspended; null while it is not.',
  ),
}

const WHERE = 'Where it is; null if nobody has told.'

/** The attributes of a brand that the operator may set. */
export const brandFields = {
  name: name('Alder & Wick', 'What the brand is called.'),
  currency: currency('Currency that the brand is paid in'),
  country: country('Country of the brand'),
  averageLeadTime: Type.Enum([...LEAD_TIMES], {
    examples: ['3-5'],
    description: 'Business days from an order to its shipment.',
  }),
  address: orNull(address, { description: WHERE }),
  platformFeePercent: percent(10, "The marketplace's share of an order in percent, without VAT."),
  newCustomerFeePercent: percent(0, 'Percent that come on top for the first order of a retailer.'),
  feeVatPercent: percent(20, 'The VAT on those fees, in percent.'),
  marketplaceStockLocation: Type.Enum(['brand', 'warehouse'], {
    description: 'Which stock the marketplace sells.',
  }),
  automationMode: Type.Enum(['automatic-brand_control', 'automatic-confirm-and-request-fulfillment'], {
    description:
      'Who decides about new orders: the brand; or nobody, when they are accepted and handed to the warehouse at once. Those that the warehouse cannot ship wait for the brand, as all do when there is no warehouse.',
  }),
  images: brandImagesInput,
  link: orNull(storefrontPath),
}

export const brand = resource<BrandRow>()({
  name: 'operatorBrand',
  type: 'brands',
  accepts: ['brand'],
  description: 'A brand and its settings.',
  attributes: {
    name: attribute(brandFields.name, 'name'),
    currency: attribute(brandFields.currency, 'currency'),
    country: attribute(brandFields.country, 'country'),
    averageLeadTime: attribute(brandFields.averageLeadTime, 'average_lead_time'),
    address: attribute(storedAddress, 'address', { description: WHERE }),
    platformFeePercent: attribute(brandFields.platformFeePercent, 'platform_fee_percent'),
    newCustomerFeePercent: attribute(brandFields.newCustomerFeePercent, 'new_customer_fee_percent'),
    feeVatPercent: attribute(brandFields.feeVatPercent, 'fee_vat_percent'),
    marketplaceStockLocation: attribute(brandFields.marketplaceStockLocation, 'marketplace_stock_location'),
    automationMode: attribute(brandFields.automationMode, 'automation_mode'),
    images: attribute(brandImages, 'images', {
      description:
        'Pictures for the storefront. Set all together: what is left out has no picture afterwards.',
    }),
    link: attribute(brandFields.link, 'link', {
      description: 'Its page in the storefront, without the host; null while it has none.',
    }),
    ...suspension,
    createdAt: createdAt(instantMicros),
    updatedAt: updatedAt(instantMicros),
  },
})

export const brandBodies = bodiesOf(brand, brandFields, ['name', 'currency', 'country'])

/** The attributes of a retailer that the operator may set. */
export const retailerFields = {
  companyName: orNull(name('Harbour Lane SRL', 'Name of the company; null for a sole trader.')),
  storeName: name('Harbour Lane Stores', 'Name of the shop.'),
  storeUrl: orNull(webAddress),
  email: email('buying@harbourlane.test', 'Where the retailer gets mail.'),
  firstName: orNull(personName('Nadia', 'First name of the contact person.')),
  lastName: orNull(personName('Lemmens', 'Last name of the contact person.')),
  taxNumber: orNull(line('0700123456', 'Number at the tax office.')),
  vatNumber: orNull(line('BE0700123456', 'VAT number, with the letters of its country.')),
  eoriNumber: orNull(line('BE0700123456', 'Number at the customs of the European Union.')),
  phoneNumberE164: orNull(phoneNumber),
  businessIdentifier: orNull(
    line('BE0700123456', 'The tax or VAT number to use, or the number of a sole trader.'),
  ),
  currency: currency('Currency that the retailer sees prices in'),
  country: country('Country of the retailer'),
  segment: orNull(name('concept-stores', "A word of the operator's choice that discount rules refer to.")),
  address: orNull(address, { description: WHERE }),
}

export const retailer = resource<RetailerRow>()({
  name: 'operatorRetailer',
  type: 'retailers',
  accepts: ['retailer'],
  description: 'A retailer and its settings.',
  attributes: {
    companyName: attribute(retailerFields.companyName, 'company_name'),
    storeName: attribute(retailerFields.storeName, 'store_name'),
    storeUrl: attribute(retailerFields.storeUrl, 'store_url'),
    email: attribute(retailerFields.email, 'email'),
    firstName: attribute(retailerFields.firstName, 'first_name'),
    lastName: attribute(retailerFields.lastName, 'last_name'),
    taxNumber: attribute(retailerFields.taxNumber, 'tax_number'),
    vatNumber: attribute(retailerFields.vatNumber, 'vat_number'),
    eoriNumber: attribute(retailerFields.eoriNumber, 'eori_number'),
    phoneNumberE164: attribute(retailerFields.phoneNumberE164, 'phone_number_e164'),
    businessIdentifier: attribute(retailerFields.businessIdentifier, 'business_identifier'),
    currency: attribute(retailerFields.currency, 'currency'),
    country: attribute(retailerFields.country, 'country'),
    segment: attribute(retailerFields.segment, 'segment'),
    address: attribute(storedAddress, 'address', { description: WHERE }),
    ...suspension,
    createdAt: createdAt(instantMicros),
    updatedAt: updatedAt(instantMicros),
  },
})

export const retailerBodies = bodiesOf(retailer, retailerFields, [
  'storeName',
  'email',
  'currency',
  'country',
])

const reason = Type.String({
  minLength: 1,
  maxLength: 500,
  examples: ['Invoices are overdue.'],
  description: 'Why. The owners of the account read it in their audit.',
})

export const suspensionBodies = (resource: Resource) => ({
  suspend: requestDocument(resource, {
    closed: true,
    id: 'path',
    attributes: { reason },
    required: ['reason'],
  }),
  resume: requestDocument(resource, { closed: true, id: 'path', attributes: { reason } }),
})
