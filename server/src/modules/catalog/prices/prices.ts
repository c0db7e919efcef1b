/** The prices that brands set, and those that retailers pay. */
import { requestDocument } from '@tradehall/jsonapi'
import { Type } from 'typebox'
import type { Ctx } from '../../../http/operation.ts'
import { missing } from '../../../http/ownership.ts'
import { oneOf, type Queryable, retried } from '../../../platform/database.ts'
import { brandCurrencies, retailerSegment } from '../../identity/index.ts'
import { MAX_INTEGER } from '../limits.ts'
import { productVariant } from '../resources.ts'
import { existingVariants, type VariantRow } from '../variants.ts'
import { applyHighestDiscount, discounted, type RetailerPriceRow } from './price-rules.ts'

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
})

export async function setPrices(
  { db, clock }: Ctx,
  brandId: string,
  id: string,
  prices: { wholesalePrice: number; retailPrice: number },
): Promise<VariantRow> {
  const change = { ...prices, now: clock.now() }
  const variant = await retried(db, () => savePrices(db, brandId, id, change))
  if (variant) return variant
  throw missing('product variant', id, { exists: (await existingVariants(db, [id])).has(id) })
}

/**
 * The product is locked before it is looked at, so that prices set at once follow one another and see one discount.
 * Its own prices move with those of its first variant alone: what another variant would read of the first one may be
 * about to change.
 */
async function savePrices(
  db: Queryable,
  brandId: string,
  id: string,
  { wholesalePrice, retailPrice, now }: { wholesalePrice: number; retailPrice: number; now: Date },
): Promise<VariantRow | undefined> {
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
        wholesale_price_minor = round(${wholesalePrice}::bigint * (1 - discount_rate)),
        retail_price_minor = ${retailPrice}::bigint,
        updated_at = ${now}
      from product
      where variants.brand_id = ${brandId} and variants.id = ${id}
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
      on variant_quantities.brand_id = priced.brand_id and variant_quantities.variant_id = priced.id`
  return variant
}

/** In the order of `ids`; what is unknown, archived or not for sale is left out. */
export async function listRetailerPrices(
  { db, clock }: Ctx,
  retailerId: string,
  ids: readonly string[],
): Promise<RetailerPriceRow[]> {
  const asked = [...new Set(ids)]
  const [segment, variants] = await Promise.all([retailerSegment(db, retailerId), loadPriceable(db, asked)])
  const brandIds = [...new Set(variants.map(({ brand_id }) => brand_id))]
  const [currencies, rates] = await Promise.all([
    brandCurrencies(db, brandIds),
    loadRuleRates(db, brandIds, { segment, now: clock.now() }),
  ])
  const priced = new Map(
    variants.map(({ id, brand_id, original_minor, own_percent }) => {
      const discount = applyHighestDiscount(original_minor, [own_percent, rates.get(brand_id) ?? 0])
      const currency = currencies.get(brand_id) as string
      return [id, { id, currency, original_minor, ...discount }]
    }),
  )
  return asked.flatMap((id) => priced.get(id) ?? [])
}

export interface OrderablePriceRow {
  id: string
  price_minor: number
  vat_rate: number
  unit_multiplier: number
}

/** What a retailer of a segment pays now for a piece of each variant of a brand; what cannot be bought is left out. */
export async function orderablePrices(
  { db, clock }: Pick<Ctx, 'clock'> & { db: Queryable },
  brandId: string,
  { segment, variantIds }: { segment: string | null; variantIds: readonly string[] },
): Promise<Map<string, OrderablePriceRow>> {
  const now = clock.now()
  const rows = await db<
    (Omit<OrderablePriceRow, 'price_minor'> & { original_minor: number; percent: number })[]
  >`
    select variants.id, vat_rate, unit_multiplier, variants.original_wholesale_price_minor as original_minor,
      greatest(round(discount_rate * 100), (
        select max(rate_percent)
        from catalog.discount_rules
        where brand_id = ${brandId} and ${appliesTo(db, segment, now)}
      ))::integer as percent
    from catalog.variants
    join catalog.products on products.brand_id = variants.brand_id and products.id = variants.product_id
    where variants.brand_id = ${brandId} and variants.id = ${oneOf(db, variantIds)}
      and variants.archived_at is null and products.archived_at is null and active`
  return new Map(
    rows.map(({ original_minor, percent, ...row }) => [
      row.id,
      { ...row, price_minor: discounted(original_minor, percent) },
    ]),
  )
}

interface PriceableRow {
  id: string
  brand_id: string
  original_minor: number
  own_percent: number
}

/** Of any brand: rides on variants_id_idx. */
async function loadPriceable(db: Queryable, ids: readonly string[]): Promise<PriceableRow[]> {
  return await db<PriceableRow[]>`
    select variants.id, variants.brand_id, variants.original_wholesale_price_minor as original_minor,
      round(discount_rate * 100)::integer as own_percent
    from catalog.variants
    join catalog.products on products.brand_id = variants.brand_id and products.id = variants.product_id
    where variants.id = ${oneOf(db, ids)}
      and variants.archived_at is null and products.archived_at is null and active`
}

/** The best rule of each brand for a segment at a moment. */
async function loadRuleRates(
  db: Queryable,
  brandIds: readonly string[],
  { segment, now }: { segment: string | null; now: Date },
): Promise<Map<string, number>> {
  const rows = await db<{ brand_id: string; rate_percent: number }[]>`
    select brand_id, max(rate_percent) as rate_percent
    from catalog.discount_rules
    where brand_id = ${oneOf(db, brandIds)} and ${appliesTo(db, segment, now)}
    group by brand_id`
  return new Map(rows.map(({ brand_id, rate_percent }) => [brand_id, rate_percent]))
}

/** The discount rules that are good for a segment at a moment. */
const appliesTo = (db: Queryable, segment: string | null, now: Date) => db`
  (retailer_segment is null or retailer_segment = ${segment})
  and starts_at <= ${now} and (ends_at is null or ends_at > ${now})`
