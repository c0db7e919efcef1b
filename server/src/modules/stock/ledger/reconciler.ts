/** The daily consistency check of the stock ledger. */
import type { Fragment, Queryable } from '../../../platform/database.ts'
import { extensionPoint } from '../../../platform/extension-points.ts'
import type { Platform } from '../../../platform/index.ts'
import { repairAvailabilityCopy } from './availability.ts'
import { WAREHOUSE_COLUMNS } from './warehouse-levels.ts'

/** A month of daily checks. */
const RETAINED_CHECKS = 30
/** One bug can affect many levels; the log needs examples only, and the total is stored. */
const LOGGED_MISMATCHES = 20

/**
 * Compares every level with the sum of its postings. A difference is a bug: it is counted and logged, never repaired.
 * The copy of availability is compared as well and corrected, because it is derived from the levels.
 */
export async function reconcileStock(platform: Platform): Promise<void> {
  const { db, clock, ids, log } = platform
  const levels = await findMismatches(db, LOGGED_MISMATCHES)
  const parts = await Promise.all(
    levelBreakdowns.extensions.map((breakdown) => findBreakdownMismatches(db, breakdown, LOGGED_MISMATCHES)),
  )
  const repairs = await repairAvailabilityCopy(platform)
  const mismatches = [levels, ...parts].reduce((sum, [first]) => sum + (first?.total ?? 0), 0)
  await saveCheck(db, { id: ids.next(), checkedAt: clock.now(), mismatches, repairs })
  await pruneChecks(db)
  for (const { total: _total, ...mismatch } of levels) {
    log.error(mismatch, 'a stock level differs from the sum of its postings')
  }
  for (const { total: _total, ...mismatch } of parts.flat()) {
    log.error(mismatch, 'a stock level differs from its breakdown')
  }
}

interface Mismatch {
  brand_id: string
  variant_id: string
  location_id: string
  total: number
  [quantity: string]: string | number | null
}

/**
 * A later module may store a breakdown of warehouse levels, such as by lot. This is a query for the sums of it, with the keys
 * and the columns of `stock.warehouse_levels` except `incoming`.
 */
export type LevelBreakdown = (db: Queryable) => Fragment

export const levelBreakdowns = extensionPoint<LevelBreakdown>('stock.breakdowns')

async function findBreakdownMismatches(
  db: Queryable,
  breakdown: LevelBreakdown,
  limit: number,
): Promise<Mismatch[]> {
  const columns = Object.values(WAREHOUSE_COLUMNS).filter((column) => column !== 'incoming')
  const differ = columns.map(
    (column) => db` or coalesce(level.${db(column)}, 0) <> coalesce(parts.${db(column)}, 0)`,
  )
  const shown = columns.map(
    (column) => db`, level.${db(column)}, parts.${db(column)} as ${db(`parts_${column}`)}`,
  )
  return await db<Mismatch[]>`
    select brand_id, variant_id, location_id ${shown}, count(*) over () as total
    from stock.warehouse_levels as level
    full join (${breakdown(db)}) as parts using (brand_id, variant_id, location_id)
    where false ${differ}
    order by brand_id, variant_id, location_id
    limit ${limit}`
}

/** One statement reads one snapshot, so a concurrent movement is on both sides or on neither. */
async function findMismatches(db: Queryable, limit: number): Promise<Mismatch[]> {
  const quantities = Object.entries(WAREHOUSE_COLUMNS)
  const posted = quantities.map(
    ([status, column]) =>
      db`, coalesce(sum(quantity) filter (where status = ${status}), 0) as ${db(`posted_${column}`)}`,
  )
  const differ = quantities.map(
    ([, column]) => db` or ${db(column)} is distinct from coalesce(${db(`posted_${column}`)}, 0)`,
  )
  return await db<Mismatch[]>`
    select *, count(*) over () as total
    from (
      select brand_id, variant_id, location_id, available, reserved, 0 as damaged, 0 as quality_control, 0 as blocked,
        0 as incoming
      from stock.levels
      union all
      select brand_id, variant_id, location_id, available, reserved, damaged, quality_control, blocked, incoming
      from stock.warehouse_levels
    ) as level
    full join (
      select brand_id, variant_id, location_id ${posted}
      from stock.postings
      group by brand_id, variant_id, location_id
    ) as posted using (brand_id, variant_id, location_id)
    where false ${differ}
    order by brand_id, variant_id, location_id
    limit ${limit}`
}

async function saveCheck(
  db: Queryable,
  {
    id,
    checkedAt,
    mismatches,
    repairs,
  }: { id: string; checkedAt: Date; mismatches: number; repairs: number },
): Promise<void> {
  await db`
    insert into stock.reconciliations (id, checked_at, levels, mismatches, repairs)
    select ${id}, ${checkedAt}, (select count(*) from stock.levels) + (select count(*) from stock.warehouse_levels),
      ${mismatches}, ${repairs}`
}

async function pruneChecks(db: Queryable): Promise<void> {
  await db`
    delete from stock.reconciliations
    where id in (
      select id from stock.reconciliations order by checked_at desc, id desc offset ${RETAINED_CHECKS}
    )`
}

/** The result of the last check; zeros before the first. */
export async function lastCheck(db: Queryable): Promise<{ mismatches: number; repairs: number }> {
  const [row] = await db<{ mismatches: number; repairs: number }[]>`
    select mismatches, repairs from stock.reconciliations order by checked_at desc, id desc limit 1`
  return row ?? { mismatches: 0, repairs: 0 }
}
