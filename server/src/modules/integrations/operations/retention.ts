/**
 * Retention of results: they expire as long after the end of their operation as the file of an error report does. After
 * that only the counters of the operation are available. Drafts are results too, so the results of the import that supplies
 * a brand's drafts are retained until another import replaces the drafts.
 */
import { Type } from 'typebox'
import type { Queryable } from '../../../platform/database.ts'
import { expiryAfter } from '../../../platform/files/expiry.ts'
import type { Platform } from '../../../platform/index.ts'
import { job } from '../../../platform/jobs/jobs.ts'
import type { OperationRow } from './queries.ts'
import type { OperationKey } from './results.ts'

/** Rows per statement; each takes some milliseconds, so that running imports are not blocked. */
const BATCH = 2_000
const EVERY_MS = 24 * 3_600_000

/** Whether the results are no longer served, whether or not they are purged yet. */
export const areResultsExpired = ({ completed_at }: Pick<OperationRow, 'completed_at'>, now: Date): boolean =>
  completed_at !== null && expiryAfter(completed_at) <= now

/** Returns the number of deleted results. */
export async function purgeResults({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  let purged = 0
  for (let key = await nextExpired(db, now); key; key = await nextExpired(db, now)) {
    for (let deleted = BATCH; deleted === BATCH; purged += deleted) deleted = await deleteBatch(db, key)
    await recordPurge(db, key, now)
  }
  return purged
}

/** Uses operations_results_age_idx. Skips operations whose error report is being rendered from the results. */
async function nextExpired(db: Queryable, now: Date): Promise<OperationKey | undefined> {
  const [row] = await db<OperationKey[]>`
    select brand_id as "brandId", id
    from integrations.operations as operation
    where completed_at <= ${endedBefore(now)} and results_purged_at is null
      and not exists (
        select 1 from integrations.draft_sources
        where draft_sources.brand_id = operation.brand_id and operation_id = operation.id
      ) and not exists (
        select 1 from integrations.error_reports
        where error_reports.brand_id = operation.brand_id and operation_id = operation.id
          and status in ('created', 'started')
      )
    order by completed_at
    limit 1`
  return row
}

/** The results of operations that ended at or before this time have expired. */
export const endedBefore = (now: Date) => new Date(2 * now.getTime() - expiryAfter(now).getTime())

/** Deletes the first results of the operation; uses results_pkey. */
async function deleteBatch(db: Queryable, { brandId, id }: OperationKey): Promise<number> {
  const deleted = await db`
    delete from integrations.results
    where brand_id = ${brandId} and operation_id = ${id} and ordinal = any(array(
      select ordinal from integrations.results
      where brand_id = ${brandId} and operation_id = ${id}
      order by ordinal
      limit ${BATCH}
    ))
    returning ordinal`
  return deleted.length
}

async function recordPurge(db: Queryable, { brandId, id }: OperationKey, now: Date): Promise<void> {
  await db`
    update integrations.operations set results_purged_at = ${now} where brand_id = ${brandId} and id = ${id}`
}

export const purgeResultsJob = job('purge-integration-results', {
  meaning: 'Deletes the expired results of catalog operations.',
  payload: Type.Object({}),
  everyMs: EVERY_MS,
  run: async (platform) => {
    const results = await purgeResults(platform)
    if (results > 0) platform.log.info({ results }, 'deleted the expired results of catalog operations')
  },
})
