/** Test fixtures: writes lots of any brand directly; `warehouse.ts` creates them through the API. */

import type { Market } from '../../../test/market.ts'
import { moveInWarehouse } from '../../modules/stock/ledger/reservations.ts'
import { inTransaction } from '../../platform/work.ts'
import { createWarehouse, enrolBrand, findLocation } from './warehouse/enrolments.ts'
import { loadFulfillables } from './warehouse/fulfillables.ts'
import { declareItem } from './warehouse/items.ts'
import { ledgerLot } from './warehouse/ledger-lots.ts'
import { putAway } from './warehouse/lots.ts'

/** The countries that the test warehouse in Belgium serves; shipments to GB cross a customs border. */
export const SERVED_COUNTRIES = ['BE', 'DE', 'FR', 'NL', 'GB']

export async function enrol(
  { platform }: Market,
  brandId: string,
  {
    countryCodes = SERVED_COUNTRIES,
    isTransferring = false,
  }: { countryCodes?: string[]; isTransferring?: boolean } = {},
): Promise<void> {
  const { row } = await createWarehouse(platform, { id: undefined, name: 'Test hall', countryCode: 'BE' })
  await enrolBrand(platform, brandId, { warehouseId: row.id, countryCodes, isTransferring })
}

export interface TestGoods {
  unitsPerBatch?: number
  classificationCode?: string | null
  /** The batches of each lot and its expiry date. */
  lots?: readonly { number?: string; batches: number; expiresAt?: string }[]
}

/** Declares an item for the variant and stores its lots. */
export async function addGoods(
  { platform }: Market,
  brandId: string,
  variantId: string,
  { unitsPerBatch = 1, classificationCode = '340600', lots = [{ batches: 5 }] }: TestGoods = {},
): Promise<{ itemId: string; fulfillableId: string }> {
  return await inTransaction(platform, async (work) => {
    const { item } = await declareItem(work, brandId, variantId, {
      barcode: '4006381333931',
      units_per_batch: unitsPerBatch,
      unit_cost: 4,
      classification_code: classificationCode,
      expiry_tracked: true,
      lot_tracked: true,
    })
    const arrivals = lots.map(({ number, batches, expiresAt }, i) => ({
      itemId: item.id,
      quantity: batches,
      status: 'available' as const,
      lotNumber: number ?? `L-${i + 1}`,
      expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
      sellByAt: null,
    }))
    const lotIds = await putAway(work, brandId, arrivals)
    const at = (await findLocation(work.db, brandId)) ?? ''
    const lines = arrivals.map(({ quantity, lotNumber, expiresAt }, i) => {
      const lot = ledgerLot({ id: lotIds[i] ?? '', number: lotNumber, expiresAt })
      return { variantId, quantity, lot }
    })
    const movement = { type: 'replenishment', cause: `test/${item.id}` } as const
    await moveInWarehouse(work, brandId, lines, {
      ...movement,
      at,
      from: 'void',
      to: 'available',
    })
    const [row] = await loadFulfillables(work.db, brandId, { variantIds: [variantId] }, work.clock.now())
    return { itemId: item.id, fulfillableId: row?.id ?? '' }
  })
}

/** The available and reserved batches of an item, by lot number. */
export async function lotsOf({ platform: { db } }: Market, itemId: string) {
  const rows = await db<{ lot_number: string; available: number; reserved: number }[]>`
    select lot_number, available, reserved from fulfillment.lots where item_id = ${itemId} order by lot_number`
  return Object.fromEntries(rows.map(({ lot_number, ...held }) => [lot_number, held]))
}
