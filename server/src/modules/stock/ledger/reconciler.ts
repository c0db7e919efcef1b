import type { Queryable } from '../../../platform/database.ts'
import type { Platform } from '../../../platform/index.ts'
import { repairFollower } from './availability.ts'

/** A month of daily checks. */
const KEPT_CHECKS = 30
/** One mistake can break many levels; the log needs examples, the count is kept. */
const LOGGED_MISMATCHES = 20

/**
 * Compares every level with the sum of its postings. A difference is a bug: it is counted and logged, never repaired.
 * What is copied from levels is compared as well, and that is written anew, because the levels decide.
 */
export async function reconcileStock(platform: Platform): Promise<void> {
  const { db, clock, ids, log } = platform
  const mismatches = await findMismatches(db, LOGGED_MISMATCHES)
  const repairs = await repairFollower(platform)
  const check = { id: ids.next(), checkedAt: clock.now(), mismatches: mismatches[0]?.total ?? 0, repairs }
  await saveCheck(db, check)
  await pruneChecks(db)
  for (const { total: _total, ...mismatch } of mismatches) {
    log.error(mismatch, 'a stock level differs from the sum of its postings')
  }
}

interface Mismatch {
  brand_id: string
  variant_id: string
  available: number | null
  reserved: number | null
  posted_available: number
  posted_reserved: number
  total: number
}

/** One statement sees one moment, so movements under way are on both sides or on neither. */
async function findMismatches(db: Queryable, limit: number): Promise<Mismatch[]> {
  return await db<Mismatch[]>`
    select brand_id, variant_id, available, reserved, coalesce(posted_available, 0) as posted_available,
      coalesce(posted_reserved, 0) as posted_reserved, count(*) over () as total
    from stock.levels
    full join (
      select brand_id, variant_id,
        sum(quantity) filter (where status = 'available') as posted_available,
        sum(quantity) filter (where status = 'reserved') as posted_reserved
      from stock.postings
      group by brand_id, variant_id
    ) as posted using (brand_id, variant_id)
    where available is distinct from coalesce(posted_available, 0)
      or reserved is distinct from coalesce(posted_reserved, 0)
    order by brand_id, variant_id
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
    select ${id}, ${checkedAt}, count(*), ${mismatches}, ${repairs} from stock.levels`
}

async function pruneChecks(db: Queryable): Promise<void> {
  await db`
    delete from stock.reconciliations
    where id in (
      select id from stock.reconciliations order by checked_at desc, id desc offset ${KEPT_CHECKS}
    )`
}

/** What the last check found; nothing before the first. */
export async function lastCheck(db: Queryable): Promise<{ mismatches: number; repairs: number }> {
  const [row] = await db<{ mismatches: number; repairs: number }[]>`
    select mismatches, repairs from stock.reconciliations order by checked_at desc, id desc limit 1`
  return row ?? { mismatches: 0, repairs: 0 }
}
