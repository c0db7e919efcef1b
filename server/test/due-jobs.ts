/** Due jobs: those of tests without an application, and the recurring ones, for which markets begin after a run. */
import type { Queryable } from '../src/platform/database.ts'
import { type DueJobs, openDueJobs } from '../src/platform/jobs/runner.ts'

export async function runDueJobs(
  ...[platform, databaseUrl, kinds, options]: [
    ...Parameters<typeof openDueJobs>,
    options?: Parameters<DueJobs['run']>[0],
  ]
): Promise<{ ran: number; failed: number }> {
  const dueJobs = openDueJobs(platform, databaseUrl, kinds)
  return await dueJobs.run(options).finally(() => dueJobs.close())
}

export async function makeRecurringJobsDue(db: Queryable, ...names: string[]): Promise<void> {
  const waiting = await db`
    select jobs.id
    from graphile_worker.jobs
    cross join lateral graphile_worker.reschedule_jobs(array[jobs.id], run_at => now())
    where task_identifier = any(${names})`
  if (waiting.length < names.length) throw new Error(`Not all of these jobs recur: ${names.join(', ')}`)
}
