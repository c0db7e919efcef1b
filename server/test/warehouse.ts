/** Goods of a brand in a warehouse, for tests, created through the brand and operator APIs. */
import { expect } from 'vitest'
import type { Queryable } from '../src/platform/database.ts'
import { addTestProducts } from './catalog.ts'
import type { Answer, Market } from './market.ts'
import { operatorOf } from './operator.ts'

export const API = '/api/v1/fulfillment'
export const BARCODE = '4006381333931'

/** The statuses of a fulfillment order that is shipped, in their order. */
export const STATUSES_UNTIL_SHIPPED = ['internal', 'requested', 'created', 'scheduled', 'released', 'shipped']

/** The required attributes of an item declaration. */
export const DECLARED = {
  barcode: BARCODE,
  unitsPerBatch: 6,
  unitCost: 540,
  unitCostMargin: 40,
  sku: 'TEST-1',
  productName: 'Test candle',
  categoryName: 'Candles',
}

export interface Goods {
  variantId: string
  itemId: string
  fulfillableId: string
}

/** Creates variants of the demo brand and declares them. */
export async function declareGoods(shop: Market, declarations: readonly object[]): Promise<Goods[]> {
  const newProducts = declarations.map(() => ({ variants: [{}] }))
  const products = await addTestProducts(shop.platform, shop.credentials.brandId, newProducts)
  return await Promise.all(
    products.map(async ({ variants: [variant] }, i) => {
      const variantId = variant?.id as string
      const data = { ...DECLARED, ...declarations[i], productVariantId: variantId }
      const item = await shop.send('POST', `${API}/items`, { body: { data } })
      expect(item.status, item.text).toBe(200)
      const shown = await shop.send('GET', `/api/v1/product-variants/${variantId}`)
      return { variantId, itemId: item.body.data.id, fulfillableId: shown.body.data.attributes.fulfillableId }
    }),
  )
}

export const draftOf = (items: readonly { itemId: string; quantity: number; status?: string }[]) => ({
  shippingCarrierName: 'Northline',
  shipmentType: 'PARCEL',
  items: items.map(({ itemId, ...item }) => ({ fulfillmentItemId: itemId, ...item })),
})

export async function createDraft(
  shop: Market,
  items: readonly { itemId: string; quantity: number; status?: string }[],
): Promise<string> {
  const answer = await shop.send('POST', `${API}/replenishments`, { body: draftOf(items) })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data.id
}

export const advanceReplenishment = (shop: Market, id: string, to: string): Promise<Answer> =>
  shop.send('POST', `/api/testing/replenishments/${id}/-actions/advance`, { body: { to } })

export interface ReceivedLot {
  itemId: string
  quantity: number
  status?: string
  lotNumber?: string
  expiryDate?: string
  sellByDate?: string
}

/** Receives goods in lots, as the warehouse unpacks them. */
export async function stockUp(shop: Market, lots: readonly ReceivedLot[]): Promise<void> {
  const ids = [...new Set(lots.map(({ itemId }) => itemId))]
  const announced = ids.map((itemId) => ({
    itemId,
    quantity: lots.filter((lot) => lot.itemId === itemId).reduce((sum, { quantity }) => sum + quantity, 0),
  }))
  const id = await createDraft(shop, announced)
  await advanceReplenishment(shop, id, 'delivered')
  const answer = await receive(shop, id, lots)
  expect(answer.status, answer.text).toBe(200)
}

export const receive = (
  shop: Market,
  id: string,
  lots: readonly ReceivedLot[],
  more: { isLast?: boolean } = {},
): Promise<Answer> =>
  operatorOf(shop).send('POST', `/replenishments/${id}/-actions/receive`, {
    items: lots.map(({ itemId, ...lot }) => ({ fulfillmentItemId: itemId, ...lot })),
    ...more,
  })

/** The stock level of a variant in a warehouse, according to the ledger. */
export async function levelIn({ db }: { db: Queryable }, variantId: string) {
  const [level] = await db`
    select available, reserved, damaged, quality_control, blocked, incoming
    from stock.warehouse_levels
    where variant_id = ${variantId}`
  return { ...level }
}

/** Checks that the lots of each item add up to the ledger's stock of it. */
export async function expectSoundLots(db: Queryable): Promise<void> {
  const differing = await db`
    select variant_id
    from stock.warehouse_levels as level
    left join lateral (
      select coalesce(sum(available), 0) as available, coalesce(sum(reserved), 0) as reserved,
        coalesce(sum(damaged), 0) as damaged, coalesce(sum(quality_control), 0) as quality_control,
        coalesce(sum(blocked), 0) as blocked
      from fulfillment.lots
      join fulfillment.items on items.brand_id = lots.brand_id and items.id = item_id
      where items.brand_id = level.brand_id and items.variant_id = level.variant_id
    ) as lots on true
    where (level.available, level.reserved, level.damaged, level.quality_control, level.blocked)
      is distinct from (lots.available, lots.reserved, lots.damaged, lots.quality_control, lots.blocked)`
  expect([...differing], 'lots add up to levels').toEqual([])
  const allocated = await db`
    select lots.id
    from fulfillment.lots
    left join lateral (
      select coalesce(sum(batches), 0) as batches
      from fulfillment.allocations
      where brand_id = lots.brand_id and lot_id = lots.id and shipped_at is null
    ) as open on true
    where reserved <> batches`
  expect([...allocated], 'what is reserved is allocated').toEqual([])
}
