/** Parked jobs and events are shown as failures to the operator. */
import type { ActivitySource } from '../../module.ts'
import { parkedEvents } from '../../platform/events/parked-events.ts'
import { parkedJobs, toClockTime } from '../../platform/jobs/queued-jobs.ts'
import { versionOf } from '../../platform/queries/row-version.ts'

/** Uses tradehall_parked_jobs_idx. */
export const jobActivity: ActivitySource = {
  type: 'jobs',
  async read({ db, clock, actor: { account } }) {
    if (account.kind !== 'operator') return null
    const { count, newest, kind, since, until } = await parkedJobs(db)
    const sentence =
      count === 1 ? `A job is parked: ${kind}.` : `${count} jobs are parked, the newest is ${kind}.`
    return {
      version: versionOf([count, newest, until]),
      failures: newest && since ? [{ id: newest, sentence, since: toClockTime(clock, since) }] : [],
    }
  },
}

/** Uses outbox_parked_idx. */
export const eventActivity: ActivitySource = {
  type: 'parked-events',
  async read({ db, actor: { account } }) {
    if (account.kind !== 'operator') return null
    const { count, newest, type, since, until } = await parkedEvents(db)
    const sentence =
      count === 1 ? `An event is parked: ${type}.` : `${count} events are parked, the newest is ${type}.`
    return {
      version: versionOf([count, newest, until]),
      failures: newest && since ? [{ id: newest, sentence, since }] : [],
    }
  },
}
