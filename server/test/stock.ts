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
  const differing = await db`
    select *
    from (
      select brand_id, location_id, variant_id, available, reserved, 0 as damaged, 0 as quality_control, 0 as blocked,
        0 as incoming
      from stock.levels
      union all
      select brand_id, location_id, variant_id, available, reserved, damaged, quality_control, blocked, incoming
      from stock.warehouse_levels
    ) as level
    left join lateral (
      select coalesce(sum(quantity) filter (where status = 'available'), 0) as available,
        coalesce(sum(quantity) filter (where status = 'reserved'), 0) as reserved,
        coalesce(sum(quantity) filter (where status = 'damaged'), 0) as damaged,
        coalesce(sum(quantity) filter (where status = 'qualityControl'), 0) as quality_control,
        coalesce(sum(quantity) filter (where status = 'blocked'), 0) as blocked,
        coalesce(sum(quantity) filter (where status = 'incoming'), 0) as incoming
      from stock.postings
      where brand_id = level.brand_id and variant_id = level.variant_id and location_id = level.location_id
    ) as posted on true
    where (level.available, level.reserved, level.damaged, level.quality_control, level.blocked, level.incoming)
      is distinct from
      (posted.available, posted.reserved, posted.damaged, posted.quality_control, posted.blocked, posted.incoming)`
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
