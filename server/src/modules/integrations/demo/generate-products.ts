/**
 * Generates products, to try and measure the server with a catalog of realistic size. They are added by a regular import
 * operation.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { ANY_SOURCE } from '@tradehall/product-files'
import type { GenerateProducts } from '../../../module.ts'
import type { BrandId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import { createLog, type Log } from '../../../platform/log.ts'
import type { Work } from '../../../platform/work.ts'
import { internalIan, lastPosition } from '../../catalog/index.ts'
import { addEntries, openOperation, readOperation, startOperation } from '../operations/operations.ts'
import { createSchedulerOf } from '../runs/runners.ts'

/** Entries per statement: large enough to amortise round trips, small enough to bound memory. */
const CHUNK = 1000
/** How often the operation is polled while another worker holds its lock. */
const POLL_MS = 50

/** Imports `count` generated products into a brand and returns the number of their variants. */
export const generateProducts: GenerateProducts = async (work, brandId, { count, onBatch = () => {} }) => {
  const { db } = work
  const request = { id: undefined, source: ANY_SOURCE, operationType: 'import' } as const
  const start = await lastPosition(db, brandId)
  const { operation } = await openOperation(work, brandId, request)
  let variants = 0
  for (let added = 0; added < count; added += CHUNK) {
    const size = Math.min(CHUNK, count - added)
    const products = Array.from({ length: size }, (_, i) => generateProduct(start + added + i + 1))
    await addEntries(work, brandId, operation.id, products)
    variants += products.reduce((sum, product) => sum + product.attributes.variants.length, 0)
  }
  await startOperation(work, brandId, operation.id)
  await finish({ log: createLog('warn'), ...work }, brandId, operation.id, onBatch)
  return { variants }
}

/** Runs batches in this process, and waits while another worker or an earlier operation of the brand is running. */
async function finish(
  work: Work & { log: Log },
  brandId: BrandId,
  id: string,
  onBatch: (done: number) => void,
): Promise<void> {
  const runNextBatch = createSchedulerOf(brandId, work)
  for (;;) {
    const isBusy = await runNextBatch()
    const operation = await readOperation(work.db, brandId, id)
    onBatch(operation.processed_products_count)
    invariant(operation.failed_products_count === 0, 'generated products pass every check')
    if (operation.completed_at !== null) return
    if (!isBusy) await wait(POLL_MS)
  }
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

/** Every value is derived from the position, so that two runs of the same size generate the same products. */
function generateProduct(position: number) {
  const name = `${pick(MAKES, position)} ${pick(MATERIALS, position / 10)} ${pick(THINGS, position / 110)} ${position}`
  const minor = 200 + ((position * 7919) % 4800)
  const choices = 1 + (position % 3)
  return {
    id: `GEN-${position}`,
    type: 'catalog-integration-product',
    attributes: {
      external_id: `GEN-${position}`,
      name,
      description: `${name}. Made to order in a small workshop and packed without plastic.`,
      currency: 'EUR',
      wholesale_price: minor / 100,
      retail_price: (minor * 2) / 100,
      vat_rate: pick(VAT_RATES, position),
      discount_rate: position % 12 === 0 ? 10 : 0,
      unit_multiplier: pick(PACKS, position),
      main_image: `https://cdn.tradehall.test/generated/${position}.jpg`,
      tags: [pick(TAGS, position)],
      shape_properties: {
        dimensions: {
          unit_code: 'cm',
          width: 10 + (position % 30),
          height: 10 + (position % 20),
          length: 5 + (position % 15),
        },
        weight: { unit_code: 'g', amount: 100 + (position % 90) * 10 },
      },
      variants: Array.from({ length: choices }, (_, nth) => {
        const number = position * 4 + nth
        const choice = pick(CHOICES, number)
        return {
          sku: `GEN-${position}-${choice.slice(0, 3).toUpperCase()}`,
          // An offset keeps these numbers apart from those of the demo products.
          ian: internalIan(1_000_000 + number),
          ...(choices > 1 && { options: [{ name: 'color', value: choice }] }),
          ...(number % 10 === 3 ? { is_always_in_stock: true } : { stock_quantity: (number * 31) % 200 }),
        }
      }),
    },
  }
}

const pick = <T>(list: readonly T[], index: number): T => list[Math.floor(index) % list.length] as T
