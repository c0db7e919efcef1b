/**
 * Every request for quotes leaves a row, and an order may be asked about any number of times. What nobody can confirm any
 * more, because the order has been shipped or was reset, is kept for a week of the clock, so that who confirms it late is
 * told why it does not count, and then deleted in batches. A request that something was shipped by
 * stays for as long as its shipment.
 */
import { Type } from 'typebox'
import type { Platform } from '../../../platform/index.ts'
import { job } from '../../../platform/jobs.ts'
import { listOpenRounds } from '../../ordering/index.ts'
import { deleteRequests, listOldRequests, type OldRequest } from './queries.ts'

const KEPT_MS = 7 * 86_400_000
/** Some milliseconds each. */
const BATCH = 200
const EVERY_MS = 86_400_000

/** Answers how many requests it has deleted. `batch` is for tests. */
export async function purgeQuotes({ db, clock }: Platform, batch = BATCH): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  let purged = 0
  let last: OldRequest | undefined
  do {
    const old = await listOldRequests(db, before, last, batch)
    last = old.length < batch ? undefined : old.at(-1)
    // No request becomes open again: what is not open now can go, whatever happens meanwhile.
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
  payload: Type.Object({}),
  everyMs: EVERY_MS,
  run: async (platform) => void (await purgeQuotes(platform)),
})
