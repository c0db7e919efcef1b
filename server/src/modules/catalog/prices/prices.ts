/** Setting the prices of a variant. */
import { type Problem, requestDocument } from '@tradehall/jsonapi'
import { type Static, Type } from 'typebox'
import { MAX_INTEGER } from '../../../domain/fields.ts'
import { missing } from '../../../domain/ownership.ts'
import { type Fragment, type Queryable, retried } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { pricesChanged } from '../errors.ts'
import { productVariant } from '../resources.ts'
import { existingVariants, findVariant, type VariantRow } from '../variants.ts'

const price = (example: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: MAX_INTEGER, examples: [example], description })

export const pricesBody = requestDocument(productVariant, {
  id: 'path',
  attributes: {
    wholesalePrice: price(
      945,
      "Of a piece before the product's discount, in minor units: it becomes `originalWholesalePrice`.",
    ),
    retailPrice: price(1890, 'Suggested shelf price of a piece, in minor units.'),
  },
  required: ['wholesalePrice', 'retailPrice'],
  strays: 'refused',
  meta: {
    expectedWholesalePrice: price(
      900,
      'Change nothing and answer 409 unless this is `originalWholesalePrice` now.',
    ),
    expectedRetailPrice: price(1790, 'Change nothing and answer 409 unless this is `retailPrice` now.'),
  },
})

type SentPrices = Static<typeof pricesBody>['data']
type Prices = SentPrices['attributes']
type ExpectedPrices = NonNullable<SentPrices['meta']>

export async function setPrices(
  { db, clock }: Work,
  brandId: BrandId,
  id: string,
  prices: Prices,
  expected: ExpectedPrices = {},
): Promise<VariantRow> {
  const change = { ...prices, ...expected, now: clock.now() }
  const variant = await retried(db, () => savePrices(db, brandId, id, change))
  if (variant) return variant
  const current = await findVariant(db, brandId, id)
  if (current) throw priceConflict(current, expected)
  throw missing('product variant', id, { exists: (await existingVariants(db, [id])).has(id) })
}

/** With the current prices, so that the client need not read them. */
function priceConflict(current: VariantRow, expected: ExpectedPrices): Problem {
  const { original_wholesale_price_minor: wholesalePrice, retail_price_minor: retailPrice } = current
  const { expectedWholesalePrice = wholesalePrice } = expected
  const member = expectedWholesalePrice === wholesalePrice ? 'expectedRetailPrice' : 'expectedWholesalePrice'
  const detail = `The wholesale price is ${wholesalePrice} and the retail price ${retailPrice}, which is not what was expected. Nothing was changed.`
  return pricesChanged(detail, { pointer: `data.meta.${member}`, meta: { wholesalePrice, retailPrice } })
}

/**
 * The product is locked before it is read, so that concurrent price updates are serialized and use the same discount.
 * An expected price is compared with the newest version of the variant, because the row is locked by the update.
 * Only an update of its first variant changes the prices of the product: a concurrent update of another variant might read
 * outdated prices of the first one.
 */
async function savePrices(
  db: Queryable,
  brandId: BrandId,
  id: string,
  change: Prices & ExpectedPrices & { now: Date },
): Promise<VariantRow | undefined> {
  const { wholesalePrice, retailPrice, expectedWholesalePrice, expectedRetailPrice, now } = change
  const isExpected = (column: Fragment, value: number | undefined) =>
    value === undefined ? db`` : db`and variants.${column} = ${value}::bigint`
  const [variant] = await db<VariantRow[]>`
    with product as materialized (
      select id, discount_rate
      from catalog.products
      where brand_id = ${brandId} and id = (
        select product_id from catalog.variants where brand_id = ${brandId} and id = ${id}
      )
      for no key update
    ), priced as (
      update catalog.variants
      set original_wholesale_price_minor = ${wholesalePrice}::bigint,
        wholesale_price_minor = catalog.discounted_price(
          ${wholesalePrice}::bigint, coalesce(variants.discount_rate, product.discount_rate)
        ),
        retail_price_minor = ${retailPrice}::bigint,
        updated_at = ${now}
      from product
      where variants.brand_id = ${brandId} and variants.id = ${id}
        ${isExpected(db`original_wholesale_price_minor`, expectedWholesalePrice)}
        ${isExpected(db`retail_price_minor`, expectedRetailPrice)}
      returning variants.*
    ), refreshed as (
      update catalog.products
      set original_wholesale_price_minor = priced.original_wholesale_price_minor,
        wholesale_price_minor = priced.wholesale_price_minor,
        retail_price_minor = priced.retail_price_minor,
        updated_at = priced.updated_at
      from priced
      where products.brand_id = ${brandId} and products.id = priced.product_id and priced.id = (
        select id
        from catalog.variants
        where brand_id = ${brandId} and product_id = products.id
        order by created_at, id
        limit 1
      )
    )
    select priced.id, product_id, name, sku, ian, retail_price_minor, wholesale_price_minor,
      original_wholesale_price_minor, created_at, archived_at, fulfillable_id, available_on, images,
      is_always_in_stock, inventory_policy, available_quantity, reserved_quantity, stock_quantity, is_orderable,
      greatest(priced.updated_at, variant_quantities.updated_at) as updated_at
    from priced
    left join stock.variant_quantities
      on variant_quantities.brand_id = ${brandId} and variant_quantities.variant_id = priced.id`
  return variant
}
