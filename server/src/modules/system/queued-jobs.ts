/** The operator's actions on failed jobs. */
import { unknown } from '../../domain/ownership.ts'
import {
  countJobs,
  deleteJobs,
  findJob,
  type JobFilter,
  lockJobs,
  type QueuedJob,
  rescheduleJobs,
} from '../../platform/jobs/queued-jobs.ts'
import { inTransaction, type Work } from '../../platform/work.ts'
import { type Author, writeMarketplaceAudit } from '../identity/index.ts'
import { jobHasNotFailed, jobRecurs, jobRuns } from './errors.ts'

/** Few enough for one transaction and one audit entry. */
export const MAX_CHANGED = 1000

/** Schedules a failed job for now, with all its attempts. A job that waits for its first attempt is not changed. */
export async function retryJob(work: Work, by: Author, id: string): Promise<QueuedJob> {
  return await inTransaction(work, async (work) => {
    const job = await lockIdleJob(work, id)
    if (job.state === 'waiting') return job
    await rescheduleJobs(work.db, [id])
    await writeMarketplaceAudit(work, by, 'retry-jobs', detailOf([job]))
    return (await findJob(work.db, id)) ?? job
  })
}

export async function discardJob(work: Work, by: Author, id: string, reason: string): Promise<void> {
  await inTransaction(work, async (work) => {
    const job = await lockIdleJob(work, id)
    if (job.is_recurring) throw jobRecurs(job.kind)
    if (job.state === 'waiting') throw jobHasNotFailed(id)
    await deleteJobs(work.db, [id])
    await writeMarketplaceAudit(work, by, 'discard-jobs', detailOf([job], reason))
  })
}

/** The lock prevents workers from claiming the job. */
async function lockIdleJob({ db: tx }: Work, id: string): Promise<QueuedJob> {
  const isNumber = (await findJob(tx, id)) !== undefined
  const [job] = isNumber ? await lockJobs(tx, { ids: [id] }, 1) : []
  if (!job) throw unknown('job', id)
  if (job.state === 'running') throw jobRuns(id)
  return job
}

export type ParkedJobs = Omit<JobFilter, 'state'>

export interface Changed {
  changed: number
  /** Recurring jobs, which cannot be discarded. */
  skipped: number
  /** How many others match, because one request changes a limited number. */
  remaining: number
}

export async function retryJobs(work: Work, by: Author, which: ParkedJobs): Promise<Changed> {
  return await inTransaction(work, async (work) => {
    const jobs = await lockParked(work, which)
    const changed = jobs.length === 0 ? 0 : await rescheduleJobs(work.db, idsOf(jobs))
    if (changed > 0) await writeMarketplaceAudit(work, by, 'retry-jobs', detailOf(jobs))
    return { changed, skipped: 0, remaining: await countParkedJobs(work, which) }
  })
}

export async function discardJobs(
  work: Work,
  by: Author,
  which: ParkedJobs,
  reason: string,
): Promise<Changed> {
  return await inTransaction(work, async (work) => {
    const jobs = await lockParked(work, which)
    const once = jobs.filter(({ is_recurring }) => !is_recurring)
    const skipped = jobs.length - once.length
    const changed = once.length === 0 ? 0 : await deleteJobs(work.db, idsOf(once))
    if (changed > 0) await writeMarketplaceAudit(work, by, 'discard-jobs', detailOf(once, reason))
    return { changed, skipped, remaining: (await countParkedJobs(work, which)) - skipped }
  })
}

const lockParked = ({ db }: Work, which: ParkedJobs) =>
  lockJobs(db, { ...which, state: 'parked' }, MAX_CHANGED)

export const countParkedJobs = ({ db }: Pick<Work, 'db'>, which: ParkedJobs) =>
  countJobs(db, { ...which, state: 'parked' })

const idsOf = (jobs: readonly QueuedJob[]) => jobs.map(({ id }) => id)

const detailOf = (jobs: readonly QueuedJob[], reason?: string) =>
  changedDetail(jobs, ({ kind }) => kind, reason)

/** For the audit: such as `send-mail 17, 18; cancel-shipment 21: the mail server is gone for good`. */
export function changedDetail<Item extends { id: string }>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  reason?: string,
): string {
  const listed = [...Map.groupBy(items, nameOf)]
    .map(([name, some]) => `${name} ${some.map(({ id }) => id).join(', ')}`)
    .join('; ')
  return reason === undefined ? listed : `${listed}: ${reason}`
}
