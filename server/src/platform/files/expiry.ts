/** How long files that were made for somebody are kept, and how they go. */
import type { BrandId } from '../ids.ts'

const RETENTION_DAYS = 30
const DAY_MS = 24 * 3_600_000
/** A statement that removes more than this would hold its locks for long. */
const BATCH = 50

export const expiryAfter = (moment: Date) => new Date(moment.getTime() + RETENTION_DAYS * DAY_MS)

export interface Expired {
  brand_id: BrandId
  id: string
}

/** Brand by brand, so that each statement stays with one owner. `purge` tells of how many; so does this. */
export async function purgeExpired(
  list: (limit: number) => Promise<readonly Expired[]>,
  purge: (brandId: BrandId, ids: readonly string[]) => Promise<number>,
): Promise<number> {
  let purged = 0
  for (let found = BATCH; found === BATCH; ) {
    const expired = await list(BATCH)
    found = expired.length
    for (const [brandId, files] of Map.groupBy(expired, ({ brand_id }) => brand_id)) {
      const ids = files.map(({ id }) => id)
      purged += await purge(brandId, ids)
    }
  }
  return purged
}
