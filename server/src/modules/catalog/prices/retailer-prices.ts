/** The prices that retailers see and are charged. */
import type { Ctx } from '../../../http/operation.ts'
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, RetailerId, VariantId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { brandCurrencies, retailerSegment } from '../../identity/index.ts'

/** Prices are per piece. */
interface PriceRow {
  id: string
  brand_id: string
  original_minor: number
  price_minor: number
  /** Rounded to whole percent for display; the price is computed from the exact rate. */
  rate_percent: number
  vat_rate: number
  unit_multiplier: number
}

export type RetailerPriceRow = Omit<PriceRow, 'brand_id' | 'vat_rate' | 'unit_multiplier'> & {
  currency: string
}

/** In the order of `ids`, without variants that are unknown, archived or not for sale. */
export async function listRetailerPrices(
  { db, clock }: Ctx,
  retailerId: RetailerId,
  ids: readonly string[],
): Promise<RetailerPriceRow[]> {
  const variantIds = [...new Set(ids)]
  const segment = await retailerSegment(db, retailerId)
  const rows = await loadPrices(db, { variantIds, segment, now: clock.now() })
  const currencies = await brandCurrencies(db, [...new Set(rows.map(({ brand_id }) => brand_id))])
  const priced = new Map(
    rows.map(({ brand_id, ...row }) => [row.id, { ...row, currency: currencies.get(brand_id) as string }]),
  )
  return variantIds.flatMap((id) => priced.get(id) ?? [])
}

export type OrderablePriceRow = Pick<PriceRow, 'id' | 'price_minor' | 'vat_rate' | 'unit_multiplier'>

/** The current price per piece of each variant for a retailer of a segment, without variants that cannot be bought. */
export async function orderablePrices(
  { db, clock }: Work,
  brandId: BrandId,
  { segment, variantIds }: { segment: string | null; variantIds: readonly VariantId[] },
): Promise<Map<string, OrderablePriceRow>> {
  const rows = await loadPrices(db, { brandId, variantIds, segment, now: clock.now() })
  return new Map(rows.map((row) => [row.id, row]))
}

interface PriceQuery {
  /** Any brand by default, which uses variants_id_idx. */
  brandId?: BrandId
  variantIds: readonly VariantId[]
  segment: string | null
  now: Date
}

/** Applies the highest discount, of the variant, its product or a rule of its brand; discounts do not add up. */
async function loadPrices(
  db: Queryable,
  { brandId, variantIds, segment, now }: PriceQuery,
): Promise<PriceRow[]> {
  // Materialized, so that the rules are read once per row, or once in total if the brand is given.
  return await db<PriceRow[]>`
    with asked as materialized (
      select variants.id, variants.brand_id, variants.original_wholesale_price_minor as original_minor, vat_rate,
        unit_multiplier,
        greatest(coalesce(variants.discount_rate, products.discount_rate), (
          select max(rate_percent) / 100.0
          from catalog.discount_rules
          where brand_id = ${brandId ?? db`variants.brand_id`}
            and (retailer_segment is null or retailer_segment = ${segment})
            and starts_at <= ${now} and (ends_at is null or ends_at > ${now})
        )) as rate
      from catalog.variants
      join catalog.products on products.brand_id = variants.brand_id and products.id = variants.product_id
      where variants.id = ${oneOf(db, variantIds)} ${brandId ? db`and variants.brand_id = ${brandId}` : db``}
        and variants.archived_at is null and products.archived_at is null and active
    )
    select id, brand_id, vat_rate, unit_multiplier, original_minor, round(rate * 100)::integer as rate_percent,
      catalog.discounted_price(original_minor, rate) as price_minor
    from asked`
}
