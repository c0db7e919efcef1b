/** What a retailer pays for the variants of a brand, and what it would pay with other discount rules, for the operator. */
import { unknown } from '../../../domain/ownership.ts'
import type { Queryable } from '../../../platform/database.ts'
import type { BrandId, RetailerId } from '../../../platform/ids.ts'
import { newestFirst, type Walk } from '../../../platform/queries/keyset.ts'
import { findRetailer } from '../../identity/index.ts'
import { isForSale, pricesAt, type RuleChange } from './retailer-prices.ts'

/** The price of a piece with the discount that applies. */
export interface PricedRow {
  price_minor: number
  rate_percent: number
  is_by_rule: boolean
}

export interface PreviewRow extends PricedRow {
  /** The id of the variant. */
  id: string
  product_id: string
  product_name: string
  name: string | null
  sku: string | null
  currency: string
  original_minor: number
  /** With the changed rules; null if none were given. */
  after: PricedRow | null
}

export interface PreviewRequest {
  brandId: BrandId
  currency: string
  retailerId: RetailerId
  at: Date
  /** Null to see the present prices alone. */
  change: RuleChange | null
}

type VariantOnSale = Pick<PreviewRow, 'id' | 'product_id' | 'product_name' | 'name' | 'sku'>

/** One page, newest variant first. The prices come from the query that prices orders. */
export async function previewPrices(
  db: Queryable,
  { brandId, currency, retailerId, at: now, change }: PreviewRequest,
  walk: Walk,
): Promise<PreviewRow[]> {
  const retailer = await findRetailer(db, retailerId)
  if (!retailer) throw unknown('retailer', retailerId)
  const variants = await listForSale(db, brandId, walk)
  const query = { brandId, variantIds: variants.map(({ id }) => id), segment: retailer.segment, now }
  const [before, after] = await Promise.all([
    pricesAt(db, query),
    change === null ? null : pricesAt(db, { ...query, change }),
  ])
  return variants.flatMap((variant) => {
    const price = before.get(variant.id)
    // A variant may have been archived between the two reads.
    return price ? [{ ...variant, ...price, currency, after: after?.get(variant.id) ?? null }] : []
  })
}

/** Uses variants_newest_idx. */
async function listForSale(db: Queryable, brandId: BrandId, walk: Walk): Promise<VariantOnSale[]> {
  const keysOf = (cursor: string) =>
    db`select created_at, id from catalog.variants where brand_id = ${brandId} and id = ${cursor}`
  return await db<VariantOnSale[]>`
    select id, product_id, product_name, name, sku
    from (
      select variants.id, variants.product_id, products.name as product_name, variants.name, variants.sku, variants.created_at
      from catalog.variants
      join catalog.products on products.brand_id = variants.brand_id and products.id = variants.product_id
      where variants.brand_id = ${brandId} and ${isForSale(db)}
    ) as on_sale
    where true ${newestFirst(db, walk, keysOf)}`
}
