/** Summaries of products and of their variants, for people. */
import { type Static, Type } from 'typebox'
import { orNull, uuid } from '../../domain/fields.ts'
import { oneOf, type Queryable } from '../../platform/database.ts'
import type { BrandId, ProductId, VariantId } from '../../platform/ids.ts'
import type { Asked } from '../pictures/index.ts'
import { shownAddress } from './images.ts'

const count = (example: number, description: string) =>
  Type.Integer({ minimum: 0, examples: [example], description })
const price = (example: number, description: string) =>
  Type.Integer({ minimum: 0, examples: [example], description: `${description}, in minor units.` })
export const imageUrl = orNull(
  Type.String({ format: 'uri', examples: ['https://cdn.tradehall.test/products/beeswax-pillar.jpg'] }),
  { description: 'The first of its images; null when it has none.' },
)

/** At most this many article numbers are in a summary. */
const SHOWN_SKUS = 3

export const productSummary = Type.Object(
  {
    imageUrl,
    variantsCount: count(3, 'How many variants it has that are not archived.'),
    archivedVariantsCount: count(1, 'How many of its variants are archived.'),
    skus: Type.Array(Type.String({ examples: ['BWX-OCH'] }), {
      description: `The article numbers of its first variants, at most ${SHOWN_SKUS}.`,
    }),
    lowestWholesalePrice: price(851, 'The lowest wholesale price of its variants after discounts'),
    highestWholesalePrice: price(1251, 'The highest wholesale price of its variants after discounts'),
    availableQuantity: Type.Integer({
      examples: [70],
      description: 'Packs of all variants that can be ordered, without those that are always in stock.',
    }),
    alwaysInStockCount: count(1, 'How many of its variants are always in stock.'),
    outOfStockCount: count(0, 'How many of its variants cannot be ordered now.'),
  },
  {
    title: 'ProductSummary',
    description: 'A product at a glance. Archived variants count only if there are no others.',
  },
)

export type ProductSummary = Static<typeof productSummary>

/** Summarizes products of one brand, by id, in one statement. Uses variants_product_idx. */
export async function summarizeProducts(
  db: Queryable,
  brandId: BrandId,
  ids: readonly ProductId[],
): Promise<Record<ProductId, ProductSummary>> {
  const rows = await db<(ProductSummary & { id: ProductId })[]>`
    select products.id, ${firstImage(db)} as "imageUrl", live_variant_count as "variantsCount",
      variant_count - live_variant_count as "archivedVariantsCount", counted.*
    from catalog.products
    cross join lateral (
      select coalesce((array_agg(sku order by variants.created_at, variants.id))[1:${SHOWN_SKUS}::int], '{}') as skus,
        coalesce(min(wholesale_price_minor), products.wholesale_price_minor) as "lowestWholesalePrice",
        coalesce(max(wholesale_price_minor), products.wholesale_price_minor) as "highestWholesalePrice",
        coalesce(sum(available_quantity), 0)::bigint as "availableQuantity",
        (count(*) filter (where is_always_in_stock))::integer as "alwaysInStockCount",
        (count(*) filter (where not is_orderable))::integer as "outOfStockCount"
      from catalog.variants
      left join stock.variant_quantities
        on variant_quantities.brand_id = variants.brand_id and variant_quantities.variant_id = variants.id
      where variants.brand_id = ${brandId} and product_id = products.id
        and (variants.archived_at is null or live_variant_count <= 0)
    ) as counted
    where products.brand_id = ${brandId} and products.id = ${oneOf(db, ids)}`
  return Object.fromEntries(rows.map(({ id, ...summary }) => [id, summary]))
}

const variantSummary = Type.Object(
  {
    imageUrl,
    options: Type.Array(
      Type.Object({
        name: Type.String({ examples: ['color'], description: 'What there is a choice of.' }),
        value: Type.String({ examples: ['ochre'], description: 'Which one this is.' }),
      }),
      { description: 'The choices that make this variant; empty when none were told.' },
    ),
    discountRate: orNull(Type.Number({ minimum: 0, maximum: 1, examples: [0.1] }), {
      description: 'Its own discount, a fraction; null when it has that of the product.',
    }),
  },
  { title: 'VariantSummary', description: 'A variant of a product at a glance.' },
)

type VariantSummary = Static<typeof variantSummary>

/** The `meta.details` of a single product. */
export const productDetails = Type.Object(
  {
    ...productSummary.properties,
    variants: Type.Record(uuid(), variantSummary, { description: 'Its variants, by their ids.' }),
  },
  { title: 'ProductDetails', description: 'With `withDetails`: what people see of it.' },
)

/** Uses variants_product_idx. */
export async function summarizeVariants(
  db: Queryable,
  brandId: BrandId,
  productId: ProductId,
): Promise<Record<VariantId, VariantSummary>> {
  const rows = await db<(VariantSummary & { id: VariantId })[]>`
    select id, ${firstImage(db)} as "imageUrl", coalesce(options, '[]') as options, discount_rate as "discountRate"
    from catalog.variants
    where brand_id = ${brandId} and product_id = ${productId}
    order by created_at, id`
  return Object.fromEntries(rows.map(({ id, ...summary }) => [id, summary]))
}

/** Summaries with the whole addresses of their images. */
export const showImages = <S extends { imageUrl: string | null }>(
  summaries: Readonly<Record<string, S>>,
  asked: Asked,
): Record<string, S> =>
  Object.fromEntries(
    Object.entries(summaries).map(([id, summary]) => [
      id,
      { ...summary, imageUrl: shownAddress(summary.imageUrl, asked) },
    ]),
  )

/** A column for selects from a table with images. */
export const firstImage = (db: Queryable) => db`(
  select image ->> 'url' from jsonb_array_elements(images) as image order by (image ->> 'order')::integer limit 1
)`
