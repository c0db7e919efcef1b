/** The JSON:API resources of the catalog. */
import { attribute, type Codec, instantMicros, nullable, resource, toMany, toOne } from '@tradehall/jsonapi'
import { type TSchema, Type } from 'typebox'
import { createdAt, integerAttribute, updatedAt } from '../../domain/attributes.ts'
import { uuid } from '../../domain/fields.ts'
import type { Asked } from '../pictures/index.ts'
import { imagesOf, shownImages } from './images.ts'
import type { RetailerPriceRow } from './prices/retailer-prices.ts'
import type { ProductRow } from './products.ts'
import type { VariantRow } from './variants.ts'

const text = (example: string) => Type.String({ examples: [example] })
const amount = (example: number, description: string) =>
  Type.Integer({
    examples: [example],
    description: `${description}, in minor units of the brand's currency.`,
  })
/** Shared by products and variants. */
const retailPrice = amount(1890, 'Suggested shelf price of a piece')
const wholesalePrice = amount(851, 'What a retailer pays for a piece after the discount of the product')
const originalWholesalePrice = amount(945, 'Wholesale price of a piece as the brand set it, before discounts')

const images: Codec<TSchema> = {
  schema: Type.Array(
    Type.Object(
      {
        order: Type.Integer({ examples: [1], description: 'Its place among the images.' }),
        url: Type.String({
          format: 'uri',
          examples: [
            'https://api.example.test/pictures/0b3a5e52-4a0f-4b40-9d9e-0f6f2f1b7a01/5f0c5a1e-8d2b-8c6f-9a41-3be0c7d2f914-1440.webp',
          ],
          description: 'Where the image is.',
        }),
      },
      { title: 'Image' },
    ),
    { description: 'Pictures, by `order`, lower first.' },
  ),
}

/** The address of this server depends on who asks. */
const shown = (row: { images?: unknown }, ctx: unknown) => shownImages(imagesOf(row), ctx as Asked)

export const product = resource<ProductRow>()({
  name: 'product',
  type: 'product',
  accepts: ['products'],
  description:
    "What a brand sells. Its prices are those of its first variant, its flags follow its variants'.",
  attributes: {
    name: attribute(text('Beeswax pillar'), 'name', { description: 'What it is called, in `language`.' }),
    description: attribute(
      nullable(text('Hand-poured pillar candle, burns about forty hours.')),
      'description',
      { description: 'What there is to say of it, in `language`.' },
    ),
    language: attribute(Type.String({ pattern: '^[a-z]{2}$', examples: ['en'] }), 'language', {
      description: 'Language of name and description, two letters.',
    }),
    dimensions: attribute(nullable(text('7x7x15')), 'dimensions', {
      description: 'Its size, in words of the brand.',
    }),
    netWeight: attribute(nullable(text('480G')), 'net_weight', {
      description: 'What is in it without packaging, in words of the brand.',
    }),
    capacity: attribute(nullable(text('250ML')), 'capacity', {
      description: 'How much it holds, in words of the brand.',
    }),
    position: integerAttribute(4, 'position', "Place in the brand's catalog, lower is earlier."),
    unitMultiplier: attribute(Type.Integer({ minimum: 1, examples: [6] }), 'unit_multiplier', {
      description: 'Pieces in one pack; stock and orders count packs.',
    }),
    vatRate: attribute(Type.Number({ examples: [20] }), 'vat_rate', { description: 'VAT in percent.' }),
    discountRate: attribute(Type.Number({ minimum: 0, maximum: 1, examples: [0.1] }), 'discount_rate', {
      description: 'A fraction: 0.1 is ten percent off.',
    }),
    productTypeId: attribute(nullable(Type.Integer({ examples: [12] })), 'product_type_id', {
      only: 'single',
      deprecated: true,
      description: 'Number of its kind of product; null when nobody has told one.',
    }),
    active: attribute(Type.Boolean({ examples: [true] }), 'active', {
      description: 'Whether it is for sale.',
    }),
    outOfStock: attribute(Type.Boolean({ examples: [false] }), 'out_of_stock', {
      description: 'Whether none of its variants can be ordered.',
    }),
    archived: attribute(Type.Boolean({ examples: [false] }), 'archived', {
      description: 'Whether it was taken out of the catalog: all of its variants are archived.',
    }),
    retailPrice: attribute(retailPrice, 'retail_price_minor'),
    wholesalePrice: attribute(wholesalePrice, 'wholesale_price_minor'),
    originalWholesalePrice: attribute(originalWholesalePrice, 'original_wholesale_price_minor'),
    createdAt: createdAt(instantMicros),
    indexedAt: attribute(nullable(instantMicros), 'indexed_at', {
      description: 'When the search of the marketplace took it in; null until then.',
    }),
    updatedAt: updatedAt(instantMicros),
    images: attribute(images, shown, { only: 'single' }),
    tags: attribute(Type.Array(text('tags_handmade')), 'tags', {
      only: 'single',
      description: 'Marks such as `tags_organic` or `tags_vegan`.',
    }),
  },
  relationships: {
    productVariant: toMany('productVariant', {
      by: 'variantsOfProducts',
      parent: 'product_id',
      aliases: ['productVariants'],
    }),
    productOption: toMany('productOption', {
      by: 'optionsOfProducts',
      parent: 'product_id',
      aliases: ['productOptions'],
      deprecated: true,
    }),
  },
})

const ian = nullable(Type.String({ minLength: 13, maxLength: 13, examples: ['4006381333931'] }))

export const productVariant = resource<VariantRow>()({
  name: 'productVariant',
  type: 'productVariant',
  accepts: ['product-variants', 'productVariants'],
  description: 'What is ordered and counted. A product without choices has one.',
  attributes: {
    name: attribute(text('Beeswax pillar / ochre'), 'name', {
      description: 'Name of the product and of this choice.',
    }),
    sku: attribute(text('BWX-OCH'), 'sku', { description: "The brand's own article number." }),
    ian: attribute(ian, 'ian', {
      description: 'International article number of 13 characters, usually an EAN; null when it has none.',
    }),
    createdAt: createdAt(instantMicros),
    updatedAt: updatedAt(instantMicros),
    archivedAt: attribute(nullable(instantMicros), 'archived_at', {
      description: 'When it was taken out of the catalog; null while it is there.',
    }),
    retailPrice: attribute(retailPrice, 'retail_price_minor'),
    wholesalePrice: attribute(wholesalePrice, 'wholesale_price_minor'),
    originalWholesalePrice: attribute(originalWholesalePrice, 'original_wholesale_price_minor'),
    availableQuantity: attribute(nullable(Type.Integer({ examples: [70] })), 'available_quantity', {
      description: 'Packs that can be ordered; below zero when oversold. Null when always in stock.',
    }),
    reservedQuantity: integerAttribute(30, 'reserved_quantity', 'Packs held by orders that are not shipped.'),
    stockQuantity: attribute(nullable(Type.Integer({ examples: [100] })), 'stock_quantity', {
      description: 'Packs on hand: available plus reserved. Null when always in stock.',
    }),
    isAlwaysInStock: attribute(Type.Boolean({ examples: [false] }), 'is_always_in_stock', {
      description: 'Whether stock is not tracked and any quantity can be ordered.',
    }),
    inventoryPolicy: attribute(Type.Enum(['deny', 'continue']), 'inventory_policy', {
      description: '`deny` refuses orders beyond what is available, `continue` takes them.',
    }),
    fulfillableId: attribute(nullable(uuid()), 'fulfillable_id', {
      only: 'single',
      description: 'What warehouses call it; null when none holds it.',
    }),
    availableAt: attribute(
      nullable(Type.String({ format: 'date', examples: ['2026-05-01'] })),
      'available_on',
      { only: 'single', description: 'The day from which a pre-order ships; null when it is not one.' },
    ),
    images: attribute(images, shown, { only: 'single' }),
  },
  relationships: { product: toOne('product', 'product_id', { linkage: 'always', aliases: ['products'] }) },
})

const { attributes: shared } = productVariant

export const productOption = resource<VariantRow>()({
  name: 'productOption',
  type: 'product-options',
  accepts: ['productOption', 'productOptions'],
  description: 'Deprecated: the variant of the same id, with fewer attributes.',
  attributes: {
    name: shared.name,
    sku: shared.sku,
    ian: shared.ian,
    outOfStock: attribute(Type.Boolean({ examples: [false] }), ({ is_orderable }) => !is_orderable, {
      description: 'Whether it cannot be ordered now.',
    }),
    createdAt: shared.createdAt,
    updatedAt: shared.updatedAt,
    archivedAt: shared.archivedAt,
  },
  relationships: { product: toOne('product', 'product_id', { linkage: 'always' }) },
})

const money = (example: number) =>
  Type.Object({
    amount: Type.Integer({ examples: [example], description: 'In minor units of `currency`.' }),
    currency: Type.String({
      pattern: '^[A-Z]{3}$',
      examples: ['EUR'],
      description: 'Currency of the brand, a code of ISO 4217.',
    }),
  })

export const variantPrice = resource<RetailerPriceRow>()({
  name: 'variantPrice',
  type: 'product-variant-prices',
  description: 'What the asking retailer pays for a variant now.',
  attributes: {
    original_wholesale_price: attribute(
      money(945),
      ({ original_minor, currency }) => ({
        amount: original_minor,
        currency,
      }),
      { description: 'The price of a piece before discounts for this retailer.' },
    ),
    wholesale_price: attribute(
      money(851),
      ({ price_minor, currency }) => ({
        amount: price_minor,
        currency,
      }),
      { description: 'What this retailer pays for a piece.' },
    ),
    discount_rate: attribute(Type.Integer({ minimum: 0, maximum: 100, examples: [10] }), 'rate_percent', {
      description: 'The highest discount that applies, in percent; 0 when none does.',
    }),
  },
})
