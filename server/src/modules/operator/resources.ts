import { attribute, instantMicros, nullable, requestDocument, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import type { DiscountRuleRow } from '../catalog/index.ts'
import {
  type BrandRow,
  brandImages,
  brandImagesInput,
  LEAD_TIMES,
  type RetailerRow,
} from '../identity/index.ts'
import {
  address,
  country,
  currency,
  email,
  instant,
  line,
  name,
  orNull,
  percent,
  phoneNumber,
  storedAddress,
  storefrontPath,
  webAddress,
} from './fields.ts'

/** What the operator may set of a brand. */
export const brandFields = {
  name: name('Alder & Wick'),
  currency,
  country,
  averageLeadTime: Type.Enum([...LEAD_TIMES], { examples: ['3-5'] }),
  address: orNull(address),
  platformFeePercent: percent(10),
  newCustomerFeePercent: percent(0),
  feeVatPercent: percent(20),
  marketplaceStockLocation: Type.Enum(['brand', 'warehouse']),
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
    currency: attribute(brandFields.currency, 'currency', { description: 'What the brand is paid in.' }),
    country: attribute(brandFields.country, 'country'),
    averageLeadTime: attribute(brandFields.averageLeadTime, 'average_lead_time', {
      description: 'Business days from an order to its shipment.',
    }),
    address: attribute(storedAddress, 'address'),
    platformFeePercent: attribute(brandFields.platformFeePercent, 'platform_fee_percent', {
      description: "The marketplace's share of an order, without VAT.",
    }),
    newCustomerFeePercent: attribute(brandFields.newCustomerFeePercent, 'new_customer_fee_percent', {
      description: 'Comes on top for the first order of a retailer.',
    }),
    feeVatPercent: attribute(brandFields.feeVatPercent, 'fee_vat_percent', {
      description: 'The VAT on those fees.',
    }),
    marketplaceStockLocation: attribute(brandFields.marketplaceStockLocation, 'marketplace_stock_location', {
      description: 'Which stock the marketplace sells.',
    }),
    images: attribute(brandImages, 'images', {
      description:
        'Pictures for the storefront. Set all together: what is left out has no picture afterwards.',
    }),
    link: attribute(brandFields.link, 'link', {
      description: 'Its page in the storefront, without the host; null while it has none.',
    }),
    createdAt: attribute(instantMicros, 'created_at'),
    updatedAt: attribute(instantMicros, 'updated_at'),
  },
})

export const createBrandBody = requestDocument(brand, {
  id: 'optional',
  attributes: brandFields,
  required: ['name', 'currency', 'country'],
})
export const updateBrandBody = requestDocument(brand, { id: 'path', attributes: brandFields })

/** What the operator may set of a retailer. */
export const retailerFields = {
  companyName: orNull(name('Harbour Lane SRL')),
  storeName: name('Harbour Lane Stores'),
  storeUrl: orNull(webAddress),
  email: email('buying@harbourlane.test'),
  firstName: orNull(name('Nadia')),
  lastName: orNull(name('Lemmens')),
  taxNumber: orNull(line('0700123456')),
  vatNumber: orNull(line('BE0700123456')),
  eoriNumber: orNull(line('BE0700123456')),
  phoneNumberE164: orNull(phoneNumber),
  businessIdentifier: orNull(line('BE0700123456')),
  currency,
  country,
  segment: orNull(name('concept-stores')),
  address: orNull(address),
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
    businessIdentifier: attribute(retailerFields.businessIdentifier, 'business_identifier', {
      description: 'The tax or VAT number to use, or the number of a sole trader.',
    }),
    currency: attribute(retailerFields.currency, 'currency'),
    country: attribute(retailerFields.country, 'country'),
    segment: attribute(retailerFields.segment, 'segment', {
      description: "A word of the operator's choice that discount rules refer to.",
    }),
    address: attribute(storedAddress, 'address'),
    createdAt: attribute(instantMicros, 'created_at'),
    updatedAt: attribute(instantMicros, 'updated_at'),
  },
})

export const createRetailerBody = requestDocument(retailer, {
  id: 'optional',
  attributes: retailerFields,
  required: ['storeName', 'email', 'currency', 'country'],
})
export const updateRetailerBody = requestDocument(retailer, { id: 'path', attributes: retailerFields })

const discountRuleFields = {
  name: name('Spring for concept stores'),
  retailerSegment: orNull(name('concept-stores')),
  ratePercent: Type.Integer({ minimum: 1, maximum: 100, examples: [15] }),
  startsAt: instant,
  endsAt: orNull(instant),
}

export const discountRule = resource<DiscountRuleRow>()({
  name: 'operatorDiscountRule',
  type: 'discount-rules',
  accepts: ['discount-rule'],
  description: 'A discount that a brand gives to retailers for a time.',
  attributes: {
    brandId: attribute(Type.String({ format: 'uuid' }), 'brand_id'),
    name: attribute(discountRuleFields.name, 'name'),
    retailerSegment: attribute(discountRuleFields.retailerSegment, 'retailer_segment', {
      description: 'Who gets it; null for every retailer.',
    }),
    ratePercent: attribute(discountRuleFields.ratePercent, 'rate_percent'),
    startsAt: attribute(instantMicros, 'starts_at'),
    endsAt: attribute(nullable(instantMicros), 'ends_at', {
      description: 'The first moment without the discount; null until further notice.',
    }),
    createdAt: attribute(instantMicros, 'created_at'),
    updatedAt: attribute(instantMicros, 'updated_at'),
  },
})

export const createDiscountRuleBody = requestDocument(discountRule, {
  id: 'optional',
  attributes: discountRuleFields,
  required: ['name', 'ratePercent', 'startsAt'],
})
export const updateDiscountRuleBody = requestDocument(discountRule, {
  id: 'path',
  attributes: discountRuleFields,
})
