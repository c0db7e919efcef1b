/**
 * Results are kept for as long after the end of their operation as an error report is after its own, by the clock. Then
 * the operation shows its counters alone. A brand's drafts are results, so those of the operation that they come from stay
 * until another one takes over.
 */
import { Type } from 'typebox'
import type { Queryable } from '../../../platform/database.ts'
import { expiryAfter } from '../../../platform/files/expiry.ts'
import type { Platform } from '../../../platform/index.ts'
import { job } from '../../../platform/jobs.ts'
import type { OperationRow } from './queries.ts'
import type { OperationKey } from './results.ts'

/** Some milliseconds each: nobody who imports waits for it. */
const BATCH = 2_000
const EVERY_MS = 24 * 3_600_000

/** Whether its results are not shown any more, removed or not. */
export const isForgotten = ({ completed_at }: Pick<OperationRow, 'completed_at'>, now: Date): boolean =>
  completed_at !== null && expiryAfter(completed_at) <= now

/** Answers how many results it removed. */
export async function purgeResults({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  let purged = 0
  for (let key = await nextForgotten(db, now); key; key = await nextForgotten(db, now)) {
    for (let removed = BATCH; removed === BATCH; purged += removed) removed = await removeSome(db, key)
    await notePurged(db, key, now)
  }
  return purged
}

/** Rides on operations_results_age_idx. A report that is being made still reads them. */
async function nextForgotten(db: Queryable, now: Date): Promise<OperationKey | undefined> {
  const [row] = await db<OperationKey[]>`
    select brand_id as "brandId", id
    from integrations.operations as operation
    where completed_at <= ${endedBefore(now)} and results_purged_at is null
      and not exists (
        select from integrations.draft_sources
        where draft_sources.brand_id = operation.brand_id and operation_id = operation.id
      ) and not exists (
        select from integrations.error_reports
        where error_reports.brand_id = operation.brand_id and operation_id = operation.id
          and status in ('created', 'started')
      )
    order by completed_at
    limit 1`
  return row
}

/** What ended then is forgotten now. */
const endedBefore = (now: Date) => new Date(2 * now.getTime() - expiryAfter(now).getTime())

/** The first ones; rides on results_pkey. */
async function removeSome(db: Queryable, { brandId, id }: OperationKey): Promise<number> {
  const removed = await db`
    delete from integrations.results
    where brand_id = ${brandId} and operation_id = ${id} and ordinal = any(array(
      select ordinal from integrations.results
      where brand_id = ${brandId} and operation_id = ${id}
      order by ordinal
      limit ${BATCH}
    ))
    returning ordinal`
  return removed.length
}

async function notePurged(db: Queryable, { brandId, id }: OperationKey, now: Date): Promise<void> {
  await db`
    update integrations.operations set results_purged_at = ${now} where brand_id = ${brandId} and id = ${id}`
}

export const purgeResultsJob = job('purge-integration-results', {
  payload: Type.Object({}),
  everyMs: EVERY_MS,
  run: async (platform) => {
    const results = await purgeResults(platform)
    if (results > 0) platform.log.info({ results }, 'results of old catalog operations removed')
  },
})
