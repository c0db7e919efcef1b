import { attribute, type Codec, instantMicros, nullable, resource, toMany, toOne } from '@tradehall/jsonapi'
import { type TSchema, Type } from 'typebox'
import type { RetailerPriceRow } from './prices/price-rules.ts'
import type { ProductRow } from './products.ts'
import type { VariantRow } from './variants.ts'

const text = (example: string) => Type.String({ examples: [example] })
const amount = (example: number) =>
  Type.Integer({ examples: [example], description: "In minor units of the brand's currency." })

interface Image {
  order: number
  url: string
}

const images: Codec<TSchema> = {
  schema: Type.Array(
    Type.Object({
      order: Type.Integer({ examples: [1] }),
      url: Type.String({
        format: 'uri',
        examples: ['https://cdn.tradehall.test/products/beeswax-pillar.jpg'],
      }),
    }),
    { description: 'By `order`, lower first.' },
  ),
  encode: (value) => (value as Image[]).toSorted((a, b) => a.order - b.order),
}

export const product = resource<ProductRow>()({
  name: 'product',
  type: 'product',
  accepts: ['products'],
  description:
    "What a brand sells. Its prices are those of its first variant, its flags follow its variants'.",
  attributes: {
    name: attribute(text('Beeswax pillar'), 'name'),
    description: attribute(
      nullable(text('Hand-poured pillar candle, burns about forty hours.')),
      'description',
    ),
    language: attribute(Type.String({ pattern: '^[a-z]{2}$', examples: ['en'] }), 'language', {
      description: 'Of name and description.',
    }),
    dimensions: attribute(nullable(text('7x7x15')), 'dimensions'),
    netWeight: attribute(nullable(text('480G')), 'net_weight'),
    capacity: attribute(nullable(text('250ML')), 'capacity'),
    position: attribute(Type.Integer({ examples: [4] }), 'position', {
      description: "Place in the brand's catalog, lower is earlier.",
    }),
    unitMultiplier: attribute(Type.Integer({ minimum: 1, examples: [6] }), 'unit_multiplier', {
      description: 'Pieces in one pack; stock and orders count packs.',
    }),
    vatRate: attribute(Type.Number({ examples: [20] }), 'vat_rate', { description: 'Percent.' }),
    discountRate: attribute(Type.Number({ minimum: 0, maximum: 1, examples: [0.1] }), 'discount_rate', {
      description: 'A fraction: 0.1 is ten percent off.',
    }),
    productTypeId: attribute(Type.Integer({ examples: [12] }), 'product_type_id', {
      only: 'single',
      deprecated: true,
    }),
    active: attribute(Type.Boolean({ examples: [true] }), 'active'),
    outOfStock: attribute(Type.Boolean({ examples: [false] }), 'out_of_stock', {
      description: 'No variant can be ordered.',
    }),
    archived: attribute(Type.Boolean({ examples: [false] }), 'archived'),
    retailPrice: attribute(amount(1890), 'retail_price_minor', { description: 'Suggested shelf price.' }),
    wholesalePrice: attribute(amount(851), 'wholesale_price_minor', { description: 'After the discount.' }),
    originalWholesalePrice: attribute(amount(945), 'original_wholesale_price_minor', {
      description: 'As the brand set it.',
    }),
    createdAt: attribute(instantMicros, 'created_at'),
    indexedAt: attribute(nullable(instantMicros), 'indexed_at'),
    updatedAt: attribute(instantMicros, 'updated_at'),
    images: attribute(images, 'images', { only: 'single' }),
    tags: attribute(Type.Array(text('tags_handmade')), 'tags', { only: 'single' }),
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

const ian = nullable(Type.String({ pattern: '^[0-9]{13}$', examples: ['4006381333931'] }))

export const productVariant = resource<VariantRow>()({
  name: 'productVariant',
  type: 'productVariant',
  accepts: ['product-variants', 'productVariants'],
  description: 'What is ordered and counted. A product without choices has one.',
  attributes: {
    name: attribute(text('Beeswax pillar / ochre'), 'name'),
    sku: attribute(text('BWX-OCH'), 'sku'),
    ian: attribute(ian, 'ian'),
    createdAt: attribute(instantMicros, 'created_at'),
    updatedAt: attribute(instantMicros, 'updated_at'),
    archivedAt: attribute(nullable(instantMicros), 'archived_at'),
    retailPrice: attribute(amount(1890), 'retail_price_minor'),
    wholesalePrice: attribute(amount(851), 'wholesale_price_minor'),
    originalWholesalePrice: attribute(amount(945), 'original_wholesale_price_minor'),
    availableQuantity: attribute(nullable(Type.Integer({ examples: [70] })), 'available_quantity', {
      description: 'What can be ordered; below zero when oversold. Null when always in stock.',
    }),
    reservedQuantity: attribute(Type.Integer({ examples: [30] }), 'reserved_quantity', {
      description: 'Held by orders that are not shipped.',
    }),
    stockQuantity: attribute(nullable(Type.Integer({ examples: [100] })), 'stock_quantity', {
      description: 'On hand: available plus reserved. Null when always in stock.',
    }),
    isAlwaysInStock: attribute(Type.Boolean({ examples: [false] }), 'is_always_in_stock', {
      description: 'Stock is not tracked, any quantity can be ordered.',
    }),
    inventoryPolicy: attribute(Type.Enum(['deny', 'continue']), 'inventory_policy', {
      description: '`continue` takes orders beyond what is available.',
    }),
    fulfillableId: attribute(nullable(Type.String({ format: 'uuid' })), 'fulfillable_id', { only: 'single' }),
    availableAt: attribute(
      nullable(Type.String({ format: 'date', examples: ['2026-05-01'] })),
      'available_on',
      { only: 'single', description: 'When a pre-order ships.' },
    ),
    images: attribute(images, 'images', { only: 'single' }),
  },
  relationships: { product: toOne('product', 'product_id', { linkage: 'always', aliases: ['products'] }) },
})

export const productOption = resource<VariantRow>()({
  name: 'productOption',
  type: 'product-options',
  accepts: ['productOption', 'productOptions'],
  description: 'Deprecated: the variant of the same id, with fewer attributes.',
  attributes: {
    name: attribute(text('Beeswax pillar / ochre'), 'name'),
    sku: attribute(text('BWX-OCH'), 'sku'),
    ian: attribute(ian, 'ian'),
    outOfStock: attribute(Type.Boolean({ examples: [false] }), ({ is_orderable }) => !is_orderable),
    createdAt: attribute(instantMicros, 'created_at'),
    updatedAt: attribute(instantMicros, 'updated_at'),
    archivedAt: attribute(nullable(instantMicros), 'archived_at'),
  },
  relationships: { product: toOne('product', 'product_id', { linkage: 'always' }) },
})

const money = (example: number) =>
  Type.Object({
    amount: amount(example),
    currency: Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] }),
  })

export const variantPrice = resource<RetailerPriceRow>()({
  name: 'variantPrice',
  type: 'product-variant-prices',
  description: 'What the asking retailer pays for a variant now.',
  attributes: {
    original_wholesale_price: attribute(money(945), ({ original_minor, currency }) => ({
      amount: original_minor,
      currency,
    })),
    wholesale_price: attribute(money(851), ({ price_minor, currency }) => ({
      amount: price_minor,
      currency,
    })),
    discount_rate: attribute(Type.Integer({ minimum: 0, maximum: 100, examples: [10] }), 'rate_percent', {
      description: 'The highest discount that applies, in percent; 0 when none does.',
    }),
  },
})
