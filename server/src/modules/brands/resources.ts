/** The resources and request bodies of this module. */
import { attribute, instantMicros, requestDocument, resource, toMany } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { idAttribute, integerAttribute, textAttribute, textOrNullAttribute } from '../../domain/attributes.ts'
import { country, name } from '../../domain/fields.ts'
import { type BrandRow, brandImages, brandImagesInput } from '../identity/index.ts'
import type { Franco, FrancoSetting } from './franco.ts'
import { amountOptions, CORRIDORS, feeOptions, MAX_AMOUNT_MINOR, maxFee } from './franco-rules.ts'
import type { ContactRow } from './queries.ts'
import type { RetailerRelation } from './relations.ts'
import type { ListedRetailer } from './retailer-list.ts'

const minor = (example: number) => Type.Integer({ minimum: 0, examples: [example] })
const currency = Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] })

export const brand = resource<BrandRow>()({
  name: 'brand',
  type: 'brands',
  accepts: ['brand'],
  description: 'A brand as the marketplace shows it.',
  attributes: {
    name: textAttribute('Alder & Wick', 'name', 'What the brand is called.'),
    automationMode: attribute(
      Type.Enum(['automatic-brand_control', 'automatic-confirm-and-request-fulfillment']),
      'automation_mode',
      {
        description:
          'Who decides about new orders: the brand, or nobody, when they are accepted and handed to fulfillment at once.',
      },
    ),
    marketplaceStockLocation: attribute(Type.Enum(['brand', 'warehouse']), 'marketplace_stock_location', {
      description: 'Which stock the marketplace sells.',
    }),
    images: attribute(brandImages, 'images', { description: 'Addresses of its pictures.' }),
    link: attribute(Type.Union([Type.String({ examples: ['/brand/alder-wick'] }), Type.Null()]), 'link', {
      description: 'Its page in the storefront, without the host; null while it has none.',
    }),
  },
  relationships: {
    'brand-contacts': toMany('brandContact', {
      by: 'contactsOfBrands',
      parent: 'brand_id',
      aliases: ['brandContacts'],
    }),
  },
})

/** The attributes that a brand may set of itself. */
export const profileFields = {
  name: name('Alder & Wick', 'What the brand is called, also on labels and invoices from now on.'),
  images: brandImagesInput,
}
export const changeProfileBody = requestDocument(brand, {
  closed: true,
  id: 'optional',
  attributes: profileFields,
})

const email = Type.String({
  format: 'email',
  maxLength: 254,
  examples: ['accounts@alderwick.test'],
  description: 'Where mails go.',
})
const purposes = Type.Array(Type.Enum(['finance']), {
  minItems: 1,
  uniqueItems: true,
  examples: [['finance']],
  description: '`finance`: about invoices and payouts.',
})
const contactOptions = { email, purposes }

export const brandContact = resource<ContactRow>()({
  name: 'brandContact',
  type: 'brand-contacts',
  accepts: ['brand-contact', 'brandContacts', 'brandContact'],
  description: 'Whom the marketplace writes to about a brand.',
  attributes: {
    email: attribute(email, 'email'),
    purposes: attribute(purposes, 'purposes'),
  },
})

export const createContactBody = requestDocument(brandContact, {
  id: 'optional',
  attributes: contactOptions,
  required: ['email', 'purposes'],
})
export const updateContactBody = requestDocument(brandContact, {
  id: 'path',
  attributes: contactOptions,
})

export const franco = resource<Franco>()({
  name: 'franco',
  type: 'franco',
  description: 'From which amount a brand ships for nothing. Has the id of the brand.',
  attributes: {
    brandId: idAttribute('id', 'Id of the brand.'),
    amount: attribute(minor(30_000), 'amount_minor', {
      description:
        'Orders of this total without VAT, in minor units, and larger ones ship for nothing; 0 for all.',
    }),
    fee: attribute(minor(1500), 'fee_minor', {
      description: 'What the retailer pays below, in minor units and without VAT.',
    }),
    maxFee: attribute(minor(2500), (row) => maxFee(row.currency), {
      description: 'More than this no brand may take, in minor units.',
    }),
    currency: attribute(currency, 'currency', { description: 'Of all amounts.' }),
  },
})

const option = Type.Object({
  amount: Type.Integer({ examples: [30_000], description: 'In minor units.' }),
  currency: Type.String({ examples: ['EUR'], description: 'Of the amount.' }),
  isSpecialDeal: Type.Boolean({
    examples: [false],
    description: 'Whether it is better for retailers than what is usual.',
  }),
  isDefault: Type.Boolean({ examples: [true], description: 'Whether a form offers it first.' }),
})

export const francoSetting = resource<FrancoSetting>()({
  name: 'francoSetting',
  type: 'franco-settings',
  accepts: ['franco-setting', 'francoSettings', 'francoSetting'],
  description: 'What a brand has chosen for one corridor.',
  attributes: {
    corridor: textAttribute(
      'domestic',
      'corridor',
      '`domestic`: within the country of the brand. `eu8`: between two of Austria, Belgium, France, Germany, Italy, Luxembourg, the Netherlands and Spain. `international`: everywhere else.',
    ),
    amount: attribute(minor(30_000), 'amount_minor', {
      description:
        'Orders of this total without VAT, in minor units, and larger ones ship for nothing; 0 for all.',
    }),
    currency: attribute(currency, 'currency', { description: 'The currency of the brand.' }),
    fee: attribute(minor(1500), 'fee_minor', {
      description: 'What the retailer pays below, in minor units and without VAT.',
    }),
  },
  meta: {
    schema: Type.Object(
      {
        amountOptions: Type.Array(option, { description: 'Amounts to offer; others are possible.' }),
        feeOptions: Type.Array(option, { description: 'Fees to offer; others are possible.' }),
        defaultMaxFeeAmount: Type.Integer({
          examples: [2500],
          description: 'The highest fee that is possible, in minor units.',
        }),
      },
      { description: 'What can be chosen.' },
    ),
    from: (row) => ({
      amountOptions: amountOptions(row.currency),
      feeOptions: feeOptions(row.currency),
      defaultMaxFeeAmount: maxFee(row.currency),
    }),
  },
})

/** Unlike in other requests, `type` is optional. */
export const saveFrancoBody = Type.Object({
  data: Type.Object({
    type: Type.Optional(Type.Enum([...francoSetting.spellings])),
    attributes: Type.Object({
      corridor: Type.Enum([...CORRIDORS], { description: 'Which corridor it is for.' }),
      amount: Type.Integer({
        minimum: 0,
        maximum: MAX_AMOUNT_MINOR,
        examples: [30_000],
        description: "In minor units of the brand's currency.",
      }),
      fee: Type.Integer({
        minimum: 0,
        examples: [1500],
        description: 'In the same units; at most `defaultMaxFeeAmount`.',
      }),
    }),
  }),
})

const mode = Type.Union([Type.Boolean({ examples: [true] }), Type.Null()], {
  description:
    'True: new orders of this retailer are accepted without being asked. Null: nothing was said yet.',
})

export const brandRetailer = resource<RetailerRelation>()({
  name: 'brandRetailer',
  type: 'brand-retailers',
  accepts: ['brand-retailer', 'brandRetailers', 'brandRetailer'],
  description: 'How a brand deals with a retailer. Has the id of the retailer.',
  attributes: {
    automaticOrderValidationMode: attribute(mode, 'automatic_order_validation_mode'),
  },
})

/** The same relation in the list, with what is needed to recognize the retailer. */
export const listedRetailer = resource<ListedRetailer>()({
  name: 'listedBrandRetailer',
  type: 'brand-retailers',
  accepts: ['brand-retailer', 'brandRetailers', 'brandRetailer'],
  description:
    'A retailer that has ordered from a brand, and how the brand deals with it. Has the id of the retailer.',
  attributes: {
    automaticOrderValidationMode: attribute(mode, 'automatic_order_validation_mode'),
    storeName: textAttribute('Harbour Lane Stores', 'store_name', 'Name of the shop.'),
    companyName: textOrNullAttribute('Harbour Lane SRL', 'company_name', 'Null for a sole trader.'),
    city: textOrNullAttribute('Utrecht', 'city', 'Town of the retailer; null if nobody has told.'),
    countryCode: attribute(country('Country of the retailer'), 'country'),
    ordersCount: integerAttribute(
      12,
      'orders_count',
      'How many orders it has placed, whatever became of them.',
    ),
    firstOrderAt: attribute(instantMicros, 'first_order_at', {
      description: 'When the first of them arrived.',
    }),
    lastOrderAt: attribute(instantMicros, 'last_order_at', { description: 'When the last of them arrived.' }),
  },
})

export const changeRelationBody = requestDocument(brandRetailer, {
  id: 'path',
  attributes: { automaticOrderValidationMode: mode },
})
