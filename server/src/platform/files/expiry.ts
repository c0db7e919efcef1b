/** How long rendered files are retained, and the batches in which expired ones are purged. */
import type { BrandId } from '../ids.ts'

const RETENTION_DAYS = 30
const DAY_MS = 24 * 3_600_000
/** Documents per statement; a larger batch would hold its locks for too long. */
const BATCH_SIZE = 50

export const expiryAfter = (moment: Date) => new Date(moment.getTime() + RETENTION_DAYS * DAY_MS)

export interface ExpiredDocument {
  brand_id: BrandId
  id: string
}

/** Purges one brand at a time, so that each statement names its tenant. `purge` returns how many it purged; so does this. */
export async function purgeExpired(
  list: (limit: number) => Promise<readonly ExpiredDocument[]>,
  purge: (brandId: BrandId, ids: readonly string[]) => Promise<number>,
): Promise<number> {
  let purged = 0
  for (let found = BATCH_SIZE; found === BATCH_SIZE; ) {
    const expired = await list(BATCH_SIZE)
    found = expired.length
    for (const [brandId, documents] of Map.groupBy(expired, ({ brand_id }) => brand_id)) {
      const ids = documents.map(({ id }) => id)
      purged += await purge(brandId, ids)
    }
  }
  return purged
}
