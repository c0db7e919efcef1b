/** Creates products for tests from the few properties that matter to the test. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { addProducts, type NewProduct, type NewVariant } from '../src/modules/catalog/index.ts'
import type { Queryable } from '../src/platform/database.ts'
import type { Platform } from '../src/platform/index.ts'

/** The tags of the specification, which spells `frozen_produc` without its last letter. */
export const PUBLISHED_TAGS =
  'fresh_product frozen_produc organic handmade eco_friendly zero_waste cruelty_free bestseller vegan contains_alcohol'
    .split(' ')
    .map((tag) => `tags_${tag}`)

export interface ProductOverrides extends Partial<Omit<NewProduct, 'variants'>> {
  variants?: readonly Partial<NewVariant>[]
}

/** Inserts products, each created a second after the previous one, and returns them. */
export async function addTestProducts<const W extends readonly ProductOverrides[]>(
  platform: Platform,
  brandId: string,
  overrides: W,
): Promise<{ -readonly [K in keyof W]: NewProduct }> {
  const now = platform.clock.now().getTime()
  const products = overrides.map((one, i) => testProduct(one, new Date(now - (overrides.length - i) * 1000)))
  await addProducts(platform, brandId, products)
  return products as { -readonly [K in keyof W]: NewProduct }
}

function testProduct({ variants = [{}], ...overrides }: ProductOverrides, at: Date): NewProduct {
  const since = { created_at: at, updated_at: at, archived_at: null }
  const prices = {
    retail_price_minor: 2000,
    original_wholesale_price_minor: 1000,
  }
  return {
    id: randomUUID(),
    name: 'Test lamp',
    description: null,
    language: 'en',
    dimensions: null,
    net_weight: null,
    capacity: null,
    position: 1,
    unit_multiplier: 1,
    vat_rate: 20,
    discount_rate: 0,
    product_type_id: 1,
    active: true,
    ...prices,
    images: [],
    tags: [],
    indexed_at: null,
    ...since,
    ...overrides,
    variants: variants.map((variant, nth) => ({
      id: randomUUID(),
      name: `Test lamp ${nth}`,
      sku: `TEST-${nth}`,
      ian: null,
      ...prices,
      fulfillable_id: null,
      available_on: null,
      images: [],
      ...since,
      // Variants of a product are sorted by age, so each needs a distinct creation time.
      created_at: new Date(at.getTime() + nth),
      stock: { onHand: 5 },
      ...variant,
    })),
  }
}

/** Checks the stored flags of every product against its variants and their stock, as the specification defines them. */
export async function expectSoundFlags(db: Queryable): Promise<void> {
  const differing = await db`
    select id, out_of_stock, archived, none_orderable, all_archived
    from catalog.products
    cross join lateral (
      select coalesce(bool_and(variants.archived_at is not null), false) as all_archived,
        not coalesce(bool_or(
          variants.archived_at is null and (is_always_in_stock or inventory_policy = 'continue' or available > 0)
        ), false) as none_orderable
      from catalog.variants
      left join stock.levels on levels.brand_id = variants.brand_id and levels.variant_id = variants.id
      where variants.brand_id = products.brand_id and variants.product_id = products.id
    ) as variants
    where out_of_stock <> none_orderable or archived <> (archived_at is not null or all_archived)`
  expect([...differing], 'the flags of products follow from their variants').toEqual([])
}
