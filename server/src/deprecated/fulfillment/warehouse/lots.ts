/** Lots: reading, putting away arrivals, adjusting, and blocking them on expiry. */
import { unknown } from '../../../domain/ownership.ts'
import type { Lot } from '../../../modules/stock/ledger/lots.ts'
import type { MovementType } from '../../../modules/stock/ledger/movement-types.ts'
import { moveInWarehouse } from '../../../modules/stock/ledger/reservations.ts'
import { WAREHOUSE_COLUMNS, type WarehouseStatus } from '../../../modules/stock/ledger/warehouse-levels.ts'
import { oneOf, onNodeOf, type Queryable } from '../../../platform/database.ts'
import type { BrandId, VariantId } from '../../../platform/ids.ts'
import { invariant } from '../../../platform/invariant.ts'
import type { FulfillmentLotsRow } from '../../../platform/rows.ts'
import { inTransaction, type Work } from '../../../platform/work.ts'
import { lotTooSmall } from '../errors.ts'
import { lockItems } from './allocations.ts'
import { findLocation } from './enrolments.ts'
import { ledgerLot } from './ledger-lots.ts'

export type WarehouseLotRow = FulfillmentLotsRow & { product_name: string }

/** The statuses of batches in a lot. Incoming batches have no lot yet. */
type LotStatus = Exclude<WarehouseStatus, 'incoming'>

export const LOT_SORTS = {
  availableQuantity: 'available',
  expiryDate: 'expires_at',
  lotNumber: 'lot_number',
  sellByDate: 'sell_by_at',
  'fulfillmentItems.productName': 'product_name',
  createdAt: 'created_at',
} as const

interface LotFilter {
  itemId?: string | undefined
  minAvailableQuantity?: number | undefined
  /** Both limits are inclusive. */
  minSellByDate?: Date | undefined
  maxSellByDate?: Date | undefined
}

export interface LotList {
  filter: LotFilter
  sort: readonly { field: keyof typeof LOT_SORTS; descending: boolean }[]
  page: { offset: number; limit: number }
  now: Date
}

const NEWEST_FIRST = [{ field: 'createdAt', descending: true }] as const

/** Returns one page and the total. No index covers the possible sort orders, so PostgreSQL sorts all lots of the brand. */
export async function listLots(
  db: Queryable,
  brandId: BrandId,
  { filter, sort, page, now }: LotList,
): Promise<{ rows: WarehouseLotRow[]; total: number }> {
  const { itemId, minAvailableQuantity, minSellByDate, maxSellByDate } = filter
  const order = (sort.length > 0 ? sort : NEWEST_FIRST).map(
    ({ field, descending }) => db`${db(LOT_SORTS[field])} ${descending ? db`desc` : db`asc`} nulls last, `,
  )
  const found = db`
    from (${selectLots(db, brandId, now)}) as lots
    where true
      ${itemId === undefined ? db`` : db`and item_id = ${itemId}`}
      ${minAvailableQuantity === undefined ? db`` : db`and available >= ${minAvailableQuantity}`}
      ${minSellByDate === undefined ? db`` : db`and sell_by_at >= ${minSellByDate}`}
      ${maxSellByDate === undefined ? db`` : db`and sell_by_at <= ${maxSellByDate}`}`
  const [rows, [counted]] = await Promise.all([
    db<WarehouseLotRow[]>`
      select * ${found} order by ${order} id desc limit ${page.limit} offset ${page.offset}`,
    db<[{ total: number }]>`select count(*) as total ${found}`,
  ])
  return { rows, total: counted.total }
}

/** The lots of the items of fulfillables, each with its fulfillable, earliest expiry first. */
export async function loadLotsOfFulfillables(
  db: Queryable,
  brandId: BrandId,
  fulfillableIds: readonly string[],
  now: Date,
): Promise<(WarehouseLotRow & { fulfillable_id: string })[]> {
  return await db<(WarehouseLotRow & { fulfillable_id: string })[]>`
    select lots.*, fulfillable_id
    from (${selectLots(db, brandId, now)}) as lots
    join fulfillment.parts on parts.brand_id = ${brandId} and parts.item_id = lots.item_id
    where fulfillable_id = ${oneOf(db, fulfillableIds)}
    order by expires_at nulls last, id`
}

/** Expired batches count as unavailable even before the hourly job has blocked them. */
const selectLots = (db: Queryable, brandId: BrandId, now: Date) => db`
  select lots.brand_id, lots.id, item_id, lot_number, expires_at, sell_by_at,
    case when expires_at <= ${now} then 0 else available end as available,
    reserved, damaged, quality_control, blocked, lots.created_at, product_name
  from fulfillment.lots
  join fulfillment.items on items.brand_id = lots.brand_id and items.id = item_id
  where lots.brand_id = ${brandId}`

/** Batches that the warehouse has received and counted. */
export interface Arrival {
  itemId: string
  quantity: number
  status: Exclude<LotStatus, 'reserved'>
  lotNumber: string
  expiresAt: Date | null
  sellByAt: Date | null
}

/**
 * Adds batches to new or existing lots and returns the lot id of each arrival. The caller must hold the locks of the items
 * and post the movement to the ledger. An existing lot retains its sell-by date.
 */
export async function putAway(
  { db: tx, clock, ids }: Work,
  brandId: BrandId,
  arrivals: readonly Arrival[],
): Promise<string[]> {
  const quantity = (status: Arrival['status']) =>
    tx`coalesce(sum(quantity) filter (where status = ${status}), 0)`
  const names = arrivals.map(({ itemId, lotNumber, expiresAt }) =>
    JSON.stringify([itemId, lotNumber, expiresAt]),
  )
  const lots = await onNodeOf(
    brandId,
    tx<{ id: string; name: string }[]>`
    with arrived as (
      select *
      from unnest(
        ${names}::text[],
        ${arrivals.map(({ itemId }) => itemId)}::uuid[],
        ${arrivals.map(({ lotNumber }) => lotNumber)}::text[],
        ${arrivals.map(({ expiresAt }) => expiresAt?.toISOString() ?? null)}::timestamptz[],
        ${arrivals.map(({ sellByAt }) => sellByAt?.toISOString() ?? null)}::timestamptz[],
        ${arrivals.map(({ status }) => status)}::text[],
        ${arrivals.map(({ quantity }) => quantity)}::bigint[],
        ${arrivals.map(() => ids.next())}::uuid[]
      ) as arrival (name, item_id, lot_number, expires_at, sell_by_at, status, quantity, id)
    ), kept as (
      insert into fulfillment.lots
        (brand_id, id, item_id, lot_number, expires_at, sell_by_at, available, damaged, quality_control, blocked, created_at)
      select ${brandId}, (array_agg(id))[1], item_id, lot_number, expires_at, min(sell_by_at), ${quantity('available')},
        ${quantity('damaged')}, ${quantity('qualityControl')}, ${quantity('blocked')}, ${clock.now()}
      from arrived
      group by item_id, lot_number, expires_at
      order by item_id, lot_number, expires_at
      on conflict (brand_id, item_id, lot_number, expires_at) do update
      set available = lots.available + excluded.available, damaged = lots.damaged + excluded.damaged,
        quality_control = lots.quality_control + excluded.quality_control, blocked = lots.blocked + excluded.blocked
      returning id, item_id, lot_number, expires_at
    )
    select distinct kept.id, arrived.name
    from kept
    join arrived on arrived.item_id = kept.item_id and arrived.lot_number = kept.lot_number
      and arrived.expires_at is not distinct from kept.expires_at`,
  )
  const idOf = new Map(lots.map(({ id, name }) => [name, id]))
  return names.map((name) => {
    const id = idOf.get(name)
    invariant(id, 'every arrival has a lot')
    return id
  })
}

export interface Adjustment {
  from: LotStatus | 'void'
  to: LotStatus | 'void'
  quantity: number
  reason: MovementType
}

/** Applies a correction by the warehouse: batches were damaged, lost, found or unblocked. */
export async function adjustLot(
  work: Work,
  lotId: string,
  { from, to, quantity, reason }: Adjustment,
  at?: string,
): Promise<WarehouseLotRow> {
  return await inTransaction(work, async (work) => {
    const { db: tx } = work
    const seen = await findLotOfAnyBrand(tx, lotId)
    if (!seen) throw unknown('lot', lotId)
    const { brand_id: brandId, item_id: itemId, variant_id: variantId } = seen
    await lockItems(tx, brandId, [itemId])
    const lot = (await findLotOfAnyBrand(tx, lotId)) as typeof seen
    const there = from === 'void' ? quantity : lot[WAREHOUSE_COLUMNS[from]]
    if (there < quantity) throw lotTooSmall(at, from, there)
    const moved = { lot: lotOf(lot), variantId, quantity }
    await moveBatches(work, brandId, [moved], {
      from,
      to,
      type: reason,
      relatedId: lotId,
      cause: causeOf(work),
    })
    const [adjusted] = await tx<[WarehouseLotRow]>`
      select * from (${selectLots(tx, brandId, work.clock.now())}) as lots where id = ${lotId}`
    return adjusted
  })
}

const lotOf = ({ id, lot_number, expires_at }: Pick<WarehouseLotRow, 'id' | 'lot_number' | 'expires_at'>) =>
  ledgerLot({ id, number: lot_number, expiresAt: expires_at })

/** A new cause for each call: a retry cannot repeat a movement, because it checks the lot under the lock first. */
const causeOf = ({ ids }: Work) => `lot/${ids.next()}`

/** Changes the status of batches in the lots and in the ledger. The caller must hold the locks of the items. */
async function moveBatches(
  work: Work,
  brandId: BrandId,
  moved: readonly { lot: Lot; variantId: VariantId; quantity: number }[],
  movement: Omit<Parameters<typeof moveInWarehouse>[3], 'at'>,
): Promise<void> {
  const { db: tx } = work
  const { from, to } = movement
  const change = (status: WarehouseStatus | 'void', sign: 1 | -1) =>
    status === 'void'
      ? []
      : [
          tx`${tx(WAREHOUSE_COLUMNS[status])} = lots.${tx(WAREHOUSE_COLUMNS[status])} + ${sign}::bigint * moved.quantity`,
        ]
  const [first, second] = [...change(from, -1), ...change(to, 1)]
  invariant(first, 'a movement changes at least one status')
  await tx`
    update fulfillment.lots
    set ${first} ${second ? tx`, ${second}` : tx``}
    from unnest(
      ${moved.map(({ lot }) => lot.id)}::uuid[], ${moved.map(({ quantity }) => quantity)}::bigint[]
    ) as moved (id, quantity)
    where lots.brand_id = ${brandId} and lots.id = moved.id`
  const at = await findLocation(tx, brandId)
  invariant(at, 'a brand with lots has a location')
  const outcome = await moveInWarehouse(work, brandId, moved, { ...movement, at })
  invariant(outcome.applied, 'the lots of an item add up to its level in the ledger')
}

async function findLotOfAnyBrand(db: Queryable, id: string) {
  const [lot] = await db<(FulfillmentLotsRow & { variant_id: VariantId })[]>`
    select lots.brand_id, lots.id, item_id, lot_number, expires_at, sell_by_at, available, reserved, damaged,
      quality_control, blocked, lots.created_at, variant_id
    from fulfillment.lots
    join fulfillment.items on items.brand_id = lots.brand_id and items.id = item_id
    where lots.id = ${id}`
  return lot
}

/** The maximum number of lots per transaction, which locks their items. */
const EXPIRY_BATCH = 200

/** Blocks the available batches of expired lots of one brand. Returns whether there may be more. */
export async function blockExpired(work: Work): Promise<boolean> {
  return await inTransaction(work, async (work) => {
    const { db: tx, clock } = work
    const now = clock.now()
    // Uses lots_expiry_idx.
    const due = await tx<{ brand_id: BrandId; id: string; item_id: string }[]>`
      select brand_id, id, item_id
      from fulfillment.lots
      where expires_at <= ${now} and available > 0
      order by expires_at, brand_id, id
      limit ${EXPIRY_BATCH}`
    const brandId = due[0]?.brand_id
    if (brandId === undefined) return false
    const own = due.filter((lot) => lot.brand_id === brandId)
    await lockItems(tx, brandId, [...new Set(own.map(({ item_id }) => item_id))])
    const lots = await tx<
      (Pick<WarehouseLotRow, 'id' | 'lot_number' | 'expires_at' | 'available'> & { variant_id: string })[]
    >`
      select lots.id, lot_number, expires_at, variant_id, available
      from fulfillment.lots
      join fulfillment.items on items.brand_id = lots.brand_id and items.id = item_id
      where lots.brand_id = ${brandId} and lots.id = ${oneOf(
        tx,
        own.map(({ id }) => id),
      )} and available > 0`
    const moved = lots.map((lot) => ({
      lot: lotOf(lot),
      variantId: lot.variant_id,
      quantity: lot.available,
    }))
    const movement = { from: 'available', to: 'blocked', type: 'expired', cause: causeOf(work) } as const
    if (moved.length > 0) await moveBatches(work, brandId, moved, movement)
    return true
  })
}
