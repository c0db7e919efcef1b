import { attribute, nullable, resource } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import { textAttribute, textOrNullAttribute } from '../../../domain/attributes.ts'
import { uuid } from '../../../domain/fields.ts'
import type { PreviewRow, PricedRow } from './price-preview.ts'

const minorUnits = (example: number) => Type.Integer({ minimum: 0, examples: [example] })
const percent = Type.Integer({ minimum: 0, maximum: 100, examples: [10] })
const SOURCES = ['rule', 'product'] as const
const source = nullable(Type.Enum([...SOURCES]))

const sourceOf = (price: PricedRow | null): (typeof SOURCES)[number] | null => {
  if (!price || price.rate_percent === 0) return null
  return price.is_by_rule ? 'rule' : 'product'
}

export const pricePreview = resource<PreviewRow>()({
  name: 'operatorPricePreview',
  type: 'price-previews',
  description:
    'What a retailer pays for a piece of a variant, and would pay with other discount rules. Its id is that of the variant; amounts are in minor units.',
  attributes: {
    productId: attribute(uuid(), 'product_id', { description: 'The product of the variant.' }),
    productName: textAttribute('Beeswax candle', 'product_name', 'What the product is called.'),
    variantName: textOrNullAttribute('20 cm', 'name', 'What the variant is called.'),
    sku: textOrNullAttribute('BW-20', 'sku', 'The stock keeping unit of the variant.'),
    currency: textAttribute('EUR', 'currency', 'The currency of the amounts, that of the brand.'),
    listPrice: attribute(minorUnits(945), 'original_minor', {
      description: 'The wholesale price as the brand set it, before discounts.',
    }),
    price: attribute(minorUnits(851), 'price_minor', {
      description: 'What the retailer pays with the stored rules.',
    }),
    discountPercent: attribute(percent, 'rate_percent', {
      description: 'The highest discount that applies then, in whole percent; 0 when none does.',
    }),
    discountFrom: attribute(source, sourceOf, {
      description: 'Whether that discount is of a rule or of the product; null when none applies.',
    }),
    changedPrice: attribute(nullable(minorUnits(803)), (row) => row.after?.price_minor ?? null, {
      description: 'What the retailer would pay; null when no other rules were asked for.',
    }),
    changedDiscountPercent: attribute(nullable(percent), (row) => row.after?.rate_percent ?? null, {
      description: 'The discount that would apply, in whole percent; null likewise.',
    }),
    changedDiscountFrom: attribute(source, (row) => sourceOf(row.after), {
      description: 'Whether that would be of a rule or of the product; null likewise.',
    }),
  },
})
