/**
 * Retention of quote requests. Requests that can no longer be confirmed, because the order was shipped or reset, are retained
 * for a week of the clock, so that a late confirmation gets a specific error, and are then deleted in batches. A request with
 * a shipment is retained as long as the shipment.
 */
import { Type } from 'typebox'
import type { Platform } from '../../../platform/index.ts'
import { job } from '../../../platform/jobs/jobs.ts'
import { listOpenRounds } from '../../ordering/index.ts'
import { deleteRequests, listOldRequests, type OldRequest } from './queries.ts'

const RETENTION_MS = 7 * 86_400_000
/** A batch takes some milliseconds, so that no statement holds its locks for long. */
const BATCH = 200
const EVERY_MS = 86_400_000

/** Returns the number of deleted requests. Tests set `batch`. */
export async function purgeQuotes({ db, clock }: Platform, batch = BATCH): Promise<number> {
  const before = new Date(clock.now().getTime() - RETENTION_MS)
  let purged = 0
  let last: OldRequest | undefined
  do {
    const old = await listOldRequests(db, { before, last, limit: batch })
    last = old.length < batch ? undefined : old.at(-1)
    // A request never becomes confirmable again, so the check needs no lock.
    const open = await listOpenRounds(
      db,
      old.map(({ brand_id, order_id }) => ({ brandId: brand_id, orderId: order_id })),
    )
    const dead = old.filter(({ order_id, round }) => open.get(order_id) !== round)
    for (const [brandId, requests] of Map.groupBy(dead, ({ brand_id }) => brand_id)) {
      purged += await deleteRequests(
        db,
        brandId,
        requests.map(({ id }) => id),
      )
    }
  } while (last)
  return purged
}

export const purgeQuotesJob = job('purge-shipping-quotes', {
  meaning: 'Deletes old quotes for parcels.',
  payload: Type.Object({}),
  everyMs: EVERY_MS,
  run: async (platform) => void (await purgeQuotes(platform)),
})
