/** Seeds the catalogs of the demo brands: every kind of product and stock, with the same ids and prices in every sandbox. */
import type { DemoRun } from '../../../module.ts'
import { clockAt } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database.ts'
import { demoId, demoIds } from '../../../platform/demo-id.ts'
import type { DemoTime } from '../../../platform/demo-time.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { DEMO } from '../../identity/index.ts'
import { openLocation } from '../../stock/index.ts'
import { addProducts, type NewProduct, type NewVariant } from '../new-products.ts'
import { ALDER_WICK, type DemoRange, NORTHLIGHT } from './demo-goods.ts'
import { withPictures } from './demo-pictures.ts'
import { internalIan } from './ian.ts'

const SEEDED_AT = '2026-01-05T09:00:00Z'
const HOUR_MS = 3_600_000
/** The interval between new products, so that sixty of them fill the seven weeks before the seed. */
const PACE_MS = 19 * HOUR_MS

/** Products with special properties, by name. */
const DISCOUNT_PERCENTS: Record<string, number> = {
  'Harvest jar candle': 10,
  'Linen spray': 25,
  'Serviettes par quatre': 15,
  'Orchard jam': 5,
  Wandkalender: 50,
}
const PREORDERS: Record<string, string> = {
  'Nappe en lin lavé': '2026-04-15',
  'Cesto para leña': '2026-09-01',
  'Sloe liqueur': '2026-10-20',
}
/** The specification spells `tags_frozen_produc` without its last letter. */
const EXTRA_TAGS: Record<string, string> = {
  'Heather honey': 'tags_fresh_product',
  'Cellar truffles': 'tags_frozen_produc',
}
const INACTIVE = new Set(['Abanico de palma'])
const ARCHIVED_PRODUCTS = new Set(['Lucifershouder'])
const ARCHIVED_VARIANTS = new Set([
  'Floating moon candle',
  'Beeswax pillar / Slate',
  'Torchon à rayures / Vert',
])
const SOLD_OUT = new Set(['Herb bitters', 'Reed diffuser'])

/** Goods and rules are as old as what has ended, which was ordered by them; what is still to come is counted from the present. */
interface DemoTimes {
  present: DemoTime
  past: DemoTime
}

export async function seedCatalogDemo(tx: Transaction, { time, endingTime }: DemoRun): Promise<void> {
  const times = { present: time, past: endingTime }
  await seedBrand(tx, times, DEMO.brandId, ALDER_WICK)
  await seedBrand(tx, times, DEMO.otherBrandId, NORTHLIGHT)
  await tx`insert into catalog.discount_rules ${tx(discountRules(times))}`
}

async function seedBrand(
  tx: Transaction,
  times: DemoTimes,
  brandId: BrandId,
  ranges: readonly DemoRange[],
): Promise<void> {
  const ports = { clock: clockAt(times.past.at(SEEDED_AT)), ids: demoIds(`opening-stock/${brandId}`) }
  await openLocation({ ...ports, db: tx }, brandId)
  await addProducts(
    { ...ports, db: tx },
    brandId,
    await withPictures({ ...ports, db: tx }, brandId, demoProducts(ranges, times)),
  )
}

export function demoProducts(ranges: readonly DemoRange[], times: DemoTimes): NewProduct[] {
  const seededAt = times.past.at(SEEDED_AT)
  const goods = ranges.flatMap((range) => range.goods.map((good) => ({ range, good })))
  let variantCount = 0
  return goods.map(({ range, good: [name, wholesaleMinor, dimensions, ...choices] }, index) => {
    const createdAt = new Date(seededAt.getTime() - (goods.length - index) * PACE_MS)
    const key = `${range.code}-${String(index + 1).padStart(3, '0')}`
    const discountPercent = DISCOUNT_PERCENTS[name] ?? 0
    const variants = (choices.length > 0 ? choices : [null]).map((choice, nth) =>
      demoVariant({
        times,
        key,
        product: name,
        choice,
        nth,
        number: variantCount++,
        createdAt,
        // Later choices are larger and cost a little more.
        wholesaleMinor: wholesaleMinor + nth * Math.round(wholesaleMinor / 20),
      }),
    )
    const { retail_price_minor, original_wholesale_price_minor } = variants[0] as NewVariant
    return {
      id: demoId(`product/${key}`),
      external_id: key,
      name,
      description: `${name}. ${range.about}`,
      language: range.language,
      dimensions,
      net_weight: range.netWeight ?? null,
      capacity: range.capacity ?? null,
      position: index + 1,
      unit_multiplier: range.unitMultiplier,
      vat_rate: range.vatRate,
      discount_rate: discountPercent / 100,
      product_type_id: range.productTypeId,
      active: !INACTIVE.has(name),
      retail_price_minor,
      original_wholesale_price_minor,
      images: [],
      tags: EXTRA_TAGS[name] ? [...range.tags, EXTRA_TAGS[name]] : range.tags,
      created_at: createdAt,
      indexed_at: index % 7 === 0 ? null : new Date(createdAt.getTime() + HOUR_MS),
      updated_at: createdAt,
      archived_at: ARCHIVED_PRODUCTS.has(name) ? seededAt : null,
      variants,
    }
  })
}

interface DemoVariant {
  times: DemoTimes
  key: string
  product: string
  choice: string | null
  nth: number
  number: number
  createdAt: Date
  wholesaleMinor: number
}

function demoVariant(variant: DemoVariant): NewVariant {
  const { times, key, product, choice, nth, number, createdAt, wholesaleMinor } = variant
  const preorder = PREORDERS[product]
  const name = choice === null ? product : `${product} / ${choice}`
  const sku = choice === null ? key : `${key}-${skuPart(choice)}`
  // Creation times differ, so that the order of the variants is defined.
  const at = new Date(createdAt.getTime() + nth * 60_000)
  return {
    id: demoId(`variant/${sku}`),
    name,
    sku,
    ian: number % 8 === 7 ? null : internalIan(number + 1),
    retail_price_minor: Math.round(wholesaleMinor / 5) * 10,
    original_wholesale_price_minor: wholesaleMinor,
    fulfillable_id: null,
    available_on: preorder ? times.present.on(preorder) : null,
    images: [],
    created_at: at,
    updated_at: at,
    archived_at:
      ARCHIVED_PRODUCTS.has(product) || ARCHIVED_VARIANTS.has(name) ? times.past.at(SEEDED_AT) : null,
    stock: SOLD_OUT.has(product) ? { onHand: 0 } : openingStock(number),
  }
}

const skuPart = (choice: string) =>
  choice
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .slice(0, 5)
    .toUpperCase()

/** Cycles through every kind of stock. */
function openingStock(number: number): NewVariant['stock'] {
  switch (number % 10) {
    case 3:
      return { isAlwaysInStock: true }
    case 6:
      return { onHand: 0 }
    case 8:
      return { onHand: number % 4, inventoryPolicy: 'continue' }
    default:
      return { onHand: 12 + ((number * 37) % 240) }
  }
}

function discountRules({ present, past }: DemoTimes) {
  const seededAt = past.at(SEEDED_AT)
  const base = { brand_id: DEMO.brandId, created_at: seededAt, updated_at: seededAt }
  return [
    {
      ...base,
      id: demoId('discount-rule/concept-stores'),
      name: 'Concept stores',
      retailer_segment: 'concept-stores',
      rate_percent: 10,
      starts_at: midnight(past.on('2026-01-01')),
      ends_at: null,
    },
    {
      ...base,
      id: demoId('discount-rule/spring-fair'),
      name: 'Spring fair',
      retailer_segment: null,
      rate_percent: 15,
      starts_at: midnight(present.on('2026-03-09')),
      ends_at: midnight(present.on('2026-03-16')),
    },
  ]
}

const midnight = (day: string) => new Date(`${day}T00:00:00Z`)
