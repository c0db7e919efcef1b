/**
 * Runs jobs that lock the same rows in groups. One by one, each job would wait in the database for the commits of all
 * jobs before it, and occupy a connection meanwhile. So a job that shares a lock with a running one waits here, and all
 * jobs that wait for it are then run together, as one transaction. Jobs that share nothing run concurrently.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { isDatabaseAway } from '../database-health/away.ts'

export interface OverlappingJob {
  /** What the job locks. */
  keys: readonly string[]
  /** Jobs of the same name are never in one group. */
  name?: string | undefined
}

export interface OverlappingJobsOptions<Job, Result> {
  /**
   * Runs a group, and returns for each job its result, or the error that it failed with. If it throws, the group had no
   * effect, and its jobs are run one by one, so that none fails because of another. If the database is away, all of
   * them fail.
   */
  run: (jobs: readonly Job[]) => Promise<readonly (Result | Error)[]>
  most: number
  /** Throws if the current request has waited too long. */
  checkWait: () => void
}

interface Waiting<Job, Result> {
  job: Job
  resolve: (result: Result) => void
  reject: (error: unknown) => void
  /** Runs a function as part of the request that the job belongs to. */
  inContext: <T>(work: () => T) => T
}

export function groupOverlapping<Job extends OverlappingJob, Result>({
  run,
  most,
  checkWait,
}: OverlappingJobsOptions<Job, Result>): (job: Job) => Promise<Result> {
  const busy = new Set<string>()
  let waiting: Waiting<Job, Result>[] = []

  function startGroups(): void {
    for (const one of waiting) {
      if (one.job.keys.some((key) => busy.has(key))) continue
      const group = groupAround(one)
      waiting = waiting.filter((other) => !group.includes(other))
      void runGroup(group)
    }
  }

  /** The job, and those behind it that share a lock with the group, but none with a running job. */
  function groupAround(first: Waiting<Job, Result>): Waiting<Job, Result>[] {
    const group: Waiting<Job, Result>[] = []
    const keys = new Set(first.job.keys)
    const names = new Set<string>()
    for (const one of waiting) {
      const { job } = one
      if (group.length === most) break
      if (job.keys.some((key) => busy.has(key)) || !job.keys.some((key) => keys.has(key))) continue
      if (job.name !== undefined && names.has(job.name)) continue
      group.push(one)
      for (const key of job.keys) keys.add(key)
      if (job.name !== undefined) names.add(job.name)
    }
    return group
  }

  async function runGroup(group: readonly Waiting<Job, Result>[]): Promise<void> {
    const keys = group.flatMap(({ job }) => job.keys)
    for (const key of keys) busy.add(key)
    await settle(group.filter(isInTime))
    for (const key of keys) busy.delete(key)
    startGroups()
  }

  function isInTime({ inContext, reject }: Waiting<Job, Result>): boolean {
    try {
      inContext(checkWait)
      return true
    } catch (error) {
      reject(error)
      return false
    }
  }

  async function settle(group: readonly Waiting<Job, Result>[]): Promise<void> {
    const last = group.at(-1)
    if (!last) return
    try {
      // Uses the time limit of the request that came last: with that of the first, a busy server would time out for all
      // of them.
      const results = await last.inContext(() => run(group.map(({ job }) => job)))
      for (const [i, { resolve, reject }] of group.entries()) {
        const result = results[i]
        if (result instanceof Error) reject(result)
        else resolve(result as Result)
      }
    } catch (error) {
      if (group.length === 1 || isDatabaseAway(error)) for (const { reject } of group) reject(error)
      else for (const one of group) await settle([one])
    }
  }

  return (job) =>
    new Promise((resolve, reject) => {
      waiting.push({ job, resolve, reject, inContext: AsyncLocalStorage.snapshot() })
      startGroups()
    })
}
