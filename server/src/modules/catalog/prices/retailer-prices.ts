/** The prices that retailers see and are charged. */
import type { Ctx } from '../../../http/operation.ts'
import { oneOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, RetailerId, VariantId } from '../../../platform/ids.ts'
import type { Work } from '../../../platform/work.ts'
import { brandCurrencies, retailerSegment } from '../../identity/index.ts'
import type { DiscountRule } from './discount-rules.ts'

/** Prices are per piece. */
interface PriceRow {
  id: string
  brand_id: string
  original_minor: number
  price_minor: number
  /** Rounded to whole percent for display; the price is computed from the exact rate. */
  rate_percent: number
  /** Whether the discount of a rule is higher than those of the variant and its product. */
  is_by_rule: boolean
  vat_rate: number
  unit_multiplier: number
}

export type RetailerPriceRow = Omit<PriceRow, 'brand_id' | 'is_by_rule' | 'vat_rate' | 'unit_multiplier'> & {
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

/** A hypothetical change of the rules: without a stored rule, with a draft that is not stored, or both. */
export interface RuleChange {
  /** The id of a rule. */
  without: string | undefined
  draft: Pick<DiscountRule, 'ratePercent' | 'retailerSegment' | 'startsAt' | 'endsAt'> | undefined
}

/** The prices of variants of a brand at a moment, by id; `change` applies hypothetical rules. */
export async function pricesAt(
  db: Queryable,
  query: PriceQuery & { brandId: BrandId },
): Promise<Map<string, PriceRow>> {
  const rows = await loadPrices(db, query)
  return new Map(rows.map((row) => [row.id, row]))
}

interface PriceQuery {
  /** Any brand by default, which uses variants_id_idx. */
  brandId?: BrandId
  variantIds: readonly VariantId[]
  segment: string | null
  now: Date
  change?: RuleChange | undefined
}

/** A condition for variants, joined with their products, that retailers can buy. */
export const isForSale = (db: Queryable) =>
  db`variants.archived_at is null and products.archived_at is null and active`

/** Applies the highest discount, of the variant, its product or a rule of its brand; discounts do not add up. */
async function loadPrices(
  db: Queryable,
  { brandId, variantIds, segment, now, change }: PriceQuery,
): Promise<PriceRow[]> {
  // Materialized, so that the rules are read once per row, or once in total if the brand is given.
  return await db<PriceRow[]>`
    with asked as materialized (
      select variants.id, variants.brand_id, variants.original_wholesale_price_minor as original_minor, vat_rate,
        unit_multiplier,
        coalesce(variants.discount_rate, products.discount_rate) as own_rate, (
          select max(rate_percent) / 100.0
          from ${brandId ? db`(${rulesOf(db, brandId, change)}) as rules` : db`catalog.discount_rules as rules`}
          where ${brandId ? db`true` : db`rules.brand_id = variants.brand_id`}
            and (retailer_segment is null or retailer_segment = ${segment})
            and starts_at <= ${now} and (ends_at is null or ends_at > ${now})
        ) as rule_rate
      from catalog.variants
      join catalog.products on products.brand_id = variants.brand_id and products.id = variants.product_id
      where variants.id = ${oneOf(db, variantIds)} ${brandId ? db`and variants.brand_id = ${brandId}` : db``}
        and ${isForSale(db)}
    )
    select id, brand_id, vat_rate, unit_multiplier, original_minor, round(rate * 100)::integer as rate_percent,
      coalesce(rule_rate > own_rate, false) as is_by_rule, catalog.discounted_price(original_minor, rate) as price_minor
    from asked
    cross join lateral (select greatest(own_rate, rule_rate) as rate) as applied`
}

const rulesOf = (db: Queryable, brandId: BrandId, { without, draft }: Partial<RuleChange> = {}) => db`
  select rate_percent, retailer_segment, starts_at, ends_at
  from catalog.discount_rules
  where brand_id = ${brandId} ${without === undefined ? db`` : db`and id <> ${without}`}
  ${
    draft === undefined
      ? db``
      : db`
        union all
        select ${draft.ratePercent}::integer, ${draft.retailerSegment}::text, ${draft.startsAt}::timestamptz,
          ${draft.endsAt}::timestamptz`
  }`
