import { Type } from 'typebox'
import type { DueBrands } from '../../../platform/distribution/due-brands.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { job } from '../../../platform/jobs/jobs.ts'

/**
 * Work on the rows of every brand, one brand after the other. Those whose node is away are left out; the next run does
 * their work. If the work of others fails, the first failure is thrown in the end.
 */
async function forEachBrand(
  { db, awayNodes }: Pick<Platform, 'db' | 'awayNodes'>,
  work: (brandId: BrandId) => Promise<void>,
): Promise<void> {
  let last: BrandId | null = null
  const failures: unknown[] = []
  for (;;) {
    const rows: { id: BrandId }[] = await db<{ id: BrandId }[]>`
      select id
      from identity.brands
      where (${last}::uuid is null or id > ${last}) and ${awayNodes.isPresent(db, db`id`)}
      order by id
      limit 1`
    const [brand] = rows
    if (!brand) break
    last = brand.id
    try {
      await work(brand.id)
    } catch (error) {
      if (!(await awayNodes.findLost(error, [brand.id]))) failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

const EVERY_MS = 300_000

/** The recurring job of a module that finds work of which no worker knows; see `DueBrands.findForgotten`. */
export const forgottenWorkJob = (
  name: string,
  { meaning, dueBrands }: { meaning: string; dueBrands: DueBrands },
) =>
  job(name, {
    meaning,
    payload: Type.Object({}),
    everyMs: EVERY_MS,
    run: (platform) => forEachBrand(platform, (brandId) => dueBrands.findForgotten(platform.db, brandId)),
  })
