/** Stock ledgers for tests: an empty ledger of a demo brand, variants, and the invariants of every ledger. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { DEMO } from '../src/modules/identity/index.ts'
import { type NewLevel, openLevels, openLocation } from '../src/modules/stock/index.ts'
import type { Queryable } from '../src/platform/database.ts'
import type { Platform } from '../src/platform/index.ts'

export const BRAND = DEMO.brandId

/** Deletes the stock of the demo data and resets the stock flags of its products. */
export async function emptyLedger({ db }: Pick<Platform, 'db'>): Promise<void> {
  await db`
    truncate stock.levels, stock.warehouse_levels, stock.locations, stock.transactions, stock.postings,
      stock.reconciliations`
  await db`truncate fulfillment.enrolments cascade`
  await db`update catalog.products set orderable_variant_count = 0`
}

type Opening = Omit<NewLevel, 'variantId' | 'unitMultiplier' | 'createdAt'> & Partial<NewLevel>

/** Creates variants, each a second after the previous one, and returns their ids. */
export async function openVariants(
  platform: Pick<Platform, 'db' | 'clock' | 'ids'>,
  openings: readonly Opening[],
  brandId = BRAND,
): Promise<string[]> {
  const variants = openings.map((opening, i) => ({
    variantId: randomUUID(),
    unitMultiplier: 6,
    createdAt: new Date(platform.clock.now().getTime() - (openings.length - i) * 1000),
    ...opening,
  }))
  await openLocation(platform, brandId)
  await openLevels(platform, brandId, variants)
  return variants.map((variant) => variant.variantId)
}

export async function readLevels(db: Queryable, ids: readonly string[]) {
  const rows = await db<
    {
      variant_id: string
      available: number
      reserved: number
      is_always_in_stock: boolean
      inventory_policy: string
    }[]
  >`
    select variant_id, available, reserved, is_always_in_stock, inventory_policy
    from stock.levels
    where variant_id = any(${ids as string[]}::uuid[])`
  const byId = new Map(rows.map(({ variant_id, ...level }) => [variant_id, level]))
  return ids.map((id) => byId.get(id))
}

/** Checks the invariants of the ledger. */
export async function expectSoundLedger(db: Queryable): Promise<void> {
  const unbalanced = await db`
    select transaction_id, variant_id, sum(quantity)
    from stock.postings
    group by brand_id, transaction_id, variant_id
    having sum(quantity) <> 0`
  expect([...unbalanced], 'the postings of a transaction sum to zero for each variant').toEqual([])
  // Aggregated at once, not for each level: no plan of it depends on statistics, which a fresh database lacks.
  const differing = await db`
    select brand_id, location_id, variant_id, sum(available) as available, sum(reserved) as reserved,
      sum(damaged) as damaged, sum(quality_control) as quality_control, sum(blocked) as blocked,
      sum(incoming) as incoming
    from (
      select true as is_level, brand_id, location_id, variant_id, available, reserved, 0 as damaged,
        0 as quality_control, 0 as blocked, 0 as incoming
      from stock.levels
      union all
      select true, brand_id, location_id, variant_id, available, reserved, damaged, quality_control, blocked, incoming
      from stock.warehouse_levels
      union all
      select false, brand_id, location_id, variant_id,
        case status when 'available' then -quantity else 0 end, case status when 'reserved' then -quantity else 0 end,
        case status when 'damaged' then -quantity else 0 end,
        case status when 'qualityControl' then -quantity else 0 end,
        case status when 'blocked' then -quantity else 0 end, case status when 'incoming' then -quantity else 0 end
      from stock.postings
    ) as entry
    group by brand_id, location_id, variant_id
    having bool_or(is_level)
      and (sum(available), sum(reserved), sum(damaged), sum(quality_control), sum(blocked), sum(incoming))
        <> (0, 0, 0, 0, 0, 0)`
  expect([...differing], 'levels are the sums of their postings').toEqual([])
  const strays = await db`
    select posting.id
    from stock.postings as posting
    left join stock.transactions as transaction
      on transaction.brand_id = posting.brand_id and transaction.id = posting.transaction_id
      and transaction.created_at = posting.created_at and transaction.movement_type = posting.movement_type
    where transaction.id is null`
  expect([...strays], 'postings have the time and the type of their transaction').toEqual([])
  const hollow = await db`
    select id
    from stock.transactions as transaction
    where not exists (
      select 1 from stock.postings where brand_id = transaction.brand_id and transaction_id = transaction.id
    )`
  expect([...hollow], 'every transaction has postings').toEqual([])
}
