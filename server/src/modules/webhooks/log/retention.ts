/**
 * Deletes events, deliveries and attempts after 14 days of the clock, in small batches. The tables are not partitioned by
 * day because the clock of a sandbox may be set to any year. Old rows do not slow down the queue, as its index contains
 * unfinished deliveries only.
 */
import { Type } from 'typebox'
import { type Transaction, transaction } from '../../../platform/database.ts'
import type { BrandId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { job } from '../../../platform/jobs/jobs.ts'
import { deleteAttempts } from '../delivery/queue.ts'

const RETENTION_MS = 14 * 86_400_000
/** Takes some milliseconds, so that deliveries do not wait for its locks. */
const BATCH = 500
const EVERY_MS = 3_600_000

export async function purgeLog({ db, clock }: Platform): Promise<number> {
  const before = new Date(clock.now().getTime() - RETENTION_MS)
  let purged = 0
  while (true) {
    // Uses events_age_idx. The deletes below name their brand.
    const old = await db<{ brand_id: BrandId; id: string }[]>`
      select brand_id, id from webhooks.events where created_at < ${before} order by created_at limit ${BATCH}`
    if (old.length === 0) break
    for (const [brandId, events] of Map.groupBy(old, ({ brand_id }) => brand_id)) {
      await transaction(db, (tx) =>
        deleteEvents(
          tx,
          brandId,
          events.map(({ id }) => id),
        ),
      )
    }
    purged += old.length
  }
  // Uses receiver_hours_age_idx.
  await db`delete from webhooks.receiver_hours where hour < ${before}`
  return purged
}

/** With their deliveries and attempts. */
async function deleteEvents(tx: Transaction, brandId: BrandId, ids: string[]): Promise<void> {
  const deliveries = await tx<{ id: string }[]>`
    delete from webhooks.deliveries where brand_id = ${brandId} and event_id = any(${ids}::uuid[]) returning id`
  await deleteAttempts(tx, brandId, deliveries)
  await tx`delete from webhooks.events where brand_id = ${brandId} and id = any(${ids}::uuid[])`
}

export const purgeLogJob = job('purge-webhook-log', {
  meaning: 'Deletes webhook deliveries that are older than 14 days.',
  payload: Type.Object({}),
  everyMs: EVERY_MS,
  run: async (platform) => void (await purgeLog(platform)),
})
