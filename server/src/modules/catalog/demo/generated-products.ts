/** Any number of made-up products, for trying the server at the size of a real catalog. */

import type { Queryable } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { openLocation } from '../../stock/index.ts'
import { addProducts, type NewProduct, type NewVariant } from '../new-products.ts'
import { internalIan } from './ian.ts'

/** Large enough that the round trips do not count, small enough to hold little memory and no lock for long. */
const BATCH = 1000
/** The database works on one batch while the next is made and sent. */
const LANES = 2

/** Adds `count` products to a brand, newest last, and returns how many variants they have. */
export async function generateProducts(
  work: Work,
  brandId: BrandId,
  { count, onBatch = () => {} }: { count: number; onBatch?: (done: number) => void },
): Promise<{ variants: number }> {
  const { db } = work
  await inTransaction(work, (work) => openLocation(work, brandId))
  const start = await lastPosition(db, brandId)
  let begun = 0
  let done = 0
  let variants = 0
  async function addBatches(): Promise<void> {
    while (begun < count) {
      const size = Math.min(BATCH, count - begun)
      const products = generateBatch(work, { start: start + begun, size })
      begun += size
      await inTransaction(work, (work) => addProducts(work, brandId, products))
      variants += products.reduce((sum, product) => sum + product.variants.length, 0)
      done += size
      onBatch(done)
    }
  }
  await Promise.all(Array.from({ length: LANES }, addBatches))
  // Without fresh statistics the next queries would be planned for the few rows there were before.
  await db`analyze`
  return { variants }
}

async function lastPosition(db: Queryable, brandId: BrandId): Promise<number> {
  const [last] = await db<{ position: number }[]>`
    select coalesce(max(position), 0) as position from catalog.products where brand_id = ${brandId}`
  return last?.position ?? 0
}

function generateBatch(work: Work, { start, size }: { start: number; size: number }): NewProduct[] {
  const now = work.clock.now().getTime()
  // A millisecond apart, so that the order of the list is the order of the making.
  return Array.from({ length: size }, (_, i) =>
    generateProduct(work, { position: start + i + 1, createdAt: new Date(now - size + i) }),
  )
}

const MAKES = [
  'Hand-thrown',
  'Woven',
  'Folded',
  'Turned',
  'Poured',
  'Pressed',
  'Stitched',
  'Glazed',
  'Carved',
  'Smoked',
]
const MATERIALS = [
  'ash',
  'linen',
  'stoneware',
  'beeswax',
  'wool',
  'brass',
  'paper',
  'oak',
  'cotton',
  'clay',
  'glass',
]
const THINGS = [
  'bowl',
  'basket',
  'candle',
  'tray',
  'lantern',
  'napkin',
  'jug',
  'board',
  'cushion',
  'throw',
  'vase',
  'spoon',
  'box',
]
const CHOICES = ['Ochre', 'Ivory', 'Moss', 'Slate', 'Rust', 'Plum', 'Chalk', 'Ember']
const TAGS = ['tags_handmade', 'tags_eco_friendly', 'tags_zero_waste', 'tags_vegan', 'tags_bestseller']
const VAT_RATES = [6, 9, 19, 20, 21]
const PACKS = [1, 3, 6, 12]

/** Everything follows from the position, so that two runs of the same size make the same goods. */
function generateProduct(
  { ids }: Pick<Work, 'ids'>,
  { position, createdAt }: { position: number; createdAt: Date },
): NewProduct {
  const name = `${pick(MAKES, position)} ${pick(MATERIALS, position / 10)} ${pick(THINGS, position / 110)} ${position}`
  const originalMinor = 200 + ((position * 7919) % 4800)
  const discountPercent = position % 12 === 0 ? 10 : 0
  const prices = {
    retail_price_minor: originalMinor * 2,
    original_wholesale_price_minor: originalMinor,
  }
  const since = { created_at: createdAt, updated_at: createdAt, archived_at: null }
  const choices = 1 + (position % 3)
  return {
    id: ids.next(),
    name,
    description: `${name}. Made to order in a small workshop and packed without plastic.`,
    language: 'en',
    dimensions: `${10 + (position % 30)}x${10 + (position % 20)}x${5 + (position % 15)}`,
    net_weight: `${100 + (position % 90) * 10}G`,
    capacity: null,
    position,
    unit_multiplier: pick(PACKS, position),
    vat_rate: pick(VAT_RATES, position),
    discount_rate: discountPercent / 100,
    product_type_id: 1 + (position % 80),
    active: true,
    ...prices,
    images: [{ order: 1, url: `https://cdn.tradehall.test/generated/${position}.jpg` }],
    tags: [pick(TAGS, position)],
    indexed_at: createdAt,
    ...since,
    variants: Array.from({ length: choices }, (_, nth): NewVariant => {
      const number = position * 4 + nth
      const choice = pick(CHOICES, number)
      return {
        id: ids.next(),
        name: choices === 1 ? name : `${name} / ${choice}`,
        sku: `GEN-${position}-${choice.slice(0, 3).toUpperCase()}`,
        // Beyond the numbers of the demo products.
        ian: internalIan(1_000_000 + number),
        ...prices,
        fulfillable_id: null,
        available_on: null,
        images: [],
        ...since,
        stock: number % 10 === 3 ? { isAlwaysInStock: true } : { onHand: (number * 31) % 200 },
      }
    }),
  }
}

const pick = <T>(list: readonly T[], index: number): T => list[Math.floor(index) % list.length] as T
