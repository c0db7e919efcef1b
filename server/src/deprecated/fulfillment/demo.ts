/** Seeds the warehouse stock of a demo brand through the regular domain functions, with a clock set to past dates. */
import type { DemoRun } from '../../module.ts'
import { internalIan } from '../../modules/catalog/index.ts'
import { DEMO } from '../../modules/identity/index.ts'
import { clockAt } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database.ts'
import { demoId, demoIds } from '../../platform/demo-id.ts'
import { type DemoTime, onWorkingDay } from '../../platform/demo-time.ts'
import { dropEvents } from '../../platform/events/outbox.ts'
import type { Work } from '../../platform/work.ts'
import { changeReplenishment, createReplenishment, type NewReplenishment } from './replenishments/drafts.ts'
import {
  deliverReplenishment,
  type ReceivedBatches,
  receiveReplenishment,
} from './replenishments/receiving.ts'
import { sendReplenishment } from './replenishments/sending.ts'
import { defineBundle } from './warehouse/bundles.ts'
import { createWarehouse, enrolBrand } from './warehouse/enrolments.ts'
import { declareItem, type ItemDeclaration } from './warehouse/items.ts'

const BRAND = DEMO.brandId
const WAREHOUSE = demoId('warehouse/mechelen')
/** A number beyond the barcodes of the demo variants. */
const FIRST_BARCODE = 9001
/** Includes countries outside the customs union, for which items require a classification code. */
const COUNTRIES = ['AT', 'BE', 'CH', 'DE', 'ES', 'FR', 'GB', 'IT', 'LU', 'NL', 'SE']

/** Food expires, so its batches are tracked by lot and expiry date. */
const FOOD = { expiry_tracked: true, lot_tracked: true, is_organic: true, shelf_life_days: 60 }

/** The declared items by SKU. Items without a classification code cannot be shipped out of the customs union. */
const GOODS: Readonly<Record<string, ItemDeclaration>> = {
  'SCN-009-LINED': { classification_code: '3307490000' },
  'SCN-010-LAVEN': { classification_code: '3307490000' },
  'SCN-011-HAY': { classification_code: '3307410000' },
  'SCN-012': { classification_code: '4421990000' },
  'SCN-013-PINEN': { classification_code: '3307300000' },
  'SOP-026-ARGIL': { classification_code: '3401110000' },
  'SOP-028-CITRO': { classification_code: '3401110000' },
  'SOP-029-MENTH': { classification_code: '3304100000' },
  'SOP-030-GRIS': { classification_code: '6912000000', is_fragile: true },
  'PAP-048-VOGEL': {},
  'PAP-049-MOOS': {},
  'PAP-049-OCKER': {},
  'PAP-051-SCHWA': {},
  'PAP-052-HART': {},
  'PAN-031-GREEN': { ...FOOD, classification_code: '2007990000' },
  'PAN-033-POPPY': { ...FOOD, classification_code: '1905900000' },
  'SWT-038-MILK': { classification_code: '1704900000' },
  'SWT-039': { classification_code: '1704900000' },
  'SWT-040-SALTE': { classification_code: '1704900000' },
}
const BUNDLE = { sku: 'BSK-053-GRAND', parts: { 'PAN-031-GREEN': 2, 'PAN-033-POPPY': 1 } }

const BATCHES = 60

/** What is received of food: a shortage and damaged batches (jam), and an item with two lots (crackers). */
const LOTS: readonly (Omit<ReceivedBatches, 'fulfillmentItemId' | 'expiresAt'> & {
  sku: string
  expiresOn: string
})[] = [
  { sku: 'PAN-031-GREEN', quantity: 50, lotNumber: 'GG-25-11', expiresOn: '2027-08-31' },
  {
    sku: 'PAN-031-GREEN',
    quantity: 4,
    status: 'damaged',
    lotNumber: 'GG-25-11',
    expiresOn: '2027-08-31',
  },
  { sku: 'PAN-033-POPPY', quantity: 24, lotNumber: 'PC-118', expiresOn: '2026-02-28' },
  { sku: 'PAN-033-POPPY', quantity: 36, lotNumber: 'PC-121', expiresOn: '2028-03-31' },
]

interface DemoWork {
  at(written: string): Work
  /** The same, but never on a weekend. */
  atWork(written: string): Work
  time: DemoTime
}

export async function seedFulfillmentDemo(tx: Transaction, { endingTime: time }: DemoRun): Promise<void> {
  const ids = demoIds('fulfillment')
  const work = (moment: Date): Work => ({ db: tx, clock: clockAt(moment), ids })
  const at = (written: string) => work(time.at(written))
  const start = at('2026-01-05T12:00:00Z')
  await createWarehouse(start, { id: WAREHOUSE, name: 'Hall Mechelen', countryCode: 'BE' })
  await enrolBrand(start, BRAND, { warehouseId: WAREHOUSE, countryCodes: COUNTRIES })
  const items = await declareGoods(start)
  const replenishments = await replenish(
    { at, atWork: (written) => work(onWorkingDay(time.at(written))), time },
    items,
  )
  // Without these events the simulated warehouse does not advance the demo replenishments; users do.
  await dropEvents(tx, [...items.values(), ...replenishments])
}

/** Declares the items and the bundle; returns the ids of the items by SKU. */
async function declareGoods(work: Work): Promise<ReadonlyMap<string, string>> {
  const items = new Map<string, string>()
  const variant = (sku: string) => demoId(`variant/${sku}`)
  for (const [i, [sku, declaration]] of Object.entries(GOODS).entries()) {
    const declared = { ...declaration, barcode: internalIan(FIRST_BARCODE + i), unit_cost_margin: 40 }
    const { item } = await declareItem(work, BRAND, variant(sku), declared)
    items.set(sku, item.id)
  }
  const parts = Object.entries(BUNDLE.parts).map(([sku, quantity]) => ({
    fulfillmentItemId: items.get(sku) as string,
    quantity,
  }))
  await defineBundle(work, BRAND, { variantId: variant(BUNDLE.sku), items: parts })
  return items
}

/** Three replenishments: one received, one delivered and one sent. Returns their ids. */
async function replenish(
  { at, atWork, time }: DemoWork,
  items: ReadonlyMap<string, string>,
): Promise<string[]> {
  const skus = Object.keys(GOODS)
  const batchesOf = (sku: string) => ({ fulfillmentItemId: items.get(sku) as string, quantity: BATCHES })
  const everything = skus.map(batchesOf)
  const found: ReceivedBatches[] = [
    ...skus.filter((sku) => !GOODS[sku]?.expiry_tracked).map(batchesOf),
    ...LOTS.map(({ sku, expiresOn, ...lot }) => ({
      ...lot,
      fulfillmentItemId: items.get(sku) as string,
      expiresAt: new Date(`${time.on(expiresOn)}T00:00:00Z`),
    })),
  ]
  const first = await announce(at('2026-01-05T15:00:00Z'), everything)
  await deliverReplenishment(atWork('2026-01-07T09:00:00Z'), BRAND, first)
  await receiveReplenishment(atWork('2026-01-07T13:00:00Z'), BRAND, first, { items: found, isLast: true })
  const soap = everything.slice(5, 9).map((line) => ({ ...line, quantity: 24 }))
  const second = await announce(at('2026-02-24T10:00:00Z'), soap)
  await deliverReplenishment(atWork('2026-02-26T08:30:00Z'), BRAND, second)
  const paper = everything.slice(9, 14).map((line) => ({ ...line, quantity: 12 }))
  const third = await announce(at('2026-02-27T16:00:00Z'), paper)
  return [first, second, third]
}

async function announce(work: Work, items: NewReplenishment['items']): Promise<string> {
  const wanted = { shippingCarrierName: 'Northline', shipmentType: 'LTL', items }
  const { id } = await createReplenishment(work, BRAND, wanted)
  await changeReplenishment(work, BRAND, id, { status: 'confirmed' }, 'data')
  await sendReplenishment(work, BRAND, id)
  return id
}
